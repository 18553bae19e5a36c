"""Grid Runner Duel, naively: step to a cell the opponent is not on; first in the opposite corner wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .grid import DIRECTIONS, Cell, inside, neighbour, require, rows_text


@dataclass(frozen=True)
class GridRunner:
    """A position of Grid Runner Duel."""

    size: int
    token1: Cell
    token2: Cell
    turn: int

    @classmethod
    def start(cls, size: int, first: int = 1, *, stuck: str = "loses") -> Self:
        """Return the start: Player 1 top left, Player 2 bottom right."""
        require("size", size, (3, 4, 5, 6, 7))
        require("first", first, (1, 2))
        require("stuck", stuck, ("loses",))
        return cls(size, (0, 0), (size - 1, size - 1), first)

    def _arrived(self) -> int:
        if self.token1 == (self.size - 1, self.size - 1):
            return 1
        if self.token2 == (0, 0):
            return 2
        return 0

    def _own(self) -> Cell:
        return self.token1 if self.turn == 1 else self.token2

    def _legal(self, move: str) -> bool:
        if self._arrived() or move not in DIRECTIONS:
            return False
        target = neighbour(self._own(), move)
        return inside(self.size, target) and target not in (self.token1, self.token2)

    def moves(self) -> list[str]:
        """Return the directions in which the next cell is free; none after a goal was reached."""
        return [word for word in DIRECTIONS if self._legal(word)]

    def play(self, move: str) -> Self:
        """Take a step."""
        if not self._legal(move):
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        target = neighbour(self._own(), move)
        if self.turn == 1:
            return type(self)(self.size, target, self.token2, 2)
        return type(self)(self.size, self.token1, target, 1)

    def winner(self) -> int:
        """Return the player on its goal, or the opponent of a player to move who cannot."""
        if self._arrived():
            return self._arrived()
        return 0 if self.moves() else 3 - self.turn

    def text(self) -> str:
        """Return one line, such as `1../.../..2 1`."""
        return f"{rows_text(self.size, {self.token1: '1', self.token2: '2'})} {self.turn}"
