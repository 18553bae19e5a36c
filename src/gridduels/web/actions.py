"""The one entry point for live duels: `begin` begins a duel, `act` changes one.

The websocket, HTTP and MCP only read requests and show results. Everything between is here: the number of duels an
address may begin, at this server and at all servers together, the visitor whose quota pays for the computer's reply,
and the metrics. Each change (`web.changes`) checks who may make it, on the duel as it is when its turn comes.

`scope` is the visitor's request or websocket. None is the person who runs this process, as in `gridduels mcp`, and has
no limits.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from starlette.types import Scope

from gridduels.protocol.answers import OwnSeat, Pair
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.protocol.requests import (
    AbortDuel,
    Action,
    AnswerTakeback,
    AskRematch,
    AskTakeback,
    ChangeSides,
    ClaimDuel,
    Join,
    Move,
    NewDuel,
    OfferSeat,
    Resign,
    TakeSeat,
    Withdraw,
    tag_of,
)
from gridduels.web import changes
from gridduels.web.changes import Change, change_sides
from gridduels.web.room import Room
from gridduels.web.rooms import abort, claim
from gridduels.web.saved import Live
from gridduels.web.site import Site

Wanted = Action | Join | OfferSeat | TakeSeat
Grant = Callable[[Any], None]
"""Called with the private result of a change: an OwnSeat, or the code that moves a seat."""
_SEATING: Final[dict[type[Any], str]] = {Join: "join", OfferSeat: "seat-code", TakeSeat: "seat"}
"""The requests that change who sits where, with the ends of their paths."""


class Begun(NamedTuple):
    """A duel that a visitor has begun or found a seat in, with the visitor's secrets."""

    room: Room
    player: Literal[1, 2, "both"] | None
    secret: str | None
    invite: str | None

    @property
    def seat(self) -> OwnSeat | None:
        """The seat; None for a spectator."""
        return OwnSeat(player=self.player, secret=self.secret) if self.player and self.secret else None


async def begin(site: Site, scope: Scope | None, wish: NewDuel | Pair) -> Begun:
    """Begin a duel; for a Pair, find a seat opposite someone who waits for a partner, or start waiting for one."""
    await _admit_duel(site, scope)
    visitor = site.addresses.visitor(scope)
    if isinstance(wish, Pair):
        room, player, secret = await site.lobby.pair(wish, visitor, partial(_take_offered, site, scope))
        return Begun(room, player, secret, None)
    create = site.lobby.bring if wish.offer or wish.listed else site.rooms.create
    room, started = await create(wish, visitor)
    return Begun(room, started.player, started.secret, started.invite)


async def act(
    site: Site,
    scope: Scope | None,
    room: Room,
    wanted: Wanted,
    secret: str | None = None,
    grant: Grant = lambda given: None,
) -> "asyncio.Future[None]":
    """Queue an action of the owner of a secret. The future is done once it is persisted and broadcast, or refused.

    A websocket awaits only the queueing, so that its messages keep their order without waiting for each other.
    """
    if isinstance(wanted, AskRematch):
        await _admit_duel(site, scope)
        site.rooms.must_have_space()
    began, visitor = time.perf_counter(), site.addresses.visitor(scope)
    change = _change_of(wanted, secret, site.settings.plies, grant)

    def charged(live: Live, now: float) -> tuple[Live, ...]:
        made = change(live, now)
        room.visitor = visitor  # not refused, so the sender has a seat: its quota pays for the computer's reply
        return made

    made = room.ask(charged, secret)
    made.add_done_callback(partial(_count, site, wanted, began))
    return made


async def _admit_duel(site: Site, scope: Scope | None) -> None:
    """Count a new duel, at this server and at all of them; refuse it if its address begins too many."""
    if scope is None:
        return
    site.addresses.duel(scope)
    visitor, rate = site.addresses.visitor(scope), site.settings.duels_a_minute
    if visitor and not await site.store.allow(visitor, rate / 60, site.settings.duels_at_once):
        raise Refused(Code.TOO_FAST, f"Too many new duels. The limit is {rate:g} a minute per address.")


async def _take_offered(site: Site, scope: Scope | None, room: Room, wish: Pair) -> OwnSeat:
    """Take the free seat of a duel in the lobby."""
    seats: list[OwnSeat] = []
    await (await act(site, scope, room, Join(listed=wish.listed, name=wish.name), grant=seats.append))
    return seats[-1]


def _count(site: Site, wanted: Wanted, began: float, made: "asyncio.Future[None]") -> None:
    if not made.cancelled() and made.exception() is None:
        kind = tag_of(wanted) if isinstance(wanted, Action) else _SEATING[type(wanted)]
        site.metrics.acted(kind, time.perf_counter() - began)


def _change_of(wanted: Wanted, secret: str | None, most_plies: int, grant: Grant) -> Change:
    """Return the change for a request; the change itself looks up which seat the secret opens."""
    match wanted:
        case Move(ply=ply, move=word):
            return changes.move(secret, ply, word, most_plies)
        case Resign(ply=ply):
            return changes.resign(secret, ply)
        case AskTakeback(ply=ply):
            return changes.takeback(secret, ply)
        case AnswerTakeback(ply=ply, to=to, accept=accept):
            return changes.answer(secret, ply, to, accept)
        case AskRematch(ply=ply):
            return changes.rematch(secret, ply)
        case ChangeSides(ply=ply):
            return change_sides(secret, ply)
        case ClaimDuel(ply=ply):
            return claim(secret, ply)
        case AbortDuel(ply=ply):
            return abort(secret, ply)
        case Withdraw():
            return changes.withdraw(secret)
        case Join(invite=invite, claim=own, listed=listed, name=name):
            return changes.join(invite, own, grant, listed, name)
        case OfferSeat():
            return changes.offer_seat(secret, grant)
        case TakeSeat(code=code, claim=own):
            return changes.take_seat(code, own, grant)
    raise TypeError(f"{wanted!r} is not an action")
