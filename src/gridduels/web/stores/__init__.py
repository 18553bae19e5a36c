"""Persistent storage for duels: SQLite for one server, PostgreSQL for several.

`store` declares the interface, `sqlite` and `postgres` implement it, and `schema` holds their tables. `group_commit`
writes everything that has queued up in one transaction. `places` opens the store named by `--db`, and `backup` copies
one. Importing the package itself needs only the standard library.
"""

from pathlib import Path
from typing import Final

_SCHEMES: Final = ("postgresql://", "postgres://")


def is_address(place: Path | str) -> bool:
    """Return whether this is the address of a PostgreSQL database rather than a file.

    >>> is_address("postgresql:///duels"), is_address("duels.sqlite")
    (True, False)
    """
    return str(place).startswith(_SCHEMES)
