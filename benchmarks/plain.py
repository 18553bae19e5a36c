"""The five duels in plain Python, as environments for reinforcement learning are usually written.

They use the default sizes and rulings, and the same action numbers as the package.
"""

from collections import Counter, deque
from importlib import import_module
from typing import Any, Final

np: Any = import_module("numpy")  # by name, because types are also checked where it isn't installed

Cell = tuple[int, int]

DIRECTIONS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
EMPTY: Final = 0
WALL: Final = 3
"""The contents of a cell; 1 and 2 are the players, and 0 is empty."""


class Environment:
    """A duel written the way environments for reinforcement learning usually are."""

    size = 5
    actions = 4

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Start a game; return the board and an empty info dict."""
        self.board: Any = np.zeros((self.size, self.size), dtype=np.int8)
        self.player = 1
        self.winner = 0
        self.done = False
        self.set_up()
        return self.board.copy(), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; return the board, the reward, whether the game is over, False, and an empty info dict."""
        if self.done or not self.is_valid(action):
            return self.board.copy(), -10.0, True, False, {}
        self.move(action)
        mover = self.player
        self.player = 3 - mover
        if self.has_won(mover) or not any(self.is_valid(reply) for reply in range(self.actions)):
            self.winner = mover
            self.done = True
        return self.board.copy(), float(self.done), self.done, False, {}

    def valid_moves(self) -> list[int]:
        """Return the actions that the player to move can choose from."""
        if self.done:
            return []
        return [action for action in range(self.actions) if self.is_valid(action)]

    def on_board(self, row: int, column: int) -> bool:
        return 0 <= row < self.size and 0 <= column < self.size

    def set_up(self) -> None:
        """Put the pieces on the empty board."""
        raise NotImplementedError

    def is_valid(self, action: int) -> bool:
        """Return whether the rules allow an action."""
        raise NotImplementedError

    def move(self, action: int) -> None:
        """Apply a valid action to the board."""
        raise NotImplementedError

    def has_won(self, player: int) -> bool:
        """Return whether a player has reached a goal; leaving the opponent without a move also wins."""
        return False


class Runners(Environment):
    """Two pieces that step to empty cells. Each player's goal, if any, is the cell where the opponent started."""

    def starts(self) -> tuple[Cell, Cell]:
        return (0, 0), (self.size - 1, self.size - 1)

    def set_up(self) -> None:
        first, second = self.starts()
        self.positions = {1: first, 2: second}
        self.goals = {1: second, 2: first}
        self.board[first] = 1
        self.board[second] = 2

    def target(self, action: int) -> Cell:
        row, column = self.positions[self.player]
        down, right = DIRECTIONS[action]
        return row + down, column + right

    def is_valid(self, action: int) -> bool:
        target = self.target(action)
        return self.on_board(*target) and not self.board[target]

    def step_to(self, target: Cell, trail: int) -> None:
        self.board[self.positions[self.player]] = trail
        self.board[target] = self.player
        self.positions[self.player] = target

    def has_won(self, player: int) -> bool:
        return self.positions[player] == self.goals[player]


class LightCycle(Runners):
    def starts(self) -> tuple[Cell, Cell]:
        return (self.size // 2, 0), (self.size // 2, self.size - 1)

    def move(self, action: int) -> None:
        self.step_to(self.target(action), WALL)

    def has_won(self, player: int) -> bool:
        return False


class Pathway(Runners):
    def is_valid(self, action: int) -> bool:
        target = self.target(action)
        if target == self.goals[self.player]:
            return target != self.positions[3 - self.player]
        return self.on_board(*target) and not self.board[target]

    def move(self, action: int) -> None:
        self.step_to(self.target(action), WALL)


class GridRunner(Runners):
    def move(self, action: int) -> None:
        self.step_to(self.target(action), EMPTY)


_TOKEN: Final = 1


class GridLock(Environment):
    size = 7
    actions = 4 * 6

    def set_up(self) -> None:
        self.token = self.size // 2, self.size // 2
        self.board[self.token] = _TOKEN

    def path(self, action: int) -> list[Cell]:
        """Return the cells of a slide, including the last one."""
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


class Barred(Runners):
    """Counts positions, trying out each step to see where it leads. Placing an obstacle never repeats a position."""

    def set_up(self) -> None:
        super().set_up()
        self.times = Counter([self.key()])

    def key(self) -> tuple[int, bytes]:
        return self.player, self.board.tobytes()

    def is_valid(self, action: int) -> bool:
        return super().is_valid(action) and not (action < len(DIRECTIONS) and self.repeats(action))

    def repeats(self, action: int) -> bool:
        """Return whether a step leads to a position that has already occurred twice."""
        board, positions = self.board.copy(), self.positions.copy()
        super().move(action)
        key = 3 - self.player, self.board.tobytes()
        self.board, self.positions = board, positions
        return self.times[key] >= 2

    def move(self, action: int) -> None:
        super().move(action)
        self.times[3 - self.player, self.board.tobytes()] += 1


class BarredGridRunner(Barred, GridRunner):
    pass


class BarredBlockade(Barred, Blockade):
    pass


ENVIRONMENTS: dict[str, type[Environment]] = {
    "light-cycle": LightCycle,
    "pathway": Pathway,
    "grid-runner": GridRunner,
    "gridlock": GridLock,
    "blockade": Blockade,
}
"""The environments by game ID. Positions may repeat."""

BARRED: dict[str, type[Environment]] = {"grid-runner": BarredGridRunner, "blockade": BarredBlockade}
"""The same under the default ruling, that no position may occur three times."""
