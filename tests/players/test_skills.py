"""The skills and temperaments of the levels in each game."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, load_game
from gridduels.players.levels import (
    LEVELS,
    MOST,
    TEMPERAMENTS,
    Level,
    LevelPlayer,
    Traits,
    skill_of,
    skills_of,
    traits_of,
)
from tests.helpers import GAMES


@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_fitted_levels_from_1_to_10(id: str) -> None:
    numbers = [number for number, _ in skills_of(id)]
    assert numbers == sorted(numbers)
    assert {1, *LEVELS.values(), MOST} <= set(numbers)
    assert [skill_of(skills_of(id), number) for number in numbers] == pytest.approx(
        [skill for _, skill in skills_of(id)]
    )


def test_more_skill_sees_further_overlooks_less_and_chooses_more_surely() -> None:
    levels = [Level.of(number / 2, skills_of("somebody-elses")) for number in range(2, 21)]
    assert [level.eyes.sight for level in levels] == sorted(level.eyes.sight for level in levels)
    overlooks = [level.eyes.overlooks for level in levels]
    assert overlooks == sorted(overlooks, reverse=True)
    doubts = [level.doubt for level in levels]
    assert doubts == sorted(doubts, reverse=True)


@pytest.mark.parametrize("id", GAMES)
def test_easy_uses_no_exact_values(id: str) -> None:
    assert Level.of(LEVELS["easy"], skills_of(id)).eyes.sight == 0


def test_a_level_plays_by_the_skills_that_it_is_given() -> None:
    duels = [Duel(load_game("light-cycle"), moves) for moves in ("", "right left", "right left right up")]
    sure, unsure = ((1.0, 9.0), (10.0, 9.0)), ((1.0, -9.0), (10.0, -9.0))
    for duel in duels:
        chosen = [
            {LevelPlayer("level", 1, random.Random(seed), skills).choose(duel) for seed in range(40)}
            for skills in (sure, unsure)
        ]
        assert len(chosen[0]) <= len(chosen[1]) == min(4, len(duel.legal_moves))


def test_neighbours_have_different_temperaments() -> None:
    assert set(TEMPERAMENTS) == set(range(1, 11))
    assert all(TEMPERAMENTS[number] != TEMPERAMENTS[number + 1] for number in range(1, 10))


@pytest.mark.parametrize(("number", "likes"), [(2, True), (3, False)])
def test_bo_goes_straight_on_and_cleo_turns(number: int, likes: bool) -> None:
    duel = Duel(load_game("light-cycle"), "right up right up")
    moves = [LevelPlayer("level", number, random.Random(seed)).choose(duel) for seed in range(100)]
    straight = moves.count("right")
    assert straight > 45 if likes else straight < 20


def test_traits_describe_a_move() -> None:
    duel = Duel(load_game("blockade"), "right up right up")
    assert traits_of(duel, duel.play("right")) == Traits(straight=1, edge=1)
    assert traits_of(duel, duel.play("down")) == Traits(straight=0, edge=0)
    assert traits_of(duel, duel.play("@2,2")) == Traits()
