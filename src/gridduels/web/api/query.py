"""Queries: what stands in an address behind the question mark, read into games and lines of moves."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from starlette.requests import Request

from gridduels.board import Size
from gridduels.game import Definition, Game
from gridduels.registry import definition, definitions
from gridduels.web.messages.codes import Code
from gridduels.web.messages.faults import cut
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.requests import MOST_MOVES

__all__ = ["LINE", "Query", "known_games", "make_game", "read_game", "read_line"]

LINE: Final = ("game", "size", "start", "moves")
"""The names of a query that is a line; rulings are `rule.NAME`."""
_LONGEST: Final = {"moves": 12_000, "start": 200}
_USUAL: Final = 60
_RULING: Final = "rule."


class Query:
    """The names and values of a query, each given once and known."""

    def __init__(self, request: Request, *known: str, rulings: bool = False) -> None:
        self._values: dict[str, str] = {}
        self.rulings: dict[str, str] = {}
        for name, value in request.query_params.multi_items():
            if not (name in known or (rulings and name.startswith(_RULING))):
                names = [*known, *([f"{_RULING}NAME"] if rulings else [])]
                allowed = f"they are {', '.join(names)}" if names else "there are none here"
                raise Refused(Code.MALFORMED, f"There is no parameter {cut(name)!r}: {allowed}.")
            if name in self._values or name.removeprefix(_RULING) in self.rulings:
                raise Refused(Code.MALFORMED, f"The parameter {cut(name)!r} stands twice.")
            if len(value) > (most := _LONGEST.get(name, _USUAL)):
                raise Refused(Code.MALFORMED, f"The parameter {cut(name)!r} is longer than {most} characters.")
            if name.startswith(_RULING):
                self.rulings[name.removeprefix(_RULING)] = value
            else:
                self._values[name] = value

    def text(self, name: str) -> str | None:
        """A value; None where it is not given or empty."""
        return self._values.get(name) or None

    def whole(self, name: str, least: int, most: int) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        if not (value.isascii() and value.isdigit() and least <= int(value) <= most):
            must = f"a whole number from {least} to {most}"
            raise Refused(Code.MALFORMED, f'"{name}" must be {must}, not {cut(value)!r}.')
        return int(value)

    def number(self, name: str, most: float) -> float | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number <= most:
            raise Refused(Code.MALFORMED, f'"{name}" must be a number from 0 to {most:g}, not {cut(value)!r}.')
        return number

    def flag(self, name: str) -> bool:
        """Whether something is wanted: 1, or 0 and nothing."""
        return bool(self.whole(name, 0, 1))


class AskedLine(NamedTuple):
    """The line that a query stands for, before the rules have been asked about it."""

    game: Game
    start: str | None
    moves: tuple[str, ...]


def read_game(query: Query, default: str | None = None) -> Game:
    """The game that a query asks for."""
    id = query.text("game") or default
    if id is None:
        raise Refused(Code.MALFORMED, 'The parameter "game" is missing: GET /api/games lists them.')
    return make_game(id, query.text("size"), query.rulings)


def read_line(query: Query) -> AskedLine:
    """The line that a query asks for."""
    game = read_game(query)
    moves = tuple(_split(game, query.text("moves") or ""))
    if len(moves) > MOST_MOVES:
        raise Refused(Code.MALFORMED, f"A line has at most {MOST_MOVES} moves, not {len(moves)}.")
    return AskedLine(game, query.text("start"), moves)


def make_game(id: str, size: Size | None, rulings: dict[str, str]) -> Game:
    """A game, made once for everybody who asks for the same."""
    return _game(id, size, tuple(sorted(rulings.items())))


@lru_cache(256)
def _game(id: str, size: Size | None, rulings: tuple[tuple[str, str], ...]) -> Game:
    found = known_games().get(id)
    return Game(found or definition(id), size, dict(rulings))


@lru_cache(1)
def known_games() -> dict[str, Definition]:
    """Every game by its id; which ones there are does not change while the server runs."""
    return {found.id: found for found in definitions()}


def _split(game: Game, text: str) -> Iterable[str]:
    """The words of moves with commas between them, though a word may have a comma of its own, such as `@2,0`."""
    return _pattern(game).findall(text)


@lru_cache(256)
def _pattern(game: Game) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(game.moves, key=len, reverse=True))
    return re.compile(rf"(?:{words})(?=[,\s]|$)|[^,\s]+")
