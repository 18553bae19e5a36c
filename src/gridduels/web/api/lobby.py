"""The lobby over HTTP: look at it, wait for what is new, be paired."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels.web.actions import begin
from gridduels.web.api.duels import begun_response, read_body
from gridduels.web.api.query import Query
from gridduels.web.messages.codec import Reader
from gridduels.web.messages.lobby import Pair
from gridduels.web.site import site_of
from gridduels.web.transport.responses import json_response

__all__ = ["routes"]

_PAIR: Final[Reader[Pair]] = Reader(Pair)


async def look(request: Request) -> Response:
    """GET /api/lobby"""
    site, query = site_of(request.scope), Query(request, "after", "wait")
    after, wait, most = query.text("after"), query.number("wait", 3600), site.settings.wait_seconds
    if after is None:
        return json_response(await site.lobby.look())
    return json_response(await site.lobby.later_than(after, most if wait is None else min(wait, most)))


async def pair(request: Request) -> Response:
    """POST /api/lobby/pair"""
    wish = await read_body(request, _PAIR)
    return begun_response(await begin(site_of(request.scope), request.scope, wish))


routes: list[BaseRoute] = [
    Route("/api/lobby", look, methods=["GET"]),
    Route("/api/lobby/pair", pair, methods=["POST"]),
]
