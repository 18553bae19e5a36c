"""For whoever runs the server: is it well, and what does it do?"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from gridduels import __version__
from gridduels.web.messages.answers import Health
from gridduels.web.metrics import CONTENT_TYPE
from gridduels.web.site import site_of
from gridduels.web.transport.responses import json_response

__all__ = ["routes"]


async def health(request: Request) -> Response:
    """GET /health: well if the database answers, keeps what it is given, and leaves no duel waiting."""
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


routes: list[BaseRoute] = [
    Route("/health", health, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
