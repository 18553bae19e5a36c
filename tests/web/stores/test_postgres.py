"""How servers on one PostgreSQL database work together."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from gridduels.protocol.base import EmoteName
from gridduels.protocol.codec import Refused
from gridduels.web.stores.postgres import PostgresStore
from gridduels.web.stores.schema import LATEST
from gridduels.web.stores.store import GONE, LocalPresence
from tests.postgres import Cluster
from tests.web.stores.places import complaint, opened, row, sql

PATIENCE = 20.0


class Ear:
    """The listener of one server."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self._news = asyncio.Event()

    def _hear(self, *what: Any) -> None:
        self.heard.append(what)
        self._news.set()

    def changed(self, id: str, version: int) -> None:
        self._hear("changed", id, version)

    def here(self, server: str, id: str, here: LocalPresence) -> None:
        self._hear("here", id, here)

    def asked(self, id: str) -> None:
        self._hear("asked", id)

    def emoted(self, id: str, player: int, emote: EmoteName) -> None:
        self._hear("emoted", id, player, emote)

    def joined(self) -> None:
        self._hear("joined")

    def left(self, server: str) -> None:
        self._hear("left")

    def missed(self) -> None:
        self._hear("missed")

    async def hears(self, *what: Any) -> None:
        """Wait until this has been heard."""
        async with asyncio.timeout(PATIENCE):
            while what not in self.heard:
                self._news.clear()
                await self._news.wait()


@pytest.fixture
def url(postgres: Cluster) -> str:
    return postgres.database()


async def end_connections(url: str) -> None:
    """End every connection to the database, as if the network had failed."""
    mine = "pid <> pg_backend_pid() AND datname = current_database()"
    await sql(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {mine}")


@pytest.mark.heavy
def test_other_servers_hear_of_a_change_once_it_is_stored(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            ear = two.news = Ear()
            duel, many = row(), [row() for _ in range(150)]
            await one.save(duel)
            await one.save(replace(duel, version=1))
            await ear.hears("changed", duel.id, 1)
            await one.save(*many)
            await one.save(*(replace(each, version=1) for each in many))
            for each in many:  # more than fit into one notice
                await ear.hears("changed", each.id, 1)
            one.announce_presence(duel.id, LocalPresence(one=True, two=False, watchers=3))
            await ear.hears("here", duel.id, LocalPresence(one=True, two=False, watchers=3))
            full = LocalPresence(one=True, two=True, watchers=600, visitors=tuple(f"mark{at:04}" for at in range(600)))
            for at in range(3):  # together too long for one notice
                one.announce_presence(f"duel{at}", full)
            for at in range(3):
                await ear.hears("here", f"duel{at}", full)
            one.ask_here(duel.id)
            await ear.hears("asked", duel.id)
            one.tell_emote(duel.id, 2, "nice")
            await ear.hears("emoted", duel.id, 2, "nice")
            assert await one.expire(one.now() + 1, 0.0)
            await ear.hears("changed", duel.id, GONE)
            assert await two.versions([duel.id]) == {}
            await one.close()
            await ear.hears("left")

    asyncio.run(run())


def test_servers_hear_of_each_other_when_one_starts(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one:
            first = one.news = Ear()
            async with opened(url) as two:
                second = two.news = Ear()
                await first.hears("joined")
                await second.hears("joined")

    asyncio.run(run())


def test_when_two_servers_change_the_same_duel_one_wins(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            duels = [row() for _ in range(50)]
            await one.save(*duels)
            tries = [
                store.save(replace(duel, version=1, moves=moves))
                for duel in duels
                for store, moves in ((one, "up"), (two, "down"))
            ]
            results = await asyncio.gather(*tries, return_exceptions=True)
            for at, duel in enumerate(duels):
                first, second = results[2 * at : 2 * at + 2]
                assert (first is None) != (second is None)
                kept = await two.load(duel.id)
                assert kept is not None
                assert kept.moves == ("up" if first is None else "down")

    asyncio.run(run())


@pytest.mark.heavy
def test_a_removed_duel_does_not_come_back_by_a_change_at_another_server(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            duel = row()
            await one.save(duel)
            assert await two.expire(two.now() + 1, 0.0) == [duel.id]
            with pytest.raises(Refused):
                await one.save(replace(duel, version=1))
            assert await one.load(duel.id) is None

    asyncio.run(run())


@pytest.mark.heavy
def test_a_server_that_loses_its_connections_notices_and_recovers(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            ear = two.news = Ear()
            duel = row()
            await one.save(duel)
            await end_connections(url)
            await ear.hears("missed")
            await one.save(replace(duel, version=1))
            await ear.hears("changed", duel.id, 1)

    asyncio.run(run())


@pytest.mark.heavy
def test_while_the_database_is_down_saves_are_refused(postgres: Cluster) -> None:
    async def run() -> None:
        async with opened(postgres.database()) as store:
            ear = store.news = Ear()
            duel = row()
            await store.save(duel)
            await asyncio.to_thread(postgres.stop)
            for refused in (store.save(replace(duel, version=1)), store.load(duel.id), store.unfinished()):
                with pytest.raises(Refused, match="The database does not respond") as told:
                    await refused
                assert told.value.code == "busy"
            assert store.trouble
            assert not await store.claim(duel.id, 0)
            await asyncio.to_thread(postgres.start)
            await ear.hears("missed")
            assert await store.load(duel.id) == duel
            await store.save(replace(duel, version=1))
            assert not store.trouble

    asyncio.run(run())


@pytest.mark.heavy
def test_one_server_thinks_and_when_it_dies_another_may(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            duel = row()
            await one.save(duel)
            assert await one.claim(duel.id, 0)
            assert not await two.claim(duel.id, 0)
            await one.release(duel.id)
            assert not await two.claim(duel.id, 1)  # there is no such version
            assert await two.claim(duel.id, 0)
            assert not await one.claim(duel.id, 0)
            assert isinstance(two, PostgresStore)
            two._session._drop()  # as if it had died
            async with asyncio.timeout(PATIENCE):
                while not await one.claim(duel.id, 0):
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_an_address_has_one_allowance_at_all_servers(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one, opened(url) as two:
            allowed = [await store.allow("192.0.2.1", 1e-6, 3) for store in (one, two, one, two)]
            assert allowed == [True, True, True, False]
            assert await two.allow("192.0.2.2", 1e-6, 3)
            assert await one.allow("192.0.2.1", 1e6, 3)  # it fills up over time

    asyncio.run(run())


@pytest.mark.heavy
def test_all_servers_count_the_same_time(url: str) -> None:
    async def run() -> None:
        async with opened(url) as one:
            assert isinstance(one, PostgresStore)
            one._clock.heard(one.now() + 1000)  # as if it had been running for longer
            async with opened(url) as two:
                ear = two.news = Ear()
                one.ask_here("abc")
                await ear.hears("asked", "abc")
                assert abs(one.now() - two.now()) < 100

    asyncio.run(run())


@pytest.mark.heavy
def test_many_servers_make_one_new_database_ready(url: str) -> None:
    async def run() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(open_once())
        assert await sql(url, "SELECT version FROM gridduels_schema") == [(LATEST,)]

    async def open_once() -> None:
        async with opened(url) as store:
            assert await store.unfinished() == 0

    asyncio.run(run())


def test_a_database_that_cannot_be_used_is_named_without_its_password(url: str) -> None:
    asyncio.run(sql(url, "CREATE TABLE duels (shopping TEXT)"))
    assert complaint(url) == f'cannot use the database {url}: relation "duels" already exists'
    nowhere = "postgresql://me:secret@127.0.0.1:1/duels"
    assert complaint(nowhere).startswith("cannot reach the database postgresql://me@127.0.0.1:1/duels: ")
    assert complaint("postgresql://127.0.0.1:x/duels").startswith("cannot reach the database postgresql://127.0.0.1:x")


def test_a_newer_database_is_refused(url: str) -> None:
    async def run() -> None:
        async with opened(url):
            pass
        await sql(url, "UPDATE gridduels_schema SET version = 99")

    asyncio.run(run())
    assert complaint(url) == f"{url} was written by a newer gridduels (schema 99; this version knows {LATEST})"
