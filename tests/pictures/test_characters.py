"""What a board is made of lets everything on it be seen, by day and by night, and every game has its own."""

import pytest

from gridduels import definitions
from gridduels.pictures.palette import DARK, THEMES, Palette, Theme
from gridduels.pictures.shapes import CHARACTERS, Character, Ground
from tests.pictures.test_palette import DRAWN, TEXT, contrast

each_character = pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)


def grounds(theme: Theme, character: Character) -> tuple[Ground, Palette]:
    """What a board is made of in a theme, and what is drawn on it: the night's own on a light page too."""
    if theme.ground:
        return theme.ground, theme.palette
    if theme.dark or character.night:
        return character.dark, theme.palette if theme.dark else DARK
    return character.light, theme.palette


@each_character
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_cells_stand_out_and_everything_on_them_is_seen(character: Character, theme: Theme) -> None:
    ground, palette = grounds(theme, character)
    assert contrast(ground.rim, ground.cell) >= DRAWN
    assert contrast(palette.ink, ground.cell) >= TEXT
    for colour in (palette.one, palette.two, palette.block, ground.shared):
        assert contrast(colour, ground.cell) >= DRAWN, colour
    assert contrast(ground.shared, ground.turned) >= DRAWN
    assert contrast(palette.muted, ground.cell) >= TEXT


def test_the_games_that_come_along_have_a_character_each() -> None:
    own = [definition.words.character for definition in definitions()]
    assert set(own) <= set(CHARACTERS)
    assert len(set(own)) == len(own)
