"""Every token and every trail has its own shape."""

import pytest

from gridduels import Definition, Game, definitions
from gridduels.pictures.shapes import ICONS, MEASURES, NAMES, PLAIN_ICONS, TOKENS


@pytest.mark.parametrize("definition", definitions(), ids=lambda each: each.id)
def test_every_token_of_every_game_has_a_shape_and_a_name(definition: Definition) -> None:
    signs = {sign for _, sign in Game(definition).statement.token_signs}
    assert signs <= set(TOKENS)
    assert set(NAMES) == set(TOKENS)


def test_shapes_and_names_of_tokens_are_distinct() -> None:
    assert len(set(TOKENS.values())) == len(set(NAMES.values())) == len(TOKENS)


def test_the_players_differ_without_colour() -> None:
    for each in (ICONS, PLAIN_ICONS):
        assert set(each) == {1, 2}
        assert each[1] != each[2]
    assert all(sign.isascii() for sign in PLAIN_ICONS.values())


def test_every_shape_stays_inside_its_cell() -> None:
    assert all(0 < part < 0.5 for name, part in MEASURES._asdict().items() if name != "side")
    assert 0.5 < MEASURES.side < 1
