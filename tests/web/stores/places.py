"""Stores to be tested, and rows to keep in them."""

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
from gridduels.web.stores.addresses import is_address
from gridduels.web.stores.places import store_at
from gridduels.web.stores.store import Store

__all__ = ["Place", "complaint", "opened", "row", "sql"]

Place = Path | str


def row(**changed: Any) -> Saved:
    """A new duel that nobody keeps yet."""
    return replace(new_duel(NewDuel(game="pathway"), time.time(), 100).live.saved, **changed)


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[Store]:
    """A store in use."""
    store = store_at(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def complaint(place: Place) -> str:
    """The sentence with which a store is not opened."""
    with pytest.raises(SetupError) as refused:
        asyncio.run(store_at(place).open())
    return str(refused.value)


async def sql(place: Place, statement: str) -> list[tuple[Any, ...]]:
    """What somebody else finds in a database, or does to it."""
    if is_address(place):
        connection = await asyncpg.connect(str(place))
        try:
            return [tuple(row) for row in await connection.fetch(statement)]
        finally:
            await connection.close()
    with closing(sqlite3.connect(place)) as connection, connection:
        return connection.execute(statement).fetchall()
