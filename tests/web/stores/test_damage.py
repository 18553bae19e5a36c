"""Damaged SQLite files: an unusable one is refused when it is opened; in others, single duels are damaged."""

import asyncio
import logging
import random
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from gridduels.errors import SetupError
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved
from gridduels.web.stores.sqlite import SqliteStore
from gridduels.web.stores.store import Store
from tests.web.stores.places import complaint, opened, row, sql

PAGE: Final = 4096
Damage = Callable[[bytearray, random.Random], None]


def a_bit(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def the_header(data: bytearray, rng: random.Random) -> None:
    data[rng.randrange(100)] = rng.randrange(256)


def the_schema(data: bytearray, rng: random.Random) -> None:
    at = rng.choice([at for at in range(100, PAGE) if 32 <= data[at] < 127])
    data[at] = rng.choice(b"abcdefgh_ ,()0123\xcc\0")


def zeros(data: bytearray, rng: random.Random) -> None:
    size = rng.choice((16, 512, PAGE))
    at = rng.randrange(len(data) // size) * size
    data[at : at + size] = bytes(size)


def noise(data: bytearray, rng: random.Random) -> None:
    size = rng.choice((16, 512, PAGE))
    at = rng.randrange(len(data) // size) * size
    data[at : at + size] = rng.randbytes(size)


def a_cut(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(100, len(data)) :]


def swapped_pages(data: bytearray, rng: random.Random) -> None:
    one, two = (page * PAGE for page in rng.sample(range(len(data) // PAGE), 2))
    data[one : one + PAGE], data[two : two + PAGE] = data[two : two + PAGE], data[one : one + PAGE]


DAMAGES: Final[tuple[Damage, ...]] = (a_bit, the_header, the_schema, zeros, noise, a_cut, swapped_pages)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Saved]]:
    """Return a file with duels of every kind, as a server leaves it behind."""
    path, now = tmp_path_factory.mktemp("whole") / "db", time.time()
    duels = [
        row(
            moves="up down " * (at % 20),
            changed=now,
            deadline=now + 5 if at % 3 == 0 else None,
            offered=now + 99 if at % 5 == 0 else None,
            listed=at % 2,
            over=int(at % 4 == 0),
            seat1=bytes(32),
        )
        for at in range(120)
    ]

    async def fill() -> None:
        async with opened(path) as store:
            await store.save(*duels)

    asyncio.run(fill())
    return path.read_bytes(), duels


async def faults_of(store: Store, duels: list[Saved]) -> list[str]:
    """Return what is wrong with an open store, apart from single duels reported as damaged."""
    faults = [] if abs(store.now() - time.time()) < 1000 else [f"it is {store.now()}"]
    kept, lost = [row()], 0
    for duel in duels:
        try:
            found = await store.load(duel.id)
        except Refused as refused:
            if refused.code != "damaged":
                faults.append(str(refused))
            continue
        if found is None:
            lost += 1
        elif found != duel:
            faults.append(f"{duel.id} is another duel")
        else:
            kept.append(replace(found, version=1, over=1 - found.over, deadline=None, offered=None, listed=0))
    await asyncio.gather(*(store.save(each) for each in kept))
    await store.unfinished(), await store.overdue(10), await store.offered(10), await store.listed(0.0, 10)
    # Even its id may be damaged, in a finished duel that is in no index.
    return faults + (["duels are lost"] if lost > 1 else [])


@pytest.mark.parametrize("damage", [pytest.param(damage, id=damage.__name__) for damage in DAMAGES])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.heavy)])
def test_a_damaged_file_is_refused_or_works(
    damage: Damage, seed: int, whole: tuple[bytes, list[Saved]], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    content, duels = whole
    rng, refused = random.Random(f"{damage.__name__} {seed}"), 0

    async def attempt(at: int, data: bytes) -> int:
        path = tmp_path / f"db{at}"
        path.write_bytes(data)
        store = SqliteStore(path)
        try:
            await store.open()
        except SetupError as error:
            said = str(error)
        else:
            said = ""
        if said:
            assert re.fullmatch(rf"[^\n]*{re.escape(str(path))}[^\n]*", said)
            assert path.read_bytes() == data
            return 1
        try:
            assert await faults_of(store, duels) == []
        finally:
            await store.close()
            path.unlink()
        return 0

    for at in range(400 if seed else 40):
        data = bytearray(content)
        damage(data, rng)
        if data != content:
            refused += asyncio.run(attempt(at, bytes(data)))
    assert refused


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE counted",
        "ALTER TABLE duels DROP COLUMN note",
        "ALTER TABLE duels RENAME COLUMN note TO notes",
        "DROP INDEX duels_deadline",
        "DROP TABLE duels",
    ],
)
def test_a_file_without_one_of_its_tables_columns_or_indexes_is_refused(
    change: str, whole: tuple[bytes, list[Saved]], tmp_path: Path
) -> None:
    (tmp_path / "db").write_bytes(whole[0])
    asyncio.run(sql(tmp_path / "db", change))
    assert "has been changed since it was written" in complaint(tmp_path / "db")


def test_an_additional_index_is_not_damage(whole: tuple[bytes, list[Saved]], tmp_path: Path) -> None:
    (tmp_path / "db").write_bytes(whole[0])
    asyncio.run(sql(tmp_path / "db", "CREATE INDEX mine ON duels (game)"))

    async def look() -> None:
        async with opened(tmp_path / "db") as store:
            assert await store.load(whole[1][0].id) == whole[1][0]

    asyncio.run(look())


def test_a_file_of_another_page_size_is_used(whole: tuple[bytes, list[Saved]], tmp_path: Path) -> None:
    (tmp_path / "db").write_bytes(whole[0])
    with closing(sqlite3.connect(tmp_path / "db")) as connection:
        connection.executescript("PRAGMA journal_mode = DELETE; PRAGMA page_size = 1024; VACUUM")

    async def look() -> None:
        async with opened(tmp_path / "db") as store:
            assert await faults_of(store, whole[1]) == []

    asyncio.run(look())


def test_a_file_that_cannot_be_written_to_is_refused(whole: tuple[bytes, list[Saved]], tmp_path: Path) -> None:
    data = bytearray(whole[0])
    data[18] = 3  # a format that this SQLite can only read
    (tmp_path / "db").write_bytes(data)
    said = f"cannot use the database {tmp_path / 'db'}: attempt to write a readonly database"
    assert complaint(tmp_path / "db") == said


@pytest.mark.parametrize("damage", ["changed = 1e30", "changed = 'soon'", "changed = 4e9"])
def test_a_damaged_date_does_not_make_duels_expire(
    damage: str, whole: tuple[bytes, list[Saved]], tmp_path: Path
) -> None:
    (tmp_path / "db").write_bytes(whole[0])
    asyncio.run(sql(tmp_path / "db", f"UPDATE duels SET {damage} WHERE id = '{whole[1][0].id}'"))
    asyncio.run(sql(tmp_path / "db", "UPDATE counted SET seconds = 4e9 WHERE rowid = (SELECT min(rowid) FROM counted)"))

    async def look() -> None:
        async with opened(tmp_path / "db") as store:
            assert abs(store.now() - time.time()) < 1000

    asyncio.run(look())
