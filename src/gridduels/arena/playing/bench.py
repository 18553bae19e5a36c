"""The bench: who plays for the entrants, in one worker."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.task import Task
from gridduels.players import Player
from gridduels.players.bots.player import BotPlayer

__all__ = ["Bench"]


class Bench:
    """The players of some entrants; one that is not among them is who its name says.

    Outside bots stay from game to game, each in one process for every seat it has in a match; everybody else is made
    for a game. A bot that does something wrong is ended, and starts anew when it is next asked.
    """

    def __init__(self, entrants: Iterable[Entrant] = (), keeps_bots: bool = True) -> None:
        self._entrants = {entrant.name: entrant for entrant in entrants}
        self._keeps_bots = keeps_bots
        self._bots: dict[tuple[str, int], BotPlayer] = {}

    @contextmanager
    def seated(self, task: Task) -> Iterator[list[Player]]:
        """Player 1 and Player 2 for a game."""
        players: list[Player] = []
        try:
            for number, name in enumerate(task.players, 1):
                players.append(self._seat(task, number, name))
            yield players
        except BaseException:
            self.close()  # the game was broken off in the middle, and so may be what a bot says
            raise
        finally:
            for player in players:
                if player not in self._bots.values():
                    player.close()

    def _seat(self, task: Task, number: int, name: str) -> Player:
        itself = int(task.players[0] == task.players[1] and number == 2)  # who plays against itself has two processes
        if (name, itself) in self._bots:
            bot = self._bots[name, itself]
            bot.begin_game()
            return bot
        player = self._entrants.get(name, Entrant(name)).make(task.rng(number), task.control.think)
        if isinstance(player, BotPlayer) and self._keeps_bots:
            self._bots[name, itself] = player
        return player

    def close(self) -> None:
        """Sends everybody home."""
        while self._bots:
            self._bots.popitem()[1].close()

    def __getstate__(self) -> dict[str, Any]:
        """A copy has bots of its own."""
        return vars(self) | {"_bots": {}}
