"""Addresses: what `--db` may name. This needs nothing but Python."""

from pathlib import Path
from typing import Final

__all__ = ["is_address"]

_SCHEMES: Final = ("postgresql://", "postgres://")


def is_address(place: Path | str) -> bool:
    """Whether it is the address of a PostgreSQL database rather than a file.

    >>> is_address("postgresql:///duels"), is_address("duels.sqlite")
    (True, False)
    """
    return str(place).startswith(_SCHEMES)
