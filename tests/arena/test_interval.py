"""Intervals have the stated coverage, computed over all possible results."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels.arena.statistics import CONFIDENCE, EXACT, Z, _chance_of_as_far, score_interval
from tests.arena.helpers import oracle

COUNTS = st.tuples(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12)).filter(any)


@lru_cache
def results(pairs: int) -> list[tuple[int, int, int]]:
    return [(lost, pairs - lost - won, won) for lost in range(pairs + 1) for won in range(pairs + 1 - lost)]


def coverage(pairs: int, chances: tuple[float, float, float]) -> float:
    """Return the coverage of the interval for given probabilities of lost, split and won pairs."""
    truth, covered = chances[1] / 2 + chances[2], 0.0
    for result in results(pairs):
        low, high = score_interval(*result)
        if low <= truth <= high:
            ways = math.factorial(pairs) // math.prod(map(math.factorial, result))
            covered += ways * math.prod(chance**count for chance, count in zip(chances, result, strict=True))
    return covered


@pytest.mark.heavy
@pytest.mark.parametrize("pairs", [1, 2, 3, 5, 8])
def test_intervals_of_few_pairs_have_at_least_the_stated_coverage(pairs: int) -> None:
    """The rates of split pairs differ from those that the interval itself considers."""
    for mean, share in product((0.5, 0.62, 0.8, 0.93, 0.99), (0.0, 0.03, 0.31, 0.77, 0.98)):
        split = 2 * (1 - mean) * share
        assert coverage(pairs, (1 - mean - split / 2, split, mean - split / 2)) >= 0.95


def test_fewer_splits_make_a_wider_interval_and_more_pairs_a_narrower_one() -> None:
    def width(*counts: int) -> float:
        low, high = score_interval(*counts)
        return high - low

    assert width(0, 20, 0) < width(4, 12, 4) < width(10, 0, 10)
    assert width(40, 120, 40) < width(4, 12, 4) < width(1, 3, 1)


@pytest.mark.heavy
@settings(max_examples=20)
@given(COUNTS)
def test_the_interval_of_the_other_player_is_the_mirror_image(counts: tuple[int, int, int]) -> None:
    low, high = score_interval(*counts)
    assert 0 <= low <= (counts[1] / 2 + counts[2]) / sum(counts) <= high <= 1
    assert score_interval(*counts[::-1]) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("counts", [(0, 0, 5), (0, 7, 0), (6, 0, 0), (0, 0, 400)])
def test_identical_pairs_still_have_an_interval(counts: tuple[int, int, int]) -> None:
    low, high = score_interval(*counts)
    assert 0.02 / sum(counts) < high - low
    assert (high == 1) == (counts[:2] == (0, 0))
    assert (low == 0) == (counts[1:] == (0, 0))


@pytest.mark.parametrize("counts", [(0, 3, 37), (0, 1, 4), (1, 0, 99), (0, 1, 99), (0, 2, 300)])
def test_a_player_that_lost_a_game_cannot_be_infinitely_better(counts: tuple[int, int, int]) -> None:
    low, high = score_interval(*counts)
    assert 0 < low < high < 1


@pytest.mark.heavy
def test_the_chance_of_a_result_as_far_off_is_summed_up_over_all_results() -> None:
    """Without split pairs, and the mean at 1/2, it is the two-sided binomial test."""
    numpy, stats = oracle("numpy"), oracle("scipy.stats")
    found = _chance_of_as_far(numpy.array([[1.0, 0.0, 9.0]]), 0.5)
    assert found >= stats.binomtest(9, 10).pvalue
    assert found == pytest.approx(stats.binomtest(9, 10).pvalue, rel=0.2)


@pytest.mark.parametrize("counts", [(70, 0, 90), (10, 0, 140), (300, 0, 310)])
def test_many_pairs_without_a_split_have_the_corrected_interval_of_wilson(
    counts: tuple[int, int, int],
) -> None:
    stats = oracle("scipy.stats")
    assert sum(counts) > EXACT
    expected = stats.binomtest(counts[2], sum(counts)).proportion_ci(0.95, "wilsoncc")
    assert score_interval(*counts) == pytest.approx((expected.low, expected.high), abs=1e-3)


def test_the_two_methods_agree_where_they_meet() -> None:
    below, above = score_interval(20, 40, 40), score_interval(20, 41, 40)
    assert below == pytest.approx(above, abs=0.012)


def test_the_intervals_are_of_95_percent() -> None:
    assert CONFIDENCE == 0.95
    assert 2 * NormalDist().cdf(Z) - 1 == pytest.approx(0.95)
