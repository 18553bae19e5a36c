"""The sequential test, compared with scipy and with simulated players."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels.arena.statistics import Sprt, score_of_elo
from tests.arena.helpers import oracle

PAIRS = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=200)


def simulated(rng: random.Random, elo: float, pairs: int) -> list[float]:
    """Draw pairs for a player who is this much stronger. Openings favour one side, so the two games are correlated."""
    scores = []
    for _ in range(pairs):
        edge = rng.choice([0.0, 0.15, 0.3])
        mean = score_of_elo(elo)
        scores.append(sum(rng.random() < min(1, max(0, mean + side)) for side in (edge, -edge)) / 2)
    return scores


def decide(elo: float, test: Sprt, rng: random.Random, most: int = 3000) -> tuple[int | None, int]:
    """Return what a sequential test accepts, and after how many pairs."""
    for number, score in enumerate(simulated(rng, elo, most), 1):
        test.add(score)
        if test.accepted is not None:
            return test.accepted, number
    return None, most


@pytest.mark.heavy
@pytest.mark.parametrize(("elo", "right"), [(0, 0), (60, 1)])
def test_the_sequential_test_has_the_stated_error_rates(elo: float, right: int) -> None:
    rng = random.Random(2)
    verdicts = [decide(elo, Sprt(0, 60), rng) for _ in range(120)]
    assert sum(accepted != right for accepted, _ in verdicts) <= 11  # at 5 %, 12 of 120 happen once in 80 runs
    assert sum(pairs for _, pairs in verdicts) / len(verdicts) < 200


@pytest.mark.parametrize(("elo", "right"), [(-100, 0), (200, 1)])
def test_the_sequential_test_is_quick_for_large_differences(elo: float, right: int) -> None:
    rng = random.Random(3)
    for _ in range(20):
        accepted, pairs = decide(elo, Sprt(0, 60), rng)
        assert accepted == right
        assert pairs < 120


def test_the_bounds_are_walds() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert (test.low, test.high) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))


def test_the_likelihood_ratio_matches_a_numerical_optimum() -> None:
    """Compare with the most likely probabilities for a given mean, found by scipy's optimiser."""
    optimize = oracle("scipy.optimize")
    scores = [1.0] * 14 + [0.5] * 25 + [0.0] * 9
    test = Sprt(-500, 500)
    test.low, test.high = -math.inf, math.inf
    test.elo0, test.elo1 = 10, 70
    for score in scores:
        test.add(score)

    def likelihood(elo: float) -> float:
        counts = (9, 25, 14)
        mean = {"type": "eq", "fun": lambda p: p[1] / 2 + p[2] - score_of_elo(elo)}
        whole = {"type": "eq", "fun": lambda p: sum(p) - 1}
        best = optimize.minimize(
            lambda p: -sum(count * math.log(each) for count, each in zip(counts, p, strict=True)),
            [1 / 3] * 3,
            bounds=[(1e-6, 1)] * 3,
            constraints=[mean, whole],
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        return -float(best.fun)

    assert test.ratio == pytest.approx(likelihood(70) - likelihood(10), abs=1e-4)


@given(PAIRS)
def test_a_decided_test_does_not_change(scores: list[float]) -> None:
    test = Sprt(0, 200)
    decided = None
    for score in scores:
        test.add(score)
        if decided is None and test.accepted is not None:
            decided = test.accepted, test.ratio
        assert decided in (None, (test.accepted, test.ratio))
