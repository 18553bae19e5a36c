"""An SVG is self-contained and valid."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from gridduels import Duel, load_game
from gridduels.pictures.scene import scene_of
from gridduels.pictures.shapes import Label, Scene
from gridduels.pictures.svg import style_sheet, svg_of, write_svg
from tests.helpers import GAMES, duels

SVG = "{http://www.w3.org/2000/svg}"


@given(duels(stopped=True))
def test_each_shape_is_an_element_and_each_class_has_a_rule(duel: Duel) -> None:
    root = ET.fromstring(svg_of(duel))
    drawn = [element for element in root if element.get("class")]
    assert len(drawn) == len(scene_of(duel).shapes)
    light, dark = style_sheet().split("@media (prefers-color-scheme: dark)")
    for name in {element.get("class") for element in drawn}:
        assert f".{name} {{" in light
        assert f".{name} {{" in dark


@pytest.mark.parametrize("id", GAMES)
def test_it_describes_the_picture_in_words(id: str) -> None:
    duel = Duel(load_game(id))
    root = ET.fromstring(svg_of(duel))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == f"{duel.game.title}, {duel.game.words.player(1)} to move"
    assert duel.game.text(duel.position) in (root.findtext(f"{SVG}desc") or "")


def test_values_are_written_on_cells() -> None:
    text = svg_of(Duel(load_game("light-cycle", size=3)), {"up": "-4", "right": "+3"})
    assert re.findall(r'<text class="value"[^>]*>([^<]*)', text) == ["-4", "+3"]
    assert 'class="legal"' in text
    assert 'class="legal"' not in svg_of(Duel(load_game("light-cycle", size=3)))


def test_it_loads_nothing_and_runs_no_script() -> None:
    text = svg_of(Duel(load_game("blockade"), "right @2,0"))
    assert "<script" not in text
    assert "href" not in text
    assert "url(" not in text


def test_text_is_escaped() -> None:
    scene = Scene(1, 1, (Label("title", 0, 0, 1, "<&>"),), "<title>", "a & b")
    root = ET.fromstring(write_svg(scene))
    assert root.findtext(f"{SVG}text") == "<&>"
    assert root.findtext(f"{SVG}title") == "<title>"
