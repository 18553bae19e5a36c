"""Values: whatever knows the exact value of every position of a game."""

from abc import ABC, abstractmethod
from typing import Any

from gridduels.engine.value import Value
from gridduels.game import Game

__all__ = ["Values"]


class Values(ABC):
    """The exact value of every position of a game, and what follows from it."""

    game: Game
    entries = 0
    """How many values are stored."""
    bytes = 0
    """How much room they take on disk."""

    @property
    def counts(self) -> dict[Value, int] | None:
        """How many positions reachable from the start have each value; None where they cannot be counted."""
        return None

    @abstractmethod
    def value(self, position: Any) -> Value:
        """What a position is worth to the player to move."""

    def move_values(self, position: Any) -> dict[str, Value]:
        """What each legal move is worth to the player to move; plies count from this position."""
        actions = self.game.legal(position)
        return {
            word: self.value(self.game.play(position, action)).before
            for action, word in enumerate(self.game.moves)
            if actions >> action & 1
        }

    def best_moves(self, position: Any) -> tuple[str, ...]:
        """The moves that keep the position's value and distance; none when the game is over."""
        values = self.move_values(position)
        best = max((value.rank for value in values.values()), default=0)
        return tuple(word for word, value in values.items() if value.rank == best)

    def line(self, position: Any) -> tuple[str, ...]:
        """Best play of both sides to the end, or until a position comes back."""
        moves: list[str] = []
        seen = {position}
        while best := self.best_moves(position):
            moves.append(best[0])
            position = self.game.play(position, self.game.action(best[0]))
            if position in seen:
                break
            seen.add(position)
        return tuple(moves)
