"""The chart is well-formed and includes a description in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gridduels.arena.export import rating_chart
from gridduels.arena.statistics import Rating

SVG = "{http://www.w3.org/2000/svg}"
RATINGS = [
    Rating("perfect", 312.4, 250.0, 380.0),
    Rating('cmd:python3 "a <b> & c.py" --with many --more words', 12.0, -20.0, 44.0),
    Rating("random", -324.4, -400.0, -250.0),
]


@pytest.fixture
def chart() -> ElementTree.Element:
    return ElementTree.fromstring(rating_chart(RATINGS, 'Ratings in <light-cycle> & "others"'))


def test_every_player_has_its_name_its_rating_and_its_interval_in_words(chart: ElementTree.Element) -> None:
    rows = chart.findall(f"{SVG}g")
    assert [row.findtext(f"{SVG}title") for row in rows] == [
        "perfect: +312 (+250 to +380)",
        'cmd:python3 "a <b> & c.py" --with many --more words: +12 (-20 to +44)',
        "random: -324 (-400 to -250)",
    ]
    assert [[text.text for text in row.findall(f"{SVG}text")][1] for row in rows] == [
        "+312 (+250 to +380)",
        "+12 (-20 to +44)",
        "-324 (-400 to -250)",
    ]


def test_marks_are_ordered_by_rating_and_within_their_intervals(chart: ElementTree.Element) -> None:
    places = []
    for row in chart.findall(f"{SVG}g"):
        circle, path = row.find(f"{SVG}circle"), row.find(f"{SVG}path")
        assert circle is not None
        assert path is not None
        low, high = re.findall(r"M([\d.]+) [\d.]+v", path.attrib["d"])
        assert float(low) < float(circle.attrib["cx"]) < float(high)
        places.append(float(circle.attrib["cx"]))
    assert places == sorted(places, reverse=True)


def test_everything_is_inside_the_picture(chart: ElementTree.Element) -> None:
    _, _, width, height = map(float, chart.attrib["viewBox"].split())
    for element in chart.iter():
        for name, limit in (("x", width), ("x1", width), ("cx", width), ("y", height), ("y2", height)):
            assert 0 <= float(element.attrib.get(name, 0)) <= limit
        if element.tag == f"{SVG}text" and element.attrib.get("text-anchor") != "middle":
            assert float(element.attrib["x"]) + 8.5 * len(element.text or "") < width


def test_it_adapts_to_light_and_dark() -> None:
    assert "@media (prefers-color-scheme: dark)" in rating_chart(RATINGS, "Ratings")


@pytest.mark.parametrize("spread", [0.4, 3, 70, 5000])
def test_the_axis_has_a_handful_of_round_numbers(spread: float) -> None:
    chart = ElementTree.fromstring(rating_chart([Rating("a", 0, -spread, spread), Rating("b", 0, -1, 1)], "Ratings"))
    ticks = [text.text or "" for text in chart.findall(f"{SVG}text") if text.attrib.get("text-anchor") == "middle"][:-1]
    assert 3 <= len(ticks) <= 9
    assert "0" in ticks
    assert int(ticks[0]) <= -spread
    assert int(ticks[-1]) >= spread
