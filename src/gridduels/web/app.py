"""The application: its routes and background tasks."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from gridduels.errors import GridDuelsError
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused, as_refused
from gridduels.web.api import duels, games, invented, lines, puzzles
from gridduels.web.pages import manifest, pages, previews
from gridduels.web.settings import Settings
from gridduels.web.site import Site, site_of
from gridduels.web.transport.security import Guard, refusal_response

_MINUTE: Final = 60.0
_HOUR: Final = 60
_log = logging.getLogger("gridduels.web")


def create_app(settings: Settings) -> Starlette:
    """Return the application; the routes share its `state.site`."""
    site = Site(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_keep_tidy(site))
        yield
        sweeping.cancel()
        await site.close()

    app = Starlette(
        routes=[
            *duels.routes,
            *games.health_routes,
            *games.routes,
            *invented.routes,
            *lines.routes,
            *duels.lobby_routes,
            *puzzles.routes,
            *previews.routes,
            *manifest.routes,
            *pages.routes,
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={
            GridDuelsError: _refuse,
            HTTPException: _refuse_http,
            ClientDisconnect: _let_go,
            Exception: _fail,
        },
        lifespan=lifespan,
    )
    app.state.site = site
    if settings.mcp:
        from gridduels.mcp.transports import open_mcp

        open_mcp(app, values=settings.mcp == "values")
    return app


async def _keep_tidy(site: Site) -> None:
    """Every minute, end unwatched duels whose clocks ran out and drop idle rooms; every hour, remove old duels."""
    for minute in itertools.count():
        try:
            with suppress(GridDuelsError):
                await site.rooms.end_overdue()
                await site.rooms.count_unfinished()
            site.rooms.drop_idle(site.settings.idle_seconds)
            site.garbage.collect(site.addresses.sockets, site.addresses.ended)
            if minute % _HOUR == 0:
                await _sweep(site)
        except Exception:  # an error must not end the loop, or clocks would never run out again
            _log.exception("internal error")
        await asyncio.sleep(_MINUTE)


async def _sweep(site: Site) -> None:
    try:
        expired = await site.rooms.sweep()
    except GridDuelsError as error:
        _log.warning("the sweep failed", extra={"error": str(error)})
        return
    site.metrics.expired.inc(len(expired))
    if expired:
        _log.info("duels expired", extra={"count": len(expired)})


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, GridDuelsError)
    refused = as_refused(error)
    site_of(request.scope).metrics.refused(refused.code)
    return refusal_response(refused)


async def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: Code.NO_SUCH_PAGE, 405: Code.NOT_ALLOWED}.get(error.status_code, Code.MALFORMED)
    return await _refuse(request, Refused(code, f"{error.detail}.", status=error.status_code))


async def _let_go(request: Request, error: Exception) -> Response:
    """Answer a client that disconnected before its request was complete; the response goes unread."""
    return await _refuse(request, Refused(Code.MALFORMED, "The request was incomplete."))


async def _fail(request: Request, error: Exception) -> Response:
    _log.error("internal error", exc_info=error, extra={"path": request.url.path})
    return await _refuse(request, Refused(Code.ERROR, "Something went wrong on the server. The error has been logged."))
