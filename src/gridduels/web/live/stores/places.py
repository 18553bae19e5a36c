"""Places: the store that a name stands for, as `--db` gives it."""

from pathlib import Path

from gridduels.web.live.stores.addresses import is_address
from gridduels.web.live.stores.sqlite.store import SqliteStore
from gridduels.web.live.stores.store import Store

__all__ = ["store_at"]


def store_at(place: Path | str) -> Store:
    """The store in a place, a file or the address of a PostgreSQL database; nothing is opened yet."""
    if not is_address(place):
        return SqliteStore(Path(place))
    from gridduels.web.live.stores.postgres.store import PostgresStore

    return PostgresStore(str(place))
