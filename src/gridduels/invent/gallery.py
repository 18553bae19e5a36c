"""The invented duels we ship: the duel of the day and the best duels. Also renders any list of duels as an HTML page.

The duel of the day is the same for everyone and changes at midnight UTC. The list in `days.json` covers five years and
then starts over. `python -m tools.days` generates it: every duel on it has been solved, simplified and found fair for
players that the search didn't use, and differs in kind from the previous day's. `python -m tools.best` chooses the best
of them and writes `best.json`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.registry import load_game

if TYPE_CHECKING:
    from gridduels.invent.measures import Report

FIRST_DAY: Final = date(2026, 1, 1)
"""The day of the first duel on the list."""


@dataclass(frozen=True)
class Shown:
    """A duel in one of the lists. `fair` and `deep` range from 0 to 1; see `measures`."""

    name: str
    code: str
    positions: int
    plies: int
    """Number of plies under best play."""
    fair: float
    deep: float
    matter: float
    """The share of choices that affect the result."""

    @property
    def game(self) -> Game:
        """The duel's game."""
        return load_game(self.code)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules in three lines."""
        return tuple(self.game.words.gist)


@cache
def _read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(files(__package__).joinpath(name).read_text("utf-8"))["duels"]
    return found


# --- The duel of the day


@dataclass(frozen=True)
class Day(Shown):
    """The duel of one day."""

    day: date

    def as_data(self) -> dict[str, Any]:
        """Return the duel as data, in the format used by all JSON reports."""
        return {**vars(self), "day": self.day.isoformat(), "rules": list(self.rules)}


def today() -> date:
    """Return the current day in UTC."""
    return datetime.now(UTC).date()


def duel_of(day: date | None = None) -> Day:
    """Return the duel of the given day (default: today).

    >>> duel_of(date(2026, 1, 1)) == duel_of(date(2026, 1, 1))
    True
    """
    day = day or today()
    duels = _read("days.json")
    return Day(day=day, **duels[(day - FIRST_DAY).days % len(duels)])


def last_days(count: int, day: date | None = None) -> list[Day]:
    """Return the duels of a day and of the days before it, latest first, going back no further than the first day."""
    day = day or today()
    return [duel_of(day - timedelta(days=each)) for each in range(min(count, (day - FIRST_DAY).days + 1))]


def all_codes() -> tuple[str, ...]:
    """Return the codes of all duels on the list, in order of date."""
    return tuple(each["code"] for each in _read("days.json"))


def name_of(code: str) -> str:
    """Return a duel's name, or "" if it isn't on the list."""
    return _names().get(code, "")


@cache
def _names() -> dict[str, str]:
    return {each["code"]: each["name"] for each in _read("days.json")}


# --- The best duels


@dataclass(frozen=True)
class Best(Shown):
    """One of the best duels."""

    ending: str
    """How it ends: see `search.ending_of`."""
    shares: dict[int, float]
    """The first player's share of the points between equal players, by the number of plies they look ahead."""


@cache
def best() -> tuple[Best, ...]:
    """Return the best duels, best first."""
    return tuple(
        Best(**each | {"shares": {int(ahead): share for ahead, share in each["shares"].items()}})
        for each in _read("best.json")
    )


# --- The page


MARKS: Final = (b"<!doctype html>", b'<meta name="generator" content="gridduels invent">')
"""The bytes that a gallery page starts with, and others that it contains."""
_FOLDER: Final = Path(__file__).parent / "page"


def gallery_page(duels: "Sequence[Report]") -> str:
    """Return a gallery page of these duels, best first."""
    from markupsafe import Markup

    from gridduels.invent import definition
    from gridduels.pictures.templates import templates

    shown = []
    for each in duels:
        game = Game(definition(each.code))
        fair, deep, matter = each.measures.fair, each.measures.deep, each.measures.matter.mean
        gauges = [
            ("Fair", fair, f"{100 * fair:.0f}"),
            ("Deep", deep, f"{100 * deep:.0f}"),
            ("Sharp", matter, f"{100 * matter:.0f} of 100"),
        ]
        picture = Markup(Duel(game)._repr_svg_())
        shown.append((game.title, str(each.code), game.words.gist, picture, gauges, each.measures))
    return templates(_FOLDER).get_template("gallery.html").render(duels=shown) + "\n"
