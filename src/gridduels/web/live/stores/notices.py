"""Notices: what servers of one database tell each other. Each is a hint: what holds is in the database."""

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

import msgspec

__all__ = ["GONE", "Here", "News", "Notice", "payloads"]

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
