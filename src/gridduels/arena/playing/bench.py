"""The bench: who plays for the entrants, in one worker."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.task import Task
from gridduels.players import Player
from gridduels.players.bots.staying import StayingBots

__all__ = ["Bench"]


class Bench:
    """The players of some entrants; one that is not among them is who its name says.

    Outside bots stay from game to game; everybody else is made for a game.
    """

    def __init__(self, entrants: Iterable[Entrant] = ()) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._staying = StayingBots()

    @contextmanager
    def seated(self, task: Task) -> Iterator[list[Player]]:
        """Player 1 and Player 2 for a game."""
        players: list[Player] = []
        try:
            for number in (1, 2):
                player = self._staying.seat(task.players, number, partial(self._make, task, number))
                assert player, "everybody in a match is a program"
                players.append(player)
            yield players
        except BaseException:
            self.close()  # the game was broken off in the middle, and so may be what a bot says
            raise
        finally:
            for player in players:
                self._staying.leave(player)

    def _make(self, task: Task, number: int, name: str) -> Player:
        return self._entrants.get(name, Entrant(name)).make(task.rng(number), task.control.think)

    def close(self) -> None:
        """Sends everybody home."""
        self._staying.close()
