"""Ratings by the model of Bradley and Terry, fitted to all results at once."""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from gridduels.arena.statistics.scores import Z

__all__ = ["Rating", "fit_ratings"]

_ELO: Final = 400 / math.log(10)
"""Elo points in one unit of the model's own scale."""
_MOST_STEPS: Final = 100


class Rating(NamedTuple):
    """A player's rating in Elo points, and its 95 % interval; the mean of all ratings is 0."""

    player: str
    elo: float
    low: float
    high: float


def fit_ratings(players: Sequence[str], wins: Mapping[tuple[str, str], int]) -> list[Rating]:
    """The ratings that make the results likeliest, the best first. `wins` counts games by (winner, loser).

    Every two players who have met get half a win each on top: without it, whoever has won or lost all its games
    would be infinitely far from the others. For two players that is the estimate under Jeffreys' prior.
    The intervals are from the curvature of the likelihood at its maximum, as if all games were independent.

    >>> for name, *numbers in fit_ratings(["b", "a"], {("a", "b"): 30, ("b", "a"): 10}):
    ...     print(name, *map(round, numbers))
    a 93 32 154
    b -93 -154 -32
    """
    import numpy as np

    won = np.array([[wins.get((one, two), 0) for two in players] for one in players], float)
    met = won + won.T
    won[met > 0] += 0.5
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
    deviations = np.sqrt(np.diag(np.linalg.inv(curvature) - ones_share))
    ratings = [
        Rating(player, _ELO * strength, _ELO * (strength - Z * deviation), _ELO * (strength + Z * deviation))
        for player, strength, deviation in zip(players, strengths.tolist(), deviations.tolist(), strict=True)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)
