"""What rooms ask of a store, the rows and notices that stores share, and the store that `--db` names."""

import logging
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import astuple, fields

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved

# --- Notices between servers: hints only, the database decides


GONE: Final = -1
"""In the place of a version: the duel was removed."""
_MOST: Final = 60
"""Entries of one notice, so that it stays below the 8,000 bytes that PostgreSQL takes."""


class Here(NamedTuple):
    """Who is connected to a duel at one server."""

    one: bool
    two: bool
    watchers: int


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One server's news for the others."""

    server: str
    now: float
    """How far it has counted time."""
    changed: list[tuple[str, int]] = []
    """Duels, and the versions that are kept now."""
    here: list[tuple[str, Here]] = []
    """Duels, and who is connected to them at this server."""
    asks: list[str] = []
    """Duels of which it wants to know who is connected elsewhere."""
    leaves: bool = False
    """It is going down."""


class News(Protocol):
    """Who wants to hear of what happens at other servers."""

    def changed(self, id: str, version: int) -> None:
        """A duel has a newer version, or is GONE."""
        ...

    def here(self, server: str, id: str, here: Here) -> None:
        """Who is connected to a duel at another server."""
        ...

    def asked(self, id: str) -> None:
        """Another server wants to know who is connected here."""
        ...

    def left(self, server: str) -> None:
        """Another server is not there any more."""
        ...

    def missed(self) -> None:
        """Something may have happened that nobody was told of."""
        ...


def payloads(
    server: str,
    now: float,
    changed: list[tuple[str, int]] | None = None,
    here: list[tuple[str, Here]] | None = None,
    asks: list[str] | None = None,
) -> Iterator[str]:
    """Notices with all of this, as many as it takes; none where there is nothing to tell.

    >>> list(payloads("s", 1.0, changed=[("abc", 2)]))
    ['{"server":"s","now":1.0,"changed":[["abc",2]]}']
    >>> len(list(payloads("s", 1.0, asks=["abc"] * 250))), list(payloads("s", 1.0))
    (5, [])
    """
    changed, here, asks = changed or [], here or [], asks or []
    for at in range(0, max(len(changed), len(here), len(asks)), _MOST):
        part = slice(at, at + _MOST)
        notice = Notice(server=server, now=now, changed=changed[part], here=here[part], asks=asks[part])
        yield msgspec.json.encode(notice).decode()


# --- Rows: the columns of a duel, with a checksum


Row = tuple[Any, ...]
"""The values of all columns."""
COLUMNS: Final = (*Saved.__struct_fields__, "checksum")
_DEFAULTS: Final = tuple(field.default for field in fields(Saved))
_ENCODER: Final = msgspec.msgpack.Encoder()
_log = logging.getLogger("gridduels.web")


def checksum(values: Sequence[Any]) -> int:
    """The checksum of a duel's values. Those that nothing was done to do not count, so a new column changes none."""
    told = [
        (name, float(value) if type(value) is int else value)  # a database may give an int where a float was kept
        for name, value, default in zip(Saved.__struct_fields__, values, _DEFAULTS, strict=True)
        if value != default
    ]
    return zlib.crc32(_ENCODER.encode(told))


def values_of(saved: Saved) -> Row:
    """What is written."""
    values = astuple(saved)
    return *values, checksum(values)


def saved_of(row: Row) -> Saved:
    """What was read; refused where it is not what was written."""
    *values, kept = row
    if checksum(values) != kept:
        _log.error("a duel is damaged", extra={"duel": str(values[0])})
        raise Refused(Code.DAMAGED, f"What is kept of the duel {values[0]} is damaged: restore a backup of it.")
    return Saved(*values)


def whole_of(rows: Iterable[Row]) -> list[Saved]:
    """What was read of many; those that are not what was written are left out."""
    found = []
    for row in rows:
        with suppress(Refused):
            found.append(saved_of(row))
    return found


# --- The interface of a store


class Overwritten(Refused):
    """A row would replace a version that whoever made it has not seen: look at what is kept, and try again."""

    def __init__(self) -> None:
        super().__init__(Code.BUSY, "Another server has changed this duel: nothing of yours was kept, try again.")


class Store(Protocol):
    """The duels that are kept. Use it from one event loop, between `open` and `close`."""

    trouble: str | None
    """Why the last commit failed."""
    commits: int
    saved: int
    commit_seconds: float

    async def open(self) -> None:
        """Makes it ready; a place where nothing can be kept is refused with a SetupError."""
        ...

    async def close(self) -> None:
        """Keeps what is waiting, and the time."""
        ...

    def now(self) -> float:
        """Seconds since 1970, as far as they were counted: time passes only while a server runs.

        A calendar that is wrong, or set, ages no duel and takes nobody's time.
        """
        ...

    async def save(self, *rows: Saved) -> None:
        """Save these rows, all or none; return once they are on the disk.

        Each row must be new, or the version after the stored one; otherwise raise Overwritten.
        """
        ...

    async def load(self, id: str) -> Saved | None:
        """The duel with this id; refused where its row is damaged."""
        ...

    async def unfinished(self) -> int:
        """How many duels are not over."""
        ...

    async def overdue(self, most: int) -> list[str]:
        """The ids of duels, at most so many, whose player to move has run out of time; the earliest first."""
        ...

    async def offered(self, most: int) -> list[Saved]:
        """The duels whose free seat is offered to everybody, at most so many; who has waited longest comes first."""
        ...

    async def listed(self, since: float, most: int) -> list[Saved]:
        """The duels to watch, under way and changed since then, at most so many; the latest come first."""
        ...

    async def expire(self, unfinished: float, finished: float) -> list[str]:
        """Removes the duels, unfinished and finished ones, that have not changed since then; their ids."""
        ...

    def pages(self) -> AsyncIterator[list[Row]]:
        """All rows as they are kept, damaged ones too, some at a time."""
        ...

    async def fill(self, pages: AsyncIterator[list[Row]], now: float) -> None:
        """Keeps all these rows in an empty store, or none, and goes on counting time from there."""
        ...

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The versions that are kept of these duels; a duel that is not kept is left out."""
        ...

    shared: bool
    """Whether other servers may change the same duels."""
    news: News | None
    """Who is told what happens at other servers."""

    async def allow(self, address: str, rate: float, most: float) -> bool:
        """Takes a token from the bucket that an address has at all servers together; False where it is empty.

        `rate` tokens a second come in, and at most `most` are in it. A server alone has buckets of its own.
        """
        ...

    async def claim(self, id: str, version: int) -> bool:
        """Whether this server, of all, is to think about this version; until `release`, or until the server dies."""
        ...

    async def release(self, id: str) -> None:
        """Ends a claim."""
        ...

    async def hold(self, name: str) -> bool:
        """Whether this server, of all, holds a name now; until `let_go`, or until the server dies."""
        ...

    async def let_go(self, name: str) -> None:
        """Lets go of a name."""
        ...

    def tell_here(self, id: str, here: Here) -> None:
        """Tells the other servers who is connected to a duel here."""
        ...

    def ask_here(self, id: str) -> None:
        """Asks the other servers who is connected to a duel there."""
        ...
