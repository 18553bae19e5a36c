"""What the scores of pairs say: the Elo difference with its interval, and a sequential test that stops early.

The two games of a pair share their opening, so they are not independent, but pairs are. So everything here is
about the score of a pair: the mean of its two games for the first player, 0, 1/2 or 1.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

__all__ = ["CONFIDENCE", "Estimate", "Sprt", "Z", "elo_of_score", "estimate", "score_of_elo"]

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard deviations an interval goes to either side."""
_ALMOST_NONE: Final = 1e-3
"""The count of a score that has not been seen: it can still be seen."""


def elo_of_score(score: float) -> float:
    """The Elo difference at which a player is expected to score this much; infinite where it wins or loses always.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The expected score of a player who is this much better.

    >>> round(score_of_elo(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Estimate(NamedTuple):
    """The mean score of pairs and the Elo difference, each with its interval."""

    pairs: int
    score: float
    score_low: float
    score_high: float

    @property
    def elo(self) -> float:
        return elo_of_score(self.score)

    @property
    def elo_low(self) -> float:
        return elo_of_score(self.score_low)

    @property
    def elo_high(self) -> float:
        return elo_of_score(self.score_high)


def estimate(scores: Sequence[float]) -> Estimate | None:
    """The estimate from the scores of pairs; None when there are none.

    The interval is that of the normal distribution with the variance of the pairs. Where all pairs scored the same
    there is no variance to go by: then the interval goes as far as the mean could be moved by another kind of pair
    that is still likely not to have been seen.

    >>> scores = [1, 0.5, 0.5, 1, 0.5, 0, 1, 1]
    >>> [round(number) for number in (estimate(scores).elo, estimate(scores).elo_low, estimate(scores).elo_high)]
    [137, -49, 495]
    """
    count = len(scores)
    if not count:
        return None
    mean = math.fsum(scores) / count
    spread = math.fsum((score - mean) ** 2 for score in scores)
    if not spread:
        unseen = 1 - ((1 - CONFIDENCE) / 2) ** (1 / count)
        return Estimate(count, mean, mean * (1 - unseen), mean + (1 - mean) * unseen)
    margin = Z * math.sqrt(spread / (count - 1) / count)
    return Estimate(count, mean, max(0.0, mean - margin), min(1.0, mean + margin))


class Sprt:
    """A sequential probability ratio test of two Elo differences, generalised to pairs (GSPRT).

    After every pair it compares how likely the pairs seen are if the difference is `elo1` and if it is `elo0`, each
    time with the chances of 0, 1/2 and 1 that explain them best. Where the difference is `elo0` or less, it accepts
    `elo1` with a chance of about `alpha`; where it is `elo1` or more, `elo0` with a chance of about `beta`.

    >>> test = Sprt(0, 100)
    >>> for score in [1, 1, 0.5] * 4:
    ...     test.add(score)
    >>> test.accepted, round(test.ratio, 2)
    (1, 2.96)
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.alpha, self.beta = alpha, beta
        self.low = math.log(beta / (1 - alpha))
        self.high = math.log((1 - beta) / alpha)
        self.ratio = 0.0
        """The logarithm of the likelihood ratio; beyond `low` or `high` the test is decided."""
        self.accepted: int | None = None
        """0 or 1 for `elo0` or `elo1`; None while the test is undecided."""
        self._counts = dict.fromkeys((0.0, 0.5, 1.0), 0)

    def add(self, score: float) -> None:
        """Takes in the score of the next pair; once it is decided, nothing changes any more."""
        if self.accepted is None:
            self._counts[score] += 1
            self.ratio = self._ratio()
            self.accepted = 0 if self.ratio <= self.low else 1 if self.ratio >= self.high else None

    def _ratio(self) -> float:
        seen = {score: count or _ALMOST_NONE for score, count in self._counts.items()}
        low = _likeliest(seen, score_of_elo(self.elo0))
        high = _likeliest(seen, score_of_elo(self.elo1))
        return math.fsum(count * math.log(high[score] / low[score]) for score, count in seen.items())


def _likeliest(counts: dict[float, float], mean: float) -> dict[float, float]:
    """The chances with this mean that make the counts likeliest.

    They are count / (1 + x * (score - mean)) for the x that gives this mean, divided by their sum. The x
    lies between two poles and what it gives falls all the way, so halving the interval finds it.
    """
    low, high = -1 / (max(counts) - mean), 1 / (mean - min(counts))
    for _ in range(60):
        middle = (low + high) / 2
        if sum(count * (score - mean) / (1 + middle * (score - mean)) for score, count in counts.items()) > 0:
            low = middle
        else:
            high = middle
    total = sum(counts.values())
    return {score: count / total / (1 + low * (score - mean)) for score, count in counts.items()}
