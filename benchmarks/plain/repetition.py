"""The two duels in which pieces can walk in circles, with positions barred from coming about for the third time."""

from collections import Counter

from plain.blockade import Blockade
from plain.environment import DIRECTIONS
from plain.runners import GridRunner, Runners

__all__ = ["BarredBlockade", "BarredGridRunner"]


class Barred(Runners):
    """Counts positions; a step is tried to see where it leads. An obstacle stays, so placing one repeats nothing."""

    def set_up(self) -> None:
        super().set_up()
        self.times = Counter([self.key()])

    def key(self) -> tuple[int, bytes]:
        return self.player, self.board.tobytes()

    def is_valid(self, action: int) -> bool:
        return super().is_valid(action) and not (action < len(DIRECTIONS) and self.repeats(action))

    def repeats(self, action: int) -> bool:
        """Whether a step leads to a position that has come about twice."""
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
