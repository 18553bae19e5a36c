"""The websocket of a duel: who connects says hello, then sends messages and hears of every change."""

import asyncio
import json
import logging
import time
from collections import deque
from functools import partial
from typing import Any, Final

from starlette.types import Receive, Scope, Send

from gridduels.errors import GridDuelsError
from gridduels.web.live.actions import ACTIONS, read_action
from gridduels.web.live.room import Room
from gridduels.web.live.saved import Live
from gridduels.web.messages.board_data import why_not
from gridduels.web.messages.reading import Fields, read_fields
from gridduels.web.messages.refusals import Refused, as_refused
from gridduels.web.transport.connection import TOO_FAST, TRY_LATER, Connection, Gone

__all__ = ["DuelSocket"]

NO_SUCH_DUEL, INTERNAL_ERROR = 4404, 1011
_KINDS: Final = ("hello", "ping", "why", *ACTIONS)
_log = logging.getLogger("gridduels.web")


class DuelSocket:
    """The ASGI application behind /api/duels/{id}/socket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        state = scope["app"].state
        await receive()
        await send({"type": "websocket.accept"})
        connection = Connection(scope, receive, send, state.settings)
        try:
            with state.addresses.socket(scope):
                await self._serve(connection, scope)
        except Gone:
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
                fields = await self._first(connection, state.settings.message_bytes)
        except TimeoutError:
            connection.tell(Refused("malformed", "A connection begins with hello.").body())
            connection.leave(TOO_FAST)
            return
        room: Room = await state.rooms.find(scope["path_params"]["id"])
        talk = _Talk(connection, room, state)
        try:
            _hello(connection, room, fields)
            await connection.listen(talk.hear)
        finally:
            await talk.end()
            room.leave(connection)

    async def _first(self, connection: Connection, most: int) -> Fields:
        """The hello; anything else is refused."""
        while True:
            try:
                fields = _fields(await connection.text(), most)
                fields.one_of("type", "hello")
                _secret(fields)
                return fields
            except Refused as refused:
                connection.tell(refused.body())


class _Talk:
    """What somebody says in a room, each message answered before the next."""

    def __init__(self, connection: Connection, room: Room, state: Any) -> None:
        self._connection, self._room, self._state = connection, room, state
        self._unanswered: deque[str | None] = deque()
        self._answering = self._acting = False
        self._ended: asyncio.Future[None] | None = None

    def hear(self, text: str | None) -> None:
        """Answers a message, when those before it are answered."""
        self._unanswered.append(text)
        self._go_on()

    async def end(self) -> None:
        """Waits until everything that was said is answered."""
        if self._acting:
            self._ended = asyncio.get_running_loop().create_future()
            await self._ended

    def _go_on(self) -> None:
        if self._answering:
            return
        self._answering = True
        while self._unanswered and not self._acting:
            try:
                self._answer(_fields(self._unanswered.popleft(), self._state.settings.message_bytes))
            except Exception as error:
                self._refuse(error)
        self._answering = False
        if self._ended and not self._acting and not self._ended.done():
            self._ended.set_result(None)

    def _answer(self, fields: Fields) -> None:
        connection, room = self._connection, self._room
        kind = str(fields.one_of("type", *_KINDS))
        if kind == "hello":
            _hello(connection, room, fields)
        elif kind == "ping":
            connection.tell('{"type": "pong"}')
        elif kind == "why":
            connection.tell(why(room, fields))
        else:
            seat, secret = room.listeners.get(connection, ()), connection.secret
            change = read_action(kind, fields, seat, secret, self._state.settings.plies)
            self._acting = True
            room.ask(change, secret, partial(self._acted, kind, room.live, time.perf_counter()))

    def _acted(self, kind: str, before: Live, began: float, error: Exception | None) -> None:
        self._acting = False
        if error:
            self._refuse(error)
        else:
            if self._room.live is before:
                self._connection.tell(self._room.state(self._connection.secret))
            self._state.metrics.acted(kind, time.perf_counter() - began)
        self._go_on()

    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, GridDuelsError):
            _log.error("internal error", exc_info=error)
            self._connection.leave(INTERNAL_ERROR)
            return
        refused = as_refused(error)
        self._state.metrics.refused(refused.code)
        self._connection.tell(refused.body())
        if refused.code == "no-such-duel":
            self._connection.leave(NO_SUCH_DUEL)


def _fields(text: str | None, most: int) -> Fields:
    """The fields of a message."""
    if text is None:
        raise Refused("malformed", "Messages are text, not bytes.")
    if len(text) > most:
        raise Refused("too-big", f"A message has at most {most} characters.")
    return read_fields(text)


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
    found = why_not(room.live.duel, fields.text("move", 20))
    return json.dumps({"type": "why", **found, "sentence": found["sentence"] or ""})
