"""Blockade Runner, naively: step, or place an obstacle that leaves a path open; reach the opponent's start."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from .grid import DIRECTIONS, Cell, inside, neighbour, require, rows_text


def connected(size: int, walls: frozenset[Cell], origin: Cell, goal: Cell) -> bool:
    """Return whether a walk over open cells leads from origin to goal, both ends included."""
    if origin in walls or goal in walls:
        return False
    seen = {origin}
    waiting = [origin]
    while waiting:
        cell = waiting.pop()
        for direction in DIRECTIONS:
            following = neighbour(cell, direction)
            if inside(size, following) and following not in walls and following not in seen:
                seen.add(following)
                waiting.append(following)
    return goal in seen


@dataclass(frozen=True)
class Blockade:
    """A position of Blockade Runner; `paths` and `stuck` are its rulings."""

    size: int
    token1: Cell
    token2: Cell
    obstacles: frozenset[Cell]
    reserve1: int
    reserve2: int
    turn: int
    paths: str
    stuck: str

    @classmethod
    def start(cls, size: int, first: int = 1, *, obstacles: int = 3, paths: str = "both", stuck: str = "loses") -> Self:
        """Return the start: Player 1 top left, Player 2 bottom right, equal reserves."""
        require("size", size, (3, 4, 5, 6))
        require("first", first, (1, 2))
        require("obstacles", obstacles, (0, 1, 2, 3))
        require("paths", paths, ("both", "opponent"))
        require("stuck", stuck, ("loses", "passes"))
        corner = (size - 1, size - 1)
        return cls(size, (0, 0), corner, frozenset(), obstacles, obstacles, first, paths, stuck)

    def _token(self, player: int) -> Cell:
        return self.token1 if player == 1 else self.token2

    def _goal_cell(self, player: int) -> Cell:
        return (self.size - 1, self.size - 1) if player == 1 else (0, 0)

    def _reserve(self) -> int:
        return self.reserve1 if self.turn == 1 else self.reserve2

    def _arrived(self) -> int:
        if self.token1 == self._goal_cell(1):
            return 1
        if self.token2 == self._goal_cell(2):
            return 2
        return 0

    def _empty(self, cell: Cell) -> bool:
        return inside(self.size, cell) and cell not in self.obstacles and cell not in (self.token1, self.token2)

    def _placements(self) -> dict[str, Cell]:
        """Yield every placement with its cell; the word gives the column first."""
        return {f"@{x},{y}": (y, x) for y in range(self.size) for x in range(self.size)}

    def _leaves_paths(self, cell: Cell) -> bool:
        """Return whether an obstacle on the cell leaves a path to every player the ruling protects."""
        walls = self.obstacles | {cell}
        protected = (1, 2) if self.paths == "both" else (3 - self.turn,)
        return all(connected(self.size, walls, self._token(player), self._goal_cell(player)) for player in protected)

    def _can_place(self, cell: Cell) -> bool:
        return self._reserve() > 0 and self._empty(cell) and self._leaves_paths(cell)

    def _can_step(self, direction: str) -> bool:
        return self._empty(neighbour(self._token(self.turn), direction))

    def moves(self) -> list[str]:
        """Return steps and placements; a pass if there are none and the ruling requires it; nothing after a goal."""
        if self._arrived():
            return []
        steps = [word for word in DIRECTIONS if self._can_step(word)]
        placements = [word for word, cell in self._placements().items() if self._can_place(cell)]
        if not steps and not placements and self.stuck == "passes":
            return ["pass"]
        return steps + placements

    def play(self, move: str) -> Self:
        """Step, place an obstacle from the player's own reserve, or pass."""
        cell = self._placements().get(move)
        if not self._arrived():
            if move in DIRECTIONS and self._can_step(move):
                return self._stepped(neighbour(self._token(self.turn), move))
            if cell is not None and self._can_place(cell):
                return self._placed(cell)
            if move == "pass" and self.moves() == ["pass"]:
                return replace(self, turn=3 - self.turn)
        raise ValueError(f"{move!r} is not legal in {self.text()!r}")

    def _stepped(self, cell: Cell) -> Self:
        if self.turn == 1:
            return replace(self, token1=cell, turn=2)
        return replace(self, token2=cell, turn=1)

    def _placed(self, cell: Cell) -> Self:
        obstacles = self.obstacles | {cell}
        if self.turn == 1:
            return replace(self, obstacles=obstacles, reserve1=self.reserve1 - 1, turn=2)
        return replace(self, obstacles=obstacles, reserve2=self.reserve2 - 1, turn=1)

    def winner(self) -> int:
        """Return the player on its goal, or the opponent of a player to move without an action."""
        if self._arrived():
            return self._arrived()
        return 0 if self.moves() else 3 - self.turn

    def text(self) -> str:
        """Return one line, such as `1../.../..2 1 3 3`."""
        marks = dict.fromkeys(self.obstacles, "#") | {self.token1: "1", self.token2: "2"}
        return f"{rows_text(self.size, marks)} {self.turn} {self.reserve1} {self.reserve2}"
