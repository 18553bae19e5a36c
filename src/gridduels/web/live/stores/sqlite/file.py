"""The SQLite file: how it is opened, checked, brought to the latest schema, locked and closed."""

import math
import os
import sqlite3
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from gridduels.errors import SetupError
from gridduels.web.live.stores.rows import COLUMNS, checksum, whole_of
from gridduels.web.live.stores.schema import LATEST, SQLITE, steps_after

__all__ = ["Lock", "close", "counted", "lock", "opened"]

_APPLICATION: Final = 0x47726964
"""Marks a SQLite file as ours ("Grid")."""
_WAIT: Final = 5.0
_PAGES: Final = 4_000
"""Pages that gather beside the file (16 MB) until they are brought into it: commits wait meanwhile, so it is seldom."""
_JOURNAL: Final = "MEMORY" if sys.platform == "emscripten" else "WAL"
"""A browser keeps the file as a whole, after every commit: a journal beside it would only be more to keep."""
_MOST_CHECKED: Final = 1_000_000_000
"""A larger file is not read through at the start: 100 MB take about half a second, and the time to read them."""
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
    """A connection to a file of ours; a new file is set up, a strange, damaged or newer one is left as it is."""
    try:
        connection = sqlite3.connect(path, timeout=_WAIT, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise SetupError(f"cannot open the database {path}: {error}") from None
    # A text that is not UTF-8 is damage to one duel, which its checksum finds: the others in the answer are not.
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
    """Turn what SQLite says of a file that cannot be used into one sentence."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise SetupError(f"cannot use the database {path}: {_shortened(error)}") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # Python cannot read a message that quotes damage
        why = "its tables cannot be read" if isinstance(error, UnicodeDecodeError) else _shortened(error)
        raise SetupError(
            f"{path} is damaged or not a database ({why}): it is left as it is; restore a backup, or choose another"
            " file with --db"
        ) from None


def _shortened(error: Exception) -> str:
    """Return what SQLite says on one line; it may quote a whole table."""
    return textwrap.shorten(str(error), 160, placeholder="...")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    [application] = connection.execute("PRAGMA application_id").fetchone()
    [version] = connection.execute("PRAGMA user_version").fetchone()
    empty = not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if not empty and application != _APPLICATION:
        raise SetupError(f"{path} is a database of another program: choose another file with --db")
    steps = steps_after(0 if empty else version, SQLITE, str(path))
    if not empty and path.stat().st_size <= _MOST_CHECKED:
        [found] = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    _migrate(connection, steps)


def _migrate(connection: sqlite3.Connection, steps: list[str]) -> None:
    """Brings the file to the latest schema, or leaves it as it is; a file that cannot be written to is refused."""
    names = ", ".join(name for name in COLUMNS if name != "checksum")
    connection.create_function("checksum_of", -1, lambda *values: checksum(values), deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in steps:
            connection.execute(step)
        _check_schema(connection)
        connection.execute(
            "UPDATE counted SET seconds = seconds"
        )  # BEGIN alone does not fail where nothing can be written
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
    """Raise DatabaseError unless the file has the tables, columns and indexes of a new one; it may have others too."""
    with closing(sqlite3.connect(":memory:")) as new:
        for step in steps_after(0, SQLITE, "a new file"):
            new.execute(step)
        if lacking := _schema(new) - _schema(connection):
            table, *_ = min(lacking)
            raise sqlite3.DatabaseError(f"the definition of {table} is not as it was written")


def _schema(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    columns = {(table, str(column)) for table, *column in connection.execute(_COLUMNS)}
    return columns | {(name, " ".join(sql.split())) for name, sql in connection.execute(_INDEXES)}


def counted(connection: sqlite3.Connection, path: Path) -> float | None:
    """How far time was counted: to the last change of all, or the last proper stop; None in a new file.

    Damage must not count: one bit of a date that leads a hundred years ahead would have every duel expire.
    """
    with _named_faults(path):
        stops = {seconds for [seconds] in connection.execute("SELECT seconds FROM counted")}
        if len(stops) > 1:  # `close` writes it twice: what differs is damaged
            stops = set()
        times = [at for at in stops if isinstance(at, float) and math.isfinite(at)]
        for most in (1, 100, -1):  # -1: all, where the latest hundred are damaged
            if latest := whole_of(connection.execute(_LATEST_CHANGES, [most])):
                times.append(latest[0].changed)
                break
        return max(times, default=None)


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


def close(reading: sqlite3.Connection, writing: sqlite3.Connection, now: float) -> None:
    """Closes the connections to a file, so that everything is in the file itself, with how far time was counted."""
    reading.close()
    with suppress(sqlite3.Error):  # what matters is there already
        writing.executescript(f"BEGIN; DELETE FROM counted; INSERT INTO counted VALUES ({now!r}), ({now!r}); COMMIT")
    writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writing.close()
