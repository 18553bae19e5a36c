"""The duel websocket."""

import asyncio
import logging
from collections import deque
from functools import partial
from typing import Any, Final, Self

from starlette.types import Receive, Scope, Send

from gridduels.errors import GridDuelsError
from gridduels.protocol.answers import Pong, why_of
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Reader, Refused, as_refused, write_text
from gridduels.protocol.requests import Action, AskWhy, Emote, Hello, Mute, Said
from gridduels.web.actions import act
from gridduels.web.room import Room
from gridduels.web.saved import Live
from gridduels.web.settings import Settings
from gridduels.web.site import Site, site_of
from gridduels.web.transport.admission import TokenBucket

# --- Connection: a websocket as a Listener of its room


TOO_FAST, TRY_LATER = 1008, 1013
_MOST_UNSENT: Final = 64
"""Number of unsent messages after which a client is disconnected. Nothing is lost, since a State is complete."""
_LAST_WORDS: Final = 1.0
"""Seconds allowed for sending the remaining messages when a connection ends."""


class Gone(Exception):
    """The client has closed the connection."""


class Connection:
    """One websocket. Counts incoming messages, and sends outgoing ones in order from its own task."""

    def __init__(self, receive: Receive, send: Send, settings: Settings) -> None:
        self.secret: str | None = None
        self.muted = False
        self._receive, self._send, self._settings = receive, send, settings
        self._bucket = TokenBucket(settings.messages_a_second, settings.messages_at_once)
        self._slowed = 0
        """The number of consecutive messages that had to wait."""
        self._unsent: deque[dict[str, Any]] = deque()
        self._news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._left = False

    async def __aenter__(self) -> Self:
        self._writing = asyncio.get_running_loop().create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._left = True
        self._wake()
        await asyncio.wait([self._writing], timeout=_LAST_WORDS)
        self._writing.cancel()

    async def text(self) -> str:
        """Return the next message. A client that sends too fast has to wait; one that does not slow down is
        disconnected.
        """
        message = await self._receive()
        if message["type"] == "websocket.disconnect" or self._left:
            raise Gone
        await self._pace()
        text: str | None = message.get("text")
        if text is None:
            raise Refused(Code.MALFORMED, "Messages are text, not bytes.")
        if len(text) > self._settings.message_bytes:
            raise Refused(Code.TOO_BIG, f"A message has at most {self._settings.message_bytes} characters.")
        return text

    async def _pace(self) -> None:
        """Wait until the rate limit allows another message; later ones wait in the network."""
        self._slowed = self._slowed + 1 if self._bucket.wait else 0
        if self._slowed > self._settings.messages_slowed:
            most = f"{self._settings.messages_a_second:g} a second"
            self.refuse(Refused(Code.TOO_FAST, f"Too many messages. The limit is {most}."))
            self.leave(TOO_FAST)
            raise Gone
        while not self._bucket.take():
            await asyncio.sleep(self._bucket.wait)

    def tell(self, text: str) -> None:
        """Queue a message; disconnect a client that does not read."""
        if self._left:
            return
        self._unsent.append({"type": "websocket.send", "text": text})
        if len(self._unsent) > _MOST_UNSENT:
            self._unsent.clear()
            self.leave(TRY_LATER)
        self._wake()

    def refuse(self, refused: Refused) -> None:
        """Send a refusal."""
        self.tell(write_text(refused.message))

    def leave(self, code: int) -> None:
        """Close the connection after sending the remaining messages."""
        if not self._left:
            self._unsent.append({"type": "websocket.close", "code": code, "reason": ""})
            self._left = True
            self._wake()

    def _wake(self) -> None:
        if not self._news.done():
            self._news.set_result(None)

    async def _write(self) -> None:
        """Send messages until the connection ends."""
        try:
            while True:
                while self._unsent:
                    await self._send(self._unsent.popleft())
                if self._left:
                    return
                self._news = asyncio.get_running_loop().create_future()
                await self._news
        except Exception:
            self._left = True  # the client is gone; the room finds out from `receive`


# --- DuelSocket: the client says hello, then sends messages and receives every change


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
            connection.refuse(Refused(Code.MALFORMED, "The first message must be hello."))
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
        """Return the hello message; refuse any other message."""
        while True:
            try:
                said = _SAID.read(await connection.text())
                if isinstance(said, Hello):
                    return said
                connection.refuse(Refused(Code.MALFORMED, "The first message must be hello."))
            except Refused as refused:
                connection.refuse(refused)


class _Visit:
    """A client in a room; its messages are answered in order."""

    def __init__(self, connection: Connection, room: Room, site: Site, scope: Scope) -> None:
        self._connection, self._room, self._site, self._scope = connection, room, site, scope
        self._acting: asyncio.Future[None] | None = None
        """The last action. Actions wait for each other in the room; everything else waits for them here."""

    def enter(self, hello: Hello) -> None:
        """Connect the client to the room. If its secret matches no seat, send a refusal and let it watch."""
        connection, room = self._connection, self._room
        known = bool(room.live.saved.sides_of(hello.seat))
        connection.secret = hello.seat if known else None
        room.enter(connection)
        if hello.seat is not None and not known:
            sentence = "This seat belongs to another duel, so you're watching."
            connection.refuse(Refused(Code.NOT_SEATED, sentence, state=room.state()))

    async def hear(self) -> None:
        """Answer the next message."""
        try:
            said = _SAID.read(await self._connection.text())
            if isinstance(said, Action):
                return await self._act(said)
            if self._acting and not self._acting.done():
                await asyncio.wait([self._acting])
            if isinstance(said, Hello):
                self.enter(said)
            elif isinstance(said, Emote):
                self._room.emote(said.emote, self._connection.secret)
            elif isinstance(said, Mute):
                self._connection.muted = said.muted
            elif isinstance(said, AskWhy):
                self._connection.tell(write_text(why_of(self._room.live.duel, said.move)))
            else:
                self._connection.tell(_PONG)
        except GridDuelsError as error:
            self._refuse(as_refused(error))

    async def _act(self, action: Action) -> None:
        """Start an action without waiting for it to finish."""
        before = self._room.live
        self._acting = await act(self._site, self._scope, self._room, action, self._connection.secret)
        self._acting.add_done_callback(partial(self._acted, before))

    def _acted(self, before: Live, acting: "asyncio.Future[None]") -> None:
        """Respond to an action that is done or refused; if it changed nothing, send the State to its sender."""
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
