"""Pathway Duel, naively: step, block the cell left behind; reach the opponent's start, or leave them without a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .grid import DIRECTIONS, Cell, inside, neighbour, require, rows_text


@dataclass(frozen=True)
class Pathway:
    """A position of Pathway Duel; `goal` is the ruling `open` or `sealed`."""

    size: int
    token1: Cell
    token2: Cell
    blocked: frozenset[Cell]
    turn: int
    goal: str

    @classmethod
    def start(cls, size: int, first: int = 1, *, goal: str = "open") -> Self:
        """Return the start: Player 1 top left, Player 2 bottom right."""
        require("size", size, (3, 4, 5, 6, 7))
        require("first", first, (1, 2))
        require("goal", goal, ("open", "sealed"))
        return cls(size, (0, 0), (size - 1, size - 1), frozenset(), first, goal)

    def _goal_cell(self, player: int) -> Cell:
        return (self.size - 1, self.size - 1) if player == 1 else (0, 0)

    def _arrived(self) -> int:
        if self.token1 == self._goal_cell(1):
            return 1
        if self.token2 == self._goal_cell(2):
            return 2
        return 0

    def _own(self) -> Cell:
        return self.token1 if self.turn == 1 else self.token2

    def _can_enter(self, cell: Cell) -> bool:
        if not inside(self.size, cell) or cell in (self.token1, self.token2):
            return False
        if self.goal == "open" and cell == self._goal_cell(self.turn):
            return True
        return cell not in self.blocked

    def _legal(self, move: str) -> bool:
        return not self._arrived() and move in DIRECTIONS and self._can_enter(neighbour(self._own(), move))

    def moves(self) -> list[str]:
        """Return the directions in which the next cell can be entered; none after a goal was reached."""
        return [word for word in DIRECTIONS if self._legal(word)]

    def play(self, move: str) -> Self:
        """Take a step and block the cell just left."""
        if not self._legal(move):
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        target = neighbour(self._own(), move)
        blocked = self.blocked | {self._own()}
        if self.turn == 1:
            return type(self)(self.size, target, self.token2, blocked, 2, self.goal)
        return type(self)(self.size, self.token1, target, blocked, 1, self.goal)

    def winner(self) -> int:
        """Return the player on its goal, or the opponent of a player to move who cannot."""
        if self._arrived():
            return self._arrived()
        return 0 if self.moves() else 3 - self.turn

    def text(self) -> str:
        """Return one line, such as `1../.../..2 1`; a player on a blocked goal hides the block."""
        marks = dict.fromkeys(self.blocked, "#") | {self.token1: "1", self.token2: "2"}
        return f"{rows_text(self.size, marks)} {self.turn}"
