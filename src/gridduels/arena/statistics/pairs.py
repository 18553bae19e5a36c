"""Pairs: how the pairs of games between two players ended."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["SCORES", "Pairs", "scores_of"]

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair can score, the mean of its two games, of which a draw is half a win."""
_WITHOUT_DRAWS: Final = SCORES[::2]


class Pairs(NamedTuple):
    """How many pairs of games the first of two players lost 0-2, lost with a draw, split 1-1, won with a draw, and won
    2-0. The field calls it pentanomial."""

    lost: int = 0
    behind: int = 0
    split: int = 0
    ahead: int = 0
    won: int = 0

    @classmethod
    def of(cls, scores: Iterable[float]) -> "Pairs":
        """
        >>> Pairs.of([0, 0.5, 0.75, 0.5])
        Pairs(lost=1, behind=0, split=2, ahead=1, won=0)
        """
        seen = Counter(scores)
        return cls(*(seen[score] for score in SCORES))

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers that statistics go by: all five, or three where no pair had a score that takes a draw.

        >>> Pairs(lost=1, won=2).counts, Pairs(ahead=1).counts
        ((1, 0, 2), (0, 0, 0, 1, 0))
        """
        return tuple(self) if self.behind or self.ahead else (self.lost, self.split, self.won)

    @property
    def points(self) -> float:
        """The points that the first player has made.

        >>> Pairs(split=1, ahead=1).points
        2.5
        """
        return 2 * sum(count * score for count, score in zip(self, SCORES, strict=True))

    def plus(self, other: "Pairs") -> "Pairs":
        return Pairs(*(one + two for one, two in zip(self, other, strict=True)))


def scores_of(counts: int) -> tuple[float, ...]:
    """The scores that so many counts are of, three or five."""
    return SCORES if counts == len(SCORES) else _WITHOUT_DRAWS
