"""The computer's decision to swap sides."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, load_game
from gridduels.engine import solve
from gridduels.players.perfect import would_swap


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


@pytest.mark.parametrize("id", ["light-cycle", "pathway", "grid-runner"])
def test_perfect_changes_sides_if_the_other_side_is_won(id: str) -> None:
    game = load_game(id)
    values = solve(game)
    for word in Duel(game).legal_moves:
        duel = Duel(game, word)
        outcome = values.value(duel.position).outcome
        if outcome != "perpetual":
            assert would_swap("perfect", duel, random.Random(1)) == (outcome == "loss")


@pytest.mark.parametrize("name", ["easy", "level:7.5", "random"])
def test_every_player_has_an_answer(name: str) -> None:
    assert would_swap(name, Duel(load_game("light-cycle"), "right"), random.Random(1)) in (True, False)
