"""The application: its routes, and what they share."""

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from gridduels.errors import GridDuelsError
from gridduels.web.api import duels as duels_api
from gridduels.web.api import health, pages
from gridduels.web.api import knowledge as knowledge_api
from gridduels.web.api.metrics import Metrics
from gridduels.web.compute.computing import Computing
from gridduels.web.garbage import Memory
from gridduels.web.live.rooms import Rooms
from gridduels.web.live.store import Store
from gridduels.web.messages.refusals import Refused, as_refused
from gridduels.web.settings import Settings
from gridduels.web.transport.limits import Addresses
from gridduels.web.transport.security import Guard

__all__ = ["create_app"]

_MINUTE: Final = 60.0
_HOUR: Final = 60
_log = logging.getLogger("gridduels.web")


def create_app(settings: Settings) -> Starlette:
    """The application; its `state` has what the routes share: `settings`, `store`, `rooms`, `computing` and so on."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        state = app.state
        state.computing = Computing()
        state.rooms = Rooms(state.store, state.computing, settings)
        sweeping = asyncio.create_task(_keep_tidy(app))
        yield
        sweeping.cancel()
        await state.rooms.close()
        await state.computing.close()
        state.store.close()

    app = Starlette(
        routes=[*duels_api.routes, *health.routes, *knowledge_api.routes, *pages.routes],
        middleware=[Middleware(Guard)],
        exception_handlers={GridDuelsError: _refuse, HTTPException: _refuse_http, Exception: _fail},
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.store = Store(settings.db)
    app.state.addresses = Addresses(settings)
    app.state.metrics = Metrics()
    app.state.memory = Memory()
    app.state.started = time.monotonic()
    return app


async def _keep_tidy(app: Starlette) -> None:
    """Every minute: idle rooms leave memory. Every hour: duels that have expired are removed."""
    state = app.state
    for minute in itertools.count():
        state.rooms.drop_idle(state.settings.idle_seconds)
        state.memory.tidy(state.addresses.sockets, state.addresses.ended)
        if minute % _HOUR == 0:
            await _sweep(state)
        await asyncio.sleep(_MINUTE)


async def _sweep(state: State) -> None:
    try:
        expired = await state.rooms.sweep()
    except GridDuelsError as error:
        _log.warning("the sweep failed", extra={"error": str(error)})
        return
    state.metrics.expired += len(expired)
    if expired:
        _log.info("duels expired", extra={"count": len(expired)})


def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, GridDuelsError)
    refused = as_refused(error)
    request.app.state.metrics.refused(refused.code)
    return Response(refused.body(), refused.status, media_type="application/json")


def _refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "no-such-page", 405: "not-allowed"}.get(error.status_code, "malformed")
    return _refuse(request, Refused(code, f"{error.detail}.", status=error.status_code))


def _fail(request: Request, error: Exception) -> Response:
    _log.error("internal error", exc_info=error, extra={"path": request.url.path})
    return _refuse(request, Refused("error", "Something went wrong in the server; it has been noted."))
