"""Connection: one end of a websocket, a Listener of its room."""

import asyncio
from collections import deque
from typing import Any, Final, Self

from starlette.types import Receive, Send

from gridduels.web.messages.codec import write_text
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused
from gridduels.web.settings import Settings
from gridduels.web.transport.limits import TokenBucket

__all__ = ["TOO_FAST", "TRY_LATER", "Connection", "Gone"]

TOO_FAST, TRY_LATER = 1008, 1013
_MOST_UNSENT: Final = 64
"""Who does not read so many messages is disconnected; a State holds everything, so nothing is lost."""
_LAST_WORDS: Final = 1.0
"""Seconds for what is still to be sent when a connection ends."""


class Gone(Exception):
    """The other end has closed the connection."""


class Connection:
    """One websocket: what comes is counted, what is told is sent in its order by a task of its own."""

    def __init__(self, receive: Receive, send: Send, settings: Settings) -> None:
        self.secret: str | None = None
        self._receive, self._send, self._settings = receive, send, settings
        self._bucket = TokenBucket(settings.messages_a_second, settings.messages_at_once)
        self._slowed = 0
        """Messages in a row that had to wait."""
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
        """The next message; who sends too many has to wait, and who goes on all the same is sent away."""
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
        """Lets so many messages a second pass; the others wait in the network, and so does who sends them."""
        self._slowed = self._slowed + 1 if self._bucket.wait else 0
        if self._slowed > self._settings.messages_slowed:
            most = f"{self._settings.messages_a_second:g} a second"
            self.refuse(Refused(Code.TOO_FAST, f"Too many messages: at most {most}."))
            self.leave(TOO_FAST)
            raise Gone
        while not self._bucket.take():
            await asyncio.sleep(self._bucket.wait)

    def tell(self, text: str) -> None:
        """Sends a message soon; who does not read is sent away."""
        if self._left:
            return
        self._unsent.append({"type": "websocket.send", "text": text})
        if len(self._unsent) > _MOST_UNSENT:
            self._unsent.clear()
            self.leave(TRY_LATER)
        self._wake()

    def refuse(self, refused: Refused) -> None:
        """Tells a refusal."""
        self.tell(write_text(refused.message))

    def leave(self, code: int) -> None:
        """Ends the connection, after what is to be sent."""
        if not self._left:
            self._unsent.append({"type": "websocket.close", "code": code, "reason": ""})
            self._left = True
            self._wake()

    def _wake(self) -> None:
        if not self._news.done():
            self._news.set_result(None)

    async def _write(self) -> None:
        """Sends what is to be sent, until somebody leaves."""
        try:
            while True:
                while self._unsent:
                    await self._send(self._unsent.popleft())
                if self._left:
                    return
                self._news = asyncio.get_running_loop().create_future()
                await self._news
        except Exception:
            self._left = True  # the other end has gone; its room hears of it from `receive`
