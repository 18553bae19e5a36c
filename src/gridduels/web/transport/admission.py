"""Admission: who may have a connection, and how long it may take to say what it wants.

A connection too many from one address is closed before anything is made for it, and so is any from an address that has
sent too much that is no HTTP. One that has not sent the whole head of a request in time is closed too: `protocol` does
it. The guard (`security`) sees to the body, and a websocket has its own rules.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from starlette.types import Scope

from gridduels.web.settings import Settings
from gridduels.web.transport.limits import TokenBucket, network_of

__all__ = ["Admission", "Admitted", "Client"]

Client = tuple[str, int]


class Admitted(Protocol):
    """One connection."""

    def asked(self) -> None:
        """The head of a request is there."""
        ...

    def answered(self) -> None:
        """The next request may come."""
        ...

    def leave(self) -> None:
        """It is none of ours any more."""
        ...


class Admission:
    """The connections over HTTP there are, and how many come from each address."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        # Behind a proxy every connection is the proxy's.
        self._most = settings.connections_an_address if settings.rate and not settings.proxy else None
        self._limit = settings.rate, settings.rate * settings.burst_seconds
        self._malformed: dict[str, TokenBucket] = {}
        self._addresses: Counter[str] = Counter()
        self._protocols: dict[Client, Admitted] = {}

    def __len__(self) -> int:
        return len(self._protocols)

    def enter(self, client: Client, protocol: Admitted) -> bool:
        """Whether one more connection of this address is allowed; it counts until it leaves."""
        address = network_of(client[0])
        if self._most is not None and self._addresses[address] >= self._most:
            return False
        if (bucket := self._malformed.get(address)) and bucket.wait:
            return False
        self._addresses[address] += 1
        self._protocols[client] = protocol
        return True

    def malformed(self, client: Client) -> None:
        """Count a request that is no HTTP. As many are allowed as other requests; then the address has to wait."""
        if self._most is None:
            return
        address = network_of(client[0])
        if address not in self._malformed:
            self._malformed = {each: bucket for each, bucket in self._malformed.items() if not bucket.full}
            self._malformed[address] = TokenBucket(*self._limit)
        self._malformed[address].take()

    def leave(self, client: Client, protocol: Admitted) -> None:
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
