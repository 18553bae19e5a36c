"""Duels and the lobby over HTTP: begin a duel, look at it, join it, play it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from gridduels.protocol.answers import Begun, Invitation, Joined, OwnSeat, Pair, SeatCode
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Reader, Refused
from gridduels.protocol.requests import ACTIONS, Action, Join, NewDuel, OfferSeat, ShowInvitation, TakeSeat, tag_of
from gridduels.web import actions, changes
from gridduels.web.actions import Wanted, act, begin
from gridduels.web.api.lines import Query
from gridduels.web.room import Room
from gridduels.web.site import site_of
from gridduels.web.transport.security import json_response
from gridduels.web.transport.socket import DuelSocket

# --- QR codes


def qr_code(text: str) -> str:
    """Return text as a QR code: an SVG image in a data: URL, for use as an image's `src`.

    >>> qr_code("https://example.org/")[:26]
    'data:image/svg+xml;charset'
    """
    import segno  # slow to import, and rarely needed

    return segno.make_qr(text).svg_data_uri(border=4, omitsize=True, light="white")


# --- Duels


T = TypeVar("T")
_NEW_DUEL: Final[Reader[NewDuel]] = Reader(NewDuel)
_JOIN: Final[Reader[Join]] = Reader(Join)
_INVITATION: Final[Reader[ShowInvitation]] = Reader(ShowInvitation)
_OFFER: Final[Reader[OfferSeat]] = Reader(OfferSeat)
_TAKE: Final[Reader[TakeSeat]] = Reader(TakeSeat)
_LONGEST_SECRET: Final = 100


async def read_body(request: Request, reader: Reader[T]) -> T:
    """Decode the body of a request. The guard has already checked its size and time."""
    return reader.read(await request.body())


def _secret(request: Request) -> str | None:
    """Return a seat's secret from `Authorization: Bearer SECRET`."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip() or len(secret) > _LONGEST_SECRET:
        raise Refused(Code.MALFORMED, "The Authorization header must be: Bearer SECRET.")
    return secret.strip()


async def _room(request: Request) -> Room:
    return await site_of(request.scope).rooms.find(request.path_params["id"])


async def create(request: Request) -> Response:
    """POST /api/duels"""
    wish = await read_body(request, _NEW_DUEL)
    return begun_response(await begin(site_of(request.scope), request.scope, wish), 201)


def begun_response(begun: actions.Begun, status: int = 200) -> Response:
    """Return the response for a duel that a visitor has begun or found a seat in."""
    id, state = begun.room.live.saved.id, begun.room.state(begun.secret)
    return json_response(Begun(id=id, url=f"/duel/{id}", seat=begun.seat, invite=begun.invite, state=state), status)


async def show(request: Request) -> Response:
    """GET /api/duels/{id}"""
    room, secret, query = await _room(request), _secret(request), Query(request, "after", "wait")
    after, most = query.whole("after", 0, 10**9), site_of(request.scope).settings.wait_seconds
    wait = query.number("wait", 3600)
    if after is not None:
        site = site_of(request.scope)
        with site.rooms.visit(room, site.addresses.visitor(request.scope)):
            await room.later_than(after, most if wait is None else min(wait, most), secret)
        room = await _room(request)
    return json_response(room.state(secret))


async def join(request: Request) -> Response:
    """POST /api/duels/{id}/join"""
    wish = await read_body(request, _JOIN)
    seat: OwnSeat = await _done(request, await _room(request), wish)
    assert seat.player != "both"  # a person who plays both sides leaves no seat to join
    return json_response(Joined(player=seat.player, secret=seat.secret))


async def invitation(request: Request) -> Response:
    """POST /api/duels/{id}/invitation"""
    wish, room = await read_body(request, _INVITATION), await _room(request)
    changes.must_invite(wish.invite, room.live.saved)
    link = f"{wish.page}#join={wish.invite}"
    return json_response(Invitation(link=link, qr=await asyncio.to_thread(qr_code, link)))


async def offer_seat(request: Request) -> Response:
    """POST /api/duels/{id}/seat-code"""
    secret, wish, room = _secret(request), await read_body(request, _OFFER), await _room(request)
    code: str = await _done(request, room, wish, secret)
    link = f"{wish.page}{'&' if '#' in wish.page else '#'}take={code}" if wish.page else None
    qr = await asyncio.to_thread(qr_code, link) if link else None
    return json_response(SeatCode(code=code, seconds=int(changes.CODE_SECONDS), link=link, qr=qr))


async def take_seat(request: Request) -> Response:
    """POST /api/duels/{id}/seat"""
    wish = await read_body(request, _TAKE)
    seat: OwnSeat = await _done(request, await _room(request), wish)
    return json_response(seat)


async def _done(request: Request, room: Room, wanted: Wanted, secret: str | None = None) -> Any:
    """Make a change; return its private result."""
    given: list[Any] = []
    await (await act(site_of(request.scope), request.scope, room, wanted, secret, given.append))
    return given[-1] if given else None


def _does(kind: type[Action]) -> Callable[[Request], Awaitable[Response]]:
    """POST /api/duels/{id}/move and so on"""
    reader: Reader[Action] = Reader(kind)

    async def do(request: Request) -> Response:
        secret, action = _secret(request), await read_body(request, reader)
        room = await _room(request)
        await _done(request, room, action, secret)
        return json_response(room.state(secret))

    return do


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


# --- The lobby


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


lobby_routes: list[BaseRoute] = [
    Route("/api/lobby", look, methods=["GET"]),
    Route("/api/lobby/pair", pair, methods=["POST"]),
]
