"""A PostgreSQL store, for any number of servers. The first to commit a version wins."""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.protocol.base import Code, EmoteName
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved
from gridduels.web.stores.group_commit import GroupCommit, Tried, Work
from gridduels.web.stores.schema import LATEST, POSTGRES, steps_after
from gridduels.web.stores.store import (
    COLUMNS,
    GONE,
    LocalPresence,
    News,
    Notice,
    Overwritten,
    Row,
    payloads,
    saved_of,
    values_of,
    whole_of,
)

# --- The database: connecting, naming, migrating
#
# asyncpg rather than psycopg: a connection can listen while in use, and it runs in every event loop, even on Windows.


try:
    import asyncpg
except ModuleNotFoundError:
    raise MissingExtra("PostgreSQL", "postgres") from None


Connection = Any
"""An asyncpg connection; asyncpg has no type annotations."""
TROUBLE: Final = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # e.g. half a message from a server that has crashed
)
"""Errors that indicate a problem with the database or the connection to it."""
_CONNECT_SECONDS: Final = 5.0
_COMMAND_SECONDS: Final = 10.0
_CONNECTIONS: Final = 4
_SETTINGS: Final = {
    "application_name": "gridduels",
    # Duels are looked up by key. A plan made while the table is small must not turn into a full scan once it has grown.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    # A server that has lost its network is detected within half a minute, and its locks are released.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_MIGRATING: Final = 0x47726964
"""The lock for schema migrations ("Grid")."""


def shown(url: str) -> str:
    """Return an address without its password.

    >>> shown("postgresql://me:secret@db.example/duels?host=/tmp")
    'postgresql://me@db.example/duels?host=/tmp'
    """
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=user.partition(":")[0] + at + host).geturl()


@contextmanager
def own_cancellations() -> Iterator[None]:
    """Let this task's own cancellation through; turn one raised by the driver into a ConnectionError."""
    try:
        yield
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise ConnectionError("the driver gave up") from None


async def connect(url: str) -> Connection:
    """Open one connection."""
    return await asyncpg.connect(
        url, timeout=_CONNECT_SECONDS, command_timeout=_COMMAND_SECONDS, server_settings=_SETTINGS
    )


async def connect_pool(url: str) -> Any:
    """Open a pool of connections. Users leave them unchanged, so nothing needs to be reset."""

    async def leave_alone(connection: Connection) -> None: ...

    return await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=_CONNECTIONS,
        reset=leave_alone,
        timeout=_CONNECT_SECONDS,
        command_timeout=_COMMAND_SECONDS,
        server_settings=_SETTINGS,
    )


async def prepare(url: str) -> float | None:
    """Migrate the database to the latest schema, one server at a time; return how far time was counted, or None."""
    try:
        with own_cancellations():
            connection = await connect(url)
    except (*TROUBLE, ValueError) as error:
        raise SetupError(f"cannot reach the database {shown(url)}: {str(error) or type(error).__name__}") from None
    try:
        with own_cancellations():
            async with connection.transaction():
                await connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                await _migrate(connection, shown(url))
            counted: float | None = await connection.fetchval("SELECT max(seconds) FROM counted")
            return counted
    except TROUBLE as error:
        raise SetupError(f"cannot use the database {shown(url)}: {error}") from None
    finally:
        await _close(connection)


async def _close(connection: Connection) -> None:
    """Close a connection. If that fails, the driver has already aborted it."""
    with suppress(*TROUBLE), own_cancellations():
        await connection.close(timeout=1.0)


async def _migrate(connection: Connection, name: str) -> None:
    await connection.execute("CREATE TABLE IF NOT EXISTS gridduels_schema (version bigint NOT NULL)")
    version = await connection.fetchval("SELECT max(version) FROM gridduels_schema")
    for step in steps_after(version or 0, POSTGRES, name):
        await connection.execute(step)
    if version != LATEST:
        await connection.execute("DELETE FROM gridduels_schema")
        await connection.execute("INSERT INTO gridduels_schema VALUES ($1)", LATEST)


# --- SQL statements


_TYPES: Final = {str: "text", int: "bigint", float: "double precision", bytes: "bytea"}


def _type(name: str) -> str:
    """Return a column's type, based on its field's type."""
    annotation = Saved.__annotations__.get(name, int)
    return next(_TYPES[kind] for kind in (*getattr(annotation, "__args__", ()), annotation) if kind in _TYPES)


_NAMES: Final = ", ".join(COLUMNS)
_ARRAYS: Final = ", ".join(f"${at}::{_type(name)}[]" for at, name in enumerate(COLUMNS, 1))
_SET: Final = ", ".join(f"{name} = new.{name}" for name in COLUMNS if name != "id")

SAVE: Final = f"""
    WITH new AS (SELECT * FROM unnest({_ARRAYS}) AS row ({_NAMES})),
    changed AS (
        UPDATE duels SET {_SET} FROM new WHERE duels.id = new.id AND duels.version = new.version - 1
        RETURNING duels.id
    ),
    begun AS (
        INSERT INTO duels ({_NAMES}) SELECT {_NAMES} FROM new WHERE version = 0 ON CONFLICT (id) DO NOTHING
        RETURNING id
    )
    SELECT id, (SELECT count(pg_notify(${len(COLUMNS) + 1}, notice)) FROM unnest(${len(COLUMNS) + 2}::text[]) AS notice)
    FROM (SELECT id FROM changed UNION ALL SELECT id FROM begun) AS kept
"""
"""Parameters: an array of values for each column, the channel, and the commit's notices. Returns the saved ids."""
LOAD: Final = f"SELECT {_NAMES} FROM duels WHERE id = ANY ($1)"
PAGE: Final = f"SELECT {_NAMES} FROM duels WHERE id > $1 ORDER BY id LIMIT 1000"
VERSIONS: Final = "SELECT id, version FROM duels WHERE id = ANY ($1)"
UNFINISHED: Final = "SELECT count(*) FROM duels WHERE over = 0"
OVERDUE: Final = "SELECT id FROM duels WHERE deadline <= $1 ORDER BY deadline LIMIT $2"
OFFERED: Final = f"SELECT {_NAMES} FROM duels WHERE offered > $1 AND over = 0 ORDER BY created LIMIT $2"
LISTED: Final = f"""
    SELECT {_NAMES} FROM duels
    WHERE listed = 1 AND over = 0 AND offered IS NULL AND moves <> '' AND changed > $1 ORDER BY created DESC LIMIT $2
"""
EXPIRE: Final = """
    DELETE FROM duels WHERE id IN (
        SELECT id FROM duels WHERE changed < CASE over WHEN 0 THEN $1::double precision ELSE $2 END
        LIMIT 500 FOR UPDATE SKIP LOCKED
    ) RETURNING id
"""
NOTIFY: Final = "SELECT pg_notify($1, $2)"
ALLOW: Final = """
    INSERT INTO buckets AS bucket (address, tokens, at) VALUES ($1, $3::double precision - 1, $4)
    ON CONFLICT (address) DO UPDATE SET
        tokens = least($3, bucket.tokens + greatest($4 - bucket.at, 0) * $2::double precision) - 1,
        at = greatest(bucket.at, $4)
    WHERE least($3, bucket.tokens + greatest($4 - bucket.at, 0) * $2::double precision) >= 1
    RETURNING tokens
"""
"""A token bucket. Parameters: address, tokens per second, maximum, now. Returns no row if the bucket is empty."""
FORGET: Final = "DELETE FROM buckets WHERE at < $1::double precision - 86400"


# --- Session: a server's dedicated connection, for notices and locks
#
# The session reconnects whenever its connection breaks. Notices sent in the meantime are lost, so listeners are then
# told to check for changes; they are also told every minute, in case a notice was lost. Locks are released when the
# connection ends, for whatever reason, which is how other servers notice that a server has died.


CHANNEL: Final = "gridduels"
_BEAT: Final = 5.0
"""Seconds between heartbeats."""
_LAPSED: Final = 15.0
"""Seconds of silence after which a server is considered gone."""
_LOOK_AGAIN: Final = 12
"""Number of heartbeats after which listeners check for changes."""
_LEAST_PAUSE, _MOST_PAUSE = 0.1, 2.0
_COUNT: Final = """
    WITH told AS (UPDATE counted SET seconds = greatest(seconds, $1) RETURNING seconds)
    SELECT seconds FROM told
"""
_NOTIFY: Final = "SELECT pg_notify($1, $2)"
_DECODER: Final = msgspec.json.Decoder(Notice)
_log = logging.getLogger("gridduels.web")


class Clock:
    """Counted time, shared by all servers: no server falls behind a count it has heard from another."""

    def __init__(self, seconds: float) -> None:
        self.set(seconds)

    def now(self) -> float:
        return time.monotonic() + self._ahead

    def set(self, seconds: float) -> None:
        """Continue counting from this time."""
        self._ahead = seconds - time.monotonic()

    def heard(self, seconds: float) -> None:
        """Catch up with another server's count."""
        self._ahead = max(self._ahead, seconds - time.monotonic())


class Session:
    """One server's connection, identified by the server's name among the others."""

    def __init__(
        self,
        server: str,
        clock: Clock,
        connect: Callable[[], Awaitable[Connection]],
        heard: Callable[[Notice], None],
        joined: Callable[[], None],
        missed: Callable[[], None],
    ) -> None:
        self._server, self._clock, self._connect = server, clock, connect
        self._heard, self._joined, self._missed = heard, joined, missed
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        """Allows one operation at a time; notices still arrive in the meantime."""
        self._something = asyncio.Event()
        """Set when there is something to send or the connection has ended."""
        self._here: dict[str, LocalPresence] = {}
        self._asks: set[str] = set()
        self._emotes: list[tuple[str, int, EmoteName]] = []
        self._others: dict[str, float] = {}
        """The other servers, and when each was last heard from."""

    async def open(self) -> None:
        """Connect, and reconnect as needed."""
        await self._join()
        self._staying = asyncio.create_task(self._stay())

    async def close(self) -> None:
        """Announce the shutdown and close the connection."""
        self._staying.cancel()
        with suppress(*TROUBLE):
            await self._count()
            leaves = Notice(server=self._server, now=self._clock.now(), leaves=True)
            await self.ask(_NOTIFY, CHANNEL, msgspec.json.encode(leaves).decode())
        if self._connection is not None:
            await _close(self._connection)

    async def ask(self, statement: str, *values: Any) -> Any:
        """Run a statement on this connection."""
        async with self._turn:
            if self._connection is None:
                raise ConnectionError("the connection to the database is broken")
            try:
                with own_cancellations():
                    return await self._connection.fetchval(statement, *values)
            except Exception:
                self._drop()  # result unknown: ending the connection releases any lock it took
                raise

    async def hold(self, name: str) -> bool:
        """Claim a name, unless another server holds it. It is released when this server dies."""
        return bool(await self.ask("SELECT pg_try_advisory_lock($1)", _key(name)))

    async def let_go(self, name: str) -> None:
        """Release a name."""
        with suppress(*TROUBLE):  # if this fails, the end of the connection releases it
            await self.ask("SELECT pg_advisory_unlock($1)", _key(name))

    def announce_presence(self, id: str, here: LocalPresence) -> None:
        """Schedule a notice telling the others who is connected to a duel here."""
        self._here[id] = here
        self._something.set()

    def ask_here(self, id: str) -> None:
        """Schedule a request asking the others who is connected to a duel there."""
        self._asks.add(id)
        self._something.set()

    def tell_emote(self, id: str, player: int, emote: EmoteName) -> None:
        """Forward a player's emote to the others; drop it while the database does not respond."""
        if self._connection is None:
            return
        self._emotes.append((id, player, emote))
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
                    _log.info("the database responds again")
                    self._missed()
                pause = _LEAST_PAUSE
                await self._live()
            except Exception as error:  # whatever the error, the server must keep listening
                if pause == _LEAST_PAUSE:
                    why = f"{type(error).__name__}: {error}"
                    _log.warning("the database does not respond", extra={"error": why})
                self._drop()
            await asyncio.sleep(pause)
            pause = min(pause * 2, _MOST_PAUSE)

    async def _live(self) -> None:
        """Send notices and regular heartbeats until the connection ends."""
        beats, beat_at = 0, time.monotonic()
        while True:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._something.wait(), max(beat_at - time.monotonic(), 0.001))
            self._something.clear()
            if self._connection is None or self._connection.is_closed():
                raise ConnectionError("the connection has ended")
            here, self._here = list(self._here.items()), {}
            asks, self._asks = list(self._asks), set()
            emotes, self._emotes = self._emotes, []
            for payload in payloads(self._server, self._clock.now(), here=here, asks=asks, emotes=emotes):
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
        """Store the highest time count."""
        seconds = await self.ask(_COUNT, self._clock.now())
        if seconds is None:
            await self.ask("INSERT INTO counted VALUES ($1)", self._clock.now())
        else:
            self._clock.heard(seconds)

    def _on_notice(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        try:
            notice = _DECODER.decode(payload)
        except msgspec.MsgspecError:
            return  # sent by a newer server; this one cannot parse it
        if notice.server == self._server:
            return
        self._clock.heard(notice.now)
        if notice.leaves:
            self._others.pop(notice.server, None)
        else:
            new = notice.server not in self._others
            self._others[notice.server] = time.monotonic()
            if new:
                self._joined()
        self._heard(notice)

    def _ended(self, connection: Connection) -> None:
        self._something.set()

    def _drop(self) -> None:
        """End the connection; `_stay` opens another one."""
        connection, self._connection = self._connection, None
        self._something.set()
        if connection is not None:
            connection.terminate()


def _key(name: str) -> int:
    """Hash a name to a number, since PostgreSQL identifies its locks by number."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)


# --- PostgresStore: any number of servers; the first to commit a version wins


_ACQUIRE_SECONDS: Final = 5.0
_MOST_SECONDS: Final = 20.0
"""The driver limits each of its steps. This limits all of them together, in case it misses one."""
_WRONG: Final = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
"""Errors caused by a single row, whatever else was saved with it."""
_TRIES: Final = 3


class Unreachable(Refused):
    """The database does not respond."""

    def __init__(self, error: Exception) -> None:
        why = str(error) or type(error).__name__
        super().__init__(
            Code.BUSY, f"The database does not respond ({why}). Reload to see how things stand, then try again."
        )


class PostgresStore(GroupCommit):
    """The duels in a database. Notices from other servers go to `news`."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.news: News | None = None
        self._url = url
        self._server = secrets.token_hex(6)
        self._wanted: set[str] = set()
        self._loading: asyncio.Task[dict[str, Row]] | None = None
        """Fetches the requested duels in the next iteration of the event loop."""

    async def open(self) -> None:
        """Migrate the database to the latest schema, and connect."""
        self._clock = Clock(await prepare(self._url) or time.time())
        self._session = Session(
            self._server, self._clock, lambda: connect(self._url), self._heard, self._joined, self._missed
        )
        try:
            with own_cancellations():
                self._pool = await connect_pool(self._url)
            try:
                await self._session.open()
            except BaseException:
                self._pool.terminate()
                raise
        except TROUBLE as error:
            raise SetupError(f"cannot use the database {shown(self._url)}: {error}") from None

    async def close(self) -> None:
        """Finish pending commits, and announce the shutdown to the other servers."""
        if self._closed:
            return
        await self._finish()
        try:
            await self._session.close()
            with own_cancellations():
                await asyncio.wait_for(self._pool.close(), _ACQUIRE_SECONDS)
        except TROUBLE:
            pass
        finally:
            self._pool.terminate()  # does nothing after a close

    def now(self) -> float:
        """Return seconds since 1970, counted only while at least one server had this database open."""
        return self._clock.now()

    async def load(self, id: str) -> Saved | None:
        """Return the duel with this id; duels requested at the same time are fetched together."""
        if self._loading is None:
            self._loading = asyncio.get_running_loop().create_task(self._load())
        self._wanted.add(id)
        # Wait for the task itself, so that this ends however the task ends. No future is left for anyone to complete.
        found = (await asyncio.shield(self._loading)).get(id)
        return None if found is None else saved_of(found)

    async def _load(self) -> dict[str, Row]:
        """Fetch everything requested before this task's turn."""
        wanted, self._wanted, self._loading = list(self._wanted), set(), None
        return {row[0]: tuple(row) for row in await self._fetch(LOAD, wanted)}

    async def versions(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the stored versions of these duels."""
        return dict(await self._fetch(VERSIONS, list(ids)))

    async def pages(self) -> AsyncIterator[list[Row]]:
        """Yield all stored rows."""
        after = ""
        while page := [tuple(row) for row in await self._fetch(PAGE, after)]:
            after = page[-1][0]
            yield page

    async def fill(self, pages: AsyncIterator[list[Row]], now: float) -> None:
        """Save all of these rows, or none."""
        try:
            with own_cancellations():
                async with self._pool.acquire(timeout=_ACQUIRE_SECONDS) as connection, connection.transaction():
                    async for page in pages:
                        await connection.copy_records_to_table("duels", records=page, columns=COLUMNS)
                    await connection.execute("UPDATE counted SET seconds = $1", now)
        except TROUBLE as error:
            raise Unreachable(error) from None
        self._clock.set(now)

    async def unfinished(self) -> int:
        """Return the number of unfinished duels."""
        [[count]] = await self._fetch(UNFINISHED)
        return int(count)

    async def overdue(self, most: int) -> list[str]:
        """Return the ids of duels whose player to move has run out of time."""
        return [id for [id] in await self._fetch(OVERDUE, self.now(), most)]

    async def offered(self, most: int) -> list[Saved]:
        """Return the duels with an open challenge."""
        return whole_of(map(tuple, await self._fetch(OFFERED, self.now(), most)))

    async def listed(self, since: float, most: int) -> list[Saved]:
        """Return the duels to watch."""
        return whole_of(map(tuple, await self._fetch(LISTED, since, most)))

    async def expire(self, unfinished: float, finished: float) -> list[str]:
        """Remove duels that have not changed since the given times, and notify the other servers."""
        await self._fetch(FORGET, self.now())
        removed: list[str] = []
        while some := [id for [id] in await self._fetch(EXPIRE, unfinished, finished)]:
            removed += some
            for payload in payloads(self._server, self.now(), changed=[(id, GONE) for id in some]):
                await self._fetch(NOTIFY, CHANNEL, payload)
        return removed

    async def allow(self, address: str, rate: float, most: float) -> bool:
        """Take a token from an address's bucket, shared by all servers."""
        return bool(await self._fetch(ALLOW, address, rate, most, self.now()))

    async def claim(self, id: str, version: int) -> bool:
        """Return whether this server should think about a duel. The claim lasts until `release` or the server's end."""
        current = False
        try:
            if not await self._session.hold(id):
                return False
            try:
                current = (await self.versions([id])).get(id) == version
            finally:
                if not current:
                    await self._session.let_go(id)
        except (Refused, *TROUBLE):
            return False
        return current

    async def release(self, id: str) -> None:
        """Release a claim."""
        await self._session.let_go(id)

    async def hold(self, name: str) -> bool:
        """Return whether this server holds a name now."""
        try:
            return await self._session.hold(name)
        except TROUBLE as error:
            raise Unreachable(error) from None

    async def let_go(self, name: str) -> None:
        """Release a name."""
        await self._session.let_go(name)

    def announce_presence(self, id: str, here: LocalPresence) -> None:
        """Tell the other servers who is connected to a duel here."""
        self._session.announce_presence(id, here)

    def ask_here(self, id: str) -> None:
        """Ask the other servers who is connected to a duel there."""
        self._session.ask_here(id)

    def tell_emote(self, id: str, player: int, emote: EmoteName) -> None:
        """Forward a player's emote to the other servers."""
        self._session.tell_emote(id, player, emote)

    async def _fetch(self, statement: str, *values: Any) -> list[Any]:
        try:
            async with self._connected() as connection:
                rows: list[Any] = await connection.fetch(statement, *values)
                return rows
        except TROUBLE as error:
            raise Unreachable(error) from None

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        """Lend a connection for a few statements; raise TimeoutError if they exceed the driver's own limits."""
        with own_cancellations():
            async with asyncio.timeout(_MOST_SECONDS), self._pool.acquire(timeout=_ACQUIRE_SECONDS) as connection:
                yield connection

    async def _commit(self, together: list[Work], tried: Tried) -> None:
        if single := [work for work in together if len(work.rows) == 1]:
            await self._try(single, tried)
        for work in together:
            if len(work.rows) != 1:
                await self._try([work], tried)

    async def _try(self, together: list[Work], tried: Tried) -> None:
        """Save everything in one transaction. If a row is invalid, save each Work separately so that only one fails."""
        rows = [row for work in together for row in work.rows]
        if len({row.id for row in rows}) < len(rows) and len(together) > 1:
            return await self._try_each(together, tried)
        failure: Exception = Unreachable(TimeoutError("others save the same"))
        for _ in range(_TRIES):
            try:
                kept = await self._save(rows, whole=len(together) == 1)
                tried += [(work, None if work.rows[0].id in kept else Overwritten()) for work in together]
                return None
            except asyncpg.DeadlockDetectedError:
                continue  # another server saves the same duels in a different order; now one of us goes first
            except _WRONG as error:
                if len(together) > 1:
                    return await self._try_each(together, tried)
                failure = error
            except Overwritten as error:
                failure = error
            except TROUBLE as error:
                failure = Unreachable(error)
            break
        tried += [(work, failure) for work in together]

    async def _try_each(self, together: list[Work], tried: Tried) -> None:
        for work in together:
            await self._try([work], tried)

    async def _save(self, rows: list[Saved], *, whole: bool) -> set[str]:
        """Save the rows that directly follow their stored version, and notify the other servers; return the saved ids.

        If `whole`, save all or none; otherwise save each row separately. It is a single statement, hence a single
        transaction.
        """
        rows = sorted(rows, key=lambda row: row.id)
        columns = zip(*map(values_of, rows), strict=True)
        changed = [(row.id, row.version) for row in rows if row.version]
        notices = list(payloads(self._server, self.now(), changed=changed))
        async with self._connected() as connection:
            if len(rows) == 1 or not whole:
                found = await connection.fetch(SAVE, *columns, CHANNEL, notices)
                return {id for [id, *_] in found}
            async with connection.transaction():
                found = await connection.fetch(SAVE, *columns, CHANNEL, notices)
                if len(found) < len(rows):
                    raise Overwritten
                return {id for [id, *_] in found}

    def _heard(self, notice: Notice) -> None:
        if (news := self.news) is None:
            return
        for id, version in notice.changed:
            news.changed(id, version)
        for id, here in notice.here:
            news.here(notice.server, id, here)
        for id in notice.asks:
            news.asked(id)
        for id, player, emote in notice.emotes:
            news.emoted(id, player, emote)
        if notice.leaves:
            news.left(notice.server)

    def _joined(self) -> None:
        if self.news is not None:
            self.news.joined()

    def _missed(self) -> None:
        if self.news is not None:
            self.news.missed()
