"""How the levels compare."""

from __future__ import annotations

import random

import pytest

from gridduels import Game, load_game
from gridduels.engine import Value, solve
from gridduels.players.levels import LEVELS
from tests.helpers import name_of
from tests.players.table import SOLVED, random_duels
from tools.calibration import BeginnerPlayer, ContestedOpenings, meet

FULL = [*SOLVED[:3], load_game("gridlock")]
STEPS = [("medium", "easy"), ("hard", "medium"), ("perfect", "hard")]


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Compiled code and tables are those of all tests."""


@pytest.mark.heavy
@pytest.mark.parametrize("game", FULL, ids=name_of)
def test_each_level_beats_the_one_below_and_no_move_from_medium_up_is_absurd(game: Game) -> None:
    openings = ContestedOpenings(game, 3, solve(game))
    starts = [(openings[number], str(number)) for number in range(60)]
    shares = []
    for better, worse in STEPS:
        meeting = meet(game, better, worse, starts)
        shares.append(meeting.shares[0])
        assert meeting.qualities[0].absurd == 0
        assert meeting.qualities[1].absurd == 0 or worse == "easy"
    assert min(shares) > 0.5
    assert all(0.58 < share < 0.87 for share in shares[:2]), shares


def test_both_games_of_a_pair_count_for_both_sides() -> None:
    game = load_game("light-cycle")
    meeting = meet(game, "perfect", "easy", [(game.text(game.start()), str(number)) for number in range(5)])
    assert meeting.as_first == 5
    assert sum(meeting.pairs) == 5
    assert meeting.pairs.won == meeting.as_second
    assert meeting.shares[0] == (5 + meeting.as_second) / 10
    assert meeting.qualities[0].measure.share_kept == 1
    assert 0 < (meeting.qualities[1].measure.share_kept or 0) < 1


def test_the_beginner_takes_a_win_and_hands_none_over() -> None:
    game = load_game("pathway")
    values, player, seen = solve(game), BeginnerPlayer(random.Random(1)), 0
    for duel in random_duels(game, 300):
        worth = values.move_values(duel.position)
        chosen = worth[player.choose(duel)]
        seen += Value("win", 1) in worth.values()
        assert chosen == Value("win", 1) or Value("win", 1) not in worth.values()
        assert chosen != Value("loss", 2) or set(worth.values()) == {chosen}
    assert seen > 5


def test_the_named_levels_are_in_order() -> None:
    assert list(LEVELS.values()) == sorted(LEVELS.values())
