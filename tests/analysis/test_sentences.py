"""Values in plain words."""

import pytest
from classic_duels.isolation import GAME as ISOLATION

from gridduels import Game, load_game
from gridduels.analysis.sentences import Unit, describe, distance_text, label, outlook, unit_of
from gridduels.engine.value import Value
from tests.helpers import GAMES


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Value("win", 1), "you win at once"),
        (Value("win", 3), "you win in 2 more moves"),
        (Value("loss", 2), "you lose in 1 more move"),
        (Value("loss", 0), "you have lost"),
        (Value("perpetual", None), "neither side can force a win"),
        (Value("draw", None), "best play is a draw"),
    ],
)
def test_a_value_is_worded_for_its_player(value: Value, told: str) -> None:
    assert describe(value) == told


def test_a_value_for_another_player_names_that_player() -> None:
    assert describe(Value("loss", 6), "Player B") == "Player B loses in 3 more moves"
    assert outlook(Value("win", 0)) == "has won"


def test_plies_are_shown_on_request() -> None:
    assert describe(Value("win", 1), unit=Unit.PLIES) == "you win in 1 ply"
    assert distance_text(4, Unit.PLIES) == "4 plies"
    assert label(Value("win", 15), Unit.PLIES) == "+15"


def test_a_winner_and_a_loser_count_the_same_moves() -> None:
    for plies in range(1, 40, 2):
        assert Unit.MOVES.number(plies) == Unit.MOVES.number(plies + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_one_player_are_counted_if_players_alternate(game: str) -> None:
    assert unit_of(load_game(game)) is Unit.MOVES


def test_the_moves_of_both_are_counted_if_a_player_acts_twice() -> None:
    unit = unit_of(Game(ISOLATION))
    assert unit is Unit.MOVES_OF_BOTH
    assert describe(Value("win", 5), unit=unit) == "you win in 5 more moves by both players"
