"""OnDemandSolver: exact values where a table would not fit, each found by search when it is asked for."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import partial
from typing import Any, Final

from gridduels.engine.kernels.binding import compiled
from gridduels.engine.progress import Progress, silent, watch
from gridduels.engine.solving.limits import check_key, unstated_draw
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.extras import check_engine
from gridduels.game import Game

__all__ = ["OnDemandSolver", "TooHard"]

_ENTRIES: Final = 1 << 23
"""Positions in the transposition table, 8 bytes each; a power of two."""
MAX_VISITS: Final = 200_000_000


class TooHard(SetupError):
    """A search did not come to an end."""


class OnDemandSolver(Values):
    """The exact value of any position of a game, found by search; what was seen helps the next search.

    Several workers search a position each in an order of its own, and share what they see, until one has the value.
    """

    def __init__(self, game: Game, progress: Progress = silent, workers: int = 1) -> None:
        check_engine(f"searching {game.id} {game.board}")
        import numpy as np

        from gridduels.engine.kernels.searching import alpha_beta

        if game.max_plies is None or game.max_plies >= alpha_beta.WIN_NOW:
            raise SetupError(
                f"{game.id} cannot be searched: its games may have more than {alpha_beta.WIN_NOW - 1} plies"
            )
        check_key(game)
        self.game = game
        self._progress = progress
        self._kernels, self._constants = compiled(game.definition, alpha_beta), alpha_beta
        self.workers = workers
        self.shares = [0] * workers
        """How many positions each worker has visited so far."""
        self.transpositions = np.zeros(_ENTRIES, np.int64)
        """What was seen: see `alpha_beta`."""
        self._known: dict[Any, Value] = {}

    @property
    def visits(self) -> int:
        """How many positions were visited so far, some of them again and again."""
        return sum(self.shares)

    def value(self, position: Any) -> Value:
        """What a position is worth to the player to move: first who wins, then in how many plies."""
        if position not in self._known:
            self._known[position] = self._find(position)
        return self._known[position]

    def _find(self, position: Any) -> Value:
        most = self._constants.WIN_NOW
        score = self._search(position, -1, 1)
        if score == 0:
            if not self.game.definition.draws:
                raise unstated_draw(self.game)
            return Value("draw", None)
        score = self._search(position, *((0, most + 1) if score > 0 else (-most - 1, 0)))
        return Value("win" if score > 0 else "loss", most - abs(score))

    def _search(self, position: Any, low: int, high: int) -> int:
        import numpy as np

        max_visits = self.max_visits or MAX_VISITS
        controls = [np.array([0, max_visits // self.workers, 0], np.int64) for _ in range(self.workers)]

        def report() -> None:
            visited = sum(int(control[self._constants.VISITED]) for control in controls)
            self._progress("searching", visited, None)

        def stop() -> None:
            for control in controls:
                control[self._constants.STOP] = 1

        report()  # a search may be over before the first beat, and the time of all searches before it
        score = watch(lambda: self._first_score(position, low, high, controls, stop), report, stop)
        for worker, control in enumerate(controls):
            self.shares[worker] += int(control[self._constants.VISITED])
        if score == self._constants.NO_SCORE:
            raise TooHard(f"{self.game.id} {self.game.board}: not decided after {max_visits:,} positions")
        return score

    def _first_score(self, position: Any, low: int, high: int, controls: list[Any], stop: Callable[[], None]) -> int:
        """What the first worker to come to an end has found; the others stop then."""
        search = partial(self._kernels.search, self.game.rules, position, low, high, self.transpositions)
        with ThreadPoolExecutor(len(controls)) as pool:
            searches = [pool.submit(search, control, variation) for variation, control in enumerate(controls)]
            for done in as_completed(searches):
                score: int = done.result()
                if score != self._constants.NO_SCORE:
                    stop()
                    return score
        return self._constants.NO_SCORE
