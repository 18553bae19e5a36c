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
    """GET /health: well if the database answers, and keeps what it is given."""
    site = site_of(request.scope)
    await site.store.load("")
    trouble = site.store.trouble
    found = Health(
        status="failing" if trouble else "ok",
        trouble=trouble,
        version=__version__,
        uptime=round(site.uptime, 1),
        duels=site.rooms.unfinished,
        rooms=len(site.rooms),
        sockets=site.addresses.sockets,
    )
    return json_response(found, 503 if trouble else 200)


async def metrics(request: Request) -> Response:
    """GET /metrics, for Prometheus."""
    return Response(site_of(request.scope).metrics.text(), headers={"Content-Type": CONTENT_TYPE})


routes: list[BaseRoute] = [
    Route("/health", health, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
