"""Every material of a board has enough contrast in light and dark themes, and every game has its own."""

import pytest

from gridduels import definitions
from gridduels.pictures.palette import DARK, THEMES, Palette, Theme
from gridduels.pictures.shapes import CHARACTERS, Character, Ground
from tests.pictures.test_palette import DRAWN, TEXT, contrast

each_character = pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)


def grounds(theme: Theme, character: Character) -> tuple[Ground, Palette]:
    """Return the colours of a board in a theme and the palette on it; night boards stay dark in light themes."""
    if theme.ground:
        return theme.ground, theme.palette
    if theme.dark or character.night:
        return character.dark, theme.palette if theme.dark else DARK
    return character.light, theme.palette


@each_character
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_cells_and_everything_on_them_have_enough_contrast(character: Character, theme: Theme) -> None:
    ground, palette = grounds(theme, character)
    assert contrast(ground.rim, ground.cell) >= DRAWN
    assert contrast(palette.ink, ground.cell) >= TEXT
    for colour in (palette.one, palette.two, palette.block, ground.shared):
        assert contrast(colour, ground.cell) >= DRAWN, colour
    assert contrast(ground.shared, ground.turned) >= DRAWN
    assert contrast(palette.muted, ground.cell) >= TEXT


def test_each_of_our_games_has_its_own_material() -> None:
    own = [definition.words.character for definition in definitions()]
    assert set(own) <= set(CHARACTERS)
    assert len(set(own)) == len(own)
