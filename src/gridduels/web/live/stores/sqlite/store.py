"""SqliteStore: the duels in one SQLite file, for one server. One thread writes, another one reads."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from gridduels.web.live.saved import Saved
from gridduels.web.live.stores.alone import Alone
from gridduels.web.live.stores.group_commit import GroupCommit, Tried, Work
from gridduels.web.live.stores.rows import COLUMNS, Row, saved_of, values_of, whole_of
from gridduels.web.live.stores.sqlite.file import close, counted, lock, opened
from gridduels.web.live.stores.store import Overwritten
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["SqliteStore"]

_log = logging.getLogger("gridduels.web")
_ROW: Final = f"({', '.join('?' for _ in COLUMNS)})"
_INSERT: Final = f"INSERT INTO duels ({', '.join(COLUMNS)}) VALUES "
_UPDATE: Final = " ON CONFLICT (id) DO UPDATE SET " + ", ".join(
    "version = CASE WHEN duels.version = excluded.version - 1 THEN excluded.version END"
    if name == "version"
    else f"{name} = excluded.{name}"
    for name in COLUMNS
    if name != "id"
)
"""A row that replaces another version than the one before gets none, which the table refuses: the statement fails."""
_SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM duels WHERE id = ?"
_PAGE: Final = f"SELECT {', '.join(COLUMNS)} FROM duels WHERE id > ? ORDER BY id LIMIT 1000"
_OVERDUE: Final = "SELECT id FROM duels WHERE deadline <= ? ORDER BY deadline LIMIT ?"
_OFFERED: Final = f"SELECT {', '.join(COLUMNS)} FROM duels WHERE offered > ? AND over = 0 ORDER BY created LIMIT ?"
_LISTED: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM duels
    WHERE listed = 1 AND over = 0 AND offered IS NULL AND moves <> '' AND changed > ? ORDER BY created DESC LIMIT ?
"""
_EXPIRED: Final = "changed < CASE over WHEN 0 THEN ? ELSE ? END"
_CHUNK: Final = 64
"""Rows of one statement. After each, this thread waits until the event loop lets it go on, so they are few."""


class SqliteStore(Alone, GroupCommit):
    """The duels of one file: WAL, synchronous FULL."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    async def open(self) -> None:
        """Makes the file ready, and keeps other servers away from it."""
        self._lock = lock(self.path)
        try:
            self._writing = opened(self.path, check=True)
            self._reading = opened(self.path)
            self._began, self._started = counted(self._writing, self.path) or time.time(), time.monotonic()
        except BaseException:
            self._lock.close()
            raise
        self._reader, self._writer = ThreadPoolExecutor(1, "reader"), ThreadPoolExecutor(1, "writer")

    async def close(self) -> None:
        """Finishes what is waiting and leaves one file behind."""
        if self._closed:
            return
        await self._finish()
        self._writer.shutdown()
        self._reader.shutdown()
        close(self._reading, self._writing, self.now())
        self._lock.close()

    def now(self) -> float:
        """Seconds since 1970, as far as they were counted while a server had this file."""
        return self._began + time.monotonic() - self._started

    async def load(self, id: str) -> Saved | None:
        """The duel with this id."""
        rows = await self._read(_SELECT, (id,))
        return saved_of(rows[0]) if rows else None

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """The versions that are kept of these duels."""
        rows = [row for id in ids for row in await self._read("SELECT id, version FROM duels WHERE id = ?", (id,))]
        return dict(rows)

    async def pages(self) -> AsyncIterator[list[Row]]:
        """All rows as they are kept."""
        after = ""
        while page := [tuple(row) for row in await self._read(_PAGE, (after,))]:
            after = page[-1][0]
            yield page

    async def fill(self, pages: AsyncIterator[list[Row]], now: float) -> None:
        """Keeps all these rows, or none; nothing else may be saved meanwhile."""
        self._writing.execute("BEGIN IMMEDIATE")
        try:
            async for page in pages:
                self._writing.executemany(f"{_INSERT}{_ROW}", page)
            self._writing.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise
        self._began, self._started = now, time.monotonic()

    async def unfinished(self) -> int:
        """How many duels are not over."""
        rows = await self._read("SELECT count(*) FROM duels WHERE over = 0")
        return int(rows[0][0])

    async def overdue(self, most: int) -> list[str]:
        """The ids of duels whose player to move has run out of time."""
        return [id for [id] in await self._read(_OVERDUE, (self.now(), most)) if isinstance(id, str)]  # or damaged

    async def offered(self, most: int) -> list[Saved]:
        """The duels whose free seat is offered to everybody."""
        return whole_of(await self._read(_OFFERED, (self.now(), most)))

    async def listed(self, since: float, most: int) -> list[Saved]:
        """The duels to watch."""
        return whole_of(await self._read(_LISTED, (since, most)))

    async def expire(self, unfinished: float, finished: float) -> list[str]:
        """Removes the duels that have not changed since then; their ids."""
        before, removed = (unfinished, finished), []
        for [id] in await self._read(f"SELECT id FROM duels WHERE {_EXPIRED}", before):
            # one by one, so that no commit has to wait for many
            rows = await self._read(f"DELETE FROM duels WHERE id = ? AND {_EXPIRED} RETURNING id", (id, *before))
            removed += [row[0] for row in rows]
        return removed

    async def _read(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, lambda: self._reading.execute(statement, values).fetchall())
        except sqlite3.Error as error:
            raise Refused(Code.BUSY, f"The server cannot read its duels now ({error}): try again.") from None

    async def _commit(self, together: list[Work], tried: Tried) -> None:
        tried += await asyncio.get_running_loop().run_in_executor(self._writer, self._try, together)

    def _try(self, together: list[Work]) -> Tried:
        """Saves everything in one transaction; where the table refuses a row, each by itself: one fails alone."""
        try:
            self._save([row for work in together for row in work.rows])
            return [(work, None) for work in together]
        except sqlite3.IntegrityError as error:
            if len(together) > 1:
                return [tried for work in together for tried in self._try([work])]
            if "duels.version" not in str(error):
                return [(work, error) for work in together]
            _log.error("another server has changed a duel of this one", extra={"path": str(self.path)})
            return [(work, Overwritten()) for work in together]
        except sqlite3.Error as error:
            return [(work, error) for work in together]

    def _save(self, rows: list[Saved]) -> None:
        """Saves all rows or none; few enough take a single statement, which is a transaction by itself."""
        try:
            if len(rows) > _CHUNK:
                self._writing.execute("BEGIN IMMEDIATE")
            for at in range(0, len(rows), _CHUNK):
                some = rows[at : at + _CHUNK]
                values = [value for row in some for value in values_of(row)]
                self._writing.execute(f"{_INSERT}{', '.join([_ROW] * len(some))}{_UPDATE}", values)
            if len(rows) > _CHUNK:
                self._writing.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
