"""Whatever PostgreSQL's driver raises, at any call, everyone who waits for the store is answered."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg
import pytest
from asyncpg.pool import Pool
from msgspec.structs import replace

from gridduels.errors import SetupError
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved
from gridduels.web.stores.store import Row, Store, values_of
from tests.postgres import Cluster
from tests.web.stores.places import opened, row

PATIENCE: Final = 10.0
ERRORS: Final[tuple[BaseException, ...]] = (
    asyncpg.InternalClientError("got result for unknown protocol state 3"),
    RuntimeError("a fault of the driver"),
    asyncio.CancelledError(),
    asyncpg.ProtocolError("unexpected message"),
    asyncpg.InterfaceError("another operation is in progress"),
    asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"),
    asyncpg.CannotConnectNowError("the database system is starting up"),
    asyncpg.AdminShutdownError("terminating connection"),
    asyncpg.DeadlockDetectedError("deadlock detected"),
    asyncpg.UniqueViolationError("duplicate key"),
    asyncpg.DataError("value out of range"),
    asyncpg.QueryCanceledError("canceling statement"),
    OSError("no route to host"),
    ConnectionResetError("connection reset by peer"),
    TimeoutError(),
    EOFError("incomplete message"),
)
FAULTS_OF_THE_PROGRAM: Final = (RuntimeError, EOFError)
"""These reach the caller unchanged, which logs an internal error and refuses the request."""
CALLS: Final = (
    (asyncpg, "connect"),
    (asyncpg, "create_pool"),
    (asyncpg.Connection, "close"),
    (asyncpg.Connection, "copy_records_to_table"),
    (asyncpg.Connection, "fetch"),
    (asyncpg.Connection, "fetchval"),
    (asyncpg.Connection, "execute"),
    (asyncpg.Connection, "add_listener"),
    (Pool, "_acquire"),
    (Pool, "release"),
)


ALWAYS_MADE: Final = ("close", "release")
"""The driver gives up a connection even if it fails to do so properly."""


class Driver:
    """The driver, which fails at a chosen one of its next calls: before it is made, or by losing its answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls, self._at, self._after = 0, 0, False
        self._error: BaseException | None = None
        for kind, name in CALLS:
            monkeypatch.setattr(kind, name, self._wrapped(getattr(kind, name), name))

    def fail(self, at: int, error: BaseException, *, after: bool) -> None:
        self.calls, self._at, self._error, self._after = 0, at, error, after

    def work(self) -> None:
        self.calls, self._error = 0, None

    def _wrapped(self, real: Callable[..., Awaitable[Any]], name: str) -> Callable[..., Awaitable[Any]]:
        async def call(*arguments: Any, **named: Any) -> Any:
            error, self.calls = None, self.calls + 1
            if self.calls == self._at:
                error, self._error = self._error, None
            if error and not self._after and name not in ALWAYS_MADE:
                raise error
            found = await real(*arguments, **named)
            if error and name == "_acquire":
                await arguments[0].release(found)
            if error and name in ("connect", "create_pool"):
                found.terminate()
            if error:
                raise error
            return found

        return call


class Scene:
    """Two servers on one database, and everything that one of them can do."""

    def __init__(self, url: str, store: Store, other: Store) -> None:
        self.url, self.store, self.other, self.duel = url, store, other, row()

    async def save(self) -> None:
        self.duel = replace(await self.kept(), version=self.duel.version + 1)
        await self.store.save(self.duel)

    async def save_two(self) -> None:
        await self.store.save(row(), row())

    async def save_many(self) -> None:
        """Save several works in one commit, two of which change the same duel."""
        first = row()
        works = ([first], [replace(first, moves="up")], [row()], [row(), row()])
        found = await asyncio.gather(*(self.store.save(*work) for work in works), return_exceptions=True)
        for error in found:
            assert error is None or isinstance(error, Refused)

    async def load(self) -> None:
        ids = self.duel.id, "nosuchduel", self.duel.id
        found = await asyncio.gather(*(self.store.load(id) for id in ids), return_exceptions=True)
        for error in found:
            if isinstance(error, BaseException):
                raise error

    async def ask(self) -> None:
        await self.store.versions([self.duel.id])
        await self.store.unfinished()
        await self.store.overdue(5)
        await self.store.offered(5)
        await self.store.listed(0.0, 5)
        await self.store.allow("192.0.2.1", 1.0, 5)

    async def expire(self) -> None:
        old = row(changed=5.0)
        await self.store.save(old)
        await self.store.expire(10.0, 10.0)

    async def think(self) -> None:
        if await self.store.claim(self.duel.id, self.duel.version):
            await self.store.release(self.duel.id)

    async def hold(self) -> None:
        if await self.store.hold("a name"):
            await self.store.let_go("a name")

    async def fill(self) -> None:
        async def pages() -> AsyncIterator[list[Row]]:
            yield [values_of(row())]
            yield [values_of(row()), values_of(row())]

        await self.store.fill(pages(), self.store.now())

    async def reconnect(self) -> None:
        self.store._session._drop()  # type: ignore[attr-defined]
        await held(self.store, "a name")
        await self.store.let_go("a name")

    async def start(self) -> None:
        """Start another server, and stop it."""
        async with opened(self.url) as store:
            await store.unfinished()

    async def kept(self) -> Saved:
        found = await self.store.load(self.duel.id)
        assert found is not None
        self.duel = found
        return found

    async def recovers(self) -> None:
        """Wait until everything works again and neither server holds a name without need."""
        await self.kept()
        await self.save()
        assert not self.store.trouble
        for store, name in ((self.other, self.duel.id), (self.other, "a name"), (self.store, "another name")):
            await held(store, name)
            await store.let_go(name)


async def held(store: Store, name: str) -> None:
    """Hold a name as soon as it is free and the server has a session.

    The fault may have hit a heartbeat instead of the call under test. Both servers send one every few seconds, so
    either of them may be reconnecting.
    """
    while True:
        with suppress(Refused):
            if await store.hold(name):
                return
        await asyncio.sleep(0.01)


async def answered(work: Callable[[], Awaitable[None]], error: BaseException) -> None:
    """Run something that may be refused but must end."""
    try:
        async with asyncio.timeout(PATIENCE) as limit:
            await work()
    except (Refused, SetupError):
        pass
    except FAULTS_OF_THE_PROGRAM as raised:
        if raised is not error:
            raise
    finally:
        assert not limit.expired(), f"{work.__name__} waits for ever after {error!r}"


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(error, id=type(error).__name__, marks=[pytest.mark.heavy] if at else [])
        for at, error in enumerate(ERRORS)
    ],
)
@pytest.mark.parametrize("after", [False, pytest.param(True, marks=pytest.mark.heavy)])
def test_everyone_is_answered_whatever_the_driver_raises(
    error: BaseException,
    after: bool,
    postgres: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL)
    url = postgres.database()
    driver = Driver(monkeypatch)

    async def run() -> None:
        async with opened(url) as store, opened(url) as other:
            scene = Scene(url, store, other)
            await store.save(scene.duel)
            for work in (
                scene.save,
                scene.save_two,
                scene.save_many,
                scene.load,
                scene.ask,
                scene.expire,
                scene.think,
                scene.hold,
                scene.fill,
                scene.reconnect,
                scene.start,
            ):
                driver.work()
                await work()
                for at in range(1, driver.calls + 1):
                    driver.fail(at, error, after=after)
                    await answered(work, error)
                    driver.work()
                    async with asyncio.timeout(PATIENCE):
                        await scene.recovers()

    asyncio.run(run())


def test_a_save_whose_task_is_cancelled_is_refused_and_the_next_one_works(postgres: Cluster) -> None:
    async def run() -> None:
        async with opened(postgres.database()) as store:
            saving = [asyncio.create_task(store.save(row())) for _ in range(3)]
            while (task := store._committing) is None:  # type: ignore[attr-defined]
                await asyncio.sleep(0)
            task.cancel()
            async with asyncio.timeout(PATIENCE):
                for error in await asyncio.gather(*saving, return_exceptions=True):
                    assert isinstance(error, Refused)
                await store.save(row())

    asyncio.run(run())
