"""How often the arena's 95 % intervals cover the truth.

Those of a match are not sampled: the chances of all results whose interval covers the truth are summed up. Those of
ratings are of simulated tournaments.
"""

import math
import random
from itertools import combinations
from typing import Final

from tables import Cell, Column, Table

from gridduels.arena.statistics.interval import score_interval
from gridduels.arena.statistics.ratings import Pairs, fit_ratings
from gridduels.arena.statistics.scores import score_of_elo

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
"""The chances that a pair is lost, split and won."""
_LIKELY_ENOUGH: Final = 1e-7
"""Results that are less likely are left out, as if their intervals missed the truth."""
_TOURNAMENTS: Final = 1000
_SPREADS: Final = {"even": (0, 0, 0, 0), "100 apart": (150, 50, -50, -150), "300 apart": (450, 150, -150, -450)}
_SHARED: Final = {"openings decide": -0.5, "independent": 0.0, "as one": 0.8}
"""How the two games of a pair are correlated."""


def run() -> list[Table]:
    return [_match_table(), *(_rating_table(pairs) for pairs in (5, 20))]


def _match_table() -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            " / ".join(f"{100 * chance:g} %" for chance in chances),
            *(100 * _coverage(pairs, chances) for pairs in _PAIRS),
        )
        for chances in _CHANCES
    ]
    return Table(
        "Intervals of a match: how often they cover the mean score, in %",
        (Column("pairs lost / split / won"), *(Column(f"of {pairs}", "{:.1f}") for pairs in _PAIRS)),
        tuple(rows),
        ("Summed up over all results, not sampled.",),
    )


def _coverage(pairs: int, chances: tuple[float, ...]) -> float:
    truth, covered = chances[1] / 2 + chances[2], 0.0
    for lost in range(pairs + 1):
        for won in range(pairs + 1 - lost):
            chance = _chance((lost, pairs - lost - won, won), chances)
            if chance > _LIKELY_ENOUGH:
                low, high = score_interval(lost, pairs - lost - won, won)
                covered += chance if low <= truth <= high else 0.0
    return covered


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
    kinds = rng.choices((0, 1, 2), (lost, 1 - won - lost, won), k=pairs)
    return Pairs(kinds.count(0), kinds.count(1), kinds.count(2))
