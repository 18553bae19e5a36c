"""The PostgreSQL database: how it is reached, named and brought to the latest schema.

asyncpg rather than psycopg: a connection can be listened to while it is used, and it runs in every event loop, that of
Windows included.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.web.live.stores.schema import LATEST, POSTGRES, steps_after

try:
    import asyncpg
except ModuleNotFoundError:
    raise MissingExtra("PostgreSQL needs asyncpg", "postgres") from None

__all__ = ["TROUBLE", "Connection", "connect", "connect_pool", "own_cancellations", "prepare", "shown"]

Connection = Any
"""A connection of asyncpg, which has no types."""
TROUBLE: Final = (
    OSError,
    asyncio.TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # e.g. half a message from a server that has crashed
)
"""What can happen on the way to a database, and there."""
_CONNECT_SECONDS: Final = 5.0
_COMMAND_SECONDS: Final = 10.0
_CONNECTIONS: Final = 4
_SETTINGS: Final = {
    "application_name": "gridduels",
    # Duels are found by key. A plan made while the table is small must not go on reading all of it when it has grown.
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    # A server that has lost its network is noticed within half a minute, and what it holds is free again.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
_MIGRATING: Final = 0x47726964
"""The lock of who changes the schema ("Grid")."""


def shown(url: str) -> str:
    """An address as people may see it, without its password.

    >>> shown("postgresql://me:secret@db.example/duels?host=/tmp")
    'postgresql://me@db.example/duels?host=/tmp'
    """
    parts = urlsplit(url)
    user, at, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=user.partition(":")[0] + at + host).geturl()


@contextmanager
def own_cancellations() -> Iterator[None]:
    """Let a cancellation of this task pass; one that comes out of the driver by itself is a ConnectionError."""
    try:
        yield
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise ConnectionError("the driver has given up") from None


async def connect(url: str) -> Connection:
    """One connection."""
    return await asyncpg.connect(
        url, timeout=_CONNECT_SECONDS, command_timeout=_COMMAND_SECONDS, server_settings=_SETTINGS
    )


async def connect_pool(url: str) -> Any:
    """A pool of connections; each is given back as it was, so nothing needs to be reset."""

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
    """Brings the database to the latest schema, whoever else tries; how far time was counted in it, None if new."""
    try:
        connection = await connect(url)
    except (*TROUBLE, ValueError) as error:
        raise SetupError(f"cannot reach the database {shown(url)}: {str(error) or type(error).__name__}") from None
    try:
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            await _migrate(connection, shown(url))
        counted: float | None = await connection.fetchval("SELECT max(seconds) FROM counted")
        return counted
    except TROUBLE as error:
        raise SetupError(f"cannot use the database {shown(url)}: {error}") from None
    finally:
        await connection.close()


async def _migrate(connection: Connection, name: str) -> None:
    await connection.execute("CREATE TABLE IF NOT EXISTS gridduels_schema (version bigint NOT NULL)")
    version = await connection.fetchval("SELECT max(version) FROM gridduels_schema")
    for step in steps_after(version or 0, POSTGRES, name):
        await connection.execute(step)
    if version != LATEST:
        await connection.execute("DELETE FROM gridduels_schema")
        await connection.execute("INSERT INTO gridduels_schema VALUES ($1)", LATEST)
