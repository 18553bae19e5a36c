"""Openings in which the game is still to be played."""

from __future__ import annotations

import pytest

from gridduels import load_game
from gridduels.arena.openings import is_balanced
from gridduels.engine import solve
from tests.helpers import heavy_but
from tools.calibration import ContestedOpenings, thrown_away


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Compiled code and tables are those of all tests."""


@pytest.mark.parametrize("id", heavy_but(["light-cycle"], ["light-cycle", "grid-runner"]))
def test_a_beginner_throws_them_away_or_nobody_can_force_anything(id: str) -> None:
    values = solve(load_game(id))
    openings = ContestedOpenings(values.game, 5, values)
    found = [openings[number] for number in range(12)]
    assert len(set(found)) == 12
    for text in found:
        position = values.game.position(text)
        if values.value(position).plies is not None:
            assert is_balanced(values, position)
            assert thrown_away(values, position, 6) >= 3
    again = ContestedOpenings(values.game, 5, values)
    assert [again[number] for number in range(12)] == found


def test_where_one_move_ahead_is_enough_nothing_is_thrown_away() -> None:
    values = solve(load_game("grid-runner"))
    assert thrown_away(values, values.game.start(), 6) == 0
