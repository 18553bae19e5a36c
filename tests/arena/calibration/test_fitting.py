"""Levels fitted to a game."""

from __future__ import annotations

import pytest

from gridduels import load_game
from gridduels.arena.calibration.contested import ContestedOpenings
from gridduels.arena.calibration.fitting import fit_levels
from gridduels.engine import solve
from gridduels.players.levels import LEVELS, MOST


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Compiled code and tables are those of all tests."""


@pytest.mark.heavy
def test_the_same_openings_give_the_same_skills_which_rise() -> None:
    values = solve(load_game("light-cycle"))
    openings = ContestedOpenings(values.game, 2, values)
    starts = [openings[number] for number in range(10)]
    skills = fit_levels(values.game, starts)
    assert skills == fit_levels(values.game, starts)
    assert [number for number, _ in skills] == [1, *LEVELS.values(), MOST]
    assert [skill for _, skill in skills] == sorted(skill for _, skill in skills)
