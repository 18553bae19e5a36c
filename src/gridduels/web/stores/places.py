"""The store that `--db` names, and copying all duels from one store to another."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from gridduels.errors import SetupError
from gridduels.protocol.codec import Refused
from gridduels.web.stores.addresses import is_address
from gridduels.web.stores.sqlite import SqliteStore
from gridduels.web.stores.store import Row, Store, saved_of

# --- Opening the store that `--db` names


def store_at(place: Path | str) -> Store:
    """The store in a place, a file or the address of a PostgreSQL database; nothing is opened yet."""
    if not is_address(place):
        return SqliteStore(Path(place))
    from gridduels.web.stores.postgres import PostgresStore

    return PostgresStore(str(place))


# --- Copying all duels from one store to another


class CopiedDuels(NamedTuple):
    """How many duels were copied, and the ids of those that were not, because they are damaged."""

    duels: int
    damaged: tuple[str, ...]


def named(place: Path | str) -> str:
    """A place as people may see it."""
    if not is_address(place):
        return str(place)
    from gridduels.web.stores.postgres import shown

    return shown(str(place))


async def copy_duels(source: Path | str, target: Path | str) -> CopiedDuels:
    """Copies all duels to an empty store, with the time that was counted, and reads them again."""
    if not is_address(source) and not Path(source).exists():
        raise SetupError(f"there is no database {source} to copy")
    async with _opened(source) as old, _opened(target) as new:
        await _must_be_empty(new, target)
        damaged: list[str] = []
        try:
            await new.fill(_whole(old, damaged), old.now())
            duels = await _compared(old, new, damaged)
        except Refused as error:
            raise SetupError(f"cannot copy {named(source)} to {named(target)}: {error}") from None
    if duels is None:
        raise SetupError(f"{named(source)} changed while it was copied: stop its servers, then copy to another place")
    return CopiedDuels(duels, tuple(damaged))


@asynccontextmanager
async def _opened(place: Path | str) -> AsyncIterator[Store]:
    store = store_at(place)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def _must_be_empty(store: Store, place: Path | str) -> None:
    async for _ in store.pages():
        raise SetupError(f"{named(place)} has duels already: copy to an empty database")


async def _whole(store: Store, damaged: list[str]) -> AsyncIterator[list[Row]]:
    """The rows whose checksum holds; the ids of others are noted."""
    async for page in store.pages():
        whole = []
        for row in page:
            try:
                saved_of(row)
                whole.append(row)
            except Refused:
                damaged.append(row[0])
        yield whole


async def _compared(old: Store, new: Store, damaged: list[str]) -> int | None:
    """How many duels both have; None where they are not the same."""
    originals = {row[0]: hash(row) async for page in old.pages() for row in page}
    copies = {row[0]: hash(row) async for page in new.pages() for row in page}
    for id in damaged:
        originals.pop(id, None)
    return len(copies) if copies == originals else None
