"""Admission control, and limits per connection and per address."""

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from starlette.types import Scope

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.settings import Settings

# --- Limits per connection and per address


_MOST_REMEMBERED: Final = 10_000


class TokenBucket:
    """A rate limit: this many per second, with bursts of up to `most` after a pause.

    >>> bucket = TokenBucket(1, 2)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left, self._at = rate, most, most, time.monotonic()

    def take(self, many: int = 1) -> bool:
        """Return whether this many more are allowed now."""
        self._fill()
        if self._left < many:
            return False
        self._left -= many
        return True

    @property
    def wait(self) -> float:
        """Seconds until one more is allowed."""
        self._fill()
        return max(0.0, (1 - self._left) / self._rate)

    def _fill(self) -> None:
        now = time.monotonic()
        self._left, self._at = min(self._most, self._left + (now - self._at) * self._rate), now

    @property
    def full(self) -> bool:
        """Whether the limit has been unused long enough to be forgotten."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Addresses:
    """Each address's requests and connections."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests: dict[str, TokenBucket] = {}
        self._duels: dict[str, TokenBucket] = {}
        self._sockets: dict[str, int] = {}
        self.sockets = 0
        self.ended = 0
        """The number of connections that have ended."""

    def visitor(self, scope: Scope | None) -> str:
        """Return the visitor's key, so that one visitor's many questions do not delay others; empty if visitors are
        not counted."""
        return address_of(scope, self._settings.proxy) if scope is not None and self._settings.rate else ""

    def request(self, scope: Scope) -> None:
        """Count a request; refuse it if its address makes too many."""
        rate = self._settings.rate
        if not self._may(scope, self._requests, rate, rate * self._settings.burst_seconds):
            raise Refused(Code.TOO_FAST, f"Too many requests. The limit is {rate:g} a second per address.")

    def duel(self, scope: Scope) -> None:
        """Count a new duel; refuse it if its address starts too many."""
        rate = self._settings.duels_a_minute
        if not self._may(scope, self._duels, rate / 60, self._settings.duels_at_once):
            raise Refused(Code.TOO_FAST, f"Too many new duels. The limit is {rate:g} a minute per address.")

    def _may(self, scope: Scope, buckets: dict[str, TokenBucket], rate: float, most: float) -> bool:
        if not self._settings.rate:
            return True
        address = address_of(scope, self._settings.proxy)
        bucket = buckets.get(address)
        if bucket is None:
            _forget(buckets)
            bucket = buckets[address] = TokenBucket(rate, most)
        return bucket.take()

    @contextmanager
    def socket(self, scope: Scope) -> Iterator[None]:
        """Count a connection while the context is active."""
        address = address_of(scope, self._settings.proxy)
        here = self._sockets.get(address, 0)
        if self.sockets >= self._settings.sockets:
            raise Refused(Code.BUSY, "Too many people are connected to this server. Try again later.")
        if self._settings.rate and here >= self._settings.sockets_an_address:
            raise Refused(
                Code.BUSY, f"Too many connections. The limit is {self._settings.sockets_an_address} per address."
            )
        self._sockets[address] = here + 1
        self.sockets += 1
        try:
            yield
        finally:
            self.sockets -= 1
            self.ended += 1
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]


def _forget(buckets: dict[str, TokenBucket]) -> None:
    """Make room for another address."""
    if len(buckets) >= _MOST_REMEMBERED:
        for address in [address for address, bucket in buckets.items() if bucket.full]:
            del buckets[address]
    if len(buckets) >= _MOST_REMEMBERED:
        raise Refused(Code.BUSY, "Too many visitors at once. Try again later.")


def address_of(scope: Scope, proxy: bool) -> str:
    """Return the address a request comes from."""
    client = scope.get("client")
    address = client[0] if client else ""
    if proxy:
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        if forwarded:
            address = forwarded[-1].decode("latin-1").split(",")[-1].strip()
    return network_of(address)


def network_of(address: str) -> str:
    """Return the key that identifies a visitor: an IPv4 address, however it is written, or a whole IPv6 network.

    >>> network_of("::ffff:192.0.2.1"), network_of("2001:db8::1")
    ('192.0.2.1', '2001:db8::/64')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:50]
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


# --- Connection admission
#
# A connection that exceeds its address's limit is closed before anything is allocated for it, and so is any connection
# from an address that has sent too much malformed HTTP. A connection that has not sent a complete request head in time
# is closed too (`protocol`). The guard (`security`) checks bodies, and websockets have their own rules.


Client = tuple[str, int]


class Admitted(Protocol):
    """One HTTP connection."""

    def asked(self) -> None:
        """Note that a request's head is complete."""
        ...

    def answered(self) -> None:
        """Expect the next request."""
        ...

    def leave(self) -> None:
        """Forget the connection."""
        ...


class Admission:
    """The HTTP connections, and how many there are per address."""

    def __init__(self, settings: Settings) -> None:
        self.seconds = settings.request_seconds
        # Behind a proxy, every connection comes from the proxy.
        self._most = settings.connections_an_address if settings.rate and not settings.proxy else None
        self._limit = settings.rate, settings.rate * settings.burst_seconds
        self._malformed: dict[str, TokenBucket] = {}
        self._addresses: Counter[str] = Counter()
        self._protocols: dict[Client, Admitted] = {}

    def __len__(self) -> int:
        return len(self._protocols)

    def enter(self, client: Client, protocol: Admitted) -> bool:
        """Return whether this address may open another connection, which counts until it leaves."""
        address = network_of(client[0])
        if self._most is not None and self._addresses[address] >= self._most:
            return False
        if (bucket := self._malformed.get(address)) and bucket.wait:
            return False
        self._addresses[address] += 1
        self._protocols[client] = protocol
        return True

    def malformed(self, client: Client) -> None:
        """Count malformed HTTP. It has the same limit as other requests; beyond that, the address has to wait."""
        if self._most is None:
            return
        address = network_of(client[0])
        if address not in self._malformed:
            self._malformed = {each: bucket for each, bucket in self._malformed.items() if not bucket.full}
            self._malformed[address] = TokenBucket(*self._limit)
        self._malformed[address].take()

    def leave(self, client: Client, protocol: Admitted) -> None:
        """Forget a connection that has ended or become a websocket."""
        if self._protocols.get(client) is protocol:  # the same client may have connected to another of our addresses
            del self._protocols[client]
        address = network_of(client[0])
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    @contextmanager
    def request(self, scope: Scope) -> Iterator[None]:
        """Note that the application is handling a request, until it has responded."""
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
        """Note that a connection has become a websocket and now counts as one."""
        if protocol := self._protocols.get(scope["client"]):
            protocol.leave()
