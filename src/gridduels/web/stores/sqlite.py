"""A single-file SQLite store, for one server: one thread writes, another one reads."""

import asyncio
import logging
import math
import os
import sqlite3
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

from gridduels.errors import SetupError
from gridduels.protocol.base import Code, EmoteName
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved
from gridduels.web.stores.group_commit import GroupCommit, Tried, Work
from gridduels.web.stores.schema import LATEST, SQLITE, steps_after
from gridduels.web.stores.store import (
    COLUMNS,
    LocalPresence,
    News,
    Overwritten,
    Row,
    checksum,
    saved_of,
    values_of,
    whole_of,
)

# --- Alone: the parts of a Store that are trivial with a single server


class Alone:
    """The parts of a Store that deal with other servers, for when there are none."""

    shared = False

    def __init__(self) -> None:
        super().__init__()
        self.news: News | None = None

    async def allow(self, address: str, rate: float, most: float) -> bool:
        return True

    async def claim(self, id: str, version: int) -> bool:
        return True

    async def release(self, id: str) -> None: ...

    async def hold(self, name: str) -> bool:
        return True

    async def let_go(self, name: str) -> None: ...

    def announce_presence(self, id: str, here: LocalPresence) -> None: ...

    def ask_here(self, id: str) -> None: ...

    def tell_emote(self, id: str, player: int, emote: EmoteName) -> None: ...


# --- The file: opening, checking, migrating, locking, closing


_APPLICATION: Final = 0x47726964
"""Marks a SQLite file as ours ("Grid")."""
_WAIT: Final = 5.0
_PAGES: Final = 4_000
"""Size of the log in pages (16 MB) before they are moved into the file. Commits have to wait, so this is rare."""
_JOURNAL: Final = "MEMORY" if sys.platform == "emscripten" else "WAL"
"""A browser saves the whole file after every commit, so a separate journal would only add to that."""
_MOST_CHECKED: Final = 1_000_000_000
"""Larger files are not verified at startup: 100 MB takes about half a second, plus the time to read it."""
_LATEST_CHANGES: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM duels WHERE id IN (SELECT id FROM duels ORDER BY changed DESC LIMIT ?)
    ORDER BY changed DESC
"""
_COLUMNS: Final = """
    SELECT "table".name, "column".name, "column".type, "column"."notnull", "column".dflt_value, "column".pk
    FROM sqlite_master AS "table", pragma_table_xinfo("table".name) AS "column" WHERE "table".type = 'table'
"""
_INDEXES: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"


def opened(path: Path, *, check: bool = False) -> sqlite3.Connection:
    """Open a file and set it up if it is new; leave a foreign, damaged or newer one untouched."""
    try:
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise SetupError(f"cannot open the database {path}: {error}") from None
    # Text that is not UTF-8 means one duel is damaged, which its checksum detects; the other rows are still good.
    connection.text_factory = lambda text: text.decode(errors="replace")
    try:
        with _named_faults(path):
            if check:
                _check(connection, path)
            connection.execute(f"PRAGMA journal_mode = {_JOURNAL}")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES}")
        return connection
    except SetupError:
        connection.close()
        raise


@contextmanager
def _named_faults(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about an unusable file into a single sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise SetupError(f"cannot use the database {path}: {_shortened(error)}") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # damaged text in a message cannot be decoded
        why = "its tables cannot be read" if isinstance(error, UnicodeDecodeError) else _shortened(error)
        raise SetupError(
            f"{path} is damaged or not a database ({why}) and was left unchanged; restore a backup, or choose another"
            " file with --db"
        ) from None


def _shortened(error: Exception) -> str:
    """Return SQLite's message on one line, since it may quote a whole table."""
    return textwrap.shorten(str(error), 160, placeholder="...")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    empty = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if not empty and application != _APPLICATION:
        raise SetupError(f"{path} is another program's database; choose another file with --db")
    steps = steps_after(0 if empty else version, SQLITE, str(path))
    if not empty and path.stat().st_size <= _MOST_CHECKED:
        [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    _migrate(connection, steps)


def _migrate(connection: sqlite3.Connection, steps: list[str]) -> None:
    """Migrate the file to the latest schema, or leave it untouched; refuse a file that is not writable."""
    names = ", ".join(name for name in COLUMNS if name != "checksum")
    connection.create_function("checksum_of", -1, lambda *values: checksum(values), deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in steps:
            connection.execute(step)
        _check_schema(connection)
        connection.execute(
            "UPDATE counted SET seconds = seconds"
        )  # BEGIN alone does not fail if the file is not writable
        if steps:
            connection.execute(f"UPDATE duels SET checksum = checksum_of({names}) WHERE checksum = -1")
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {LATEST}")
        connection.execute("COMMIT" if steps else "ROLLBACK")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _check_schema(connection: sqlite3.Connection) -> None:
    """Raise DatabaseError unless the file has all the tables, columns and indexes of a new one; extra ones are
    allowed."""
    with closing(sqlite3.connect(":memory:")) as new:
        for step in steps_after(0, SQLITE, "a new file"):
            new.execute(step)
        if lacking := _schema(new) - _schema(connection):
            table, *_ = min(lacking)
            raise sqlite3.DatabaseError(f"the definition of {table} has been changed since it was written")


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    columns = {(table, str(column)) for table, *column in connection.execute(_COLUMNS)}
    return columns | {(name, " ".join(sql.split())) for name, sql in connection.execute(_INDEXES)}


def counted(connection: sqlite3.Connection, path: Path) -> float | None:
    """Return how far time was counted: up to the latest change or last clean shutdown; None for a new file.

    Damaged values must be ignored: one flipped bit could move a date a hundred years ahead and make every duel expire.
    """
    with _named_faults(path):
        stops = {seconds for [seconds] in connection.execute("SELECT seconds FROM counted")}
        if len(stops) > 1:  # `close` writes the value twice, so a mismatch means damage
            stops = set()
        times = [at for at in stops if isinstance(at, float) and math.isfinite(at)]
        for most in (1, 100, -1):  # -1: all rows, if the latest hundred are damaged
            if latest := whole_of(connection.execute(_LATEST_CHANGES, [most])):
                times.append(latest[0].changed)
                break
        return max(times, default=None)


class Lock(Protocol):
    """Locks other servers out of a file until it is closed or this process ends."""

    def close(self) -> None: ...


def lock(path: Path) -> Lock:
    """Lock other servers out of a file; readers such as backups are still allowed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot create a database in {path.parent}: {error.strerror or error}") from None
    try:
        return _FileLock(path) if sys.platform == "linux" else _lock_beside(path)
    except BlockingIOError:
        raise SetupError(f"{path} is in use by another server; stop it, or choose another file with --db") from None
    except OSError as error:
        raise SetupError(f"cannot open the database {path}: {error.strerror or error}") from None


class _FileLock:
    """A lock on the database file itself, which holds whatever name the file is opened under.

    Only Linux keeps these locks separate from SQLite's.
    """

    def __init__(self, path: Path) -> None:
        import fcntl

        self._file = os.open(path, os.O_RDONLY | os.O_CREAT, 0o666)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise

    def close(self) -> None:
        os.close(self._file)


def _lock_beside(path: Path) -> Lock:
    """Lock a file next to the database using SQLite. This works on every system, if the servers use the same path."""
    path = path.resolve()
    beside = path.with_name(path.name + ".lock")
    try:
        connection = sqlite3.connect(beside, timeout=0.2, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("BEGIN EXCLUSIVE")
        return connection
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BlockingIOError from None
        raise SetupError(f"cannot use the database {path}: {error}") from None


def close(reading: sqlite3.Connection, writing: sqlite3.Connection, now: float) -> None:
    """Close the connections so that everything is in the file itself, and store how far time was counted."""
    reading.close()
    with suppress(sqlite3.Error):  # everything important is already stored
        writing.executescript(f"BEGIN; DELETE FROM counted; INSERT INTO counted VALUES ({now!r}), ({now!r}); COMMIT")
    writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writing.close()


# --- SqliteStore: one server; one thread writes, another reads


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
"""A version that does not directly follow the stored one becomes NULL, which the table rejects: the statement fails."""
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
"""Rows per statement. This thread waits for the event loop after each statement, so there should be few statements."""


class SqliteStore(Alone, GroupCommit):
    """The duels in a single file. Uses WAL and synchronous FULL."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    async def open(self) -> None:
        """Prepare the file and lock it."""
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
        """Finish pending commits and leave a single file behind."""
        if self._closed:
            return
        await self._finish()
        self._writer.shutdown()
        self._reader.shutdown()
        close(self._reading, self._writing, self.now())
        self._lock.close()

    def now(self) -> float:
        """Return seconds since 1970, counted only while a server had this file open."""
        return self._began + time.monotonic() - self._started

    async def load(self, id: str) -> Saved | None:
        """Return the duel with this id."""
        rows = await self._read(_SELECT, (id,))
        return saved_of(rows[0]) if rows else None

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the stored versions of these duels."""
        rows = [row for id in ids for row in await self._read("SELECT id, version FROM duels WHERE id = ?", (id,))]
        return dict(rows)

    async def pages(self) -> AsyncIterator[list[Row]]:
        """Yield all stored rows."""
        after = ""
        while page := [tuple(row) for row in await self._read(_PAGE, (after,))]:
            after = page[-1][0]
            yield page

    async def fill(self, pages: AsyncIterator[list[Row]], now: float) -> None:
        """Save all of these rows or none; nothing else may be saved in the meantime."""
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
        """Return the number of unfinished duels."""
        rows = await self._read("SELECT count(*) FROM duels WHERE over = 0")
        return int(rows[0][0])

    async def overdue(self, most: int) -> list[str]:
        """Return the ids of duels whose player to move has run out of time."""
        return [id for [id] in await self._read(_OVERDUE, (self.now(), most)) if isinstance(id, str)]  # else damaged

    async def offered(self, most: int) -> list[Saved]:
        """Return the duels with an open challenge."""
        return whole_of(await self._read(_OFFERED, (self.now(), most)))

    async def listed(self, since: float, most: int) -> list[Saved]:
        """Return the duels to watch."""
        return whole_of(await self._read(_LISTED, (since, most)))

    async def expire(self, unfinished: float, finished: float) -> list[str]:
        """Remove duels that have not changed since the given times; return their ids."""
        before, removed = (unfinished, finished), []
        for [id] in await self._read(f"SELECT id FROM duels WHERE {_EXPIRED}", before):
            # one by one, so that no commit has to wait for a large batch
            rows = await self._read(f"DELETE FROM duels WHERE id = ? AND {_EXPIRED} RETURNING id", (id, *before))
            removed += [row[0] for row in rows]
        return removed

    async def _read(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, lambda: self._reading.execute(statement, values).fetchall())
        except sqlite3.Error as error:
            raise Refused(Code.BUSY, f"The server can't read its database right now ({error}). Try again.") from None

    async def _commit(self, together: list[Work], tried: Tried) -> None:
        tried += await asyncio.get_running_loop().run_in_executor(self._writer, self._try, together)

    def _try(self, together: list[Work]) -> Tried:
        """Save everything in one transaction. If the table rejects a row, save each Work separately so that only one
        fails.
        """
        try:
            self._save([row for work in together for row in work.rows])
            return [(work, None) for work in together]
        except sqlite3.IntegrityError as error:
            if len(together) > 1:
                return [tried for work in together for tried in self._try([work])]
            if "duels.version" not in str(error):
                return [(work, error) for work in together]
            _log.error("another server has changed a duel in this database", extra={"path": str(self.path)})
            return [(work, Overwritten()) for work in together]
        except sqlite3.Error as error:
            return [(work, error) for work in together]

    def _save(self, rows: list[Saved]) -> None:
        """Save all rows or none. A few rows fit in one statement, which is its own transaction."""
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
