"""Wire: uvicorn's websocket with a shorter way for messages, since a busy server does little else.

A message is handed to who listens in the very moment it comes, and written in the very moment it is told: no queue,
no task. Everything else (opening, closing, pings, fragments, faults) is left to uvicorn and `websockets`.
"""

import struct
from collections.abc import Callable
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

__all__ = ["WIRE", "Wire"]

WIRE: Final = "gridduels.wire"
"""Where an application finds the Wire, among the extensions of its scope."""
_TEXT: Final = 0x81
"""The first byte of a text that is not in fragments."""
_MASKED: Final = 0x80
_SHORT: Final = 126
_MASK: Final = 4
_HEAD: Final = 2 + _MASK


class Wire(WebSocketsSansIOProtocol):
    """One websocket."""

    _hear: Callable[[str | None], None] | None = None

    def listen(self, hear: Callable[[str | None], None]) -> None:
        """From now on `hear` is called with each message (None: not a text), and `receive` tells of the end alone."""
        self._hear = hear
        for message in [self.queue.get_nowait() for _ in range(self.queue.qsize())]:
            if message["type"] == "websocket.receive":
                hear(message.get("text"))
            else:
                self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def write(self, text: str) -> bool:
        """Sends a message at once; False where that cannot be, because the other end does not read, or has gone."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return False
        data = text.encode()
        size = len(data)
        if size < _SHORT:
            head = bytes((_TEXT, size))
        elif size < 1 << 16:
            head = struct.pack(">BBH", _TEXT, 126, size)
        else:
            head = struct.pack(">BBQ", _TEXT, 127, size)
        self.transport.write(head + data)
        return True

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][WIRE] = {"wire": self}

    def data_received(self, data: bytes) -> None:
        text = self._short_text(data) if self._hear else None
        if text is None or self._hear is None:
            super().data_received(data)
        else:
            self._hear(text)

    def _short_text(self, data: bytes) -> str | None:
        """The text, where nothing else has come than one short message; None leaves it to the protocol's parser."""
        size = len(data) - _HEAD
        if not 0 <= size < _SHORT or data[0] != _TEXT or data[1] != _MASKED | size:
            return None
        if self.close_sent or self.conn.state is not State.OPEN or self.conn.reader.buffer or self.frames:
            return None  # the end has begun, or this comes in the middle of a frame or of a message in fragments
        mask = (data[2:_HEAD] * (size // _MASK + 1))[:size]
        plain = int.from_bytes(data[_HEAD:]) ^ int.from_bytes(mask)
        try:
            return plain.to_bytes(size).decode()
        except UnicodeDecodeError:
            return None

    def send_receive_event_to_app(self) -> None:
        """Where uvicorn has a message whole."""
        if self._hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode() if self.curr_msg_data_type == "text" else None
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self._hear(text)
