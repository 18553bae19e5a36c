"""What every store guarantees: it saves all rows or none, only on top of known versions, and it counts time."""

import asyncio
import time

import pytest
from msgspec.structs import replace

from gridduels.protocol.codec import Refused
from gridduels.web.stores.store import COLUMNS, Overwritten
from tests.web.stores.places import Place, opened, row, sql


@pytest.mark.heavy
def test_saved_rows_load_unchanged(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            rows = [row(moves="up down", takeback_by=1, note="é", seconds=1.5, seat1=b"\0\xff") for _ in range(300)]
            await asyncio.gather(*(store.save(each) for each in rows))
            assert [await store.load(each.id) for each in rows] == rows
            assert await store.load("nosuchduel") is None
            assert store.saved == 300
            assert store.commits < 30  # many commits were grouped
        async with opened(place) as store:
            assert [await store.load(each.id) for each in rows] == rows

    asyncio.run(keep())


def test_rows_saved_together_are_saved_all_or_none(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            good, bad = row(), row(game=None)
            with pytest.raises(Refused, match="Nothing has changed") as refused:
                await store.save(good, bad)
            assert refused.value.status == 503
            assert store.trouble
            assert await store.load(good.id) is None
            await store.save(good)
            assert await store.load(good.id) == good
            assert not store.trouble

    asyncio.run(keep())


@pytest.mark.heavy
def test_closing_saves_waiting_changes_and_refuses_later_ones(place: Place) -> None:
    async def keep() -> None:
        rows = [row() for _ in range(20)]
        async with opened(place) as store:
            saving = [asyncio.create_task(store.save(each)) for each in rows]
            await asyncio.sleep(0)
        await asyncio.gather(*saving)
        with pytest.raises(Refused, match="shutting down"):
            await store.save(row())
        async with opened(place) as again:
            assert [await again.load(each.id) for each in rows] == rows

    asyncio.run(keep())


@pytest.mark.heavy
def test_unfinished_and_finished_duels_expire_each_at_their_age(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            old, older, fresh = row(changed=1000.0), row(changed=500.0, over=1), row()
            ended = row(changed=1000.0, over=1)
            await store.save(old, older, fresh, ended)
            assert await store.unfinished() == 2
            assert sorted(await store.expire(2000.0, 600.0)) == sorted([old.id, older.id])
            found = [await store.load(each.id) for each in (old, older, fresh, ended)]
            assert found == [None, None, fresh, ended]

    asyncio.run(keep())


def test_duels_whose_time_is_up_are_found_the_earliest_first(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            now = store.now()
            early, late, later = row(deadline=now - 9), row(deadline=now - 5), row(deadline=now + 1000)
            await store.save(late, early, later, row())
            assert await store.overdue(10) == [early.id, late.id]
            assert await store.overdue(1) == [early.id]

    asyncio.run(keep())


def test_no_row_replaces_an_unseen_version(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            first = row()
            await store.save(first)
            ours, theirs = replace(first, version=1, moves="up"), replace(first, version=1, moves="down", changed=1e9)
            await store.save(ours)
            for unseen in (theirs, replace(first, changed=1e9), replace(first, version=3)):
                saving = [asyncio.create_task(store.save(each)) for each in (unseen, row())]
                refused, kept = await asyncio.gather(*saving, return_exceptions=True)
                assert isinstance(refused, Overwritten)
                assert kept is None  # saves at the same time are not affected
                assert await store.load(first.id) == ours
            fresh = row()
            with pytest.raises(Overwritten):
                await store.save(fresh, theirs)
            assert await store.load(fresh.id) is None

    asyncio.run(keep())


@pytest.mark.heavy
def test_a_damaged_row_is_named_and_not_shown(place: Place) -> None:
    damages = (
        "moves = 'down'",
        "seat1 = NULL",
        "version = 7",
        "over = 1",
        "deadline = 5",
        "left1 = 1e-9",
        "checksum = 1",
    )

    async def keep() -> None:
        async with opened(place) as store:
            good = row()
            await store.save(good)
            for damage in damages:
                bad = row(seat1=b"secret")
                await store.save(bad)
                await sql(place, f"UPDATE duels SET {damage} WHERE id = '{bad.id}'")
                with pytest.raises(Refused, match=f"stored duel {bad.id} is damaged") as refused:
                    await store.load(bad.id)
                assert refused.value.code == "damaged"
            assert await store.load(good.id) == good

    asyncio.run(keep())


@pytest.mark.heavy
def test_the_columns_are_the_fields_and_their_checksum(place: Place) -> None:
    async def look() -> None:
        async with opened(place):
            pass
        await sql(place, f"SELECT {', '.join(COLUMNS)} FROM duels")

    asyncio.run(look())
    with pytest.raises(Exception, match="no_such"):
        asyncio.run(sql(place, "SELECT no_such FROM duels"))


@pytest.mark.heavy
def test_time_counts_only_while_the_server_runs(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            await store.save(row(changed=store.now()))
            begun = store.now()
        for calendar in (begun + 400 * 86_400, 0.0, begun):
            monkeypatch.setattr(time, "time", lambda calendar=calendar: calendar)
            async with opened(place) as store:
                assert 0 <= store.now() - begun < 600  # time before a clean stop has passed
                assert await store.expire(store.now() - 14 * 86_400, 0.0) == []

    asyncio.run(keep())


def test_open_challenges_are_listed_longest_wait_first(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            now = store.now()
            late, early = row(offered=now + 9, created=now), row(offered=now + 9, created=now - 5)
            await store.save(late, early, row(offered=now - 1), row(offered=now + 9, over=1), row())
            assert [each.id for each in await store.offered(10)] == [early.id, late.id]
            assert [each.id for each in await store.offered(1)] == [early.id]
            await sql(place, f"UPDATE duels SET moves = 'down' WHERE id = '{early.id}'")
            assert [each.id for each in await store.offered(10)] == [late.id]  # a damaged one is not shown

    asyncio.run(keep())


@pytest.mark.heavy
def test_games_to_watch_are_listed_newest_first(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            now = store.now()
            game = {"listed": 1, "moves": "up", "changed": now}
            early, late = row(**game, created=now - 9), row(**game, created=now - 5)
            others = [
                row(**game | other) for other in ({"over": 1}, {"listed": 0}, {"moves": ""}, {"offered": now + 9})
            ]
            await store.save(early, late, *others, row(**game | {"changed": now - 100}))
            assert [each.id for each in await store.listed(now - 50, 10)] == [late.id, early.id]
            assert [each.id for each in await store.listed(now - 50, 1)] == [late.id]

    asyncio.run(keep())


@pytest.mark.heavy
def test_a_name_is_held_until_it_is_let_go(place: Place) -> None:
    async def keep() -> None:
        async with opened(place) as store:
            assert await store.hold("a name")
            await store.let_go("a name")
            assert await store.hold("a name")
            await store.let_go("a name")

    asyncio.run(keep())
