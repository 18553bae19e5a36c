"""Store: what rooms ask of whatever keeps the duels."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from gridduels.web.live.saved import Saved
from gridduels.web.live.stores.notices import Here, News
from gridduels.web.live.stores.rows import Row
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["Kept", "Overwritten", "Store"]

Kept = Callable[[Refused | None], None]
"""Told once rows are kept, or why they are not."""


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
        """Keeps these rows, all or none; returns once they are on the disk."""
        ...

    def keep(self, rows: Sequence[Saved], then: Kept) -> None:
        """Keeps these rows, all or none; calls `then` once they are on the disk, or with why they are not.

        Each row must be new, or the version after the one that is kept: otherwise they are Overwritten.
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
