"""Places: the store that a name stands for, as `--db` gives it."""

from pathlib import Path

from gridduels.web.live.stores.sqlite_store import SqliteStore
from gridduels.web.live.stores.store import Store

__all__ = ["store_at"]


def store_at(place: Path) -> Store:
    """The store in a place; nothing is opened yet."""
    return SqliteStore(place)
