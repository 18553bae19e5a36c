"""The values of all games in a process: opened or solved once and shared by all callers."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from gridduels.duel import Duel
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.limits import TooBig
from gridduels.engine.solvers.solver import solve
from gridduels.engine.tables.catalogue import is_shipped, table_path
from gridduels.engine.tables.table import Table
from gridduels.engine.values import MoveValues, Values
from gridduels.extras import MissingExtra
from gridduels.files import cache_folder
from gridduels.game import Definition, Game, Position

_MOST_OF_FAMILY: Final = 16
"""For games in families: the maximum number of idle games whose values are kept."""


class TimeIsUp(Exception):
    """An on-demand search ran out of time."""


class Withheld(Exception):
    """A game's values must not be used at present."""


class ValueService:
    """The owner of all values in a process. Opens or solves each game once, and answers one question per game at a
    time."""

    def __init__(self) -> None:
        self._games: dict[tuple[Definition, Game, Path], _Owned] = {}
        self._lock = threading.Lock()

    @contextmanager
    def open(
        self, game: Game, progress: Progress = silent, *, seconds: float | None = None, max_visits: int | None = None
    ) -> Iterator[Values]:
        """Yield a game's values for one question, solving the game the first time; other callers wait.

        Long work reports to `progress`, which may raise to stop it. If there is no table and values are searched on
        demand, the search raises TimeIsUp after `seconds`, and TooHard after `max_visits` positions for one value.
        Raise TooBig if the game is too big to solve, MissingExtra if that requires an engine that is not installed, and
        Withheld inside `without`.
        """
        owned, asker = self._owned(game), _Asker(progress)
        with owned.asked_by(asker):
            values = owned.open(game)
            values.max_visits = max_visits
            asker.give(seconds)
            yield values

    def prepare(self, game: Game, progress: Progress = silent) -> bool:
        """Solve a game ahead of the first question. Return whether a table of all its values is now available."""
        with suppress(TooBig, MissingExtra, Withheld), self.open(game, progress) as values:
            return isinstance(values, Table)
        return False

    def is_at_hand(self, game: Game) -> bool:
        """Return whether a game's table only has to be unpacked or opened."""
        return not game.solved_on_demand and (is_shipped(game) or table_path(game).exists())

    def moves_in_time(self, duel: Duel, seconds: float) -> MoveValues:
        """Return the value of each legal move; without a table, of as many moves as a search can evaluate in time."""
        found = MoveValues()
        with suppress(TooBig, MissingExtra, Withheld, TimeIsUp), self.open(duel.game, seconds=seconds) as values:
            values.evaluate(duel, found)
        return found

    @contextmanager
    def without(self, game: Game) -> Iterator[None]:
        """Make every question about this game raise Withheld while the context is active."""
        owned = self._owned(game)
        owned.withheld += 1
        try:
            yield
        finally:
            owned.withheld -= 1

    def _owned(self, game: Game) -> "_Owned":
        key = game.definition, game, cache_folder()  # another folder has its own tables
        with self._lock:
            owned = self._games.setdefault(key, _Owned())
            if game.definition.family:
                self._games[key] = self._games.pop(key)  # the most recent is last
                self._drop_idle()
            return owned

    def _drop_idle(self) -> None:
        """For games in families, drop values no one has asked about recently: a family contains countless games."""
        idle = [key for key, owned in self._games.items() if key[1].definition.family and owned.is_idle]
        for key in idle[:-_MOST_OF_FAMILY]:
            del self._games[key]


class _Asker:
    """The progress callback and the deadline for one question."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._until: float | None = None

    def give(self, seconds: float | None) -> None:
        """Start the clock: the question has this many seconds from now (None: no limit)."""
        self._until = None if seconds is None else time.monotonic() + seconds

    def hear(self, stage: str, done: int, total: int | None) -> None:
        if self._until is not None and time.monotonic() > self._until:
            raise TimeIsUp
        self._progress(stage, done, total)


class _Owned:
    """One game's values and its open questions, which share a transposition table."""

    def __init__(self) -> None:
        self.withheld = 0
        self._values: Values | None = None
        self._refusal: TooBig | MissingExtra | None = None
        self._busy = threading.RLock()
        self._askers: list[_Asker] = []
        """More than one if a question is asked inside another: the lock is reentrant."""

    @property
    def is_idle(self) -> bool:
        """Whether no question is open and the values may be used."""
        return not self._askers and not self.withheld

    @contextmanager
    def asked_by(self, asker: _Asker) -> Iterator[None]:
        """Report to this caller, and hold the lock so that other threads wait."""
        waits = not self._busy.acquire(blocking=False)
        if waits:
            self._busy.acquire()
        self._askers.append(asker)
        try:
            if waits:
                self._report("looking up values", 0, None)  # a caller that gave up while waiting raises here
            yield
        finally:
            self._askers.remove(asker)
            self._busy.release()

    def open(self, game: Game) -> Values:
        if self.withheld:
            raise Withheld(f"the values of {game.id} may not be used here")
        if self._refusal:
            raise self._refusal
        if self._values is None:
            try:
                self._values = solve(game, self._report)
            except (TooBig, MissingExtra) as refusal:
                self._refusal = refusal
                raise
            if game.solved_on_demand:
                self._values.value(_any_end(game))  # compile the search now, not during a move
        return self._values

    def _report(self, stage: str, done: int, total: int | None) -> None:
        for asker in self._askers:
            asker.hear(stage, done, total)


def _any_end(game: Game) -> Position:
    """Return a final position. The game must never repeat a position."""
    position = game.start()
    while actions := game.legal(position):
        position = game.play(position, actions.bit_length() - 1)
    return position


VALUES: Final = ValueService()
"""The process-wide service."""
