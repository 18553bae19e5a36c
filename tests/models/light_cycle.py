"""Light Cycle Duel, naively: step to an empty cell, leave a blocked one behind; a player who cannot move has lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .grid import DIRECTIONS, Cell, inside, neighbour, require, rows_text


@dataclass(frozen=True)
class LightCycle:
    """A position of Light Cycle Duel."""

    size: int
    token1: Cell
    token2: Cell
    blocked: frozenset[Cell]
    turn: int

    @classmethod
    def start(cls, size: int, first: int = 1) -> Self:
        """Return the start: both players in the middle row, at the left and right edges."""
        require("size", size, (3, 5, 7))
        require("first", first, (1, 2))
        middle = size // 2
        return cls(size, (middle, 0), (middle, size - 1), frozenset(), first)

    def _own(self) -> Cell:
        return self.token1 if self.turn == 1 else self.token2

    def _legal(self, move: str) -> bool:
        if move not in DIRECTIONS:
            return False
        target = neighbour(self._own(), move)
        return inside(self.size, target) and target not in self.blocked | {self.token1, self.token2}

    def moves(self) -> list[str]:
        """Return the directions in which the next cell is empty."""
        return [word for word in DIRECTIONS if self._legal(word)]

    def play(self, move: str) -> Self:
        """Take a step and block the cell just left."""
        if not self._legal(move):
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        target = neighbour(self._own(), move)
        blocked = self.blocked | {self._own()}
        if self.turn == 1:
            return type(self)(self.size, target, self.token2, blocked, 2)
        return type(self)(self.size, self.token1, target, blocked, 1)

    def winner(self) -> int:
        """Return the opponent of a player to move who cannot."""
        return 0 if self.moves() else 3 - self.turn

    def text(self) -> str:
        """Return one line, such as `...../...../1...2/...../..... 1`."""
        marks = dict.fromkeys(self.blocked, "#") | {self.token1: "1", self.token2: "2"}
        return f"{rows_text(self.size, marks)} {self.turn}"
