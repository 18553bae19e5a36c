"""For whoever runs the server: is it well, and what does it do?"""

import time

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from gridduels import __version__

__all__ = ["routes"]


async def health(request: Request) -> Response:
    """GET /health: well if the database answers, and keeps what it is given."""
    state = request.app.state
    await state.store.load("")
    trouble = state.store.trouble
    return JSONResponse(
        {
            "status": "failing" if trouble else "ok",
            "trouble": trouble,
            "version": __version__,
            "uptime": round(time.monotonic() - state.started, 1),
            "duels": state.rooms.unfinished,
            "rooms": len(state.rooms),
            "sockets": state.addresses.sockets,
        },
        503 if trouble else 200,
    )


async def metrics(request: Request) -> Response:
    """GET /metrics, for Prometheus."""
    state, store = request.app.state, request.app.state.store
    gauges = (
        ("rooms", "gauge", "Duels in memory.", len(state.rooms)),
        ("sockets", "gauge", "Open websockets.", state.addresses.sockets),
        ("uptime_seconds", "gauge", "Seconds since the start.", time.monotonic() - state.started),
        ("commits_total", "counter", "Transactions of the database.", store.commits),
        ("commit_seconds_total", "counter", "Seconds spent in them.", store.commit_seconds),
        ("saved_total", "counter", "Rows saved in them.", store.saved),
    )
    return PlainTextResponse(state.metrics.text(gauges), media_type="text/plain; version=0.0.4; charset=utf-8")


routes: list[BaseRoute] = [
    Route("/health", health, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
