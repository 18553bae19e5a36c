"""The websocket of a duel: who connects says hello, then sends messages and hears of every change."""

import asyncio
import json
import time
from typing import Any

from starlette.types import Receive, Scope, Send

from gridduels.errors import GridDuelsError
from gridduels.web.actions import ACTIONS, read_action
from gridduels.web.limits import Allowance
from gridduels.web.reading import Fields, read_fields
from gridduels.web.refusals import Refused, as_refused
from gridduels.web.room import Room
from gridduels.web.settings import Settings

__all__ = ["DuelSocket"]

NO_SUCH_DUEL, TOO_FAST, TRY_LATER = 4404, 1008, 1013
_MOST_UNSENT = 64
"""Who does not read so many messages is disconnected; a State holds everything, so nothing is lost."""


class _Gone(Exception):
    """The other end has closed the connection."""


class Connection:
    """One websocket: a Listener of its room."""

    def __init__(self, receive: Receive, send: Send, settings: Settings) -> None:
        self.secret: str | None = None
        self._receive, self._send, self._settings = receive, send, settings
        self._unsent: list[dict[str, Any]] = []
        self._sending: asyncio.Task[None] | None = None
        self._allowance = Allowance(settings.messages_a_second, settings.messages_at_once)
        self._left = False

    async def text(self) -> str | None:
        """The next message; None where it is not text."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect" or self._left:
            raise _Gone
        text: str | None = message.get("text")
        return text

    async def fields(self) -> Fields:
        """The fields of the next message."""
        text = await self.text()
        if not self._allowance.take():
            most = f"{self._settings.messages_a_second:g} a second"
            self.tell(Refused("too-fast", f"Too many messages: at most {most}.").body())
            self.leave(TOO_FAST)
            raise _Gone
        if text is None:
            raise Refused("malformed", "Messages are text, not bytes.")
        if len(text) > self._settings.message_bytes:
            raise Refused("too-big", f"A message has at most {self._settings.message_bytes} characters.")
        return read_fields(text)

    def tell(self, text: str) -> None:
        """Sends a message soon."""
        self._put({"type": "websocket.send", "text": text})

    def leave(self, code: int) -> None:
        """Ends the connection, after what is to be sent."""
        if not self._left:
            self._put({"type": "websocket.close", "code": code, "reason": ""})
            self._left = True

    def _put(self, message: dict[str, Any]) -> None:
        if self._left:
            return
        self._unsent.append(message)
        if len(self._unsent) > _MOST_UNSENT:
            self._unsent = [{"type": "websocket.close", "code": TRY_LATER, "reason": ""}]
            self._left = True
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._flush())

    async def _flush(self) -> None:
        try:
            while self._unsent:
                await self._send(self._unsent.pop(0))
        except Exception:
            self._left = True  # the other end has gone; its room hears of it from `receive`
        finally:
            self._sending = None

    async def finish(self) -> None:
        """Waits until everything is sent."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=1.0)


class DuelSocket:
    """The ASGI application behind /api/duels/{id}/socket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["app"].state
        await receive()
        await send({"type": "websocket.accept"})
        connection = Connection(receive, send, state.settings)
        try:
            with state.addresses.socket(scope):
                await self._serve(connection, scope)
        except _Gone:
            pass
        except GridDuelsError as error:
            state.metrics.refused(error.code)
            connection.tell(as_refused(error).body())
            connection.leave(NO_SUCH_DUEL if error.code == "no-such-duel" else TRY_LATER)
        finally:
            await connection.finish()

    async def _serve(self, connection: Connection, scope: Scope) -> None:
        state = scope["app"].state
        try:
            async with asyncio.timeout(state.settings.hello_seconds):
                fields = await self._first(connection)
        except TimeoutError:
            connection.tell(Refused("malformed", "A connection begins with hello.").body())
            connection.leave(TOO_FAST)
            return
        room: Room = await state.rooms.find(scope["path_params"]["id"])
        try:
            _hello(connection, room, fields)
            while True:
                await self._answer(connection, room, state)
        finally:
            room.leave(connection)

    async def _first(self, connection: Connection) -> Fields:
        """The hello; anything else is refused."""
        while True:
            try:
                fields = await connection.fields()
                fields.one_of("type", "hello")
                _secret(fields)
                return fields
            except Refused as refused:
                connection.tell(refused.body())

    async def _answer(self, connection: Connection, room: Room, state: Any) -> None:
        began = time.perf_counter()
        try:
            fields = await connection.fields()
            began = time.perf_counter()
            kind = str(fields.one_of("type", "hello", "ping", "why", *ACTIONS))
            if kind == "hello":
                _hello(connection, room, fields)
            elif kind == "ping":
                connection.tell('{"type": "pong"}')
            elif kind == "why":
                connection.tell(why(room, fields))
            else:
                before, secret = room.live, connection.secret
                seat = room.listeners.get(connection, ())
                await room.apply(read_action(kind, fields, seat, secret, state.settings.plies), secret)
                if room.live is before:
                    connection.tell(room.state(secret))
                state.metrics.acted(kind, time.perf_counter() - began)
        except GridDuelsError as error:
            refused = as_refused(error)
            state.metrics.refused(refused.code)
            connection.tell(refused.body())
            if refused.code == "no-such-duel":
                connection.leave(NO_SUCH_DUEL)


def _hello(connection: Connection, room: Room, fields: Fields) -> None:
    """Lets somebody in; the bearer of a secret that opens no seat is told so, and watches."""
    secret = _secret(fields)
    known = bool(room.live.saved.seated(secret))
    connection.secret = secret if known else None
    room.enter(connection)
    if secret is not None and not known:
        sentence = "This seat is not one of this duel: you are watching."
        connection.tell(Refused("not-seated", sentence, state=room.state()).body())


def _secret(fields: Fields) -> str | None:
    return fields.text("seat", 100) if fields.has("seat") else None


def why(room: Room, fields: Fields) -> str:
    """Why a move is not allowed now, or that it is."""
    word, duel = fields.text("move", 20), room.live.duel
    answer = {"type": "why", "move": word, "legal": True, "code": None, "sentence": ""}
    try:
        duel.play(word)
    except GridDuelsError as error:
        answer |= {"legal": False, "code": error.code, "sentence": str(error)}
    return json.dumps(answer)
