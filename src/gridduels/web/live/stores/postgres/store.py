"""PostgresStore: the duels in PostgreSQL, for any number of servers. The first to commit a version wins."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import asyncpg

from gridduels.errors import SetupError
from gridduels.web.live.saved import Saved
from gridduels.web.live.stores.group_commit import GroupCommit, Tried, Work
from gridduels.web.live.stores.notices import GONE, Here, News, Notice, payloads
from gridduels.web.live.stores.postgres.database import (
    TROUBLE,
    Connection,
    connect,
    connect_pool,
    own_cancellations,
    prepare,
    shown,
)
from gridduels.web.live.stores.postgres.session import CHANNEL, Clock, Session
from gridduels.web.live.stores.postgres.statements import (
    ALLOW,
    EXPIRE,
    FORGET,
    LISTED,
    LOAD,
    NOTIFY,
    OFFERED,
    OVERDUE,
    PAGE,
    SAVE,
    UNFINISHED,
    VERSIONS,
)
from gridduels.web.live.stores.rows import COLUMNS, Row, saved_of, values_of, whole_of
from gridduels.web.live.stores.store import Overwritten
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["PostgresStore"]

_ACQUIRE_SECONDS: Final = 5.0
_MOST_SECONDS: Final = 20.0
"""The driver limits each of its steps; this limits what they take together, should it forget one."""
_WRONG: Final = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
"""What is the fault of one row, whatever else was saved with it."""
_TRIES: Final = 3


class Unreachable(Refused):
    """The database does not answer."""

    def __init__(self, error: Exception) -> None:
        why = str(error) or type(error).__name__
        super().__init__(Code.BUSY, f"The database does not answer ({why}): look how things stand, then try again.")


class PostgresStore(GroupCommit):
    """The duels of a database. What other servers do there is told to `news`."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.news: News | None = None
        self._url = url
        self._server = secrets.token_hex(6)
        self._wanted: set[str] = set()
        self._loading: asyncio.Task[dict[str, Row]] | None = None
        """Fetches what is wanted, from the next turn of the event loop on."""

    async def open(self) -> None:
        """Brings the database to the latest schema, and connects."""
        self._clock = Clock(await prepare(self._url) or time.time())
        try:
            self._pool = await connect_pool(self._url)
            self._session = Session(self._server, self._clock, lambda: connect(self._url), self._heard, self._missed)
            await self._session.open()
        except TROUBLE as error:
            raise SetupError(f"cannot use the database {shown(self._url)}: {error}") from None

    async def close(self) -> None:
        """Finishes what is waiting, and says good-bye to the other servers."""
        if self._closed:
            return
        await self._finish()
        await self._session.close()
        try:
            await asyncio.wait_for(self._pool.close(), _ACQUIRE_SECONDS)
        except TROUBLE:
            self._pool.terminate()

    def now(self) -> float:
        """Seconds since 1970, as far as they were counted while any server had this database."""
        return self._clock.now()

    async def load(self, id: str) -> Saved | None:
        """The duel with this id; those wanted at the same time are fetched together."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().create_task(self._load())
        self._wanted.add(id)
        # Wait for the task itself: however it ends, so does this. No future is left for anyone to complete.
        found = (await asyncio.shield(self._loading)).get(id)
        return None if found is None else saved_of(found)

    async def _load(self) -> dict[str, Row]:
        """Fetch everything that was asked for until this task got its turn."""
        wanted, self._wanted, self._loading = list(self._wanted), set(), None
        return {row[0]: tuple(row) for row in await self._fetch(LOAD, wanted)}

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The versions that are kept of these duels."""
        return dict(await self._fetch(VERSIONS, list(ids)))

    async def pages(self) -> AsyncIterator[list[Row]]:
        """All rows as they are kept."""
        after = ""
        while page := [tuple(row) for row in await self._fetch(PAGE, after)]:
            after = page[-1][0]
            yield page

    async def fill(self, pages: AsyncIterator[list[Row]], now: float) -> None:
        """Keeps all these rows, or none."""
        try:
            async with self._pool.acquire(timeout=_ACQUIRE_SECONDS) as connection, connection.transaction():
                async for page in pages:
                    await connection.copy_records_to_table("duels", records=page, columns=COLUMNS)
                await connection.execute("UPDATE counted SET seconds = $1", now)
        except TROUBLE as error:
            raise Unreachable(error) from None
        self._clock.set(now)

    async def unfinished(self) -> int:
        """How many duels are not over."""
        [[count]] = await self._fetch(UNFINISHED)
        return int(count)

    async def overdue(self, most: int) -> list[str]:
        """The ids of duels whose player to move has run out of time."""
        return [id for [id] in await self._fetch(OVERDUE, self.now(), most)]

    async def offered(self, most: int) -> list[Saved]:
        """The duels whose free seat is offered to everybody."""
        return whole_of(map(tuple, await self._fetch(OFFERED, self.now(), most)))

    async def listed(self, since: float, most: int) -> list[Saved]:
        """The duels to watch."""
        return whole_of(map(tuple, await self._fetch(LISTED, since, most)))

    async def expire(self, unfinished: float, finished: float) -> list[str]:
        """Removes the duels that have not changed since then; the other servers are told which."""
        await self._fetch(FORGET, self.now())
        removed: list[str] = []
        while some := [id for [id] in await self._fetch(EXPIRE, unfinished, finished)]:
            removed += some
            for payload in payloads(self._server, self.now(), changed=[(id, GONE) for id in some]):
                await self._fetch(NOTIFY, CHANNEL, payload)
        return removed

    async def allow(self, address: str, rate: float, most: float) -> bool:
        """Takes a token from the bucket that an address has at all servers together."""
        return bool(await self._fetch(ALLOW, address, rate, most, self.now()))

    async def claim(self, id: str, version: int) -> bool:
        """Whether this server is to think about a duel; it holds until `release`, or until the server dies."""
        current = False
        try:
            if not await self._session.hold(id):
                return False
            try:
                current = (await self.versions([id])).get(id) == version
            finally:
                if not current:
                    await self._session.let_go(id)
        except (Refused, *TROUBLE):
            return False
        return current

    async def release(self, id: str) -> None:
        """Ends a claim."""
        await self._session.let_go(id)

    async def hold(self, name: str) -> bool:
        """Whether this server holds a name now."""
        try:
            return await self._session.hold(name)
        except TROUBLE as error:
            raise Unreachable(error) from None

    async def let_go(self, name: str) -> None:
        """Lets go of a name."""
        await self._session.let_go(name)

    def tell_here(self, id: str, here: Here) -> None:
        """Tells the other servers who is connected to a duel here."""
        self._session.tell_here(id, here)

    def ask_here(self, id: str) -> None:
        """Asks the other servers who is connected to a duel there."""
        self._session.ask_here(id)

    async def _fetch(self, statement: str, *values: Any) -> list[Any]:
        try:
            async with self._connected() as connection:
                rows: list[Any] = await connection.fetch(statement, *values)
                return rows
        except TROUBLE as error:
            raise Unreachable(error) from None

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        """Lend a connection for a few statements; TimeoutError where they take longer than the driver's own limits."""
        with own_cancellations():
            async with asyncio.timeout(_MOST_SECONDS), self._pool.acquire(timeout=_ACQUIRE_SECONDS) as connection:
                yield connection

    async def _commit(self, together: list[Work], tried: Tried) -> None:
        if single := [work for work in together if len(work.rows) == 1]:
            await self._try(single, tried)
        for work in together:
            if len(work.rows) != 1:
                await self._try([work], tried)

    async def _try(self, together: list[Work], tried: Tried) -> None:
        """Saves in one transaction; where a row is wrong, each by itself: one fails alone."""
        rows = [row for work in together for row in work.rows]
        if len({row.id for row in rows}) < len(rows) and len(together) > 1:
            return await self._try_each(together, tried)
        failure: Exception = Unreachable(TimeoutError("others save the same"))
        for _ in range(_TRIES):
            try:
                kept = await self._save(rows, whole=len(together) == 1)
                tried += [(work, None if work.rows[0].id in kept else Overwritten()) for work in together]
                return None
            except asyncpg.DeadlockDetectedError:
                continue  # another server saves the same duels in another order: one of both goes first now
            except _WRONG as error:
                if len(together) > 1:
                    return await self._try_each(together, tried)
                failure = error
            except Overwritten as error:
                failure = error
            except TROUBLE as error:
                failure = Unreachable(error)
            break
        tried += [(work, failure) for work in together]

    async def _try_each(self, together: list[Work], tried: Tried) -> None:
        for work in together:
            await self._try([work], tried)

    async def _save(self, rows: list[Saved], *, whole: bool) -> set[str]:
        """Saves the rows that replace the version before theirs, and tells the other servers; the ids of those.

        `whole`: all or none, otherwise each for itself. It is one statement, and that is one transaction.
        """
        rows = sorted(rows, key=lambda row: row.id)
        columns = zip(*map(values_of, rows), strict=True)
        changed = [(row.id, row.version) for row in rows if row.version]
        notices = list(payloads(self._server, self.now(), changed=changed))
        async with self._connected() as connection:
            if len(rows) == 1 or not whole:
                found = await connection.fetch(SAVE, *columns, CHANNEL, notices)
                return {id for [id, *_] in found}
            async with connection.transaction():
                found = await connection.fetch(SAVE, *columns, CHANNEL, notices)
                if len(found) < len(rows):
                    raise Overwritten
                return {id for [id, *_] in found}

    def _heard(self, notice: Notice) -> None:
        if (news := self.news) is None:
            return
        for id, version in notice.changed:
            news.changed(id, version)
        for id, here in notice.here:
            news.here(notice.server, id, here)
        for id in notice.asks:
            news.asked(id)
        if notice.leaves:
            news.left(notice.server)

    def _missed(self) -> None:
        if self.news is not None:
            self.news.missed()
