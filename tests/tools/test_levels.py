"""`python -m tools.levels` fits the levels of a game."""

from __future__ import annotations

import pytest

from gridduels import definitions, load_game
from gridduels.players.levels import LEVELS, MOST, skills_of
from tools import levels
from tools.levels import Fit


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


def test_every_ladder_has_levels_1_and_10_and_the_named_ones() -> None:
    for each in definitions():
        rungs = [number for number, _ in skills_of(each.id)]
        assert tuple(rungs) == levels.RUNGS.get(each.id, levels.ALL)
        assert {1, *LEVELS.values(), MOST} <= set(rungs)


@pytest.mark.heavy
def test_the_same_seed_gives_the_same_skills_and_starts_and_skills_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_PAIRS", 10)
    first, again = (Fit(load_game("light-cycle"), (1, 3)) for _ in range(2))
    assert list(first.run()) == list(again.run())
    assert first.skills == again.skills
    assert first.starts == again.starts
    assert first.skills[1] < first.skills[3]
