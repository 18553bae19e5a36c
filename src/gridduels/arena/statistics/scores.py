"""What the scores of pairs say: the Elo difference, with its interval.

The two games of a pair share their opening, so they are not independent, but pairs are. So everything here is
about the score of a pair: the mean of its two games for the first player, 0, 1/2 or 1, and 1/4 or 3/4 with a draw.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from gridduels.arena.statistics.interval import score_interval
from gridduels.arena.statistics.pairs import Pairs

__all__ = ["Estimate", "elo_of_score", "estimate", "score_of_elo"]


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

    >>> scores = [1, 0.5, 0.5, 1, 0.5, 0, 1, 1]
    >>> [round(number) for number in (estimate(scores).elo, estimate(scores).elo_low, estimate(scores).elo_high)]
    [137, -64, 361]
    """
    if not scores:
        return None
    low, high = score_interval(*Pairs.of(scores).counts)
    return Estimate(len(scores), math.fsum(scores) / len(scores), low, high)
