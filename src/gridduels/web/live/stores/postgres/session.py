"""Session: a server's own connection to PostgreSQL, on which it hears of the others and holds what only one may hold.

It is made again whenever it breaks. What was told meanwhile is lost, so whoever listens is told to look for itself;
so it is every minute, in case a notice was lost on the way. What was held is free once the connection has ended,
however it ended: that is how the others notice that a server has died.
"""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from gridduels.web.live.stores.notices import Here, Notice, payloads
from gridduels.web.live.stores.postgres.database import TROUBLE, Connection, own_cancellations

__all__ = ["CHANNEL", "Clock", "Session"]

CHANNEL: Final = "gridduels"
_BEAT: Final = 5.0
"""Seconds between signs of life."""
_LAPSED: Final = 15.0
"""Seconds of silence after which a server counts as gone."""
_LOOK_AGAIN: Final = 12
"""Beats after which whoever listens looks for itself."""
_LEAST_PAUSE, _MOST_PAUSE = 0.1, 2.0
_COUNT: Final = """
    WITH told AS (UPDATE counted SET seconds = greatest(seconds, $1) RETURNING seconds)
    SELECT seconds FROM told
"""
_NOTIFY: Final = "SELECT pg_notify($1, $2)"
_DECODER: Final = msgspec.json.Decoder(Notice)
_log = logging.getLogger("gridduels.web")


class Clock:
    """Counted time, the same for all servers: nobody's is behind what it has heard of another's."""

    def __init__(self, seconds: float) -> None:
        self.set(seconds)

    def now(self) -> float:
        return time.monotonic() + self._ahead

    def set(self, seconds: float) -> None:
        """Goes on from there."""
        self._ahead = seconds - time.monotonic()

    def heard(self, seconds: float) -> None:
        """Another server has counted so far."""
        self._ahead = max(self._ahead, seconds - time.monotonic())


class Session:
    """The connection of one server, by its name among the others."""

    def __init__(
        self,
        server: str,
        clock: Clock,
        connect: Callable[[], Awaitable[Connection]],
        heard: Callable[[Notice], None],
        missed: Callable[[], None],
    ) -> None:
        self._server, self._clock, self._connect = server, clock, connect
        self._heard, self._missed = heard, missed
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        """An operation at a time; notices come in meanwhile."""
        self._something = asyncio.Event()
        """There is something to tell, or the connection has ended."""
        self._here: dict[str, Here] = {}
        self._asks: set[str] = set()
        self._others: dict[str, float] = {}
        """The other servers, and when they were heard."""

    async def open(self) -> None:
        """Connects, and keeps connected."""
        await self._join()
        self._staying = asyncio.create_task(self._stay())

    async def close(self) -> None:
        """Says good-bye."""
        self._staying.cancel()
        with suppress(*TROUBLE):
            await self._count()
            leaves = Notice(server=self._server, now=self._clock.now(), leaves=True)
            await self.ask(_NOTIFY, CHANNEL, msgspec.json.encode(leaves).decode())
        if self._connection is not None:
            with suppress(*TROUBLE):
                await self._connection.close(timeout=1.0)

    async def ask(self, statement: str, *values: Any) -> Any:
        """Asks the database something on this very connection."""
        async with self._turn:
            if self._connection is None:
                raise ConnectionError("the connection to the database is broken")
            try:
                with own_cancellations():
                    return await self._connection.fetchval(statement, *values)
            except Exception:
                self._drop()  # nobody knows what became of it: a lock that was taken all the same is free again
                raise

    async def hold(self, name: str) -> bool:
        """Holds a name, unless another server does; it is free again when this one dies."""
        return bool(await self.ask("SELECT pg_try_advisory_lock($1)", _key(name)))

    async def let_go(self, name: str) -> None:
        """Lets go of a name."""
        with suppress(*TROUBLE):  # then it is free with the end of the connection
            await self.ask("SELECT pg_advisory_unlock($1)", _key(name))

    def tell_here(self, id: str, here: Here) -> None:
        """Tells the others soon who is connected to a duel here."""
        self._here[id] = here
        self._something.set()

    def ask_here(self, id: str) -> None:
        """Asks the others soon who is connected to a duel there."""
        self._asks.add(id)
        self._something.set()

    async def _join(self) -> None:
        async with self._turn:
            with own_cancellations():
                connection = await self._connect()
            self._connection = connection
            connection.add_termination_listener(self._ended)
            try:
                with own_cancellations():
                    await connection.add_listener(CHANNEL, self._on_notice)
            except Exception:
                self._drop()
                raise
        await self._count()

    async def _stay(self) -> None:
        pause = _LEAST_PAUSE
        while True:
            try:
                if self._connection is None:
                    await self._join()
                    _log.info("the database answers again")
                    self._missed()
                pause = _LEAST_PAUSE
                await self._live()
            except Exception as error:  # whatever it is, a server must not stay deaf
                if pause == _LEAST_PAUSE:
                    why = f"{type(error).__name__}: {error}"
                    _log.warning("the database does not answer", extra={"error": why})
                self._drop()
            await asyncio.sleep(pause)
            pause = min(pause * 2, _MOST_PAUSE)

    async def _live(self) -> None:
        """Tells what there is to tell, with a sign of life now and then, until the connection ends."""
        beats, beat_at = 0, time.monotonic()
        while True:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._something.wait(), max(beat_at - time.monotonic(), 0.001))
            self._something.clear()
            if self._connection is None or self._connection.is_closed():
                raise ConnectionError("the connection has ended")
            here, self._here = list(self._here.items()), {}
            asks, self._asks = list(self._asks), set()
            for payload in payloads(self._server, self._clock.now(), here=here, asks=asks):
                await self.ask(_NOTIFY, CHANNEL, payload)
            if time.monotonic() >= beat_at:
                beats, beat_at = beats + 1, time.monotonic() + _BEAT
                await self._beat()
                if beats % _LOOK_AGAIN == 0:
                    self._missed()

    async def _beat(self) -> None:
        await self._count()
        alive = Notice(server=self._server, now=self._clock.now())
        await self.ask(_NOTIFY, CHANNEL, msgspec.json.encode(alive).decode())
        for server, at in list(self._others.items()):
            if time.monotonic() - at > _LAPSED:
                del self._others[server]
                self._heard(Notice(server=server, now=0.0, leaves=True))

    async def _count(self) -> None:
        """Keeps how far time was counted, by whoever has counted farthest."""
        seconds = await self.ask(_COUNT, self._clock.now())
        if seconds is None:
            await self.ask("INSERT INTO counted VALUES ($1)", self._clock.now())
        else:
            self._clock.heard(seconds)

    def _on_notice(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        try:
            notice = _DECODER.decode(payload)
        except msgspec.MsgspecError:
            return  # from a newer server, whose news this one cannot use
        if notice.server == self._server:
            return
        self._clock.heard(notice.now)
        if notice.leaves:
            self._others.pop(notice.server, None)
        else:
            self._others[notice.server] = time.monotonic()
        self._heard(notice)

    def _ended(self, connection: Connection) -> None:
        self._something.set()

    def _drop(self) -> None:
        """End the connection, and have another one made."""
        connection, self._connection = self._connection, None
        self._something.set()
        if connection is not None:
            connection.terminate()


def _key(name: str) -> int:
    """PostgreSQL's locks have numbers for names."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
