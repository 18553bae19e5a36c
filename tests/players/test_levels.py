"""The levels below perfect."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import solve
from gridduels.players.calibration import PAIRINGS, BeginnerPlayer, score
from gridduels.players.levels import LEVELS, NOTE, LevelPlayer
from tests.helpers import name_of
from tests.players.table import SOLVED, computer, play_on, random_duels

FULL = [*SOLVED[:3], load_game("gridlock")]


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Compiled code and tables are those of all tests."""


@pytest.mark.parametrize("game", SOLVED, ids=name_of)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_legal_moves(level: str, game: Game) -> None:
    player = computer(level)
    for duel in random_duels(game, 60):
        assert player.choose(duel) in duel.legal_moves


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    game = load_game("blockade", 4)
    first, again, other = (play_on(Duel(game), computer(level, seed), computer(level, seed)) for seed in (1, 1, 2))
    assert first == again
    assert other.outcome


@pytest.mark.parametrize("game", FULL, ids=name_of)
@pytest.mark.parametrize(("better", "worse"), PAIRINGS)
def test_each_level_beats_the_one_below(better: str, worse: str, game: Game) -> None:
    assert score(game, better, worse, games=160, seed=3).share > 0.5


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_errs_as_often_as_its_sight_and_slips_say(level: str) -> None:
    game = load_game("light-cycle")
    values, player, right, number = solve(game), LevelPlayer(level, random.Random(1)), 0, 0
    for duel in random_duels(game, 400):
        if len(set(values.move_values(duel.position).values())) > 1:
            number += 1
            right += player.choose(duel) in values.best_moves(duel.position)
    least, most = {"easy": (0.2, 0.6), "medium": (0.5, 0.85), "hard": (0.8, 0.97)}[level]
    assert least < right / number < most


def test_the_beginner_takes_a_win_and_hands_none_over() -> None:
    game = load_game("pathway")
    values, player, seen = solve(game), BeginnerPlayer(random.Random(1)), 0
    for duel in random_duels(game, 500):
        worth = {word: str(value) for word, value in values.move_values(duel.position).items()}
        chosen = worth[player.choose(duel)]
        seen += "win in 1 ply" in worth.values()
        assert chosen == "win in 1 ply" or "win in 1 ply" not in worth.values()
        assert chosen != "loss in 2 plies" or set(worth.values()) == {chosen}
    assert seen > 10


@pytest.mark.parametrize("level", LEVELS)
def test_where_there_is_no_table_a_level_searches(level: str) -> None:
    player = LevelPlayer(level, random.Random(1))
    duel = Duel(load_game("light-cycle", 7))
    for _ in range(20):
        assert player.choose(duel) in duel.legal_moves
    assert player.note == NOTE
