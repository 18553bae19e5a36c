"""The games, their players, the description of the API, and the server's health."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels import __version__
from gridduels.players import KINDS
from gridduels.players.ladder import LADDER
from gridduels.players.levels import LEVELS, MOST
from gridduels.protocol.answers import Health, Player, game_of, opponent_of
from gridduels.web.api.lines import SMALLER, Query, cached, cached_json, get, known_games, make_game
from gridduels.web.metrics import CONTENT_TYPE
from gridduels.web.new_duel import MOST_SIMULATIONS, SEARCH, web_players
from gridduels.web.site import site_of
from gridduels.web.transport.security import json_response, own_address

# --- Games, players, and the description of the API


_LEVEL: Final = "level:NUMBER"
_SCALE: Final = {name: int(number) for name, number in LEVELS.items()} | {LADDER[-1].player: int(MOST)}
"""The number from 1 to 10 for each named level; the perfect player is at the top, as on the ladder."""
_SEARCH: Final = "mcts:SIMULATIONS"
_HERE: Final = "http://localhost:8000"
"""The address used in shell examples if the server does not know its own."""


async def description(request: Request) -> Response:
    """GET /api: a page for browsers, the document for programs"""
    if "text/html" not in request.headers.get("accept", ""):
        return await document(request)
    from gridduels.web.api.openapi import page  # slow to import, and rarely needed

    Query(request)
    return _by_kind(cached(request, page(own_address(request.scope) or _HERE), "text/html; charset=utf-8"))


async def document(request: Request) -> Response:
    """GET /api/openapi.json"""
    from gridduels.web.api import openapi  # slow to import, and rarely needed

    Query(request)
    return _by_kind(cached_json(request, openapi.document(), kept=True))


def _by_kind(answer: Response) -> Response:
    """Mark a response as depending on the Accept header."""
    answer.headers["Vary"] = "Accept"
    return answer


async def games(request: Request) -> Response:
    """GET /api/games"""
    Query(request)
    return cached_json(request, [game_of(make_game(id, None, {})) for id in known_games()], kept=True)


async def game(request: Request) -> Response:
    """GET /api/games/{game}"""
    query = Query(request, "size", rulings=True)
    found = make_game(request.path_params["game"], query.text("size"), query.rulings)
    return cached_json(request, await site_of(request.scope).evaluator.about(found), kept=True)


async def lessons(request: Request) -> Response:
    """GET /api/games/{game}/lessons"""
    Query(request)
    found = make_game(request.path_params["game"], None, {})
    return cached_json(request, await site_of(request.scope).evaluator.lessons(found), kept=True)


async def players(request: Request) -> Response:
    """GET /api/players"""
    Query(request)
    found = [Player(name=name, about=about, level=_SCALE.get(name)) for name, about in web_players().items()]
    found.append(Player(name=_LEVEL, about=KINDS[_LEVEL].about, level=None))
    if SEARCH in web_players():
        about = f"{KINDS[_SEARCH].about}, up to {MOST_SIMULATIONS:,}"
        found.append(Player(name=_SEARCH, about=about, level=None))
    return cached_json(request, found, kept=True)


async def ladder(request: Request) -> Response:
    """GET /api/ladder"""
    Query(request)
    return cached_json(request, [opponent_of(each) for each in LADDER], kept=True)


routes: list[BaseRoute] = [
    get("/api/ladder", ladder, SMALLER),
    get("/api", description, SMALLER),
    get("/api/openapi.json", document, SMALLER),
    get("/api/games", games, SMALLER),
    get("/api/games/{game}", game, SMALLER),
    get("/api/games/{game}/lessons", lessons, SMALLER),
    get("/api/players", players, SMALLER),
]


# --- Health and metrics


async def health(request: Request) -> Response:
    """GET /health: healthy if the database responds and saves, and no duel is waiting for it."""
    site = site_of(request.scope)
    await site.store.load("")
    waiting = site.rooms.waiting(site.settings.waiting_seconds)
    trouble = site.store.trouble or (_waiting(waiting, site.settings.waiting_seconds) if waiting else None)
    found = Health(
        status="failing" if trouble else "ok",
        trouble=trouble,
        version=__version__,
        uptime=round(site.uptime, 1),
        duels=site.rooms.unfinished,
        rooms=len(site.rooms),
        waiting=waiting,
        sockets=site.addresses.sockets,
    )
    return json_response(found, 503 if trouble else 200)


def _waiting(duels: int, seconds: float) -> str:
    return f"{duels} duel{'s' * (duels > 1)} waiting for the database for more than {seconds:g} seconds"


async def metrics(request: Request) -> Response:
    """GET /metrics, for Prometheus."""
    return Response(site_of(request.scope).metrics.text(), headers={"Content-Type": CONTENT_TYPE})


health_routes: list[BaseRoute] = [
    Route("/health", health, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
