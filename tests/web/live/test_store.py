"""What is kept, and what happens when it cannot be."""

import asyncio
import sqlite3
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
        f"{tmp_path / 'db'} was written by a newer gridduels (its form is 99, this one knows 1)"
    )
    assert (tmp_path / "db").read_bytes() == before


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
