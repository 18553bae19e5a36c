"""The single entry point for live duels: `begin` starts a duel, `act` changes one.

The websocket, HTTP and MCP layers only parse requests and present results. Everything in between happens here: limiting
how many duels an address may start (on this server and across all servers), choosing the visitor whose quota pays for
the computer's reply, and recording metrics. Each change (`web.changes`) checks permissions against the duel's state at
the time the change is applied.

`scope` is the visitor's request or websocket. None means the person running this process, as in `gridduels mcp`, who
has no limits.
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
from gridduels.web.rooms import abort, claim, must_not_reply
from gridduels.web.saved import Live
from gridduels.web.site import Site

Wanted = Action | Join | OfferSeat | TakeSeat
Grant = Callable[[Any], None]
"""Called with a change's private result: an OwnSeat, or the code that moves a seat."""
_SEATING: Final[dict[type[Any], str]] = {Join: "join", OfferSeat: "seat-code", TakeSeat: "seat"}
"""The requests that reassign seats, each with the last part of its path."""


class Begun(NamedTuple):
    """A duel that a visitor has started or been seated in, with the visitor's secrets."""

    room: Room
    player: Literal[1, 2, "both"] | None
    secret: str | None
    invite: str | None

    @property
    def seat(self) -> OwnSeat | None:
        """The seat; None for a spectator."""
        return OwnSeat(player=self.player, secret=self.secret) if self.player and self.secret else None


async def begin(site: Site, scope: Scope | None, wish: NewDuel | Pair) -> Begun:
    """Start a duel. For a Pair, find a seat opposite someone waiting for a partner, or start waiting for one."""
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
    """Queue an action by a secret's owner. The future resolves once the action is persisted and broadcast, or refused.

    A websocket awaits only the queueing, so its messages stay in order without waiting for each other.
    """
    if isinstance(wanted, AskRematch):
        await _admit_duel(site, scope)
        site.rooms.must_have_space()
    began, visitor = time.perf_counter(), site.addresses.visitor(scope)
    clocked = [] if room.live.saved.humans == (1, 2) else await site.rooms.clocked(visitor)
    change = _change_of(wanted, secret, site.settings.plies, grant)

    def charged(live: Live, now: float) -> tuple[Live, ...]:
        made = change(live, now)
        must_not_reply(clocked, made[-1])
        room.visitor = visitor  # not refused, so the sender has a seat and pays for the computer's reply
        return made

    made = room.ask(charged, secret)
    made.add_done_callback(partial(_count, site, wanted, began))
    return made


async def _admit_duel(site: Site, scope: Scope | None) -> None:
    """Count a new duel, on this server and across all servers; refuse it if its address starts too many."""
    if scope is None:
        return
    site.addresses.duel(scope)
    visitor, rate = site.addresses.visitor(scope), site.settings.duels_a_minute
    if visitor and not await site.store.allow(visitor, rate / 60, site.settings.duels_at_once):
        raise Refused(Code.TOO_FAST, f"Too many new duels. The limit is {rate:g} a minute per address.")


async def _take_offered(site: Site, scope: Scope | None, room: Room, wish: Pair) -> OwnSeat:
    """Take the free seat in a duel from the lobby."""
    seats: list[OwnSeat] = []
    await (await act(site, scope, room, Join(listed=wish.listed, name=wish.name), grant=seats.append))
    return seats[-1]


def _count(site: Site, wanted: Wanted, began: float, made: "asyncio.Future[None]") -> None:
    if not made.cancelled() and made.exception() is None:
        kind = tag_of(wanted) if isinstance(wanted, Action) else _SEATING[type(wanted)]
        site.metrics.acted(kind, time.perf_counter() - began)


def _change_of(wanted: Wanted, secret: str | None, most_plies: int, grant: Grant) -> Change:
    """Return the change for a request. The change itself looks up the seat that the secret belongs to."""
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
