"""SearchedTable: exact values where a table would not fit, each found by search when it is asked for."""

from typing import Any, Final

from gridduels.engine.kernels.bound import compiled
from gridduels.engine.progress import Progress, silent, watch
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["SearchedTable", "TooHard"]

_SEEN: Final = 1 << 23
"""Positions remembered between searches, 10 bytes each."""
MOST_VISITS: Final = 200_000_000


class TooHard(SetupError):
    """A search did not come to an end."""


class SearchedTable(Values):
    """The exact value of any position of a game, found by search; what was seen helps the next search."""

    def __init__(self, game: Game, progress: Progress = silent, most_visits: int = MOST_VISITS) -> None:
        import numpy as np

        from gridduels.engine.kernels import search

        if game.longest is None or game.longest >= search.MOST:
            raise SetupError(f"{game.id} cannot be searched: its games may have more than {search.MOST - 1} plies")
        self.game = game
        self._progress, self._most_visits = progress, most_visits
        self._kernels, self._limits = compiled(game.definition, search), search
        self._seen = np.full(_SEEN, -1, np.int64)
        self._scores, self._bounds = np.zeros(_SEEN, np.int8), np.zeros(_SEEN, np.int8)
        self._known: dict[Any, Value] = {}

    def value(self, position: Any) -> Value:
        """What a position is worth to the player to move: first who wins, then in how many plies."""
        if position not in self._known:
            most = self._limits.MOST
            score = self._search(position, -1, 1)
            score = self._search(position, *((0, most + 1) if score > 0 else (-most - 1, 0)))
            self._known[position] = Value("win" if score > 0 else "loss", most - abs(score))
        return self._known[position]

    def _search(self, position: Any, low: int, high: int) -> int:
        import numpy as np

        control = np.array([0, self._most_visits, 0], np.int64)
        score: int = watch(
            lambda: self._kernels.search(
                self.game.rules, position, low, high, self._seen, self._scores, self._bounds, control
            ),
            lambda: self._progress("searching", int(control[self._limits.VISITED]), None),
            lambda: control.__setitem__(self._limits.STOP, 1),
        )
        if score == self._limits.GAVE_UP:
            raise TooHard(
                f"{self.game.id} {self.game.size}x{self.game.size}: not decided after {self._most_visits:,} positions"
            )
        return score
