"""The skills that levels have in each game."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, load_game
from gridduels.players.levels import LEVELS, MOST, Level, LevelPlayer, skill_of, skills_of
from tests.helpers import GAMES


@pytest.mark.parametrize("id", GAMES)
def test_the_skills_of_each_game_are_fitted_and_rise_with_the_number(id: str) -> None:
    skills = skills_of(id)
    assert [number for number, _ in skills] == [1, *LEVELS.values(), MOST]
    found = [skill_of(skills, number / 4) for number in range(4, 41)]
    assert found == sorted(found)
    assert len(set(found)) == len(found)
    assert [skill_of(skills, number) for number, _ in skills] == pytest.approx([skill for _, skill in skills])


@pytest.mark.parametrize("id", [*GAMES, "somebody-elses"])
def test_whoever_is_higher_sees_further_overlooks_less_and_chooses_more_surely(id: str) -> None:
    levels = [Level.of(number / 2, skills_of(id)) for number in range(2, 21)]
    sights = [level.eyes.sight for level in levels]
    assert sights == sorted(sights)
    assert Level.of(LEVELS["easy"], skills_of(id)).eyes.sight == 0
    assert [level.eyes.overlooks for level in levels] == sorted(
        (level.eyes.overlooks for level in levels), reverse=True
    )
    assert [level.doubt for level in levels] == sorted((level.doubt for level in levels), reverse=True)


def test_a_level_plays_by_the_skills_that_it_is_given() -> None:
    duels = [Duel(load_game("light-cycle"), moves) for moves in ("", "right left", "right left right up")]
    sure, unsure = ((1.0, 9.0), (10.0, 9.0)), ((1.0, -9.0), (10.0, -9.0))
    for duel in duels:
        chosen = [
            {LevelPlayer("level", 3, random.Random(seed), skills).choose(duel) for seed in range(40)}
            for skills in (sure, unsure)
        ]
        assert len(chosen[0]) <= len(chosen[1]) == min(4, len(duel.legal_moves))
