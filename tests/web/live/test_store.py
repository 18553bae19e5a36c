"""What is kept, and what happens when it cannot be."""

import asyncio
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gridduels.errors import SetupError
from gridduels.web.live.database import COLUMNS
from gridduels.web.live.new_duel import new_duel
from gridduels.web.live.saved import Saved
from gridduels.web.live.store import Store
from gridduels.web.messages.refusals import Refused
from gridduels.web.messages.requests import NewDuel
from tests.skips import require


def row(**changed: Any) -> Saved:
    return replace(new_duel(NewDuel(game="pathway"), time.time(), 100).live.saved, **changed)


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    async def keep() -> None:
        store = Store(tmp_path / "db")
        rows = [row(moves="up down", takeback_by=1, note="é", seconds=1.5) for _ in range(300)]
        await asyncio.gather(*(store.save(each) for each in rows))
        assert [await store.load(each.id) for each in rows] == rows
        assert await store.load("nosuchduel") is None
        assert store.saved == 300
        assert store.commits < 30  # many were committed together
        store.close()

    asyncio.run(keep())


def test_rows_saved_together_are_kept_all_or_none(tmp_path: Path) -> None:
    async def keep() -> None:
        store = Store(tmp_path / "db")
        good, bad = row(), row(game=None)
        with pytest.raises(Refused, match="nothing has changed") as refused:
            await store.save(good, bad)
        assert refused.value.status == 503
        assert store.trouble
        assert await store.load(good.id) is None
        await store.save(good)
        assert await store.load(good.id) == good
        assert not store.trouble
        store.close()

    asyncio.run(keep())


def test_what_waits_is_kept_when_the_store_is_closed_and_later_nothing_is(tmp_path: Path) -> None:
    async def keep() -> None:
        store, rows = Store(tmp_path / "db"), [row() for _ in range(20)]
        saving = [asyncio.create_task(store.save(each)) for each in rows]
        await asyncio.sleep(0)
        store.close()
        await asyncio.gather(*saving)
        with pytest.raises(Refused, match="going down"):
            await store.save(row())
        again = Store(tmp_path / "db")
        assert [await again.load(each.id) for each in rows] == rows
        again.close()

    asyncio.run(keep())


def test_unfinished_duels_expire_and_finished_ones_stay(tmp_path: Path) -> None:
    async def keep() -> None:
        store = Store(tmp_path / "db")
        old, over, fresh = row(changed=1000.0), row(changed=1000.0, over=1), row()
        await store.save(old, over, fresh)
        assert await store.unfinished() == 2
        assert await store.expire(2000.0) == [old.id]
        assert [await store.load(each.id) for each in (old, over, fresh)] == [None, over, fresh]
        store.close()

    asyncio.run(keep())


def opened(path: Path) -> str:
    with pytest.raises(SetupError) as refused:
        Store(path)
    return str(refused.value)


def test_a_database_of_a_newer_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    Store(tmp_path / "db").close()
    with sqlite3.connect(tmp_path / "db") as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = (tmp_path / "db").read_bytes()
    assert opened(tmp_path / "db") == (
        f"{tmp_path / 'db'} was written by a newer gridduels (its form is 99, this one knows 2)"
    )
    assert (tmp_path / "db").read_bytes() == before


def test_a_database_of_an_older_program_is_taken_over(tmp_path: Path) -> None:
    async def keep(path: Path) -> None:
        store = Store(path)
        old = row(moves="up")
        await store.save(old)
        store.close()
        with sqlite3.connect(path) as database:  # the form it had before seats could move
            database.executescript("ALTER TABLE duels DROP COLUMN code1; ALTER TABLE duels DROP COLUMN code2")
            database.execute("PRAGMA user_version = 1")
        database.close()
        store = Store(path)
        assert await store.load(old.id) == old
        await store.save(replace(old, version=1, code1=b"hash"))
        store.close()

    asyncio.run(keep(tmp_path / "db"))


def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "db") as database:
        database.execute("CREATE TABLE shopping (item)")
    database.close()
    before = (tmp_path / "db").read_bytes()
    assert opened(tmp_path / "db").startswith(f"{tmp_path / 'db'} is a database of another program")
    assert (tmp_path / "db").read_bytes() == before


def test_a_damaged_page_is_found(tmp_path: Path) -> None:
    async def fill() -> None:
        store = Store(tmp_path / "db")
        await store.save(*(row() for _ in range(200)))
        store.close()

    asyncio.run(fill())
    content = bytearray((tmp_path / "db").read_bytes())
    content[4096:8192] = b"\xff" * 4096
    (tmp_path / "db").write_bytes(content)
    assert "is damaged or not a database" in opened(tmp_path / "db")
    assert (tmp_path / "db").read_bytes() == content


def test_a_place_where_nothing_can_be_kept_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert opened(tmp_path / "file" / "db").startswith(f"cannot keep a database in {tmp_path / 'file'}")
    assert opened(tmp_path).startswith(f"cannot open the database {tmp_path}")


def test_the_columns_are_the_fields(tmp_path: Path) -> None:
    Store(tmp_path / "db").close()
    with sqlite3.connect(tmp_path / "db") as database:
        found = [name for _, name, *_ in database.execute("PRAGMA table_info(duels)")]
    database.close()
    assert found == list(COLUMNS)


def test_no_row_replaces_a_version_that_was_not_seen(tmp_path: Path) -> None:
    async def keep() -> None:
        store, other = Store(tmp_path / "db"), row()
        first = row()
        await store.save(first)
        ours, theirs = replace(first, version=1, moves="up"), replace(first, version=1, moves="down", changed=1e9)
        await store.save(ours)
        for unseen in (theirs, replace(first, changed=1e9), replace(first, version=3)):
            saving = [asyncio.create_task(store.save(each)) for each in (unseen, other)]
            refused, kept = await asyncio.gather(*saving, return_exceptions=True)
            assert "another server has changed this duel" in str(refused)
            assert kept is None  # who saves at the same time does not suffer
            assert await store.load(first.id) == ours
        stopped = replace(ours, left1=5.0)
        await store.save(stopped)  # a clock that is kept when the server stops makes no new version
        assert await store.load(first.id) == stopped
        store.close()

    asyncio.run(keep())


@pytest.mark.parametrize("way", ["same", "symlink", "hard link", "lock removed"])
def test_a_second_server_on_the_same_file_is_refused(way: str, tmp_path: Path) -> None:
    require(sys.platform == "linux" or way in ("same", "symlink"), "this platform cannot lock files")
    path, other = tmp_path / "db", tmp_path / "other"
    Store(path).close()
    if way == "symlink":
        other.symlink_to(path)
    elif way == "hard link":
        other.hardlink_to(path)
    store = Store(path)
    for beside in tmp_path.glob("*.lock"):
        beside.unlink()
    assert "is in use by another server" in opened(path if way in ("same", "lock removed") else other)
    store.close()
    Store(path).close()


def test_time_counts_while_the_server_runs_whatever_the_calendar_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def keep() -> None:
        store, kept = Store(tmp_path / "db"), row()
        await store.save(replace(kept, changed=store.now()))
        begun = store.now()
        for calendar in (begun + 400 * 86_400, 0.0, begun):
            monkeypatch.setattr(time, "time", lambda calendar=calendar: calendar)
            assert abs(store.now() - begun) < 600
            store.close()
            store = Store(tmp_path / "db")
            assert abs(store.now() - begun) < 600
            assert await store.expire(store.now() - 14 * 86_400) == []
        store.close()

    asyncio.run(keep())
