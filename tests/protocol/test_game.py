"""A game as data."""

import pytest

from gridduels import Duel, load_game
from gridduels.protocol.answers import game_of
from gridduels.protocol.state import board_of
from tests.helpers import GAMES


@pytest.mark.parametrize("id", GAMES)
def test_it_names_every_cell_move_and_ruling(id: str) -> None:
    for size in load_game(id).definition.sizes:
        game = load_game(id, size)
        told = game_of(game)
        assert (told.id, told.size, told.moves) == (id, size, list(game.moves))
        assert len(set(told.cells)) == game.cell_count
        assert told.board == board_of(Duel(game))
        assert {ruling.name: ruling.default for ruling in told.rulings} == told.rules
        assert told.slides == (id == "gridlock")
        assert told.places == (id == "blockade")
        assert len(told.placements) == (game.cell_count if told.places else 0)
