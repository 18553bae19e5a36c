"""Who plays the other seat of many games at once: random moves in bulk, or one of our players game by game."""

import random
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from gridduels.duel import Duel, Reason
from gridduels.engine import VALUES
from gridduels.engine.batch import Batch
from gridduels.errors import Forfeit, IllegalMove, NotationError
from gridduels.game import Game
from gridduels.players import Player, chosen
from gridduels.players.perfect import best_moves

__all__ = ["Duels", "Opponent", "PerfectOpponent", "PlayerOpponent", "RandomOpponent"]

_NO_MOVE = -1
"""No action: whoever tries it loses its game."""


class Opponent(Protocol):
    """Chooses an action in some games of a batch."""

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        """An action for every game; what it says of others than those with these numbers does not count."""


class RandomOpponent:
    """Any legal move."""

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        return batch.random_actions()


class Duels:
    """The games of a batch as Duels, for whoever has to know how they came about."""

    def __init__(self, begin: Duel, count: int) -> None:
        self.all = [begin] * count

    def restart(self, begin: Duel, games: npt.NDArray[np.int64]) -> None:
        for number in games.tolist():
            self.all[number] = begin

    def play(self, actions: Any, games: npt.NDArray[np.int64]) -> None:
        """Plays an action in some games; one that is not legal loses."""
        for number in games.tolist():
            duel = self.all[number]
            try:
                self.all[number] = duel.play(int(actions[number]))
            except IllegalMove:
                self.all[number] = duel.stop(3 - duel.turn, Reason.FORFEIT)


class PlayerOpponent:
    """A player, which is asked for a move in one game after the other."""

    def __init__(self, player: Player, duels: Duels) -> None:
        self._player, self._duels = player, duels

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        actions = np.zeros(batch.count, np.int64)
        for number in games.tolist():
            actions[number] = self._action(self._duels.all[number])
        return actions

    def _action(self, duel: Duel) -> int:
        """The player's move; one that has no legal one to give loses."""
        try:
            return duel.game.action(chosen(self._player, duel))
        except (Forfeit, IllegalMove, NotationError):
            return _NO_MOVE


class PerfectOpponent:
    """The player `perfect` in a game that has a table and no barred repetition: its moves depend on the position alone,
    so it remembers them."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self._game, self._rng = game, rng
        self._known: dict[int, list[int]] = {}

    def choose(self, batch: Batch, games: npt.NDArray[np.int64]) -> Any:
        actions = np.zeros(batch.count, np.int64)
        keys = np.asarray(batch.keys)
        for number in games.tolist():
            key = int(keys[number])
            if key not in self._known:
                self._known[key] = self._best(Duel(self._game, start=batch.position(number)))
            actions[number] = self._rng.choice(self._known[key])
        return actions

    def _best(self, duel: Duel) -> list[int]:
        with VALUES.asking(self._game) as values:
            return [self._game.action(word) for word in best_moves(values, duel)]
