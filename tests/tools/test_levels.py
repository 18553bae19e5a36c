"""Levels fitted to a game."""

from __future__ import annotations

from importlib.resources import files

import pytest

from gridduels import definitions, load_game
from gridduels.engine import solve
from gridduels.players.levels import FILE, LEVELS, MOST, skills_of
from tools import levels
from tools.calibration import ContestedOpenings
from tools.levels import fit_levels, skills_text


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with the other tests."""


@pytest.mark.heavy
def test_the_same_openings_give_the_same_rising_skills() -> None:
    values = solve(load_game("light-cycle"))
    openings = ContestedOpenings(values.game, 2, values)
    starts = [openings[number] for number in range(10)]
    skills = fit_levels(values.game, starts)
    assert skills == fit_levels(values.game, starts)
    assert [number for number, _ in skills] == [1, *LEVELS.values(), MOST]
    assert [skill for _, skill in skills] == sorted(skill for _, skill in skills)


def test_the_shipped_file_is_one_that_the_command_writes() -> None:
    """Check its form, its levels, and that the skills are results of bisection, so none was edited by hand."""
    kept = {each.id: skills_of(each.id) for each in definitions()}
    assert files("gridduels").joinpath(FILE).read_text("utf-8") == skills_text(kept)
    steps = 2 ** (levels._HALVINGS + 1)
    for id, skills in kept.items():
        found = dict(skills)
        assert tuple(found) == levels.FITTED
        easy, medium, hard = (found[number] for number in LEVELS.values())
        least = levels._LEAST_IN.get(id, levels._LEAST)
        lows = {3.0: least, 5.0: easy, 8.0: medium, MOST: hard, 1.0: easy - levels._SPAN}
        for number, low in lows.items():
            halves = (found[number] - low) / levels._SPAN * steps
            assert round(halves) % 2 == 1, (id, number)
            assert halves == pytest.approx(round(halves), abs=0.06), (id, number)
