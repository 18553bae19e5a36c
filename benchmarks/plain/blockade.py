"""Blockade Runner, each player's path protected: an obstacle is tried, and both paths are searched."""

from collections import deque

from plain.environment import DIRECTIONS, EMPTY, WALL
from plain.runners import Runners

__all__ = ["Blockade"]


class Blockade(Runners):
    actions = 4 + 5 * 5
    obstacles = 3

    def set_up(self) -> None:
        super().set_up()
        self.reserves = {1: self.obstacles, 2: self.obstacles}

    def is_valid(self, action: int) -> bool:
        if action < 4:
            return super().is_valid(action)
        cell = divmod(action - 4, self.size)
        if self.reserves[self.player] == 0 or self.board[cell]:
            return False
        self.board[cell] = WALL
        both_open = self.has_path(1) and self.has_path(2)
        self.board[cell] = EMPTY
        return both_open

    def move(self, action: int) -> None:
        if action < 4:
            self.step_to(self.target(action), EMPTY)
        else:
            self.board[divmod(action - 4, self.size)] = WALL
            self.reserves[self.player] -= 1

    def has_path(self, player: int) -> bool:
        start, goal = self.positions[player], self.goals[player]
        queue, seen = deque([start]), {start}
        while queue:
            row, column = queue.popleft()
            if (row, column) == goal:
                return True
            for down, right in DIRECTIONS:
                cell = row + down, column + right
                if cell not in seen and self.on_board(*cell) and self.board[cell] != WALL:
                    seen.add(cell)
                    queue.append(cell)
        return False
