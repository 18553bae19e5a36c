"""The websocket of a duel: who connects says hello, then sends messages and hears of every change."""

import asyncio
import logging
from functools import partial
from typing import Final

from starlette.types import Receive, Scope, Send

from gridduels.errors import GridDuelsError
from gridduels.web.actions import act
from gridduels.web.live.room import Room
from gridduels.web.live.saved import Live
from gridduels.web.messages.answers import Pong, why_of
from gridduels.web.messages.codec import Reader, write_text
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused, as_refused
from gridduels.web.messages.requests import Action, AskWhy, Hello, Said
from gridduels.web.site import Site, site_of
from gridduels.web.transport.connection import TOO_FAST, TRY_LATER, Connection, Gone

__all__ = ["DuelSocket"]

NO_SUCH_DUEL, INTERNAL_ERROR = 4404, 1011
_SAID: Final[Reader[Said]] = Reader(Said)
_PONG: Final = write_text(Pong())
_log = logging.getLogger("gridduels.web")


class DuelSocket:
    """The ASGI application behind /api/duels/{id}/socket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = site_of(scope)
        await receive()
        await send({"type": "websocket.accept"})
        async with Connection(receive, send, site.settings) as connection:
            try:
                with site.addresses.socket(scope):
                    await self._serve(connection, site, scope)
            except Gone:
                pass
            except GridDuelsError as error:
                refused = as_refused(error)
                site.metrics.refused(refused.code)
                connection.refuse(refused)
                connection.leave(NO_SUCH_DUEL if refused.code is Code.NO_SUCH_DUEL else TRY_LATER)
            except Exception:
                _log.exception("internal error")
                connection.leave(INTERNAL_ERROR)

    async def _serve(self, connection: Connection, site: Site, scope: Scope) -> None:
        try:
            async with asyncio.timeout(site.settings.hello_seconds):
                hello = await self._hello(connection)
        except TimeoutError:
            connection.refuse(Refused(Code.MALFORMED, "A connection begins with hello."))
            connection.leave(TOO_FAST)
            return
        room = await site.rooms.find(scope["path_params"]["id"])
        visit = _Visit(connection, room, site, scope)
        try:
            visit.enter(hello)
            with site.rooms.visit(room, site.addresses.visitor(scope)):
                while True:
                    await visit.hear()
        finally:
            room.leave(connection)

    async def _hello(self, connection: Connection) -> Hello:
        """The hello; anything else is refused."""
        while True:
            try:
                said = _SAID.read(await connection.text())
                if isinstance(said, Hello):
                    return said
                connection.refuse(Refused(Code.MALFORMED, "A connection begins with hello."))
            except Refused as refused:
                connection.refuse(refused)


class _Visit:
    """Somebody in a room; what is said is answered in its order."""

    def __init__(self, connection: Connection, room: Room, site: Site, scope: Scope) -> None:
        self._connection, self._room, self._site, self._scope = connection, room, site, scope
        self._acting: asyncio.Future[None] | None = None
        """The last action: actions wait for each other in the room, everything else waits for them here."""

    def enter(self, hello: Hello) -> None:
        """Lets somebody in; the bearer of a secret that opens no seat is told so, and watches."""
        connection, room = self._connection, self._room
        known = bool(room.live.saved.sides_of(hello.seat))
        connection.secret = hello.seat if known else None
        room.enter(connection)
        if hello.seat is not None and not known:
            sentence = "This seat is not one of this duel: you are watching."
            connection.refuse(Refused(Code.NOT_SEATED, sentence, state=room.state()))

    async def hear(self) -> None:
        """Answers the next message."""
        try:
            said = _SAID.read(await self._connection.text())
            if isinstance(said, Action):
                return await self._act(said)
            if self._acting and not self._acting.done():
                await asyncio.wait([self._acting])
            if isinstance(said, Hello):
                self.enter(said)
            elif isinstance(said, AskWhy):
                self._connection.tell(write_text(why_of(self._room.live.duel, said.move)))
            else:
                self._connection.tell(_PONG)
        except GridDuelsError as error:
            self._refuse(as_refused(error))

    async def _act(self, action: Action) -> None:
        """Has an action done, without waiting for its end."""
        before = self._room.live
        self._acting = await act(self._site, self._scope, self._room, action, self._connection.secret)
        self._acting.add_done_callback(partial(self._acted, before))

    def _acted(self, before: Live, acting: "asyncio.Future[None]") -> None:
        """An action is done or refused; where it changed nothing, who asked is told how things stand."""
        error = acting.exception()
        if isinstance(error, GridDuelsError):
            self._refuse(as_refused(error))
        elif error:
            _log.error("internal error", exc_info=error)
            self._connection.leave(INTERNAL_ERROR)
        elif self._room.live is before:
            self._connection.tell(write_text(self._room.state(self._connection.secret)))

    def _refuse(self, refused: Refused) -> None:
        self._site.metrics.refused(refused.code)
        self._connection.refuse(refused)
        if refused.code is Code.NO_SUCH_DUEL:
            self._connection.leave(NO_SUCH_DUEL)
