"""The bench: who plays for the entrants, in one worker."""

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.task import Task
from gridduels.players import Player

__all__ = ["Bench"]


class Bench:
    """The players of some entrants; one that is not among them is who its name says."""

    def __init__(self, entrants: Iterable[Entrant] = ()) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}

    @contextmanager
    def seated(self, task: Task) -> Iterator[list[Player]]:
        """Player 1 and Player 2 for a game."""
        players: list[Player] = []
        try:
            for number, name in enumerate(task.players, 1):
                players.append(self._seat(name, task.rng(number), task.control.think))
            yield players
        finally:
            for player in players:
                player.close()

    def _seat(self, name: str, rng: random.Random, think: float) -> Player:
        return self._entrants.get(name, Entrant(name)).make(rng, think)
