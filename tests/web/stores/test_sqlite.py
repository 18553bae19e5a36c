"""The SQLite file: its owner, its integrity, its version, and other users."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gridduels.web.stores.schema import LATEST
from tests.skips import require
from tests.web.stores.places import complaint, opened, row, sql

FIRST = """
CREATE TABLE duels (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, size INTEGER NOT NULL, rulings TEXT NOT NULL, start TEXT NOT NULL,
    p1 TEXT NOT NULL, p2 TEXT NOT NULL, seed INTEGER NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
    seat1 BLOB, seat2 BLOB, invite BLOB,
    seconds REAL, increment REAL NOT NULL, left1 REAL NOT NULL, left2 REAL NOT NULL,
    version INTEGER NOT NULL, moves TEXT NOT NULL, winner INTEGER, reason TEXT,
    takeback_by INTEGER, takeback_to INTEGER, rematch_by INTEGER, rematch_seat BLOB,
    next TEXT, next_began INTEGER NOT NULL, note TEXT, over INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO duels VALUES ('abcdefghijkl', 'light-cycle', 3, '', '0,0 2,2 1', 'human', 'easy', 281474976710655, 1e9,
    1.5e9, x'00ff', NULL, NULL, 30, 2, 30, 29.5, 3, 'down left right',
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 'é', 0);
PRAGMA application_id = 1198680420;
PRAGMA user_version = 1;
"""
"""A file as written by the first release."""


def make(path: Path) -> None:
    """Open a store once."""

    async def run() -> None:
        async with opened(path) as store:
            await store.save(*(row() for _ in range(200)))

    asyncio.run(run())


def test_a_file_of_the_first_version_is_migrated_with_everything_in_it(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.executescript(FIRST)

    async def look() -> None:
        for _ in range(2):
            async with opened(tmp_path / "db") as store:
                kept = await store.load("abcdefghijkl")
                assert kept is not None
                assert (kept.seed, kept.moves, kept.note, kept.seat1) == (2**48 - 1, "down left right", "é", b"\0\xff")
                assert (kept.version, kept.left2, kept.deadline, kept.changed) == (3, 29.5, None, 1.5e9)
                assert store.now() >= 1.5e9
        assert await sql(tmp_path / "db", "PRAGMA user_version") == [(LATEST,)]

    asyncio.run(look())


def test_a_file_that_cannot_be_migrated_is_left_unchanged(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.executescript(FIRST)
        connection.executescript("CREATE TABLE counted (other TEXT)")
    before = (tmp_path / "db").read_bytes()
    assert "already exists" in complaint(tmp_path / "db")
    assert (tmp_path / "db").read_bytes() == before


def test_a_newer_database_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    make(tmp_path / "db")
    asyncio.run(sql(tmp_path / "db", "PRAGMA user_version = 99"))
    before = (tmp_path / "db").read_bytes()
    assert complaint(tmp_path / "db") == (
        f"{tmp_path / 'db'} was written by a newer gridduels (schema 99; this version knows {LATEST})"
    )
    assert (tmp_path / "db").read_bytes() == before


def test_another_programs_database_is_refused_and_left_unchanged(tmp_path: Path) -> None:
    asyncio.run(sql(tmp_path / "db", "CREATE TABLE shopping (item)"))
    before = (tmp_path / "db").read_bytes()
    assert complaint(tmp_path / "db").startswith(f"{tmp_path / 'db'} is another program's database")
    assert (tmp_path / "db").read_bytes() == before


def test_a_damaged_page_is_found(tmp_path: Path) -> None:
    make(tmp_path / "db")
    content = bytearray((tmp_path / "db").read_bytes())
    content[4096:8192] = b"\xff" * 4096
    (tmp_path / "db").write_bytes(content)
    assert "is damaged or not a database" in complaint(tmp_path / "db")
    assert (tmp_path / "db").read_bytes() == content


def test_an_unusable_place_is_reported_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert complaint(tmp_path / "file" / "db").startswith(f"cannot create a database in {tmp_path / 'file'}")
    assert complaint(tmp_path).startswith(f"cannot open the database {tmp_path}")


@pytest.mark.parametrize("way", ["same", "symlink", "hard link", "lock removed"])
def test_a_second_server_on_the_same_file_is_refused(way: str, tmp_path: Path) -> None:
    require(sys.platform == "linux" or way in ("same", "symlink"), "this platform cannot lock files")
    path, other = tmp_path / "db", tmp_path / "other"
    make(path)
    if way == "symlink":
        other.symlink_to(path)
    elif way == "hard link":
        other.hardlink_to(path)

    async def serve() -> None:
        async with opened(path):
            for beside in tmp_path.glob("*.lock"):
                beside.unlink()
            said = await asyncio.to_thread(complaint, path if way in ("same", "lock removed") else other)
            assert "is in use by another server" in said
        async with opened(path):
            pass

    asyncio.run(serve())
