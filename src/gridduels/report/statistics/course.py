"""Course: how long a report will still take, by what each board is expected to take and what the boards so far took."""

import os
import time
from collections.abc import Callable, Mapping
from typing import Final

from gridduels.engine import VALUES
from gridduels.engine.kernels.binding import is_wide
from gridduels.game import Game
from gridduels.report.statistics.boards import states_of
from gridduels.report.statistics.facts import is_counted
from gridduels.words import count

__all__ = ["Course", "expected_seconds"]

_SOLVING: Final = 1.4e-6
_COUNTING: Final = 1.0e-6
"""Seconds of a core for each state of a layer, as measured on the boards of Blockade Runner."""
_SEARCHING: Final = 20.0
"""Seconds for a board without layers that has to be solved or searched."""
_SEARCHING_PLAINLY: Final = 100.0
"""For one that plain Python searches: GridLock 9x9."""
_OPENING: Final = 1.0
_MINUTE: Final = 60


def expected_seconds(game: Game) -> float:
    """About how long it takes to solve a board, if need be, and to look at it; 0 where that was done before."""
    if is_counted(game):
        return 0.0
    at_hand, states = VALUES.is_at_hand(game), states_of(game)
    if states is None:
        return _OPENING if at_hand else _SEARCHING_PLAINLY if is_wide(game) else _SEARCHING
    each = _COUNTING if at_hand else _SOLVING + _COUNTING
    return _OPENING + states * each / (os.cpu_count() or 1)


class Course:
    """The boards of a report with the seconds each is expected to take, one after the other.

    >>> from gridduels import load_game
    >>> clock = iter([0.0, 0.0, 90.0, 90.0])
    >>> course = Course({load_game("pathway", 6): 30.0, load_game("pathway", 7): 60.0}, lambda: next(clock))
    >>> course.begin(load_game("pathway", 6))
    >>> course.begin(load_game("pathway", 7))
    >>> course.words  # the first board took three times as long as expected, and so will the second
    'about 3 minutes left'
    """

    def __init__(self, expected: Mapping[Game, float], clock: Callable[[], float] = time.monotonic) -> None:
        self._left, self._clock = dict(expected), clock
        self._now, self._since = 0.0, clock()
        self._expected = self._taken = 0.0

    def begin(self, game: Game) -> None:
        """A board is looked at from now on; nothing is said where it was before."""
        if game not in self._left:
            return
        moment = self._clock()
        if self._now:  # what was kept tells nothing about the pace
            self._expected, self._taken = self._expected + self._now, self._taken + moment - self._since
        self._now, self._since = self._left.pop(game), moment

    @property
    def words(self) -> str:
        """How long the boards that are left will take."""
        pace = self._taken / self._expected if self._expected else 1.0
        left = max(0.0, self._now * pace - (self._clock() - self._since)) + sum(self._left.values()) * pace
        return f"about {count(round(left / _MINUTE), 'minute')} left" if left >= _MINUTE / 2 else ""
