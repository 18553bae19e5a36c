"""Colours: as many as the terminal has, light or dark, or none at all."""

import itertools

import pytest
from rich.color import Color, ColorSystem
from rich.terminal_theme import TerminalTheme

from gridduels.terminal.arcade.palette import THEMES, board_styles, light_terminal, theme_name
from tests.terminal.arcade.stage import Stage, friends, on_stage

SYSTEMS = {"": ColorSystem.TRUECOLOR, "-256": ColorSystem.EIGHT_BIT, "-16": ColorSystem.STANDARD}
TOLD_APART = ("one", "two", "trail-one", "trail-two", "cell")


CHOSEN = ("ink", "paper", "contrast", "sepia")


def theme_of(chosen: str, system: ColorSystem) -> str:
    return theme_name(chosen, system is ColorSystem.STANDARD)


@pytest.mark.parametrize("chosen", CHOSEN)
@pytest.mark.parametrize("system", SYSTEMS.values())
def test_what_is_drawn_differs_from_its_ground_in_every_colour_system(chosen: str, system: ColorSystem) -> None:
    for name, style in board_styles(theme_of(chosen, system)).items():
        assert style.color
        assert style.bgcolor
        assert style.color.downgrade(system) != style.bgcolor.downgrade(system), name


@pytest.mark.parametrize("chosen", CHOSEN)
@pytest.mark.parametrize("system", SYSTEMS.values())
def test_players_and_trails_are_told_apart_in_every_colour_system(chosen: str, system: ColorSystem) -> None:
    styles = board_styles(theme_of(chosen, system))
    for one, two in itertools.combinations(TOLD_APART, 2):
        first, second = styles[one], styles[two]
        assert first.color
        assert first.bgcolor
        assert second.color
        assert second.bgcolor
        seen = [(style.color, style.bgcolor) for style in (first, second)]
        drawn = [[each.downgrade(system) for each in pair if each] for pair in seen]
        assert drawn[0] != drawn[1], (one, two)
    grounds = [styles[name].bgcolor for name in ("trail-one", "trail-two", "cell")]
    assert len({ground.downgrade(system).number or ground.name for ground in grounds if ground}) == 3


@pytest.mark.parametrize("theme", ["ink-16", "paper-16"])
def test_sixteen_colours_are_not_rounded(theme: str) -> None:
    colours = [each for style in board_styles(theme).values() for each in (style.color, style.bgcolor) if each]
    for colour in colours:
        sixteen = colour.downgrade(ColorSystem.STANDARD)
        assert sixteen.get_truecolor(theme=_palette()) == colour.triplet


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
