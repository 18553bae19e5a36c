"""What computer players know for certain: the exact values of a game, and what its moves are worth in a duel."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gridduels.duel import Duel
from gridduels.engine.loading import load_once
from gridduels.game import Definition, Game

if TYPE_CHECKING:
    from gridduels.engine import Value, Values
    from gridduels.engine.progress import Progress

__all__ = ["Knowledge", "knowledge_of", "without_values", "worth_of_move", "worth_of_moves"]


class Knowledge:
    """The exact values of a game for all players of this process, as far as there are any."""

    def __init__(self, game: Game, progress: "Progress", none: bool = False) -> None:
        from gridduels.engine import Table

        self._progress, self._until = progress, float("inf")
        self._busy = threading.Lock()
        self.values = None if none else _solve(game, self._look_at_clock)
        self.complete = isinstance(self.values, Table)
        """Whether there is a table of all values."""
        if self.values and not self.complete:
            self.values.value(_any_end(game))  # a search that is not compiled yet must not cost time at a move

    def worth(self, duel: Duel, seconds: float) -> "dict[str, Value]":
        """What each allowed move is worth; where there is no table, of as many as are found out in time."""
        found: dict[str, Value] = {}
        if self.values is None:
            return found
        with self._busy:
            self._until = float("inf") if self.complete else time.monotonic() + seconds
            try:
                for word in duel.legal_moves:
                    found[word] = worth_of_move(self.values, duel, word)
            except _TimeIsUp:
                pass
            finally:
                self._until = float("inf")
        return found

    def replies_that_hold(self, duel: Duel, word: str) -> int:
        """How many replies to a move keep what the position after it is worth to the opponent."""
        assert self.values
        after = duel.play(word)
        outcome = self.values.value(after.position).outcome
        return sum(worth.outcome == outcome for worth in worth_of_moves(self.values, after).values())

    def _look_at_clock(self, stage: str, done: int, total: int | None) -> None:
        if time.monotonic() > self._until:
            raise _TimeIsUp
        if self._until == float("inf"):
            self._progress(stage, done, total)


def _solve(game: Game, progress: "Progress") -> "Values | None":
    """The values of a game; None when it is too big."""
    from gridduels.engine import solve
    from gridduels.engine.solving.limits import TooBig

    try:
        return solve(game, progress)
    except TooBig:
        return None


def _any_end(game: Game) -> Any:
    """A position in which the game is over."""
    position = game.start()
    while actions := game.legal(position):
        position = game.play(position, actions.bit_length() - 1)
    return position


class _TimeIsUp(Exception):
    """A search has to stop."""


def worth_of_moves(values: "Values", duel: Duel) -> "dict[str, Value]":
    """What each allowed move is worth to the player to move."""
    return {word: worth_of_move(values, duel, word) for word in duel.legal_moves}


def worth_of_move(values: "Values", duel: Duel, word: str) -> "Value":
    """What a move is worth: as the table says, unless it ends the game because all replies to it are barred."""
    from gridduels.engine import Value

    after = duel.play(word)
    if after.outcome:
        return Value("win" if after.outcome.winner == duel.turn else "loss", 1)
    return values.value(after.position).before


_known: dict[tuple[Definition, Game], Knowledge] = {}


@contextmanager
def without_values(game: Game) -> Iterator[None]:
    """Players of this process do without the exact values of a game, be it that they take too long to find."""
    from gridduels.engine.progress import silent

    key = game.definition, game
    kept = _known.get(key)
    _known[key] = Knowledge(game, silent, none=True)
    try:
        yield
    finally:
        del _known[key]
        if kept:
            _known[key] = kept


def knowledge_of(game: Game, progress: "Progress | None" = None) -> Knowledge:
    """What is known of a game, worked out when it is first asked for."""
    load_once("engine", lambda: import_module("gridduels.engine.solving.solver"))
    from gridduels.engine.progress import silent

    key = game.definition, game
    if key not in _known:
        _known[key] = Knowledge(game, progress or silent)
    return _known[key]
