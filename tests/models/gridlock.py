"""GridLock, naively: slide the shared token over unvisited cells; a player who cannot move it has lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from .grid import DIRECTIONS, Cell, inside, neighbour, require, rows_text


@dataclass(frozen=True)
class Gridlock:
    """A position of GridLock; the token's own cell is among the visited ones."""

    size: int
    token: Cell
    visited: frozenset[Cell]
    turn: int

    @classmethod
    def start(cls, size: int, first: int = 1) -> Self:
        """Return the start: the token in the centre, which counts as visited."""
        require("size", size, (3, 5, 7, 9))
        require("first", first, (1, 2))
        centre = (size // 2, size // 2)
        return cls(size, centre, frozenset({centre}), first)

    def _words(self) -> dict[str, list[Cell]]:
        """Yield every word with the cells its move passes over, including the last one."""
        return {
            f"{direction}{distance}": [neighbour(self.token, direction, step) for step in range(1, distance + 1)]
            for direction in DIRECTIONS
            for distance in range(1, self.size)
        }

    def _free(self, cells: list[Cell]) -> bool:
        return all(inside(self.size, cell) and cell not in self.visited for cell in cells)

    def moves(self) -> list[str]:
        """Return the slides over unvisited cells only."""
        return [word for word, cells in self._words().items() if self._free(cells)]

    def play(self, move: str) -> Self:
        """Slide, marking all cells along the way as visited."""
        cells = self._words().get(move, [])
        if not cells or not self._free(cells):
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        return type(self)(self.size, cells[-1], self.visited | set(cells), 3 - self.turn)

    def winner(self) -> int:
        """Return the opponent of a player to move who cannot."""
        return 0 if self.moves() else 3 - self.turn

    def text(self) -> str:
        """Return one line, such as `.../.o./... 1`."""
        marks = dict.fromkeys(self.visited, "#") | {self.token: "o"}
        return f"{rows_text(self.size, marks)} {self.turn}"
