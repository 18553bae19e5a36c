"""The database file: its tables, how it is opened, checked, locked and closed."""

import os
import sqlite3
import sys
from pathlib import Path
from typing import Final, Protocol

from gridduels.errors import SetupError
from gridduels.web.live.saved import Saved

__all__ = ["COLUMNS", "Lock", "close", "latest_change", "lock", "opened"]

COLUMNS: Final = Saved.__struct_fields__
_APPLICATION: Final = 0x47726964
"""Marks a SQLite file as ours ("Grid")."""
_SCHEMA: Final = 2
_WAIT: Final = 5.0
_PAGES: Final = 4_000
"""Pages that gather beside the file (16 MB) until they are brought into it: commits wait meanwhile, so it is seldom."""
_MOST_CHECKED: Final = 100_000_000
"""A larger file is not read through at the start, which would take seconds."""

_TABLES: Final = f"""
CREATE TABLE duels (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, size INTEGER NOT NULL, rulings TEXT NOT NULL, start TEXT NOT NULL,
    p1 TEXT NOT NULL, p2 TEXT NOT NULL, seed INTEGER NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
    seat1 BLOB, seat2 BLOB, invite BLOB,
    seconds REAL, increment REAL NOT NULL, left1 REAL NOT NULL, left2 REAL NOT NULL,
    version INTEGER NOT NULL, moves TEXT NOT NULL, winner INTEGER, reason TEXT,
    takeback_by INTEGER, takeback_to INTEGER, rematch_by INTEGER, rematch_seat BLOB,
    next TEXT, next_began INTEGER NOT NULL, note TEXT, over INTEGER NOT NULL, code1 BLOB, code2 BLOB
) WITHOUT ROWID;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_SCHEMA};
"""
_MIGRATIONS: Final = {1: "ALTER TABLE duels ADD COLUMN code1 BLOB; ALTER TABLE duels ADD COLUMN code2 BLOB;"}
"""What makes the next form of a file out of this one."""


def opened(path: Path, *, check: bool = False) -> sqlite3.Connection:
    """A connection to a file of ours; a new file is set up, a strange, damaged or newer one is left as it is."""
    try:
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise SetupError(f"cannot open the database {path}: {error}") from None
    try:
        if check:
            _check(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES}")
        return connection
    except sqlite3.DatabaseError as error:
        connection.close()
        raise SetupError(_fault(path, error)) from None
    except SetupError:
        connection.close()
        raise


def _check(connection: sqlite3.Connection, path: Path) -> None:
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [schema] = connection.execute("PRAGMA user_version").fetchone()
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        connection.executescript(f"BEGIN;{_TABLES}COMMIT;")
    elif application != _APPLICATION:
        raise SetupError(f"{path} is a database of another program: choose another file with --db")
    elif schema > _SCHEMA:
        raise SetupError(f"{path} was written by a newer gridduels (its form is {schema}, this one knows {_SCHEMA})")
    elif path.stat().st_size <= _MOST_CHECKED:
        [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    for form in range(schema or _SCHEMA, _SCHEMA):
        connection.executescript(f"BEGIN;{_MIGRATIONS[form]}PRAGMA user_version = {form + 1};COMMIT;")


def latest_change(connection: sqlite3.Connection) -> float | None:
    """When the last of all changes was made; None where there is no duel."""
    [latest] = connection.execute("SELECT max(changed) FROM duels").fetchone()
    return None if latest is None else float(latest)


def _fault(path: Path, error: sqlite3.DatabaseError) -> str:
    if isinstance(error, sqlite3.OperationalError):
        return f"cannot use the database {path}: {error}"
    why = f"{path} is damaged or not a database ({error})"
    return f"{why}: it is left as it is; restore a backup, or choose another file with --db"


class Lock(Protocol):
    """Keeps other servers away from a file until it is closed, or this process ends, however it ends."""

    def close(self) -> None: ...


def lock(path: Path) -> Lock:
    """Keeps other servers away from a file; readers such as a backup stay welcome."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot keep a database in {path.parent}: {error.strerror or error}") from None
    try:
        return _FileLock(path) if sys.platform == "linux" else _lock_beside(path)
    except BlockingIOError:
        raise SetupError(f"{path} is in use by another server: stop it, or choose another file with --db") from None
    except OSError as error:
        raise SetupError(f"cannot open the database {path}: {error.strerror or error}") from None


class _FileLock:
    """The database file itself, locked: that holds by whatever name another server finds it.

    Only Linux keeps these locks apart from those of SQLite.
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
    """A file beside the database, which SQLite locks: that works on every system, for who finds it by the same name."""
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


def close(*connections: sqlite3.Connection) -> None:
    """Closes the connections to a file, so that everything is in the file itself."""
    *others, last = connections
    for connection in others:
        connection.close()
    last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    last.close()
