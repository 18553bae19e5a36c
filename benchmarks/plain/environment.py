"""What the plain environments share: a numpy board, `reset`, `step` and `valid_moves`."""

from importlib import import_module
from typing import Any, Final

__all__ = ["DIRECTIONS", "EMPTY", "WALL", "Cell", "Environment"]

np: Any = import_module("numpy")  # by name, because types are also checked where it is not installed

Cell = tuple[int, int]

DIRECTIONS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
EMPTY: Final = 0
WALL: Final = 3
"""What is on a cell of the board; 1 and 2 are the players. A cell that is false is empty."""


class Environment:
    """A duel the way environments for reinforcement learning are usually written."""

    size = 5
    actions = 4

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Begins a game: the board, and nothing more to say about it."""
        self.board: Any = np.zeros((self.size, self.size), dtype=np.int8)
        self.player = 1
        self.winner = 0
        self.done = False
        self.set_up()
        return self.board.copy(), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action: the board, the reward, whether the game is over, whether it was cut short, nothing more."""
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
        """The actions the player to move can choose from."""
        if self.done:
            return []
        return [action for action in range(self.actions) if self.is_valid(action)]

    def on_board(self, row: int, column: int) -> bool:
        return 0 <= row < self.size and 0 <= column < self.size

    def set_up(self) -> None:
        """Puts the pieces on the empty board."""
        raise NotImplementedError

    def is_valid(self, action: int) -> bool:
        """Whether the rules allow the player to move an action."""
        raise NotImplementedError

    def move(self, action: int) -> None:
        """Changes the board as a valid action does."""
        raise NotImplementedError

    def has_won(self, player: int) -> bool:
        """Whether a player has reached a goal; leaving the opponent without a move wins as well."""
        return False
