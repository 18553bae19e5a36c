"""Places: the store that a name stands for, as `--db` gives it."""

from pathlib import Path
from typing import Final

from gridduels.web.live.stores.sqlite_store import SqliteStore
from gridduels.web.live.stores.store import Store

__all__ = ["is_address", "store_at"]


_SCHEMES: Final = ("postgresql://", "postgres://")


def is_address(place: Path | str) -> bool:
    """Whether it is the address of a PostgreSQL database rather than a file.

    >>> is_address("postgresql:///duels"), is_address("duels.sqlite")
    (True, False)
    """
    return str(place).startswith(_SCHEMES)


def store_at(place: Path | str) -> Store:
    """The store in a place, a file or the address of a PostgreSQL database; nothing is opened yet."""
    if not is_address(place):
        return SqliteStore(Path(place))
    from gridduels.web.live.stores.postgres_store import PostgresStore

    return PostgresStore(str(place))
