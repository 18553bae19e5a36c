"""Lines of moves and the duels of this server, looked at: where they lead, what moves are worth, records, pictures."""

from typing import Final

from msgspec.structs import asdict, replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from gridduels.duel import Duel
from gridduels.pictures.svg import svg_of
from gridduels.record import Record, dumps
from gridduels.web.api.cached import cached, cached_json
from gridduels.web.api.query import LINE, Query, read_line
from gridduels.web.api.working import SMALLER, get
from gridduels.web.compute.computing import Computing
from gridduels.web.dates import utc
from gridduels.web.live.clock import must_tell_values
from gridduels.web.live.saved import Live
from gridduels.web.messages.answers import Ready, why_of
from gridduels.web.messages.codes import Code
from gridduels.web.messages.lines import Line
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.values import value_of
from gridduels.web.site import site_of
from gridduels.web.transport.responses import json_response

__all__ = ["routes"]

_SVG, _PNG, _GIF, _TEXT = "image/svg+xml", "image/png", "image/gif", "text/plain; charset=utf-8"


def _computing(request: Request) -> Computing:
    return site_of(request.scope).computing


async def _duel(request: Request, query: Query) -> Duel:
    """The duel that the line in a query leads to."""
    return await _computing(request).duel(*read_line(query))


async def line(request: Request) -> Response:
    """GET /api/line"""
    query = Query(request, *LINE, "values", rulings=True)
    duel = await _duel(request, query)
    found = await _computing(request).line(duel)
    if query.flag("values"):
        found = await _valued(_computing(request), duel, found)
    return cached_json(request, found, kept=not found.note)


async def _valued(computing: Computing, duel: Duel, line: Line) -> Line:
    """A line with what everything in it is worth."""
    worth = await computing.worth(duel)
    analysis = await computing.analyse(duel)
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
        raise Refused(Code.OVER, "The game is over: there is nothing to hint at.", status=422)
    return cached_json(request, await _computing(request).hint(duel), kept=True)


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
    image = await _computing(request).image(duel, query.flag("dark"))
    return cached(request, image, _PNG, kept=True, file=f"{duel.game.id}.png")


async def line_film(request: Request) -> Response:
    """GET /api/line/film.gif"""
    query = Query(request, *LINE, "dark", rulings=True)
    duel = await _duel(request, query)
    film = await _computing(request).film(duel, query.flag("dark"))
    return cached(request, film, _GIF, kept=True, file=f"{duel.game.id}.gif")


async def _picture(request: Request, duel: Duel, values: bool, name: str, kept: bool) -> Response:
    labels = None
    if values:
        worth = await _computing(request).worth(duel)
        labels = {word: value.label for word, value in worth.moves.items()}
        kept = kept and worth.note is None
    return cached(request, svg_of(duel, labels), _SVG, kept=kept, file=f"{name}.svg")


async def _live(request: Request) -> Live:
    """The duel of this server that an address names."""
    room = await site_of(request.scope).rooms.find(request.path_params["id"])
    return room.live


async def duel_record(request: Request) -> Response:
    """GET /api/duels/{id}/record"""
    Query(request)
    saved, duel = await _live(request)
    tags = {"Date": utc(saved.created).date().isoformat()}
    tags |= {f"Name{player}": name for player, name in enumerate(saved.names, 1) if name}
    return cached(request, dumps(Record(duel, saved.players, tags)), _TEXT, file=f"{duel.game.id}-{saved.id}.txt")


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
    image = await _computing(request).image(duel, query.flag("dark"))
    return cached(request, image, _PNG, file=f"{duel.game.id}-{saved.id}.png")


async def duel_film(request: Request) -> Response:
    """GET /api/duels/{id}/film.gif"""
    query = Query(request, "dark")
    saved, duel = await _live(request)
    film = await _computing(request).film(duel, query.flag("dark"))
    return cached(request, film, _GIF, file=f"{duel.game.id}-{saved.id}.gif")


async def duel_analysis(request: Request) -> Response:
    """GET /api/duels/{id}/analysis"""
    Query(request)
    live = await _live(request)
    must_tell_values(live)
    return cached_json(request, await _computing(request).analyse(live.duel))


async def duel_ready(request: Request) -> Response:
    """GET /api/duels/{id}/ready"""
    Query(request)
    _, duel = await _live(request)
    return json_response(Ready(ready=await _computing(request).ready(duel.game)))


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
