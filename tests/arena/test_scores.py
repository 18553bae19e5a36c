"""Elo differences."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels.arena.statistics import elo_of_score, estimate, score_interval, score_of_elo


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.640065), (200, 0.759747), (400, 10 / 11), (-400, 1 / 11)])
def test_elo_and_score_match_the_published_table(elo: float, score: float) -> None:
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of_score(score) == pytest.approx(elo, abs=1e-3)


def test_a_player_that_always_wins_is_infinitely_better() -> None:
    assert elo_of_score(1) == math.inf
    assert elo_of_score(0) == -math.inf


@pytest.mark.heavy
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=12))
def test_an_estimate_is_the_mean_score_with_its_interval(scores: list[float]) -> None:
    found = estimate(scores)
    assert found
    assert found.score == pytest.approx(sum(scores) / len(scores))
    expected = score_interval(scores.count(0), scores.count(0.5), scores.count(1))
    assert (found.score_low, found.score_high) == expected
    assert found.elo_low <= found.elo <= found.elo_high


def test_without_pairs_there_is_no_estimate() -> None:
    assert estimate([]) is None
