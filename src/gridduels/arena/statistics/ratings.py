"""Ratings by the model of Bradley and Terry, fitted to all results at once."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.arena.statistics.interval import Z
from gridduels.arena.statistics.pairs import SCORES, Pairs
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["Rating", "check_connected", "fit_ratings"]

_ELO: Final = 400 / math.log(10)
"""Elo points in one unit of the model's own scale."""
_MOST_STEPS: Final = 100
_USUAL_PAIRS: Final = 2
"""Pairs of every two players that count as if their games were independent when the spread of pairs is estimated."""


class Rating(NamedTuple):
    """A player's rating in Elo points, and its 95 % interval; the mean of all ratings is 0."""

    player: str
    elo: float
    low: float
    high: float


def fit_ratings(players: Sequence[str], results: Mapping[tuple[str, str], Pairs]) -> list[Rating]:
    """The ratings that make the results likeliest, the best first. `results` are of every two players, named once.

    Everybody gets half a win and half a loss on top, shared among those it has met: without them, whoever has won or
    lost all its games would be infinitely far from the others. For two players that is the estimate under Jeffreys'
    prior; half a win for every two of many would pull all of them to the mean.
    The intervals are from the curvature of the likelihood at its maximum, widened or narrowed by how much the scores
    of pairs spread: the two games of a pair share their opening, so they are not independent.

    >>> for name, *numbers in fit_ratings(["b", "a"], {("a", "b"): Pairs(lost=2, split=6, won=12)}):
    ...     print(name, *map(round, numbers))
    a 93 25 160
    b -93 -160 -25
    """
    import numpy as np

    check_connected(players, results)
    won = _wins(players, results)
    won += _half_wins(won + won.T)
    met = won + won.T
    strengths = np.zeros(len(players))
    ones = np.ones((len(players), len(players)))  # holds the mean at 0, which the results leave open
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = met * expected * (1 - expected)
        curvature = np.diag(weights.sum(1)) - weights + ones
        step = np.linalg.solve(curvature, (won - met * expected).sum(1))
        strengths += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    ones_share = ones / len(players) ** 2
    spread = _spread(players, results, expected)
    deviations = np.sqrt(spread * np.diag(np.linalg.inv(curvature) - ones_share))
    ratings = [
        Rating(player, _ELO * strength, _ELO * (strength - Z * deviation), _ELO * (strength + Z * deviation))
        for player, strength, deviation in zip(players, strengths.tolist(), deviations.tolist(), strict=True)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def check_connected(players: Sequence[str], meetings: Mapping[tuple[str, str], object]) -> None:
    """Refuses players who have met neither each other nor, in a chain, others in between."""
    reached, waiting = {players[0]}, [players[0]]
    while waiting:
        one = waiting.pop()
        beside = {other for meeting in meetings if one in meeting for other in meeting} - reached
        reached |= beside
        waiting += beside
    if apart := [player for player in players if player not in reached]:
        raise SetupError(
            f"{players[0]} and {apart[0]} meet neither each other nor anybody who would link them: "
            "their ratings cannot be compared"
        )


def _wins(players: Sequence[str], results: Mapping[tuple[str, str], Pairs]) -> "NDArray[float64]":
    """How many games the player of a row won against the player of a column; a draw is half a win of both."""
    import numpy as np

    wins = np.zeros((len(players), len(players)))
    for (one, two), pairs in results.items():
        row, column = players.index(one), players.index(two)
        wins[row, column] += pairs.points
        wins[column, row] += 2 * sum(pairs) - pairs.points
    return wins


def _half_wins(met: "NDArray[float64]") -> "NDArray[float64]":
    """What everybody gets on top: half a win, shared among its opponents, or among theirs where they have fewer."""
    import numpy as np

    opponents = (met > 0).sum(1)
    fewer = np.minimum(opponents[:, None], opponents[None, :])
    shares: NDArray[float64] = np.where(met > 0, 0.5 / np.maximum(fewer, 1), 0.0)
    return shares


def _spread(players: Sequence[str], results: Mapping[tuple[str, str], Pairs], expected: "NDArray[float64]") -> float:
    """The variance of a pair's score as a multiple of what it would be if its games were independent.

    It is 0 where all pairs are split and 2 where none is; players who have met in a few pairs only count as usual.
    """
    seen = usual = prior = 0.0
    for (one, two), pairs in results.items():
        mean = float(expected[players.index(one), players.index(two)])
        variance = mean * (1 - mean) / 2
        seen += sum(count * (score - mean) ** 2 for count, score in zip(pairs, SCORES, strict=True))
        usual += sum(pairs) * variance
        prior += _USUAL_PAIRS * variance
    number = sum(map(sum, results.values()))
    free = max(1, number - len(players) + 1)
    return (seen * number / free + prior) / (usual + prior)
