"""Value: what a position is worth to the player to move, and the code that tables keep of it.

A code is one signed byte: n + 1 for a win in n plies, -n - 1 for a loss in n, 0 for perpetual.
"""

from typing import Final, NamedTuple

__all__ = ["MAX_PLIES", "PERPETUAL", "UNKNOWN", "Value", "rank_of_code"]

PERPETUAL: Final = 0
UNKNOWN: Final = -128
"""The code of a position that is not in a table."""
MAX_PLIES: Final = 126
_FAR: Final = 1000
"""More plies than any value has."""


def rank_of_code(code: int) -> int:
    """What `Value.rank` is for the value that a code stands for: compiled code knows no Value.

    >>> rank_of_code(-5), rank_of_code(PERPETUAL), rank_of_code(6)
    (-996, 0, 995)
    """
    if code == PERPETUAL:
        return 0
    return _FAR + 1 - code if code > 0 else -_FAR - 1 - code


class Value(NamedTuple):
    """`win`, `loss` or `perpetual`, with the plies to the end under best play (None when perpetual).

    >>> str(Value("win", 7)), str(Value("perpetual", None))
    ('win in 7 plies', 'perpetual')
    """

    outcome: str
    plies: int | None

    @classmethod
    def of_code(cls, code: int) -> "Value":
        """The value a code stands for.

        >>> Value.of_code(-5)
        Value(outcome='loss', plies=4)
        """
        if code == PERPETUAL:
            return cls("perpetual", None)
        return cls("win" if code > 0 else "loss", abs(code) - 1)

    @property
    def code(self) -> int:
        """The code that stands for this value.

        >>> Value("loss", 4).code
        -5
        """
        if self.plies is None:
            return PERPETUAL
        return self.plies + 1 if self.outcome == "win" else -self.plies - 1

    @property
    def before(self) -> "Value":
        """What a move to a position of this value is worth to the player who makes it.

        >>> Value("loss", 4).before
        Value(outcome='win', plies=5)
        """
        if self.plies is None:
            return self
        return Value("win" if self.outcome == "loss" else "loss", self.plies + 1)

    @property
    def rank(self) -> int:
        """The greater, the better for the player to move: soon won, late won, perpetual, late lost, soon lost.

        >>> Value("win", 3).rank > Value("win", 5).rank > Value("perpetual", None).rank > Value("loss", 6).rank
        True
        """
        return rank_of_code(self.code)

    @property
    def label(self) -> str:
        """The value in at most four characters.

        >>> Value("win", 7).label, Value("loss", 4).label, Value("perpetual", None).label
        ('+7', '-4', '=')
        """
        if self.plies is None:
            return "="
        return f"{'+' if self.outcome == 'win' else '-'}{self.plies}"

    def __str__(self) -> str:
        if self.plies is None:
            return self.outcome
        return f"{self.outcome} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
