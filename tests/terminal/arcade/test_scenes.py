"""The screens look as they did when somebody last looked at them; and without colour there is none."""

import re

import pytest
from rich.color import ColorSystem
from rich.style import Style

from gridduels.terminal.arcade.colours import light_terminal
from gridduels.terminal.arcade.palette import THEMES, board_styles
from tests.terminal.arcade.scenes import FOLDER, MOVES, Scene, scenes, shown
from tests.terminal.arcade.stage import Stage, friends, on_stage, styles_of


@pytest.mark.parametrize("scene", list(scenes()), ids=lambda scene: scene.name)
def test_a_screen_looks_as_it_did(scene: Scene) -> None:
    assert shown(scene) == (FOLDER / scene.name).read_text(encoding="utf-8")


def test_no_golden_screen_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {scene.name for scene in scenes()}


@pytest.mark.parametrize("game", MOVES)
def test_without_colour_there_is_no_colour_and_the_same_text(game: str) -> None:
    bare = (FOLDER / f"{game}-40x16-colourless.txt").read_text(encoding="utf-8")
    coloured = (FOLDER / f"{game}-40x16-ink.txt").read_text(encoding="utf-8")
    text, _, styles = bare.partition("\n\n1:")
    assert coloured.startswith(text)
    assert not re.search(r"#[0-9a-f]{6}|\bon\b|default|color", styles)


def test_an_empty_no_color_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")

    async def script(stage: Stage) -> str:
        return styles_of(stage.arcade)

    assert "#" in on_stage(script, friends("pathway"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("system", [ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR])
def test_what_is_drawn_differs_from_its_ground_in_every_colour_system(theme: str, system: ColorSystem) -> None:
    for name, style in board_styles(theme).items():
        if style.color and style.bgcolor:
            assert _codes(style, system), name
            assert style.color.downgrade(system) != style.bgcolor.downgrade(system), name


def _codes(style: Style, system: ColorSystem) -> str:
    return style.render("x", color_system=system)


@pytest.mark.parametrize(("value", "light"), [("0;15", True), ("15;0", False), ("0;default;7", True), ("", False)])
def test_a_light_terminal_is_believed(value: str, light: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", value)
    assert light_terminal() == light

    async def script(stage: Stage) -> str:
        return stage.arcade.theme

    assert on_stage(script) == ("paper" if light else "ink")
