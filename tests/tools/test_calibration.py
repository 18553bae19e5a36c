"""`python -m tools.calibration` measures the levels; its table is shipped."""

from __future__ import annotations

import json
import math
import random
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from gridduels import Duel, load_game
from gridduels.players.ladder import ladder_of
from gridduels.players.levels import TEMPERAMENTS, Traits
from tests.helpers import GAMES
from tools.calibration import FILE, measure_starts, measure_step, told_apart, traits_by_side

MEASURED: dict[str, Any] = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


@pytest.mark.parametrize("id", GAMES)
def test_each_level_beats_the_one_below_it(id: str) -> None:
    steps = MEASURED[id]["steps"]
    assert [(each["opponent"], each["player"]) for each in steps] == list(
        pairwise(opponent.player for opponent in ladder_of(id))
    )
    for each in steps[:-1]:
        assert each["games"] >= 600
        assert 0.55 <= each["score"] <= 0.73, each
        assert each["low"] > 0.5, each


@pytest.mark.parametrize("id", GAMES)
def test_starts_are_balanced_on_fresh_seeds(id: str) -> None:
    measured = MEASURED[id]["starts"]
    assert set(measured) == {opponent.player for opponent in ladder_of(id)} - {"perfect"}
    for each in measured.values():
        assert 0.35 <= each["score"] <= 0.65, each
        assert each["low"] <= 0.6, each
        assert each["high"] >= 0.4, each
        assert all(0.2 <= score <= 0.8 for score in each["by_start"].values()), each


@pytest.mark.parametrize("id", GAMES)
def test_neighbours_are_distinguished_better_than_by_chance(id: str) -> None:
    for each in MEASURED[id]["steps"]:
        right, sets = each["told_apart"], each["sets"]
        chance = sum(math.comb(sets, number) for number in range(right, sets + 1)) / 2**sets
        assert chance < 0.05, each


@pytest.mark.parametrize("id", GAMES)
def test_levels_move_as_their_temperaments_say(id: str) -> None:
    """Of two neighbouring levels, the one that likes something more does it more often."""
    for each in MEASURED[id]["steps"][:-1]:
        names = [each[key] for key in ("player", "opponent")]
        likes = [TEMPERAMENTS[int(name.removeprefix("level:"))] for name in names]
        for at in range(len(Traits._fields)):
            if abs(likes[0][at] - likes[1][at]) == 2:  # one likes it, the other avoids it
                seen = [each["traits"][name][at] for name in names]
                assert (seen[0] > seen[1]) == (likes[0][at] > likes[1][at]), each


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_fresh_games_agree_with_the_table(id: str) -> None:
    game = load_game(id)
    seed = str(random.SystemRandom().random())
    for step in MEASURED[id]["steps"][:-1:3]:
        again = measure_step(game, step["player"], step["opponent"], 40, seed)
        assert again["low"] < step["high"], (seed, again)
        assert again["high"] > step["low"], (seed, again)
    again = measure_starts(game, "level:5", 10, seed)
    assert again["low"] < 0.6, (seed, again)
    assert again["high"] > 0.4, (seed, again)


def test_the_classifier_separates_opposites_but_not_equals() -> None:
    rng = random.Random(1)

    def games(likely: float) -> list[list[Traits]]:
        return [[Traits(straight=float(rng.random() < likely)) for _ in range(8)] for _ in range(600)]

    right, sets = told_apart((games(0.6), games(0.4)))
    assert sets == 30
    assert right == 30
    right, sets = told_apart((games(0.5), games(0.5)))
    assert 5 < right < 25


def test_traits_are_those_of_each_sides_moves() -> None:
    one, two = traits_by_side(Duel(load_game("light-cycle"), "up down up down right"))
    assert [each.straight for each in one] == [0, 1, 0]
    assert [each.edge for each in one] == [1, 1, 1]
    assert [each.straight for each in two] == [0, 1]
