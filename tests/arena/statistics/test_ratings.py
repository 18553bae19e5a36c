"""Bradley-Terry ratings, compared with choix and with the curvature that scipy finds."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels.arena.statistics.ratings import fit_ratings
from tests.arena.helpers import oracle

ELO = 400 / math.log(10)
WINS = st.integers(2, 5).flatmap(lambda count: st.lists(st.integers(0, 30), min_size=count**2, max_size=count**2))


def counted(numbers: list[int]) -> tuple[list[str], dict[tuple[str, str], int]]:
    """Results of everybody against everybody, at least one game each."""
    names = "abcde"[: math.isqrt(len(numbers))]
    wins = {(one, two): numbers.pop() for one in names for two in names if one != two}
    for one, two in combinations(names, 2):
        wins[one, two] += wins[one, two] + wins[two, one] == 0
    return list(names), wins


@settings(max_examples=12)
@given(WINS)
def test_the_ratings_are_those_of_choix(numbers: list[int]) -> None:
    choix = oracle("choix")
    names, wins = counted(numbers)
    games = []  # twice every win and one each on top: the same as half a win on top of every win
    for number, one in enumerate(names):
        for other, two in enumerate(names):
            if one != two:
                games += [(number, other)] * (2 * wins[one, two] + 1)
    expected = choix.opt_pairwise(len(names), games, tol=1e-10)
    mean = sum(expected) / len(names)
    found = {rating.player: rating.elo for rating in fit_ratings(names, wins)}
    for name, strength in zip(names, expected, strict=True):
        assert found[name] == pytest.approx(ELO * (strength - mean), abs=0.05)


def test_the_intervals_are_those_of_the_curvature() -> None:
    """The second derivatives are taken numerically, and the covariance is that of the model without its free mean."""
    numpy = oracle("numpy")
    names = ["a", "b", "c", "d"]
    wins = {("a", "b"): 30, ("b", "a"): 10, ("b", "c"): 20, ("c", "b"): 9, ("a", "c"): 31, ("c", "d"): 8, ("d", "c"): 9}
    ratings = {rating.player: rating for rating in fit_ratings(names, wins)}
    best = numpy.array([ratings[name].elo for name in names]) / ELO

    def likelihood(strengths: list[float]) -> float:
        total = 0.0
        for one, two in combinations(range(4), 2):
            first, second = wins.get((names[one], names[two]), 0), wins.get((names[two], names[one]), 0)
            if first + second:
                difference = strengths[one] - strengths[two]
                total -= (first + 0.5) * math.log1p(math.exp(-difference))
                total -= (second + 0.5) * math.log1p(math.exp(difference))
        return total

    step = 1e-3
    unit = numpy.eye(4) * step
    curvature = numpy.array(
        [
            [
                likelihood(best + one + two)
                - likelihood(best + one - two)
                - likelihood(best - one + two)
                + likelihood(best - one - two)
                for one in unit
            ]
            for two in unit
        ]
    ) / (4 * step**2)
    deviations = numpy.sqrt(numpy.diag(numpy.linalg.pinv(-curvature, rcond=1e-5)))
    for name, deviation in zip(names, deviations, strict=True):
        assert ratings[name].high - ratings[name].elo == pytest.approx(1.959964 * ELO * deviation, rel=1e-3)
        assert ratings[name].elo - ratings[name].low == pytest.approx(1.959964 * ELO * deviation, rel=1e-3)


@given(WINS)
def test_the_mean_is_zero_and_the_best_come_first(numbers: list[int]) -> None:
    ratings = fit_ratings(*counted(numbers))
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert [rating.elo for rating in ratings] == sorted((rating.elo for rating in ratings), reverse=True)
    assert all(rating.low < rating.elo < rating.high for rating in ratings)


def test_who_won_everything_has_a_rating_and_not_an_infinite_one() -> None:
    best, worst = fit_ratings(["a", "b"], {("a", "b"): 100})
    assert (best.player, worst.player) == ("a", "b")
    assert best.elo == pytest.approx(400 * math.log10(100.5 / 0.5) / 2)
