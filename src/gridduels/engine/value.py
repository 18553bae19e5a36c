"""Value: what a position is worth to the player to move, and the code that tables keep of it.

A code is one signed byte: n + 1 for a win in n plies, -n - 1 for a loss in n, 0 for perpetual.
"""

from typing import Final, NamedTuple

__all__ = ["MOST_PLIES", "PERPETUAL", "UNKNOWN", "Value"]

PERPETUAL: Final = 0
UNKNOWN: Final = -128
"""The code of a position that is not in a table."""
MOST_PLIES: Final = 126


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
        if self.plies is None:
            return 0
        nearness = 1000 - self.plies
        return nearness if self.outcome == "win" else -nearness

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
