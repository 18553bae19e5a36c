"""The duels over HTTP: begin one, look at it, join it, play it."""

import json
import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gridduels.web.live import changes
from gridduels.web.live.actions import ACTIONS, read_action
from gridduels.web.live.room import Room
from gridduels.web.live.rooms import Rooms
from gridduels.web.messages.reading import Fields, read_fields
from gridduels.web.messages.refusals import Refused
from gridduels.web.transport.socket import DuelSocket

__all__ = ["read_body", "routes"]

_LONGEST_SECRET = 100


async def read_body(request: Request) -> Fields:
    """The fields of a request's body."""
    most, body = request.app.state.settings.body_bytes, bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Refused("too-big", f"A request has at most {most} bytes.", status=413)
    return read_fields(bytes(body))


def _answer(text: str, status: int = 200) -> Response:
    return Response(text, status, media_type="application/json")


def _secret(request: Request) -> str | None:
    """The secret of a seat, from `Authorization: Bearer SECRET`."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip() or len(secret) > _LONGEST_SECRET:
        raise Refused("malformed", "The header Authorization must be: Bearer SECRET.")
    return secret.strip()


async def _room(request: Request) -> Room:
    rooms: Rooms = request.app.state.rooms
    return await rooms.find(request.path_params["id"])


async def create(request: Request) -> Response:
    """POST /api/duels"""
    state, fields = request.app.state, await read_body(request)
    state.addresses.duel(request.scope)
    room, made = await state.rooms.create(fields)
    state.metrics.created += 1
    id = made.live.saved.id
    seat = {"player": made.player, "secret": made.secret} if made.secret else None
    told = json.dumps({"id": id, "url": f"/duel/{id}", "seat": seat, "invite": made.invite})
    return _answer(f'{told[:-1]}, "state": {room.state(made.secret)}}}', 201)


async def show(request: Request) -> Response:
    """GET /api/duels/{id}"""
    room, secret, query = await _room(request), _secret(request), request.query_params
    if "after" in query:
        after = _number(query["after"], "after", 10**9)
        most = request.app.state.settings.wait_seconds
        wait = min(_number(query.get("wait", f"{most:g}"), "wait", 3600), most)
        await room.later_than(int(after), wait, secret)
        room = await _room(request)
    return _answer(room.state(secret))


def _number(text: str, name: str, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise Refused("malformed", f'"{name}" must be a number from 0 to {most:g}.')
    return number


async def join(request: Request) -> Response:
    """POST /api/duels/{id}/join"""
    fields = await read_body(request)
    fields.only("invite", "claim")
    claim = fields.text("claim", _LONGEST_SECRET) if fields.has("claim") else None
    if claim is not None and len(claim) < 22:
        raise Refused("malformed", '"claim" must be at least 22 random characters.')
    took: list[tuple[int, str]] = []
    room = await _room(request)
    await room.apply(changes.join(fields.text("invite", _LONGEST_SECRET), claim, lambda *seat: took.append(seat)))
    player, secret = took[-1]
    return _answer(json.dumps({"player": player, "secret": secret}))


async def act(request: Request) -> Response:
    """POST /api/duels/{id}/move and so on"""
    state, secret, fields = request.app.state, _secret(request), await read_body(request)
    kind, began = request.url.path.rpartition("/")[2], time.perf_counter()
    room = await _room(request)
    seat = room.live.saved.seated(secret)
    await room.apply(read_action(kind, fields, seat, secret, state.settings.plies), secret)
    state.metrics.acted(kind, time.perf_counter() - began)
    return _answer(room.state(secret))


routes: list[BaseRoute] = [
    Route("/api/duels", create, methods=["POST"]),
    Route("/api/duels/{id}", show, methods=["GET"]),
    Route("/api/duels/{id}/join", join, methods=["POST"]),
    *(Route(f"/api/duels/{{id}}/{kind}", act, methods=["POST"], name=kind) for kind in ACTIONS),
    WebSocketRoute("/api/duels/{id}/socket", DuelSocket()),
]
