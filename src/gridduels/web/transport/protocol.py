"""uvicorn's HTTP and websocket protocols, with admission control and rate limiting."""

import asyncio
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gridduels.web.settings import Settings
from gridduels.web.transport.admission import Admission, Client, TokenBucket

# --- AdmittedProtocol: consults Admission before uvicorn's HTTP protocol (`uvicorn.Config(http=...)`)


class AdmittedProtocol(asyncio.Protocol):
    """One connection. Passes its bytes to uvicorn's own protocol if it is admitted."""

    def __init__(self, config: uvicorn.Config, **more: Any) -> None:
        app: Any = config.app
        self._admission: Admission = app.state.site.admission
        self._options = {"config": config, **more}
        self._inner: H11Protocol | None = None
        self._client: Client | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._asking = True
        """Whether a request's head is due: at the start, and from the first bytes after a response."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        if peer := transport.get_extra_info("peername"):
            client = str(peer[0]), int(peer[1])
            if not self._admission.enter(client, self):
                transport.abort()
                return
            self._client = client
        self._inner = H11Protocol(**self._options)
        self._inner.connection_made(transport)
        self._start_deadline()

    def data_received(self, data: bytes) -> None:
        if self._inner is None:
            return
        if self._asking and self._deadline is None:
            self._start_deadline()
        try:
            self._inner.data_received(data)
        except h11.LocalProtocolError:  # malformed request: uvicorn sent its 400 after another response
            self._transport.abort()
        if self._inner.conn.their_state is h11.ERROR:
            self._malformed(self._inner)

    def _malformed(self, inner: H11Protocol) -> None:
        """Charge the address for malformed HTTP, to which uvicorn has already responded."""
        if inner.cycle is not None:
            inner.cycle.disconnected = True
        if self._client:
            self._admission.malformed(self._client)

    def eof_received(self) -> None:
        if self._inner:
            self._inner.eof_received()

    def pause_writing(self) -> None:
        if self._inner:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        if self._inner:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        if self._inner:
            self._inner.connection_lost(exc)

    def asked(self) -> None:
        """Note that a request's head is complete."""
        self._asking = False
        self._stop_deadline()

    def answered(self) -> None:
        """Expect the next request."""
        self._asking = True

    def leave(self) -> None:
        """Forget the connection."""
        self._stop_deadline()
        if self._client:
            self._admission.leave(self._client, self)
            self._client = None

    def _start_deadline(self) -> None:
        self._deadline = asyncio.get_running_loop().call_later(self._admission.seconds, self._too_late)

    def _stop_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._transport.abort()
        self.leave()


# --- PacedProtocol: limits a websocket's bytes per second
#
# Replaces uvicorn's websocket protocol (`uvicorn.Config(ws=...)`). Pings and pongs never reach the application, which
# counts messages: a flood of them would keep the server busy, and the responses would pile up if the client does not
# read them.


class PacedProtocol(WebSocketsSansIOProtocol):
    """One websocket; a client that sends too much is disconnected."""

    def __init__(self, config: uvicorn.Config, **more: Any) -> None:
        super().__init__(config, **more)
        app: Any = config.app
        settings: Settings = app.state.site.settings
        self._bucket = TokenBucket(settings.socket_bytes_a_second, settings.socket_bytes_at_once)

    def data_received(self, data: bytes) -> None:
        if self._bucket.take(len(data)):
            super().data_received(data)
        else:
            self.transport.abort()
