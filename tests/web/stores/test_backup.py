"""Copies of a database: complete, verified, and never onto itself."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from gridduels.errors import SetupError
from gridduels.web.stores.backup import back_up
from gridduels.web.stores.sqlite import SqliteStore
from tests.web.stores.places import row


def filled(path: Path, duels: int = 3) -> SqliteStore:
    """Return an open store with some duels."""

    async def fill() -> SqliteStore:
        store = SqliteStore(path)
        await store.open()
        await store.save(*(row() for _ in range(duels)))
        return store

    return asyncio.run(fill())


def close(store: SqliteStore) -> None:
    asyncio.run(store.close())


def counted(path: Path) -> int:
    connection = sqlite3.connect(path)
    [number] = connection.execute("SELECT count(*) FROM duels").fetchone()
    connection.close()
    return int(number)


def other_name(path: Path, way: str) -> Path:
    other = path.with_name("other")
    if way == "symlink":
        other.symlink_to(path)
    elif way == "hard link":
        other.hardlink_to(path)
    elif way == "detour":
        other = path.parent / ".." / path.parent.name / path.name
    else:
        other = path.with_name(path.name + way)
    return other


@pytest.mark.parametrize("way", ["", "symlink", "hard link", "detour", "-wal", "-shm"])
def test_a_copy_onto_itself_is_refused_under_any_name(way: str, tmp_path: Path) -> None:
    store = filled(tmp_path / "db")
    before = {path.name: path.stat().st_ino for path in tmp_path.iterdir()}
    copy = other_name(tmp_path / "db", way)
    with pytest.raises(SetupError, match=r"is the database .* itself; choose another file"):
        back_up(tmp_path / "db", copy)
    assert before.items() <= {path.name: path.stat().st_ino for path in tmp_path.iterdir()}.items()
    close(store)
    assert counted(tmp_path / "db") == 3


@pytest.mark.parametrize("name", ["a#b", "a?mode=memory", "a%20b", "50%", "a b&c=d", "ä"])
def test_a_database_of_any_name_is_copied(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    store = filled(tmp_path / name / name)
    assert back_up(tmp_path / name / name, tmp_path / f"copy of {name}") == (3, ())
    close(store)
    assert counted(tmp_path / f"copy of {name}") == 3


def test_a_copy_onto_a_database_in_use_is_refused(tmp_path: Path) -> None:
    one, two = filled(tmp_path / "one"), filled(tmp_path / "two", 2)
    with pytest.raises(SetupError, match="is a database in use"):
        back_up(tmp_path / "one", tmp_path / "two")
    close(one)
    close(two)
    assert counted(tmp_path / "two") == 2


def test_a_damaged_database_gives_no_copy_and_the_older_one_stays(tmp_path: Path) -> None:
    close(filled(tmp_path / "db", 300))
    assert back_up(tmp_path / "db", tmp_path / "copy") == (300, ())
    with (tmp_path / "db").open("r+b") as file:
        file.seek(3 * 4096)
        file.write(os.urandom(4096))
    with pytest.raises(SetupError, match="cannot copy"):
        back_up(tmp_path / "db", tmp_path / "copy")
    assert counted(tmp_path / "copy") == 300
    assert not list(tmp_path.glob(".copy*"))


def test_a_duel_that_cannot_be_replayed_is_reported_and_still_copied(tmp_path: Path) -> None:
    close(filled(tmp_path / "db"))
    connection = sqlite3.connect(tmp_path / "db")
    [[id]] = connection.execute("SELECT id FROM duels LIMIT 1").fetchall()
    connection.execute("UPDATE duels SET moves = 'up sideways' WHERE id = ?", [id])
    connection.commit()
    connection.close()
    assert back_up(tmp_path / "db", tmp_path / "copy") == (3, (id,))
    assert counted(tmp_path / "copy") == 3
