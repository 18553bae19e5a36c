"""The player that looks one move ahead."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from gridduels import Duel, load_game
from gridduels.players.greedy import GreedyPlayer, greedy_moves
from gridduels.targets import distance
from tests.helpers import duels
from tests.players.table import computer, play_on


@given(duels())
def test_it_chooses_a_legal_move(duel: Duel) -> None:
    if duel.outcome is None:
        assert GreedyPlayer(random.Random(1)).choose(duel) in duel.legal_moves


@given(duels())
def test_it_takes_a_win_that_is_there(duel: Duel) -> None:
    wins = {word for word in duel.legal_moves if (end := duel.play(word).outcome) and end.winner == duel.turn}
    if wins:
        assert set(greedy_moves(duel, duel.legal_moves)) == wins


@pytest.mark.parametrize("id", ["grid-runner", "pathway", "blockade"])
def test_it_takes_the_shortest_path(id: str) -> None:
    game = load_game(id)
    duel = Duel(game)
    for word in greedy_moves(duel, tuple(word for word in duel.legal_moves if not word.startswith("@"))):
        after = duel.play(word)
        assert distance(game, after.position, 1) == distance(game, duel.position, 1) - 1


def test_in_gridlock_it_leaves_the_fewest_replies() -> None:
    duel = Duel(load_game("gridlock"))
    replies = {word: len(duel.play(word).legal_moves) for word in duel.legal_moves}
    assert {replies[word] for word in greedy_moves(duel, duel.legal_moves)} == {min(replies.values())}


@pytest.mark.parametrize("id", ["grid-runner", "blockade", "gridlock"])
def test_it_beats_random_moves(id: str) -> None:
    game, wins = load_game(id), 0
    for number in range(20):
        wins += play_on(Duel(game), computer("greedy", number), computer("random", number)).ended.winner == 1
        wins += play_on(Duel(game), computer("random", number), computer("greedy", number)).ended.winner == 2
    assert wins > 28


def test_the_same_seed_plays_the_same_game() -> None:
    game = load_game("blockade")
    first, second = (play_on(Duel(game), computer("greedy", 5), computer("greedy", 6)) for _ in range(2))
    assert first == second
