"""Connection: one end of a websocket, a Listener of its room."""

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.types import Receive, Scope, Send

from gridduels.web.messages.refusals import Refused
from gridduels.web.settings import Settings
from gridduels.web.transport.limits import Allowance
from gridduels.web.transport.wire import WIRE, Wire

__all__ = ["TOO_FAST", "TRY_LATER", "Connection", "Gone"]

TOO_FAST, TRY_LATER = 1008, 1013
_MOST_UNSENT = 64
"""Who does not read so many messages is disconnected; a State holds everything, so nothing is lost."""


class Gone(Exception):
    """The other end has closed the connection."""


class Connection:
    """One websocket: what comes is counted, what is told is sent in its order."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, settings: Settings) -> None:
        self.secret: str | None = None
        self._receive, self._send, self._settings = receive, send, settings
        self._wire: Wire | None = scope.get("extensions", {}).get(WIRE, {}).get("wire")
        """The short way, where there is one."""
        self._unsent: list[dict[str, Any]] = []
        self._sending: asyncio.Task[None] | None = None
        self._allowance = Allowance(settings.messages_a_second, settings.messages_at_once)
        self._left = False

    async def text(self) -> str | None:
        """The next message; None where it is not text."""
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect" or self._left:
                raise Gone
            if self._may():
                text: str | None = message.get("text")
                return text

    async def listen(self, hear: Callable[[str | None], None]) -> None:
        """Calls `hear` with each message until the other end has gone."""

        def allowed(text: str | None) -> None:
            if not self._left and self._may():
                hear(text)

        if self._wire:
            self._wire.listen(allowed)
        while True:
            hear(await self.text())

    def _may(self) -> bool:
        """Counts a message; who sends too many is sent away."""
        if self._allowance.take():
            return True
        most = f"{self._settings.messages_a_second:g} a second"
        self.tell(Refused("too-fast", f"Too many messages: at most {most}.").body())
        self.leave(TOO_FAST)
        return False

    def tell(self, text: str) -> None:
        """Sends a message, at once where that can be, else soon."""
        if self._left or (self._wire and self._sending is None and self._wire.write(text)):
            return
        self._put({"type": "websocket.send", "text": text})

    def leave(self, code: int) -> None:
        """Ends the connection, after what is to be sent."""
        if not self._left:
            self._put({"type": "websocket.close", "code": code, "reason": ""})
            self._left = True

    def _put(self, message: dict[str, Any]) -> None:
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
