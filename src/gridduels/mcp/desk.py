"""The tools' access to a web server's duels and workers, through `web.actions`."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple, TypeVar

from mcp.server.mcpserver import Context
from starlette.types import Scope

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.protocol.codec import Reader
from gridduels.protocol.requests import Move, NewDuel
from gridduels.protocol.state import State
from gridduels.registry import definition
from gridduels.web.actions import act, begin
from gridduels.web.pool.evaluation import VISITOR, OutOfPatience
from gridduels.web.pool.tasks import OutOfTime
from gridduels.web.room import Room
from gridduels.web.saved import must_tell_values
from gridduels.web.site import Site

_NEW_DUEL: Final[Reader[NewDuel]] = Reader(NewDuel)
_LONGEST_WORK: Final = 30.0
"""Maximum time an assistant waits for a computation, in seconds."""
_PAUSE: Final = 0.2
T = TypeVar("T")


class Handle(NamedTuple):
    """A duel and the secret of one of its seats. Without the secret you can watch, but not move.

    >>> Handle.read("Abc123:s3cret"), str(Handle("Abc123"))
    (Handle(id='Abc123', secret='s3cret'), 'Abc123')
    """

    id: str
    secret: str | None = None

    @classmethod
    def read(cls, text: str) -> "Handle":
        id, _, secret = text.strip().partition(":")
        return cls(id, secret or None)

    def __str__(self) -> str:
        return f"{self.id}:{self.secret}" if self.secret else self.id


class Seen(NamedTuple):
    """A duel and its state as reported by the server."""

    duel: Duel
    state: State
    link: str


class Begun(NamedTuple):
    """A new duel and the link for the person taking the other seat, if any."""

    handle: Handle
    invitation: str | None


class Desk:
    """A site and its public address."""

    def __init__(self, site: Site, url: Callable[[Context[Any, Any]], str]) -> None:
        self.site = site
        self._url = url

    async def begin(self, context: Context[Any, Any], wish: dict[str, Any]) -> Begun:
        """Begin a duel."""
        import msgspec

        asked = _NEW_DUEL.read(msgspec.json.encode({key: value for key, value in wish.items() if value is not None}))
        begun = await begin(self.site, scope_of(context), asked)
        handle = Handle(begun.room.live.saved.id, begun.secret)
        link = f"{self._link(context, handle)}#join={begun.invite}" if begun.invite else None
        return Begun(handle, link)

    async def look(self, context: Context[Any, Any], handle: Handle) -> Seen:
        """Return a duel in its current state."""
        return self._seen(context, await self.site.rooms.find(handle.id), handle)

    async def study(self, context: Context[Any, Any], handle: Handle) -> Seen:
        """Return a duel whose values may be revealed."""
        must_tell_values((await self.site.rooms.find(handle.id)).live)
        return await self.look(context, handle)

    async def move(self, context: Context[Any, Any], handle: Handle, move: str) -> Seen:
        """Play a move for this seat; return the resulting duel."""
        room = await self.site.rooms.find(handle.id)
        wanted = Move(ply=room.live.duel.ply, move=move)
        await (await act(self.site, scope_of(context), room, wanted, handle.secret))
        return self._seen(context, room, handle)

    async def wait(self, context: Context[Any, Any], handle: Handle, seconds: float) -> Seen:
        """Wait until it is this seat's turn, the game is over or the timeout expires; return the duel."""
        until = time.monotonic() + min(max(seconds, 0.0), self.site.settings.wait_seconds)
        while True:
            room = await self.site.rooms.find(handle.id)
            live, left = room.live, until - time.monotonic()
            if live.duel.outcome or live.duel.turn in live.saved.sides_of(handle.secret) or left <= 0:
                return self._seen(context, room, handle)
            with self.site.rooms.visit(room, self.site.addresses.visitor(scope_of(context))):
                await room.later_than(live.saved.version, left, handle.secret)

    async def work(self, context: Context[Any, Any], ask: Callable[[], Awaitable[T]]) -> T:
        """Ask the workers repeatedly until they have the answer."""
        VISITOR.set(self.site.addresses.visitor(scope_of(context)))
        until = time.monotonic() + _LONGEST_WORK
        while True:
            try:
                return await ask()
            except OutOfPatience as waiting:
                if time.monotonic() > until:
                    raise GridDuelsError(f"This is still being computed ({waiting.stage}). Ask again.") from None
                await asyncio.sleep(_PAUSE)
            except OutOfTime as error:
                raise GridDuelsError(f"This server can't answer that: {error}.") from None

    def _seen(self, context: Context[Any, Any], room: Room, handle: Handle) -> Seen:
        return Seen(room.live.duel, room.state(handle.secret), self._link(context, handle))

    def _link(self, context: Context[Any, Any], handle: Handle) -> str:
        return f"{self._url(context)}/duel/{handle.id}"


def scope_of(context: Context[Any, Any]) -> Scope | None:
    """Return the ASGI scope of an assistant's HTTP request; None over standard input."""
    request = context.request_context.request
    return None if request is None else request.scope


def chosen_game(game: str, size: int | str | None, rules: dict[str, Any] | None) -> Game:
    """Return the game named by a tool's arguments."""
    return Game(definition(game), size, {name: str(value) for name, value in (rules or {}).items()})
