"""For whoever runs the server: is it well, and what does it do?"""

import time
from collections.abc import Iterator, Mapping

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from gridduels import __version__
from gridduels.web.api.metrics import Measure
from gridduels.web.compute.pools import Lane

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
    measures = (
        Measure("rooms", "gauge", "Duels in memory.", len(state.rooms)),
        Measure("sockets", "gauge", "Open websockets.", state.addresses.sockets),
        Measure("uptime_seconds", "gauge", "Seconds since the start.", time.monotonic() - state.started),
        Measure("commits_total", "counter", "Transactions of the database.", store.commits),
        Measure("commit_seconds_total", "counter", "Seconds spent in them.", store.commit_seconds),
        Measure("saved_total", "counter", "Rows saved in them.", store.saved),
        *_lanes(state.computing.lanes),
    )
    return PlainTextResponse(state.metrics.text(measures), media_type="text/plain; version=0.0.4; charset=utf-8")


def _lanes(lanes: Mapping[str, Lane]) -> Iterator[Measure]:
    """What the workers beside the server do, lane by lane."""
    each = {f'lane="{name}"': lane for name, lane in lanes.items()}
    yield Measure("lane_busy", "gauge", "Questions being answered.", {label: each[label].busy for label in each})
    yield Measure("lane_waiting", "gauge", "Questions that wait.", {label: each[label].waiting for label in each})
    workers = {label: len(lane.processes) for label, lane in each.items()}
    yield Measure("lane_workers", "gauge", "Workers there are.", workers)
    counts = {f'{label},result="{result}"': count for label in each for result, count in each[label].counts.items()}
    yield Measure("lane_questions_total", "counter", "Questions, by what came of them.", counts)


routes: list[BaseRoute] = [
    Route("/health", health, methods=["GET"]),
    Route("/metrics", metrics, methods=["GET"]),
]
