"""The duels over HTTP: begin one, look at it, join it, play it."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gridduels.web.api.qr import qr_code
from gridduels.web.api.query import Query
from gridduels.web.live.actions import change_of
from gridduels.web.live.changes import seating
from gridduels.web.live.room import Room
from gridduels.web.messages.answers import Begun, Invitation, Joined, OwnSeat, SeatCode
from gridduels.web.messages.codec import Reader
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.requests import (
    ACTIONS,
    Action,
    AskRematch,
    Join,
    NewDuel,
    OfferSeat,
    ShowInvitation,
    TakeSeat,
    tag_of,
)
from gridduels.web.site import site_of
from gridduels.web.transport.responses import json_response
from gridduels.web.transport.socket import DuelSocket

__all__ = ["begun_response", "read_body", "routes"]

T = TypeVar("T")
_NEW_DUEL: Final[Reader[NewDuel]] = Reader(NewDuel)
_JOIN: Final[Reader[Join]] = Reader(Join)
_INVITATION: Final[Reader[ShowInvitation]] = Reader(ShowInvitation)
_OFFER: Final[Reader[OfferSeat]] = Reader(OfferSeat)
_TAKE: Final[Reader[TakeSeat]] = Reader(TakeSeat)
_LONGEST_SECRET: Final = 100


async def read_body(request: Request, reader: Reader[T]) -> T:
    """The message in a request's body."""
    settings, body = site_of(request.scope).settings, bytearray()
    try:
        async with asyncio.timeout(settings.request_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > settings.body_bytes:
                    raise Refused(Code.TOO_BIG, f"A request has at most {settings.body_bytes} bytes.", status=413)
    except TimeoutError:
        sentence = f"The body of a request must come within {settings.request_seconds:g} seconds."
        raise Refused(Code.TOO_SLOW, sentence) from None
    return reader.read(bytes(body))


def _secret(request: Request) -> str | None:
    """The secret of a seat, from `Authorization: Bearer SECRET`."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip() or len(secret) > _LONGEST_SECRET:
        raise Refused(Code.MALFORMED, "The header Authorization must be: Bearer SECRET.")
    return secret.strip()


async def _room(request: Request) -> Room:
    return await site_of(request.scope).rooms.find(request.path_params["id"])


async def create(request: Request) -> Response:
    """POST /api/duels"""
    site, wish = site_of(request.scope), await read_body(request, _NEW_DUEL)
    await site.allow_duel(request.scope)
    visitor = site.addresses.visitor(request.scope)
    begin = site.lobby.bring if wish.offer or wish.listed else site.rooms.create
    room, started = await begin(wish, visitor)
    site.metrics.created.inc()
    player, secret = started.player, started.secret
    seat = OwnSeat(player=player, secret=secret) if player and secret else None
    return begun_response(room, seat, started.invite, 201)


def begun_response(room: Room, seat: OwnSeat | None, invite: str | None = None, status: int = 200) -> Response:
    """A duel that somebody has begun, or has found a seat in."""
    id = room.live.saved.id
    begun = Begun(id=id, url=f"/duel/{id}", seat=seat, invite=invite, state=room.state(seat.secret if seat else None))
    return json_response(begun, status)


async def show(request: Request) -> Response:
    """GET /api/duels/{id}"""
    room, secret, query = await _room(request), _secret(request), Query(request, "after", "wait")
    after, most = query.whole("after", 0, 10**9), site_of(request.scope).settings.wait_seconds
    wait = query.number("wait", 3600)
    if after is not None:
        await room.later_than(after, most if wait is None else min(wait, most), secret)
        room = await _room(request)
    return json_response(room.state(secret))


async def join(request: Request) -> Response:
    """POST /api/duels/{id}/join"""
    wish = await read_body(request, _JOIN)
    took: list[tuple[int, str]] = []
    room = await _room(request)
    await room.ask(seating.join(wish.invite, wish.claim, lambda *seat: took.append(seat), wish.listed, wish.name))
    player, secret = took[-1]
    return json_response(Joined(player=player, secret=secret))


async def invitation(request: Request) -> Response:
    """POST /api/duels/{id}/invitation"""
    wish, room = await read_body(request, _INVITATION), await _room(request)
    seating.must_invite(wish.invite, room.live.saved)
    link = f"{wish.page}#join={wish.invite}"
    return json_response(Invitation(link=link, qr=await asyncio.to_thread(qr_code, link)))


async def offer_seat(request: Request) -> Response:
    """POST /api/duels/{id}/seat-code"""
    secret, wish, room = _secret(request), await read_body(request, _OFFER), await _room(request)
    made: list[str] = []
    await room.ask(seating.offer_seat(secret, made.append), secret)
    code = made[-1]
    link = f"{wish.page}{'&' if '#' in wish.page else '#'}take={code}" if wish.page else None
    qr = await asyncio.to_thread(qr_code, link) if link else None
    return json_response(SeatCode(code=code, seconds=int(seating.CODE_SECONDS), link=link, qr=qr))


async def take_seat(request: Request) -> Response:
    """POST /api/duels/{id}/seat"""
    wish, room = await read_body(request, _TAKE), await _room(request)
    took: list[str] = []
    await room.ask(seating.take_seat(wish.code, wish.claim, took.append))
    player = room.state(took[-1]).you
    assert player is not None
    return json_response(OwnSeat(player=player, secret=took[-1]))


def _does(kind: type[Action]) -> Callable[[Request], Awaitable[Response]]:
    """POST /api/duels/{id}/move and so on"""
    reader: Reader[Action] = Reader(kind)

    async def act(request: Request) -> Response:
        site, secret, action = site_of(request.scope), _secret(request), await read_body(request, reader)
        began, room = time.perf_counter(), await _room(request)
        if kind is AskRematch:
            await site.allow_duel(request.scope)
        if room.live.saved.sides_of(secret):
            room.visitor = site.addresses.visitor(request.scope)
        await room.ask(change_of(action, secret, site.settings.plies), secret)
        site.metrics.acted(tag_of(kind), time.perf_counter() - began)
        return json_response(room.state(secret))

    return act


routes: list[BaseRoute] = [
    Route("/api/duels", create, methods=["POST"]),
    Route("/api/duels/{id}", show, methods=["GET"]),
    Route("/api/duels/{id}/join", join, methods=["POST"]),
    Route("/api/duels/{id}/invitation", invitation, methods=["POST"]),
    Route("/api/duels/{id}/seat-code", offer_seat, methods=["POST"]),
    Route("/api/duels/{id}/seat", take_seat, methods=["POST"]),
    *(Route(f"/api/duels/{{id}}/{tag_of(kind)}", _does(kind), methods=["POST"], name=tag_of(kind)) for kind in ACTIONS),
    WebSocketRoute("/api/duels/{id}/socket", DuelSocket()),
]
