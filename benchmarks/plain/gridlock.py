"""GridLock: one token for both players, which leaves a wall behind it."""

from typing import Final

from plain.environment import DIRECTIONS, WALL, Cell, Environment

__all__ = ["GridLock"]

_TOKEN: Final = 1


class GridLock(Environment):
    size = 7
    actions = 4 * 6

    def set_up(self) -> None:
        self.token = self.size // 2, self.size // 2
        self.board[self.token] = _TOKEN

    def path(self, action: int) -> list[Cell]:
        """The cells a slide runs over, the last one included."""
        direction, distance = divmod(action, self.size - 1)
        (row, column), (down, right) = self.token, DIRECTIONS[direction]
        return [(row + steps * down, column + steps * right) for steps in range(1, distance + 2)]

    def is_valid(self, action: int) -> bool:
        return all(self.on_board(*cell) and not self.board[cell] for cell in self.path(action))

    def move(self, action: int) -> None:
        for cell in self.path(action):
            self.board[self.token] = WALL
            self.token = cell
        self.board[self.token] = _TOKEN
