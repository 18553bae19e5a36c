"""Look at lines of moves and duels: positions, values, records, pictures."""

import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import date
from functools import lru_cache, wraps
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict, replace
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels.board import Size
from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.pictures.svg import svg_of
from gridduels.protocol.answers import Line, Ready, Working, why_of
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused, cut, write
from gridduels.protocol.requests import MOST_MOVES
from gridduels.protocol.state import value_of
from gridduels.record import Record, dumps
from gridduels.registry import definition, definitions
from gridduels.web.pool.evaluation import VISITOR, Evaluator, OutOfPatience
from gridduels.web.saved import Live, must_tell_values
from gridduels.web.site import site_of
from gridduels.web.transport.security import JSON, json_response

# --- Cacheable answers


_KEPT: Final = "public, max-age=3600"
"""For answers that depend only on the question and our version."""
_ASKED: Final = "no-cache"
"""For answers that may change: browsers ask each time, and get a 304 if nothing has changed."""


def cached(
    request: Request, body: str | bytes, media_type: str, *, kept: bool = False, file: str | None = None
) -> Response:
    """Return a cacheable response, or a 304 if the browser already has it. `file` is the name to save it under."""
    data = body.encode() if isinstance(body, str) else body
    tag = f'"{hashlib.sha256(data).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": _KEPT if kept else _ASKED}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file is not None:
        headers["Content-Disposition"] = f'inline; filename="{file}"'
    if media_type == "image/svg+xml":
        headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(data, headers=headers, media_type=media_type)


def cached_json(request: Request, message: Any, *, kept: bool = False) -> Response:
    """Return a message, or a list of messages, as a cacheable response."""
    return cached(request, write(message), JSON, kept=kept)


# --- Answers that take time: until they are ready, they report progress


Handler = Callable[[Request], Awaitable[Response]]


SMALLER: Final = (Middleware(GZipMiddleware, minimum_size=300),)
"""For responses that many visitors share; compressing smaller ones would not help."""


def get(path: str, handler: Handler, middleware: Sequence[Middleware] = ()) -> Route:
    """Return a route for GET requests."""
    return Route(path, or_working(handler), methods=["GET"], name=path, middleware=middleware)


def or_working(handler: Handler) -> Handler:
    """Return a handler whose answer may have to be computed first."""

    @wraps(handler)
    async def handle(request: Request) -> Response:
        VISITOR.set(site_of(request.scope).addresses.visitor(request.scope))
        try:
            return await handler(request)
        except OutOfPatience as waiting:
            told = Working(stage=waiting.stage, done=waiting.done, total=waiting.total)
            return json_response(told, 202, {"Retry-After": "1", "Cache-Control": "no-store"})

    return handle


# --- Query strings


LINE: Final = ("game", "size", "start", "moves")
"""The parameters of a line; rulings are `rule.NAME`."""
_LONGEST: Final = {"moves": 12_000, "start": 200}
_USUAL: Final = 60
_RULING: Final = "rule."


class Query:
    """The parameters of a query; each must be known and given only once."""

    def __init__(self, request: Request, *known: str, rulings: bool = False) -> None:
        self._values: dict[str, str] = {}
        self.rulings: dict[str, str] = {}
        for name, value in request.query_params.multi_items():
            if not (name in known or (rulings and name.startswith(_RULING))):
                names = [*known, *([f"{_RULING}NAME"] if rulings else [])]
                allowed = f"the parameters are {', '.join(names)}" if names else "this path has none"
                raise Refused(Code.MALFORMED, f"Unknown parameter {cut(name)!r}: {allowed}.")
            if name in self._values or name.removeprefix(_RULING) in self.rulings:
                raise Refused(Code.MALFORMED, f"The parameter {cut(name)!r} is given twice.")
            if len(value) > (most := _LONGEST.get(name, _USUAL)):
                raise Refused(Code.MALFORMED, f"The parameter {cut(name)!r} is longer than {most} characters.")
            if name.startswith(_RULING):
                self.rulings[name.removeprefix(_RULING)] = value
            else:
                self._values[name] = value

    def text(self, name: str) -> str | None:
        """Return a value; None if it is missing or empty."""
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

    def day(self, name: str) -> date | None:
        value = self.text(name)
        try:
            return None if value is None else date.fromisoformat(value)
        except ValueError:
            raise Refused(
                Code.MALFORMED, f'"{name}" must be a date such as 2026-01-31, not {cut(value or "")!r}.'
            ) from None

    def flag(self, name: str) -> bool:
        """Return whether a flag is set, i.e. 1 rather than 0 or missing."""
        return bool(self.whole(name, 0, 1))


class AskedLine(NamedTuple):
    """The line in a query, not yet checked against the rules."""

    game: Game
    start: str | None
    moves: tuple[str, ...]


def read_game(query: Query, default: str | None = None) -> Game:
    """Return the game that a query asks for."""
    id = query.text("game") or default
    if id is None:
        raise Refused(Code.MALFORMED, 'The parameter "game" is missing. GET /api/games lists the games.')
    return make_game(id, query.text("size"), query.rulings)


def read_line(query: Query) -> AskedLine:
    """Return the line that a query asks for."""
    game = read_game(query)
    moves = tuple(_split(game, query.text("moves") or ""))
    if len(moves) > MOST_MOVES:
        raise Refused(Code.MALFORMED, f"A line has at most {MOST_MOVES} moves, not {len(moves)}.")
    return AskedLine(game, query.text("start"), moves)


def make_game(id: str, size: Size | None, rulings: dict[str, str]) -> Game:
    """Return a game, shared by everyone who asks for the same one."""
    return _game(id, size, tuple(sorted(rulings.items())))


@lru_cache(256)
def _game(id: str, size: Size | None, rulings: tuple[tuple[str, str], ...]) -> Game:
    found = known_games().get(id)
    return Game(found or definition(id), size, dict(rulings))


@lru_cache(1)
def known_games() -> dict[str, Definition]:
    """Return all games by id; they do not change while the server runs."""
    return {found.id: found for found in definitions()}


def _split(game: Game, text: str) -> Iterable[str]:
    """Split moves at commas, but not at a comma inside a word such as `@2,0`."""
    return _pattern(game).findall(text)


@lru_cache(256)
def _pattern(game: Game) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(game.moves, key=len, reverse=True))
    return re.compile(rf"(?:{words})(?=[,\s]|$)|[^,\s]+")


# --- Routes for lines of moves and duels: positions, values, records, pictures


_SVG, _PNG, _GIF, _TEXT = "image/svg+xml", "image/png", "image/gif", "text/plain; charset=utf-8"


def _evaluator(request: Request) -> Evaluator:
    return site_of(request.scope).evaluator


async def _duel(request: Request, query: Query) -> Duel:
    """Return the duel that the line in a query leads to."""
    return await _evaluator(request).duel(*read_line(query))


async def line(request: Request) -> Response:
    """GET /api/line"""
    query = Query(request, *LINE, "values", rulings=True)
    duel = await _duel(request, query)
    found = await _evaluator(request).line(duel)
    if query.flag("values"):
        found = await _valued(_evaluator(request), duel, found)
    return cached_json(request, found, kept=not found.note)


async def _valued(evaluator: Evaluator, duel: Duel, line: Line) -> Line:
    """Return a line with the value of every position and move in it."""
    worth = await evaluator.worth(duel)
    analysis = await evaluator.analyse(duel)
    values = {word: value_of(value) for word, value in worth.moves.items()}
    return replace(
        line,
        **asdict(analysis) | {"note": worth.note or analysis.note},
        legal=[replace(legal, value=values.get(legal.move)) for legal in line.legal],
        value=value_of(worth.value) if worth.value else None,
    )


async def hint(request: Request) -> Response:
    """GET /api/hint"""
    duel = await _duel(request, Query(request, *LINE, rulings=True))
    if duel.outcome:
        raise Refused(Code.OVER, "The game is over, so there is no hint.", status=422)
    return cached_json(request, await _evaluator(request).hint(duel), kept=True)


async def why(request: Request) -> Response:
    """GET /api/why"""
    query = Query(request, *LINE, "move", rulings=True)
    duel, move = await _duel(request, query), query.text("move")
    if move is None:
        raise Refused(Code.MALFORMED, 'The parameter "move" is missing.')
    return cached_json(request, why_of(duel, move), kept=True)


async def line_record(request: Request) -> Response:
    """GET /api/line/record"""
    duel = await _duel(request, Query(request, *LINE, rulings=True))
    return cached(request, dumps(Record(duel)), _TEXT, kept=True, file=f"{duel.game.id}.txt")


async def line_picture(request: Request) -> Response:
    """GET /api/line/picture.svg"""
    query = Query(request, *LINE, "values", rulings=True)
    duel = await _duel(request, query)
    return await _picture(request, duel, query.flag("values"), duel.game.id, kept=True)


async def line_image(request: Request) -> Response:
    """GET /api/line/picture.png"""
    query = Query(request, *LINE, "dark", rulings=True)
    duel = await _duel(request, query)
    image = await _evaluator(request).image(duel, query.flag("dark"))
    return cached(request, image, _PNG, kept=True, file=f"{duel.game.id}.png")


async def line_film(request: Request) -> Response:
    """GET /api/line/film.gif"""
    query = Query(request, *LINE, "dark", rulings=True)
    duel = await _duel(request, query)
    film = await _evaluator(request).film(duel, query.flag("dark"))
    return cached(request, film, _GIF, kept=True, file=f"{duel.game.id}.gif")


async def _picture(request: Request, duel: Duel, values: bool, name: str, kept: bool) -> Response:
    labels = None
    if values:
        worth = await _evaluator(request).worth(duel)
        labels = {word: value.label for word, value in worth.moves.items()}
        kept = kept and worth.note is None
    return cached(request, svg_of(duel, labels), _SVG, kept=kept, file=f"{name}.svg")


async def _live(request: Request) -> Live:
    """Return the live duel that an address names."""
    room = await site_of(request.scope).rooms.find(request.path_params["id"])
    return room.live


async def duel_record(request: Request) -> Response:
    """GET /api/duels/{id}/record"""
    Query(request)
    live = await _live(request)
    saved, duel = live
    return cached(request, dumps(live.record), _TEXT, file=f"{duel.game.id}-{saved.id}.txt")


async def duel_picture(request: Request) -> Response:
    """GET /api/duels/{id}/picture.svg"""
    query = Query(request, "values")
    live = await _live(request)
    if query.flag("values"):
        must_tell_values(live)
    saved, duel = live
    return await _picture(request, duel, query.flag("values"), f"{duel.game.id}-{saved.id}", kept=False)


async def duel_image(request: Request) -> Response:
    """GET /api/duels/{id}/picture.png"""
    query = Query(request, "dark")
    saved, duel = await _live(request)
    image = await _evaluator(request).image(duel, query.flag("dark"))
    return cached(request, image, _PNG, file=f"{duel.game.id}-{saved.id}.png")


async def duel_film(request: Request) -> Response:
    """GET /api/duels/{id}/film.gif"""
    query = Query(request, "dark")
    saved, duel = await _live(request)
    film = await _evaluator(request).film(duel, query.flag("dark"))
    return cached(request, film, _GIF, file=f"{duel.game.id}-{saved.id}.gif")


async def duel_analysis(request: Request) -> Response:
    """GET /api/duels/{id}/analysis"""
    Query(request)
    live = await _live(request)
    must_tell_values(live)
    return cached_json(request, await _evaluator(request).analyse(live.duel))


async def duel_ready(request: Request) -> Response:
    """GET /api/duels/{id}/ready"""
    Query(request)
    _, duel = await _live(request)
    return json_response(Ready(ready=await _evaluator(request).ready(duel.game)))


routes: Final[list[BaseRoute]] = [
    get("/api/line", line, SMALLER),
    get("/api/line/record", line_record),
    get("/api/line/picture.svg", line_picture),
    get("/api/line/picture.png", line_image),
    get("/api/line/film.gif", line_film),
    get("/api/hint", hint, SMALLER),
    get("/api/why", why),
    get("/api/duels/{id}/record", duel_record),
    get("/api/duels/{id}/picture.svg", duel_picture),
    get("/api/duels/{id}/picture.png", duel_image),
    get("/api/duels/{id}/film.gif", duel_film),
    get("/api/duels/{id}/analysis", duel_analysis),
    get("/api/duels/{id}/ready", duel_ready),
]
