"""Naive reference models: each game reimplemented directly from its rule book, to check the real rules against."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol, Self

from .blockade import Blockade
from .grid_runner import GridRunner
from .gridlock import Gridlock
from .light_cycle import LightCycle
from .pathway import Pathway


class Model(Hashable, Protocol):
    """A position of one game: immutable, hashable and comparable."""

    # The two Anys let each game name its own rulings.
    @classmethod
    def start(cls, size: int, first: int = 1, *_: Any, **rulings: Any) -> Self:
        """Return the start, with `first` to move: `MODELS["pathway"].start(5, goal="sealed")`."""
        ...

    @property
    def turn(self) -> int:
        """The player to move, 1 or 2; it passes to the opponent after every move, including the last."""
        ...

    def moves(self) -> list[str]:
        """Return the words of the legal moves; none when the game is over."""
        ...

    def play(self, move: str) -> Self:
        """Return the position after a legal move; raise ValueError for any other word."""
        ...

    def winner(self) -> int:
        """Return the winner (1 or 2), or 0 while the game is in progress."""
        ...

    def text(self) -> str:
        """Return the position in one line, such as `1../.../..2 1`."""
        ...


MODELS: dict[str, type[Model]] = {
    "light-cycle": LightCycle,
    "pathway": Pathway,
    "grid-runner": GridRunner,
    "gridlock": Gridlock,
    "blockade": Blockade,
}
