"""The store interface, and the rows and notices that stores share."""

import logging
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import astuple, fields

from gridduels.protocol.base import Code, EmoteName
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved

# --- Notices between servers: only hints, as the database is authoritative


GONE: Final = -1
"""Stands in for the version number of a removed duel."""
_MOST_BYTES: Final = 7_900
"""PostgreSQL's limit for a notice is just below 8,000 bytes."""


class LocalPresence(NamedTuple):
    """Who is connected to a duel on one server."""

    one: bool
    two: bool
    watchers: int
    visitors: tuple[str, ...] = ()
    """The marks of those from whom the duel's values are withheld, wherever they ask."""


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message from one server to the others."""

    server: str
    now: float
    """How far this server has counted time."""
    changed: list[tuple[str, int]] = []
    """Changed duels and their stored versions."""
    here: list[tuple[str, LocalPresence]] = []
    """Duels, and who is connected to them on this server."""
    asks: list[str] = []
    """Duels for which this server wants to know who is connected elsewhere."""
    emotes: list[tuple[str, int, EmoteName]] = []
    """Duels, players, and the emotes they have sent."""
    leaves: bool = False
    """The server is shutting down."""


class News(Protocol):
    """Receives notices from other servers."""

    def changed(self, id: str, version: int) -> None:
        """A duel has a newer version, or is GONE."""
        ...

    def here(self, server: str, id: str, here: LocalPresence) -> None:
        """Someone has connected to a duel or left it on another server."""
        ...

    def asked(self, id: str) -> None:
        """Another server asks who is connected here."""
        ...

    def emoted(self, id: str, player: int, emote: EmoteName) -> None:
        """A player on another server has sent an emote."""
        ...

    def joined(self) -> None:
        """Another server has started, and does not know who is connected here."""
        ...

    def left(self, server: str) -> None:
        """Another server is gone."""
        ...

    def missed(self) -> None:
        """Notices may have been lost."""
        ...


def payloads(
    server: str,
    now: float,
    changed: list[tuple[str, int]] | None = None,
    here: list[tuple[str, LocalPresence]] | None = None,
    asks: list[str] | None = None,
    emotes: list[tuple[str, int, EmoteName]] | None = None,
) -> Iterator[str]:
    """Yield as many notices as needed; none if there is nothing to report.

    >>> list(payloads("s", 1.0, changed=[("abc", 2)]))
    ['{"server":"s","now":1.0,"changed":[["abc",2]]}']
    >>> [len(each) < 8000 for each in payloads("s", 1.0, asks=["abc"] * 2000)], list(payloads("s", 1.0))
    ([True, True], [])
    """
    changed, here, asks, emotes = changed or [], here or [], asks or [], emotes or []
    most = max(len(changed), len(here), len(asks), len(emotes))
    if not most:
        return
    notice = msgspec.json.encode(Notice(server, now, changed, here, asks, emotes))
    if len(notice) <= _MOST_BYTES or most == 1:
        yield notice.decode()
        return
    for half in (slice(most // 2), slice(most // 2, None)):
        yield from payloads(server, now, changed[half], here[half], asks[half], emotes[half])


# --- Rows: a duel's columns, with a checksum


Row = tuple[Any, ...]
"""The values of all columns."""
COLUMNS: Final = (*Saved.__struct_fields__, "checksum")
_DEFAULTS: Final = tuple(field.default for field in fields(Saved))
_ENCODER: Final = msgspec.msgpack.Encoder()
_log = logging.getLogger("gridduels.web")


def checksum(values: Sequence[Any]) -> int:
    """Return the checksum of a duel's values. Default values are left out, so a new column changes no checksum."""
    told = [
        (name, float(value) if type(value) is int else value)  # a database may return an int for a float
        for name, value, default in zip(Saved.__struct_fields__, values, _DEFAULTS, strict=True)
        if value != default
    ]
    return zlib.crc32(_ENCODER.encode(told))


def values_of(saved: Saved) -> Row:
    """Return the values to write."""
    values = astuple(saved)
    return *values, checksum(values)


def saved_of(row: Row) -> Saved:
    """Return the duel stored in a row; refuse a damaged one."""
    *values, kept = row
    if checksum(values) != kept:
        _log.error("a duel is damaged", extra={"duel": str(values[0])})
        raise Refused(Code.DAMAGED, f"The stored duel {values[0]} is damaged. Restore a backup.")
    return Saved(*values)


def whole_of(rows: Iterable[Row]) -> list[Saved]:
    """Return the duels stored in these rows, omitting damaged ones."""
    found = []
    for row in rows:
        with suppress(Refused):
            found.append(saved_of(row))
    return found


# --- The store interface


class Overwritten(Refused):
    """A row would replace a version its author has not seen. Load the stored version and try again."""

    def __init__(self) -> None:
        super().__init__(Code.BUSY, "Another server has changed this duel. Your change was not saved; try again.")


class Store(Protocol):
    """The stored duels. Use it from a single event loop, between `open` and `close`."""

    trouble: str | None
    """Why the last commit failed."""
    commits: int
    saved: int
    commit_seconds: float

    async def open(self) -> None:
        """Open the store; raise SetupError if it cannot be used."""
        ...

    async def close(self) -> None:
        """Save everything that is pending, and the time."""
        ...

    def now(self) -> float:
        """Return seconds since 1970, counted only while a server is running.

        If the machine's clock is wrong or gets adjusted, no duel ages and no player loses time.
        """
        ...

    async def save(self, *rows: Saved) -> None:
        """Save these rows, all or none; return once they are on disk.

        Each row must either be new or directly follow the stored version; otherwise raise Overwritten.
        """
        ...

    async def load(self, id: str) -> Saved | None:
        """Return the duel with this id; refuse a damaged row."""
        ...

    async def unfinished(self) -> int:
        """Return the number of unfinished duels."""
        ...

    async def overdue(self, most: int) -> list[str]:
        """Return the ids of at most this many duels whose player to move has run out of time, earliest first."""
        ...

    async def offered(self, most: int) -> list[Saved]:
        """Return at most this many duels with an open challenge, longest wait first."""
        ...

    async def listed(self, since: float, most: int) -> list[Saved]:
        """Return at most this many watchable duels that are in progress and have changed since a given time, newest
        first."""
        ...

    async def expire(self, unfinished: float, finished: float) -> list[str]:
        """Remove unfinished and finished duels that have not changed since these times; return their ids."""
        ...

    def pages(self) -> AsyncIterator[list[Row]]:
        """Yield all stored rows in pages, including damaged ones."""
        ...

    async def fill(self, pages: AsyncIterator[list[Row]], now: float) -> None:
        """Save all of these rows in an empty store, or none, and continue counting time from the given time."""
        ...

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the stored versions of these duels; omit unknown ones."""
        ...

    shared: bool
    """Whether other servers may change the same duels."""
    news: News | None
    """Receives notices from other servers."""

    async def allow(self, address: str, rate: float, most: float) -> bool:
        """Take a token from an address's bucket, shared by all servers; return False if it is empty.

        `rate` tokens are added per second, up to `most`. A single server has its own buckets.
        """
        ...

    async def claim(self, id: str, version: int) -> bool:
        """Return whether this server, and no other, should think about this version. The claim lasts until `release` or
        the server's end.
        """
        ...

    async def release(self, id: str) -> None:
        """Release a claim."""
        ...

    async def hold(self, name: str) -> bool:
        """Return whether this server, and no other, holds a name. It does so until `let_go` or the server's end."""
        ...

    async def let_go(self, name: str) -> None:
        """Release a name."""
        ...

    def announce_presence(self, id: str, here: LocalPresence) -> None:
        """Tell the other servers who is connected to a duel here."""
        ...

    def ask_here(self, id: str) -> None:
        """Ask the other servers who is connected to a duel there."""
        ...

    def tell_emote(self, id: str, player: int, emote: EmoteName) -> None:
        """Forward a player's emote to the other servers."""
        ...
