"""Store: the duels in one SQLite file. One thread writes, and commits everything that is waiting together.

Whoever saves is answered after the commit has reached the disk (WAL, synchronous FULL), never before. While the thread
is busy, everything else waits for the next commit: the more there is to do, the more is done at once.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import astuple

from gridduels.web.live.database import COLUMNS, close, latest_change, lock, opened
from gridduels.web.live.saved import Saved
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["Store"]

_log = logging.getLogger("gridduels.web")
_ROW: Final = f"({', '.join('?' for _ in COLUMNS)})"
_INSERT: Final = f"INSERT INTO duels ({', '.join(COLUMNS)}) VALUES "
_SEEN: Final = (
    "duels.version = excluded.version - 1 OR duels.version = excluded.version AND duels.changed = excluded.changed"
)
"""Whether a row replaces the very one it was made from: the version before, or the same with its clocks kept."""
_UPDATE: Final = " ON CONFLICT (id) DO UPDATE SET " + ", ".join(
    f"version = CASE WHEN {_SEEN} THEN excluded.version END" if name == "version" else f"{name} = excluded.{name}"
    for name in COLUMNS
    if name != "id"
)
"""A row that replaces another one gets no version, which the table refuses: the whole statement fails."""
_SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM duels WHERE id = ?"
_EXPIRED: Final = "SELECT id FROM duels WHERE over = 0 AND changed < ?"
_REMOVE: Final = "DELETE FROM duels WHERE id = ? AND over = 0 AND changed < ? RETURNING id"
_MOST_TOGETHER: Final = 512
_CHUNK: Final = 64
"""Rows of one statement. After each, this thread waits until the event loop lets it go on, so they are few."""


class Overwritten(Exception):
    """A row would replace one that whoever made it has not seen."""

    def __str__(self) -> str:
        return "another server has changed this duel"


class _Work(NamedTuple):
    """Rows to save in one transaction, and who is told of it."""

    rows: Sequence[Saved]
    then: Callable[[Refused | None], None]


class Store:
    """The duels that are kept. Use it from one event loop."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = lock(path)
        try:
            self._writing = opened(path, check=True)
            self._reading = opened(path)
            self._began, self._started = latest_change(self._writing) or time.time(), time.monotonic()
        except BaseException:
            self._lock.close()
            raise
        self.trouble: str | None = None
        """Why the last commit failed."""
        self.commits = 0
        self.saved = 0
        self.commit_seconds = 0.0
        self._waiting: list[_Work] = []
        self._busy = False
        self._loop: asyncio.AbstractEventLoop
        self._work: queue.SimpleQueue[list[_Work] | None] = queue.SimpleQueue()
        self._reader = ThreadPoolExecutor(1, "reader")
        self._writer = threading.Thread(target=self._write, name="writer", daemon=True)
        self._writer.start()
        self._closed = False

    def now(self) -> float:
        """Seconds since 1970, as far as they were counted: time passes while a server runs, from the last change on.

        A calendar that is wrong, or set, ages no duel.
        """
        return self._began + time.monotonic() - self._started

    async def save(self, *rows: Saved) -> None:
        """Keeps these rows, all or none; returns once they are on the disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def then(refused: Refused | None) -> None:
            if not done.done():
                done.set_exception(refused) if refused else done.set_result(None)

        self.keep(rows, then)
        await done

    def keep(self, rows: Sequence[Saved], then: Callable[[Refused | None], None]) -> None:
        """Keeps these rows, all or none; calls `then` once they are on the disk, or with why they are not."""
        if self._closed:
            raise _unsaved("the server is going down")
        self._waiting.append(_Work(rows, then))
        if not self._busy:
            self._busy, self._loop = True, asyncio.get_running_loop()
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """Gives the thread everything that waits."""
        together, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
        self._busy = bool(together)
        if together:
            self._work.put(together)

    async def load(self, id: str) -> Saved | None:
        """The duel with this id."""
        rows = await self._read(_SELECT, (id,))
        return Saved(*rows[0]) if rows else None

    async def unfinished(self) -> int:
        """How many duels are not over."""
        rows = await self._read("SELECT count(*) FROM duels WHERE over = 0")
        return int(rows[0][0])

    async def expire(self, before: float) -> list[str]:
        """Removes the unfinished duels that have not changed since then; their ids."""
        removed = []
        for [id] in await self._read(_EXPIRED, (before,)):  # one by one, so that no commit has to wait for many
            removed += [row[0] for row in await self._read(_REMOVE, (id, before))]
        return removed

    async def _read(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, lambda: self._reading.execute(statement, values).fetchall())
        except sqlite3.Error as error:
            raise Refused(Code.BUSY, f"The server cannot read its duels now ({error}): try again.") from None

    def _write(self) -> None:
        while (together := self._work.get()) is not None:
            self._commit(together)

    def _commit(self, together: list[_Work]) -> None:
        begin = time.perf_counter()
        tried = self._try(together)
        self.trouble = next((str(error) for _, error in tried if error), None)
        self.commits += 1
        self.saved += sum(len(work.rows) for work, error in tried if not error)
        self.commit_seconds += time.perf_counter() - begin
        if together:
            self._loop.call_soon_threadsafe(self._answer, tried)

    def _try(self, together: list[_Work]) -> list[tuple[_Work, Exception | None]]:
        """Saves everything in one transaction; where the table refuses a row, each by itself: one fails alone."""
        try:
            self._save([row for work in together for row in work.rows])
            return [(work, None) for work in together]
        except sqlite3.IntegrityError as error:
            self._roll_back()
            if len(together) > 1:
                return [tried for work in together for tried in self._try([work])]
            if "duels.version" not in str(error):
                return [(work, error) for work in together]
            _log.error("another server has changed a duel of this one", extra={"path": str(self.path)})
            return [(work, Overwritten()) for work in together]
        except Exception as error:  # whatever it is, whoever waits must hear of it
            self._roll_back()
            return [(work, error) for work in together]

    def _save(self, rows: list[Saved]) -> None:
        """Saves all rows or none; few enough take a single statement, which is a transaction by itself."""
        if len(rows) > _CHUNK:
            self._writing.execute("BEGIN IMMEDIATE")
        for at in range(0, len(rows), _CHUNK):
            some = rows[at : at + _CHUNK]
            values = [value for row in some for value in astuple(row)]
            self._writing.execute(f"{_INSERT}{', '.join([_ROW] * len(some))}{_UPDATE}", values)
        if len(rows) > _CHUNK:
            self._writing.execute("COMMIT")

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")

    def _answer(self, tried: list[tuple[_Work, Exception | None]]) -> None:
        self._hand_over()
        for work, error in tried:
            try:
                work.then(_unsaved(str(error)) if error else None)
            except Exception:  # nobody else must suffer from it
                _log.exception("internal error")

    def close(self) -> None:
        """Finishes what is waiting and leaves one file behind."""
        if self._closed:
            return
        self._closed = True
        self._work.put(self._waiting)
        self._work.put(None)
        self._writer.join()
        self._reader.shutdown()
        close(self._reading, self._writing)
        self._lock.close()


def _unsaved(why: str) -> Refused:
    return Refused(Code.BUSY, f"The server could not keep this ({why}): nothing has changed, try again.")
