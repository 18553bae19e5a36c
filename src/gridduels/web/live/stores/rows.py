"""Rows: a duel as the columns of a table, with a checksum, so that a damaged one is noticed before anybody sees it."""

import logging
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from msgspec.structs import astuple, fields

from gridduels.web.live.saved import Saved
from gridduels.web.messages.codes import Code
from gridduels.web.messages.refusals import Refused

__all__ = ["COLUMNS", "Row", "checksum", "saved_of", "values_of", "whole_of"]

Row = tuple[Any, ...]
"""The values of all columns."""
COLUMNS: Final = (*Saved.__struct_fields__, "checksum")
_DEFAULTS: Final = tuple(field.default for field in fields(Saved))
_ENCODER: Final = msgspec.msgpack.Encoder()
_log = logging.getLogger("gridduels.web")


def checksum(values: Sequence[Any]) -> int:
    """The checksum of a duel's values. Those that nothing was done to do not count, so a new column changes none."""
    told = [
        (name, float(value) if type(value) is int else value)  # a database may give an int where a float was kept
        for name, value, default in zip(Saved.__struct_fields__, values, _DEFAULTS, strict=True)
        if value != default
    ]
    return zlib.crc32(_ENCODER.encode(told))


def values_of(saved: Saved) -> Row:
    """What is written."""
    values = astuple(saved)
    return *values, checksum(values)


def saved_of(row: Row) -> Saved:
    """What was read; refused where it is not what was written."""
    *values, kept = row
    if checksum(values) != kept:
        _log.error("a duel is damaged", extra={"duel": str(values[0])})
        raise Refused(Code.DAMAGED, f"What is kept of the duel {values[0]} is damaged: restore a backup of it.")
    return Saved(*values)


def whole_of(rows: Iterable[Row]) -> list[Saved]:
    """What was read of many; those that are not what was written are left out."""
    found = []
    for row in rows:
        with suppress(Refused):
            found.append(saved_of(row))
    return found
