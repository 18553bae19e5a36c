"""Recognise the kinds of database that `--db` accepts. This module needs only the standard library."""

from pathlib import Path
from typing import Final

_SCHEMES: Final = ("postgresql://", "postgres://")


def is_address(place: Path | str) -> bool:
    """Return whether this is the address of a PostgreSQL database rather than a file.

    >>> is_address("postgresql:///duels"), is_address("duels.sqlite")
    (True, False)
    """
    return str(place).startswith(_SCHEMES)
