"""The duel of the day: the same for everyone, changing at midnight UTC.

The list, `days.json`, covers five years and then starts over. `python -m tools.days` prepares it: every duel on it is
solved, simplified, fair for players the search did not use, and of a different kind from the day before.
"""

import json
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from gridduels.game import Game
from gridduels.registry import load_game

FIRST_DAY: Final = date(2026, 1, 1)
"""The day of the first duel on the list."""


class Day(NamedTuple):
    """The duel of one day. `fair`, `deep` and `sharp` lie between 0 and 1: see `measures`."""

    day: date
    name: str
    code: str
    positions: int
    plies: int
    """How many plies best play takes."""
    fair: float
    deep: float
    sharp: float

    @property
    def game(self) -> Game:
        """The duel's game."""
        return load_game(self.code)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules in three lines."""
        return tuple(self.game.words.gist)

    def as_data(self) -> dict[str, Any]:
        """Return the duel as data, in the form used by all JSON reports."""
        return {**self._asdict(), "day": self.day.isoformat(), "rules": list(self.rules)}


@cache
def _duels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(files(__package__).joinpath("days.json").read_text("utf-8"))["duels"]
    return found


def today() -> date:
    """Return the current day in UTC."""
    return datetime.now(UTC).date()


def duel_of(day: date | None = None) -> Day:
    """Return the duel of a day, by default today's.

    >>> duel_of(date(2026, 1, 1)) == duel_of(date(2026, 1, 1))
    True
    """
    day = day or today()
    duels = _duels()
    return Day(day=day, **duels[(day - FIRST_DAY).days % len(duels)])


def last_days(count: int, day: date | None = None) -> list[Day]:
    """Return the duels of a day and of the days before it, latest first, back to the first day at most."""
    day = day or today()
    return [duel_of(day - timedelta(days=each)) for each in range(min(count, (day - FIRST_DAY).days + 1))]


def all_codes() -> tuple[str, ...]:
    """Return the codes of all duels on the list, in the order of their days."""
    return tuple(each["code"] for each in _duels())


def name_of(code: str) -> str:
    """Return a duel's name, or "" if the duel is not on the list."""
    return _names().get(code, "")


@cache
def _names() -> dict[str, str]:
    return {each["code"]: each["name"] for each in _duels()}
