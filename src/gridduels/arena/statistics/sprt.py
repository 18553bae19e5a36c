"""A sequential test of two Elo differences over the scores of pairs, which stops as soon as it can."""

import math

from gridduels.arena.statistics.likelihood import likeliest_chances
from gridduels.arena.statistics.pairs import Pairs
from gridduels.arena.statistics.scores import score_of_elo

__all__ = ["Sprt"]


class Sprt:
    """A sequential probability ratio test of two Elo differences, generalised to pairs (GSPRT).

    After every pair it compares how likely the pairs seen are if the difference is `elo1` and if it is `elo0`, each
    time with the chances of all scores that explain them best. Where the difference is `elo0` or less, it accepts
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
        self._pairs = Pairs()

    def add(self, score: float) -> None:
        """Takes in the score of the next pair; once it is decided, nothing changes any more."""
        if self.accepted is None:
            self._pairs = self._pairs.plus(Pairs.of([score]))
            self.ratio = self._ratio()
            self.accepted = 0 if self.ratio <= self.low else 1 if self.ratio >= self.high else None

    def _ratio(self) -> float:
        import numpy as np

        seen = np.array([self._pairs.counts], float)
        low, high = (likeliest_chances(seen, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return float((seen * np.log(high / low)).sum())
