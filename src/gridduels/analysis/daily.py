"""The puzzle of the day: one for everybody, easy on Monday, hard on Sunday. Every screen asks here."""

from datetime import date
from itertools import islice
from typing import Final, NamedTuple

from gridduels.analysis.puzzles import Puzzle, puzzles
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.registry import definitions

__all__ = ["daily_game", "daily_puzzle"]


class _Grade(NamedTuple):
    """How hard the puzzle of a weekday is: its length, and of how many that are drawn it is taken, as the one with the
    most moves to choose from."""

    plies: int
    drawn: int


_WEEK: Final = (
    _Grade(3, 2),
    _Grade(3, 6),
    _Grade(5, 2),
    _Grade(5, 6),
    _Grade(7, 6),
    _Grade(9, 6),
    _Grade(11, 6),
)
"""From Monday to Sunday."""
_TRIES: Final = 300
"""Random games after which no other puzzle is looked for: it is to come at once, also in a browser."""
_OURS: Final = "gridduels.games."


def daily_game(day: date) -> Game:
    """The game of a day's puzzle, on its book board: another one each day, and each in turn on every weekday. Games of
    other packages take no part, so that it is the same everywhere.

    >>> daily_game(date(2026, 11, 16)).id, daily_game(date(2026, 11, 17)).id
    ('pathway', 'grid-runner')
    """
    ours = [each for each in definitions() if each.module.startswith(_OURS)]
    return Game(ours[day.toordinal() % len(ours)])


def daily_puzzle(values: Values, day: date) -> Puzzle:
    """The puzzle of a day, of the values of its `daily_game`: the same for everybody, for ever.

    >>> from gridduels.engine import solve
    >>> monday = date(2026, 11, 16)
    >>> daily_puzzle(solve(daily_game(monday)), monday).plies
    3
    """
    grade = _WEEK[day.weekday()]
    for plies in range(grade.plies, 1, -2):  # not every game has some of every length
        if drawn := list(islice(puzzles(values, f"of {day.isoformat()}", plies, _TRIES), grade.drawn)):
            return max(drawn, key=lambda puzzle: puzzle.game.legal(puzzle.position).bit_count())
    raise SetupError(f"{values.game!r} has no puzzles")
