"""`gridduels invent day` shows the duel of a day, and `gridduels invent` refuses options that it would ignore."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from gridduels import Duel
from gridduels.cli import main
from gridduels.invent import gallery, parse
from gridduels.invent.gallery import duel_of
from gridduels.invent.measures import REPORT, report

DAY = date(2026, 1, 5)


def test_the_duel_of_a_day_is_shown_with_its_board_its_rules_and_how_to_play_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["invent", "day", "--date", "2026-01-05"]) == 0
    shown, found = capsys.readouterr().out, duel_of(DAY)
    assert shown.startswith(f"Duel of Monday 5 January 2026: {found.name}\n\n{Duel(found.game)}\n")
    assert all(f"\n  {rule}\n" in shown for rule in found.rules)
    assert f"  fair {found.fair:.2f}, deep {found.deep:.2f}; {100 * found.matter:.0f} of 100 choices matter; " in shown
    assert shown.endswith(f"\nPlay it with gridduels play {found.code}\n")


def test_the_duel_of_a_day_is_data_with_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["invent", "day", "--date", "2026-01-05", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == duel_of(DAY).as_data()


def test_a_search_prints_measures_that_it_did_not_use_with_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    search = ["invent", "--size", "3x3", "--codes", "32", "--count", "1", "--seed", "4"]
    assert main(search) == 0
    shown = capsys.readouterr().out
    page = tmp_path / "gallery.html"
    assert main([*search, "--json", "-o", str(page)]) == 0
    [duel] = json.loads(capsys.readouterr().out)["duels"]
    code = parse(duel["code"])
    assert str(code) in page.read_text("utf-8")
    assert duel["elements"] == len(duel["without"]) == len(list(code.without()))
    assert set(duel["first_share"]) == {str(player) for player in REPORT}
    lines = [f"  {name:<13} {said}\n" for name, said in report(code).lines()]
    assert all(line in shown for line in lines)
    assert lines[1].startswith(f"  first player  {duel['first_share']['2'][0]:.2f} (")


def test_without_a_date_it_is_the_duel_of_the_present_day(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "today", lambda: DAY)
    assert main(["invent", "day"]) == 0
    assert f"5 January 2026: {duel_of(DAY).name}\n" in capsys.readouterr().out


def test_a_day_that_has_not_begun_keeps_its_duel_to_itself(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "today", lambda: DAY)
    assert main(["invent", "day", "--date", str(DAY)]) == 0
    capsys.readouterr()
    assert main(["invent", "day", "--date", str(DAY + timedelta(1))]) == 2
    sentence = "gridduels: the duel for 2026-01-06 appears on that day, at midnight UTC\n"
    assert capsys.readouterr() == ("", sentence)


@pytest.mark.parametrize("text", ["tomorrow", "2026-02-30"])
def test_a_bad_date_is_refused_with_an_example(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^2$"):
        main(["invent", "day", "--date", text])
    assert f"argument --date: {text!r} is not a date such as 2026-01-05" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("day pathway", "invent day takes no game. Use --date for the duel of an earlier day."),
        ("day --seed 1", "--seed cannot be used with invent day"),
        ("day --size 4", "--size cannot be used with invent day"),
        ("day --count 1", "--count cannot be used with invent day"),
        ("day --language de", "--language cannot be used with invent day"),
        ("day --workers 2", "--workers cannot be used with invent day"),
        ("day --engine ray", "--engine cannot be used with invent day"),
        ("day --output x.md", "--output cannot be used with invent day"),
        ("--date 2026-01-05", "--date cannot be used with invent search"),
        ("review pathway --date 2026-01-05", "--date cannot be used with invent review"),
        ("book pathway --workers 2", "--workers cannot be used with invent book"),
    ],
)
def test_options_without_a_meaning_are_refused_by_name(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["invent", *arguments.split()]) == 2
    assert capsys.readouterr() == ("", f"gridduels: {sentence}\n")
