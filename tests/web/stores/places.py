"""Stores to test, and rows to save in them."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from gridduels.errors import SetupError
from gridduels.protocol.requests import NewDuel
from gridduels.web.new_duel import new_duel
from gridduels.web.saved import Saved
from gridduels.web.stores import is_address
from gridduels.web.stores.places import store_at
from gridduels.web.stores.store import Store

Place = Path | str


def row(**changed: Any) -> Saved:
    """Return a new duel that is not stored yet."""
    return replace(new_duel(NewDuel(game="pathway"), time.time(), 100).live.saved, **changed)


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[Store]:
    """Open a store."""
    store = store_at(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def complaint(place: Place) -> str:
    """Return the sentence with which a store refuses to open."""
    with pytest.raises(SetupError) as refused:
        asyncio.run(store_at(place).open())
    return str(refused.value)


async def sql(place: Place, statement: str) -> list[tuple[Any, ...]]:
    """Run a statement on a database from outside."""
    if is_address(place):
        connection = await asyncpg.connect(str(place))
        try:
            return [tuple(row) for row in await connection.fetch(statement)]
        finally:
            await connection.close()
    with closing(sqlite3.connect(place)) as connection, connection:
        return connection.execute(statement).fetchall()
