"""Colours: as many as the terminal has, light or dark, or none at all."""

import io
import itertools

import pytest
from rich.color import Color, ColorSystem
from rich.terminal_theme import TerminalTheme

from gridduels.pictures.shapes import CHARACTERS
from gridduels.terminal.arcade.canvas import THEMES, Look, light_terminal, look_of, terminal_is_unicode, theme_name
from tests.terminal.arcade.stage import Stage, friends, on_stage

SYSTEMS = {"": ColorSystem.TRUECOLOR, "-256": ColorSystem.EIGHT_BIT, "-16": ColorSystem.STANDARD}
CHOSEN = ("ink", "paper", "contrast", "sepia")


def look_in(chosen: str, system: ColorSystem) -> Look:
    return look_of(theme_name(chosen, system is ColorSystem.STANDARD), "colour")


def colours(look: Look, character: str) -> dict[str, str]:
    """Return the colours that must be distinguishable on a board."""
    palette, cell = look.on_board(character).palette, look.ground(character).cell
    return {"one": palette.one, "two": palette.two, "cell": cell, "ink": palette.ink, "block": palette.block}


@pytest.mark.parametrize("chosen", CHOSEN)
@pytest.mark.parametrize("system", SYSTEMS.values())
@pytest.mark.parametrize("character", CHARACTERS)
def test_players_and_walls_differ_from_each_other_and_the_ground(
    chosen: str, system: ColorSystem, character: str
) -> None:
    found = colours(look_in(chosen, system), character)
    for one, two in itertools.combinations(found, 2):
        if {one, two} != {"ink", "block"}:
            drawn = [Color.parse(found[name]).downgrade(system) for name in (one, two)]
            assert drawn[0] != drawn[1], (one, two)


@pytest.mark.parametrize("theme", ["ink-16", "paper-16"])
def test_sixteen_colours_are_not_rounded(theme: str) -> None:
    look = look_of(theme, "colour")
    for name in (*look.palette, look.gold, look.gold_ink, look.gold_deep, look.sunk, look.mortar, look.ring):
        colour = Color.parse(name)
        assert colour.downgrade(ColorSystem.STANDARD).get_truecolor(theme=_palette()) == colour.triplet


def _palette() -> TerminalTheme:
    from rich._palettes import STANDARD_PALETTE

    colours = [tuple(STANDARD_PALETTE[number]) for number in range(16)]
    return TerminalTheme((0, 0, 0), (255, 255, 255), colours[:8], colours[8:])  # type: ignore[arg-type]


@pytest.mark.parametrize(("value", "light"), [("0;15", True), ("15;0", False), ("0;default;7", True), ("", False)])
def test_a_light_terminal_is_believed(value: str, light: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", value)
    assert light_terminal() == light
    assert on_stage(theme_on_stage) == ("paper" if light else "ink")


async def theme_on_stage(stage: Stage) -> str:
    return stage.arcade.theme


@pytest.mark.parametrize(("chosen", "theme"), [("ink", "ink"), ("paper", "paper")])
def test_a_chosen_theme_does_not_ask_the_terminal(chosen: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15" if chosen == "ink" else "15;0")
    assert on_stage(theme_on_stage, theme=chosen) == theme


@pytest.mark.parametrize(
    ("term", "colorterm", "theme"),
    [
        ("xterm-16color", "", "ink-16"),
        ("linux", "", "ink-16"),
        ("xterm-256color", "", "ink"),
        ("xterm", "truecolor", "ink"),
    ],
)
def test_a_terminal_with_few_colours_gets_a_theme_of_its_own(
    term: str, colorterm: str, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    assert on_stage(theme_on_stage) == theme


def test_an_empty_no_color_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")

    async def script(stage: Stage) -> str:
        return stage.arcade.export_screenshot()

    assert str(Color.parse(THEMES["ink"].primary).name) in on_stage(script, friends("pathway"))


@pytest.mark.parametrize(
    ("variables", "unicode"),
    [({"LC_ALL": "C"}, False), ({"LANG": "C", "LC_ALL": ""}, False), ({"LC_ALL": "en_GB.UTF-8"}, True)],
)
def test_the_c_locale_gets_ascii_although_python_writes_utf_8(
    variables: dict[str, str], unicode: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LC_CTYPE", raising=False)
    monkeypatch.setattr("sys.__stderr__", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal_is_unicode() == unicode
