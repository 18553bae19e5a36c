"""How often the arena's 95 % intervals cover the true value.

For matches, this is computed exactly by adding up the probabilities of all results whose interval covers the true
value. For ratings, it is estimated from simulated tournaments.
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tables import Cell, Column, Table
from timing import show

from gridduels.arena.statistics import Pairs, fit_ratings, score_interval, score_of_elo, scores_of

_PAIRS: Final = (3, 5, 10, 20, 50, 200)
_CHANCES: Final = (
    (0.25, 0.5, 0.25),
    (0.5, 0.0, 0.5),
    (0.05, 0.9, 0.05),
    (0.1, 0.4, 0.5),
    (0.02, 0.16, 0.82),
    (0.0, 0.2, 0.8),
    (0.05, 0.0, 0.95),
    (0.0, 0.02, 0.98),
)
"""The probabilities that a pair is lost, split and won."""
_DRAWN_PAIRS: Final = (3, 5, 10)
_DRAWN_CHANCES: Final = (
    (0.05, 0.2, 0.5, 0.2, 0.05),
    (0.25, 0.1, 0.3, 0.1, 0.25),
    (0.2, 0.05, 0.2, 0.05, 0.5),
    (0.0, 0.0, 0.1, 0.2, 0.7),
    (0.05, 0.0, 0.0, 0.01, 0.94),
    (0.0, 0.05, 0.9, 0.05, 0.0),
)
"""The probabilities that a pair is lost, lost with a draw, split, won with a draw, and won."""
_LIKELY_ENOUGH: Final = 1e-7
"""Results less likely than this are skipped, as if their intervals missed the true value."""
_TOURNAMENTS: Final = 1000
_SPREADS: Final = {"even": (0, 0, 0, 0), "100 apart": (150, 50, -50, -150), "300 apart": (450, 150, -150, -450)}
_SHARED: Final = {"openings decide": -0.5, "independent": 0.0, "as one": 0.8}
"""The correlation between the two games of a pair."""


def run() -> list[Table]:
    return [_match_table(), _drawn_table(), *(_rating_table(pairs) for pairs in (5, 20))]


def _match_table() -> Table:
    title = "Intervals of a match: how often they cover the mean score, in %"
    return _coverage_table(title, "pairs lost / split / won", _PAIRS, _CHANCES)


def _drawn_table() -> Table:
    title = "The same for games with draws"
    return _coverage_table(title, "pairs lost / lost with a draw / split / ...", _DRAWN_PAIRS, _DRAWN_CHANCES)


def _coverage_table(title: str, what: str, numbers: Sequence[int], all_chances: Sequence[tuple[float, ...]]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            " / ".join(f"{100 * chance:g} %" for chance in chances),
            *(100 * _coverage(pairs, chances) for pairs in numbers),
        )
        for chances in all_chances
    ]
    columns = Column(what), *(Column(f"of {pairs}", "{:.1f}") for pairs in numbers)
    return Table(title, columns, tuple(rows), ("Computed over all results, not sampled.",))


def _coverage(pairs: int, chances: tuple[float, ...]) -> float:
    show(f"{pairs} pairs, {chances}")
    scores, covered = scores_of(len(chances)), 0.0
    truth = sum(chance * score for chance, score in zip(chances, scores, strict=True))
    for result in _results(pairs, len(chances)):
        chance = _chance(result, chances)
        if chance > _LIKELY_ENOUGH:
            seen = Pairs.of(score for score, count in zip(scores, result, strict=True) for _ in range(count))
            low, high = score_interval(*seen.counts)
            covered += chance if low <= truth <= high else 0.0
    return covered


def _results(pairs: int, scores: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to distribute the pairs among the scores."""
    if scores == 1:
        yield (pairs,)
        return
    for first in range(pairs + 1):
        for others in _results(pairs - first, scores - 1):
            yield first, *others


def _chance(result: tuple[int, ...], chances: tuple[float, ...]) -> float:
    ways = math.factorial(sum(result)) // math.prod(map(math.factorial, result))
    return ways * math.prod(chance**count for chance, count in zip(chances, result, strict=True))


def _rating_table(pairs: int) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (name, *(100 * _rating_coverage(truth, shared, pairs) for shared in _SHARED.values()))
        for name, truth in _SPREADS.items()
    ]
    return Table(
        f"Intervals of ratings: how often they cover the truth, in %; four players, {pairs} pairs between every two",
        (Column("ratings"), *(Column(name, "{:.1f}") for name in _SHARED)),
        tuple(rows),
        (f"Of {_TOURNAMENTS} simulated tournaments each.",),
    )


def _rating_coverage(truth: tuple[int, ...], shared: float, pairs: int) -> float:
    show(f"ratings {truth}, correlation {shared}, {pairs} pairs")
    rng, covered = random.Random(1), 0
    names = [str(number) for number in range(len(truth))]
    for _ in range(_TOURNAMENTS):
        results = {
            (names[one], names[two]): _pairs(rng, truth[one] - truth[two], shared, pairs)
            for one, two in combinations(range(len(truth)), 2)
        }
        ratings = {rating.player: rating for rating in fit_ratings(names, results)}
        covered += sum(ratings[name].low <= elo <= ratings[name].high for name, elo in zip(names, truth, strict=True))
    return covered / _TOURNAMENTS / len(truth)


def _pairs(rng: random.Random, elo: float, shared: float, pairs: int) -> Pairs:
    mean = score_of_elo(elo)
    common = max(shared * mean * (1 - mean), -(min(mean, 1 - mean) ** 2))
    won, lost = mean**2 + common, (1 - mean) ** 2 + common
    return Pairs.of(rng.choices((0, 0.5, 1), (lost, 1 - won - lost, won), k=pairs))
