"""Admission: who may have a connection, and how long it may take to say what it wants.

It stands before uvicorn's HTTP protocol (`uvicorn.Config(http=...)`): a connection too many from one address is closed
before anything is made for it, and one that has not sent the whole head of a request in time is closed too. The body
has its time in the application, and a websocket its own rules.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from gridduels.web.settings import Settings
from gridduels.web.transport.limits import network_of

__all__ = ["Admission", "AdmittedProtocol"]

Client = tuple[str, int]


class Admission:
    """The connections over HTTP there are, and how many come from each address."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        # Behind a proxy every connection is the proxy's.
        self._most = settings.connections_an_address if settings.rate and not settings.proxy else None
        self._addresses: Counter[str] = Counter()
        self._protocols: dict[Client, AdmittedProtocol] = {}

    def __len__(self) -> int:
        return len(self._protocols)

    def enter(self, client: Client, protocol: "AdmittedProtocol") -> bool:
        """Whether one more connection of this address is allowed; it counts until it leaves."""
        address = network_of(client[0])
        if self._most is not None and self._addresses[address] >= self._most:
            return False
        self._addresses[address] += 1
        self._protocols[client] = protocol
        return True

    def leave(self, client: Client, protocol: "AdmittedProtocol") -> None:
        """A connection has ended, or is a websocket now."""
        if self._protocols.get(client) is protocol:  # the same client may have come by another address of this machine
            del self._protocols[client]
        address = network_of(client[0])
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    @contextmanager
    def request(self, scope: Scope) -> Iterator[None]:
        """The application has the head of a request, until it has answered."""
        protocol = self._protocols.get(scope["client"])
        if protocol is None:
            yield
            return
        protocol.asked()
        try:
            yield
        finally:
            protocol.answered()

    def upgraded(self, scope: Scope) -> None:
        """A connection has become a websocket, which is counted as such."""
        if protocol := self._protocols.get(scope["client"]):
            protocol.leave()


class AdmittedProtocol(asyncio.Protocol):
    """One connection: lets it in or not, and hands what comes to uvicorn's own protocol."""

    def __init__(self, config: uvicorn.Config, **more: Any) -> None:
        app: Any = config.app
        self._admission: Admission = app.state.site.admission
        self._options = {"config": config, **more}
        self._inner: H11Protocol | None = None
        self._client: Client | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._asking = True
        """Whether the head of a request is due: from the beginning on, and from the first bytes after an answer on."""

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
        self._inner.data_received(data)

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
        """The head of a request is there."""
        self._asking = False
        self._stop_deadline()

    def answered(self) -> None:
        """The next request may come."""
        self._asking = True

    def leave(self) -> None:
        """It is none of ours any more."""
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
