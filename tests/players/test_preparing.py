"""Computers prepare for a game in the background during play, and can be stopped."""

import random
import threading

import pytest

from gridduels import Duel, load_game
from gridduels.engine.progress import MAKING, Progress
from gridduels.engine.service import VALUES
from gridduels.engine.solvers import solver
from gridduels.players import make_player
from gridduels.players.perfect import Preparation, choose_meanwhile, still_busy

LARGE = load_game("pathway", 6)
PATIENCE = 20.0


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Make solving hang at 40 % until it is cancelled; the event is set once it gets there."""
    there = threading.Event()

    def solve_game(game: object, progress: Progress, ray_workers: int) -> None:
        while True:
            progress(MAKING, 40, 100)
            there.set()
            there.wait(0.01)

    monkeypatch.setattr(solver, "solve_game", solve_game)
    return there


def test_a_table_that_came_with_the_package_is_there_for_the_first_move() -> None:
    game = load_game("light-cycle")
    preparation = Preparation(["perfect"], game)
    assert preparation.has_come()
    assert not preparation.under_way
    assert VALUES.is_at_hand(game)


def test_progress_is_reported_while_the_computer_keeps_moving(
    held_up: threading.Event,
) -> None:
    preparation = Preparation(["perfect"], LARGE)
    assert held_up.wait(PATIENCE)
    assert not preparation.has_come()
    assert preparation.under_way
    assert preparation.progress == (MAKING, 40, 100)
    assert preparation.seconds_left is not None
    duel = Duel(LARGE)
    for name in ("easy", "hard", "perfect", "mcts"):
        player = make_player(name, random.Random(1))
        assert player is not None
        assert choose_meanwhile(player, duel) in duel.legal_moves
    preparation.stop()
    assert preparation.wait(PATIENCE)


def test_stopping_it_continues_without_it(held_up: threading.Event) -> None:
    preparation = Preparation(["hard"], LARGE)
    assert held_up.wait(PATIENCE)
    preparation.stop()
    assert not preparation.under_way
    assert preparation.wait(PATIENCE)
    assert not preparation.has_come()


def test_one_that_fails_ends_and_leaves_the_error_to_the_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def solve_game(game: object, progress: Progress, ray_workers: int) -> None:
        raise OSError("no disk")

    monkeypatch.setattr(solver, "solve_game", solve_game)
    preparation = Preparation(["hard"], LARGE)
    assert preparation.wait(PATIENCE)
    assert preparation.has_come()
    assert not still_busy()
