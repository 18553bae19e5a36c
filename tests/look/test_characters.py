"""What a board is made of lets everything on it be seen, by day and by night, and every game has its own."""

import pytest

from gridduels import definitions
from gridduels.look.characters import CHARACTERS, Character
from gridduels.look.palette import DARK, LIGHT
from tests.look.test_palette import DRAWN, TEXT, contrast

each_character = pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)


@each_character
def test_cells_stand_out_and_everything_on_them_is_seen(character: Character) -> None:
    day = DARK if character.night else LIGHT
    for ground, palette in ((character.light, day), (character.dark, DARK)):
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
