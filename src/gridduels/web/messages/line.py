"""A line: a game, a start and moves, as they stand in an address; free exploration and share links are made of it."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, IllegalMove
from gridduels.game import Definition, Game
from gridduels.registry import definition, definitions
from gridduels.web.messages.board_data import boards_of, legal_of, outcome_of
from gridduels.web.messages.refusals import Refused

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["LINE", "MOST_MOVES", "Line", "Query", "known_games", "line_data", "make_game", "read_game", "read_line"]

MOST_MOVES: Final = 1000
LINE: Final = ("game", "size", "start", "moves")
"""The names of a query that is a line; rulings are `rule.NAME`."""
_LONGEST: Final = {"moves": 12_000, "start": 200}
_USUAL: Final = 60
_RULE: Final = "rule."


class Query:
    """The names and values of a query, each given once and known."""

    def __init__(self, request: "Request", *known: str, rules: bool = False) -> None:
        self._values: dict[str, str] = {}
        self.rules: dict[str, str] = {}
        for name, value in request.query_params.multi_items():
            if not (name in known or (rules and name.startswith(_RULE))):
                names = [*known, *([f"{_RULE}NAME"] if rules else [])]
                allowed = f"they are {', '.join(names)}" if names else "there are none here"
                raise Refused("malformed", f"There is no parameter {_cut(name)!r}: {allowed}.")
            if name in self._values or name.removeprefix(_RULE) in self.rules:
                raise Refused("malformed", f"The parameter {_cut(name)!r} stands twice.")
            if len(value) > (most := _LONGEST.get(name, _USUAL)):
                raise Refused("malformed", f"The parameter {_cut(name)!r} is longer than {most} characters.")
            if name.startswith(_RULE):
                self.rules[name.removeprefix(_RULE)] = value
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
            raise Refused("malformed", f'"{name}" must be a whole number from {least} to {most}, not {_cut(value)!r}.')
        return int(value)

    def flag(self, name: str) -> bool:
        """Whether something is wanted: 1, or 0 and nothing."""
        return bool(self.whole(name, 0, 1))


class Line(NamedTuple):
    """What a query asks for, before the rules have been asked about it."""

    game: Game
    start: str | None
    moves: tuple[str, ...]

    def duel(self) -> Duel:
        """The duel it leads to; a refused move is named with its number."""
        duel = Duel(self.game, start=self.start)
        for word in self.moves:
            try:
                duel = duel.play(word)
            except GridDuelsError as error:
                sentence = f"Move {duel.ply + 1}, {_cut(word)}: {error}"
                raise IllegalMove(error.code, word, sentence) from None
        return duel


def read_game(query: Query, default: str | None = None) -> Game:
    """The game that a query asks for."""
    id = query.text("game") or default
    if id is None:
        raise Refused("malformed", 'The parameter "game" is missing: GET /api/games lists them.')
    return make_game(id, query.whole("size", 1, 99), query.rules)


def make_game(id: str, size: int | None, rules: dict[str, str]) -> Game:
    """A game, made once for everybody who asks for the same."""
    return _game(id, size, tuple(sorted(rules.items())))


@lru_cache(256)
def _game(id: str, size: int | None, rules: tuple[tuple[str, str], ...]) -> Game:
    found = known_games().get(id)
    return Game(found or definition(id), size, dict(rules))


@lru_cache(1)
def known_games() -> dict[str, Definition]:
    """Every game by its id; which ones there are does not change while the server runs."""
    return {found.id: found for found in definitions()}


def read_line(query: Query) -> Line:
    """The line that a query stands for."""
    game = read_game(query)
    moves = tuple(_split(game, query.text("moves") or ""))
    if len(moves) > MOST_MOVES:
        raise Refused("malformed", f"A line has at most {MOST_MOVES} moves, not {len(moves)}.")
    return Line(game, query.text("start"), moves)


def _split(game: Game, text: str) -> Iterable[str]:
    """The words of moves with commas between them, though a word may have a comma of its own, such as `@2,0`."""
    return _pattern(game).findall(text)


@lru_cache(256)
def _pattern(game: Game) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(game.moves, key=len, reverse=True))
    return re.compile(rf"(?:{words})(?=[,\s]|$)|[^,\s]+")


def line_data(duel: Duel) -> dict[str, Any]:
    """A duel from its start to now."""
    game = duel.game
    return {
        "game": game.id,
        "title": game.title,
        "size": game.size,
        "rules": dict(game.rulings),
        "start": game.text(duel.start),
        "first": duel.start.turn,
        "ply": duel.ply,
        "moves": list(duel.moves),
        "boards": boards_of(duel),
        "positions": [game.text(position) for position in duel.history()],
        "turn": duel.turn,
        "legal": legal_of(duel),
        "outcome": outcome_of(duel),
        "status": game.words.status(duel),
    }


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
