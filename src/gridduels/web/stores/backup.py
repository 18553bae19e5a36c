"""Back up a database while it is in use. This needs only the standard library, so it works wherever the file is."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, SetupError
from gridduels.registry import load_game
from gridduels.web.saved import size_of_number

_WAIT: Final = 5.0
_BESIDE: Final = ("", "-wal", "-shm", "-journal", ".lock")
"""The suffixes of the files that SQLite and the server create next to a database."""
_LATEST: Final = "SELECT id, game, size, rulings, start, moves FROM duels ORDER BY changed DESC LIMIT 1000"


class Copied(NamedTuple):
    """The number of duels in a copy, and the ids of those with illegal moves."""

    duels: int
    damaged: tuple[str, ...]


def back_up(path: Path, copy: Path) -> Copied:
    """Copy a database that may be in use. An older copy is replaced once the new one is verified."""
    if not path.exists():
        raise SetupError(f"there is no database {path} to copy")
    _refuse_in_use(path, copy)
    unfinished = copy.with_name(f".{copy.name}.{os.getpid()}")
    try:
        copied = _copied(path, unfinished)
        os.replace(unfinished, copy)
        return copied
    except (OSError, sqlite3.Error) as error:
        raise SetupError(f"cannot copy {path} to {copy}: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _refuse_in_use(path: Path, copy: Path) -> None:
    """Refuse to overwrite the database itself, under any name, or another one in use: duels would be lost."""
    for end in _BESIDE:
        part = path.with_name(path.name + end)
        if part.exists() and copy.exists() and os.path.samefile(part, copy):
            raise SetupError(f"{copy} is the database {path} itself; choose another file for the copy")
    log = copy.with_name(f"{copy.name}-wal")
    if log.exists() and log.stat().st_size:
        raise SetupError(f"{copy} is a database in use ({log.name} is next to it); choose another file for the copy")


def _copied(path: Path, unfinished: Path) -> Copied:
    """Create a copy, reopen it, read it through, count its duels and replay the latest."""
    with closing(_read_only(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.execute("BEGIN")  # count exactly the rows that are copied, despite concurrent writes
        expected = _count(source)
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    with closing(_read_only(unfinished)) as written:
        [found] = written.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok" or _count(written) != expected:
            raise sqlite3.DatabaseError(f"the copy differs from the original ({found}, {expected} duels expected)")
        latest = written.execute(_LATEST).fetchall()
    return Copied(expected, tuple(id for id, *duel in latest if not _can_be_replayed(*duel)))


def _can_be_replayed(game: str, size: int, rulings: str, start: str, moves: str) -> bool:
    try:
        Duel(
            load_game(game, size_of_number(size), **dict(pair.split("=", 1) for pair in rulings.split())),
            moves,
            start=start,
        )
    except (GridDuelsError, ValueError, TypeError, AttributeError):
        return False
    return True


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=_WAIT, isolation_level=None)


def _count(connection: sqlite3.Connection) -> int:
    [count] = connection.execute("SELECT count(*) FROM duels").fetchone()
    return int(count)
