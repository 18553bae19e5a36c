"""Open the store named by `--db`, and copy all duels between stores."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from gridduels.errors import SetupError
from gridduels.protocol.codec import Refused
from gridduels.web.stores import is_address
from gridduels.web.stores.sqlite import SqliteStore
from gridduels.web.stores.store import Row, Store, saved_of

# --- Opening the store named by `--db`


def store_at(place: Path | str) -> Store:
    """Return the store for a file or a PostgreSQL address, without opening it."""
    if not is_address(place):
        return SqliteStore(Path(place))
    from gridduels.web.stores.postgres import PostgresStore

    return PostgresStore(str(place))


# --- Copying all duels between stores


class CopiedDuels(NamedTuple):
    """The number of copied duels, and the ids of damaged ones, which were not copied."""

    duels: int
    damaged: tuple[str, ...]


def named(place: Path | str) -> str:
    """Return a place without its password, for display."""
    if not is_address(place):
        return str(place)
    from gridduels.web.stores.postgres import shown

    return shown(str(place))


async def copy_duels(source: Path | str, target: Path | str) -> CopiedDuels:
    """Copy all duels and the counted time to an empty store, then read them back."""
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
        raise SetupError(f"{named(source)} changed during the copy; stop its servers, then copy it to another place")
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
        raise SetupError(f"{named(place)} already contains duels; copy to an empty database")


async def _whole(store: Store, damaged: list[str]) -> AsyncIterator[list[Row]]:
    """Yield the rows whose checksum is correct; note the ids of the others."""
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
    """Return the number of duels if both stores hold the same ones, otherwise None."""
    originals = {row[0]: hash(row) async for page in old.pages() for row in page}
    copies = {row[0]: hash(row) async for page in new.pages() for row in page}
    for id in damaged:
        originals.pop(id, None)
    return len(copies) if copies == originals else None
