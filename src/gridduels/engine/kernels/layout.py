"""How a Position packs into one key of up to 63 bits, read off the annotations of its fields. A kernel module.

A turn takes 2 bits, a cell its number counted from 1 (0: nowhere), a set of cells a bit a cell, a count 4 bits.
A game that states lasting fields (see `frames`) also gets a dense number, the place, for all its other fields.

`kinds` and `lasting` are bound to each game's own: see `compiling.bind`.
"""

from typing import Any, Final, get_type_hints

TURN: Final = 1
CELL: Final = 2
CELLS: Final = 3
COUNT: Final = 4
KIND_OF: Final = {"turn": TURN, "cell": CELL, "cells": CELLS, "count": COUNT}
COUNT_BITS: Final = 4
MOST_BITS: Final = 63

kinds: tuple[int, ...] = ()
"""One of the numbers above for each field of the game's Position."""
lasting: tuple[int, ...] = ()
"""1 for each field that a move changes for good or not at all."""


def layout_of(position_type: Any, lasting_fields: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """What `kinds` and `lasting` are for a game."""
    hints = get_type_hints(position_type, include_extras=True)
    return {
        "kinds": tuple(KIND_OF[hints[name].__metadata__[0]] for name in position_type._fields),
        "lasting": tuple(int(name in lasting_fields) for name in position_type._fields),
    }


def with_field(position: Any, field: int, value: int) -> Any:
    """The position with another value in one field; compiled code has its own way to do it."""
    return position._replace(**{position._fields[field]: value})


def width_of(size: int, kind: int) -> int:
    """The bits a field takes in a key."""
    if kind == TURN:
        return 2
    if kind == CELL:
        return (size * size).bit_length()
    if kind == CELLS:
        return size * size
    return COUNT_BITS


def radix_of(size: int, kind: int) -> int:
    """How many states of a field a place tells apart; a set of cells has too many and must be lasting."""
    if kind == TURN:
        return 2
    if kind == CELL:
        return size * size
    return 1 << COUNT_BITS


def pack(rules: Any, position: Any, lasting_only: bool) -> int:
    """The key of a position, or of its lasting fields only."""
    key = 0
    for field in range(len(kinds)):
        if lasting_only and not lasting[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        key = key << width_of(rules.size, kinds[field]) | value
    return key


def unpack(rules: Any, key: int, position: Any, lasting_only: bool) -> Any:
    """The position with the fields of a key; `position` lends its type and the fields the key leaves out."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if lasting_only and not lasting[field]:
            continue
        width = width_of(rules.size, kinds[field])
        value = key & (1 << width) - 1
        key >>= width
        if kinds[field] == CELL and value > 0:
            value = 1 << value - 1
        position = with_field(position, field, value)
    return position


def place_of(rules: Any, position: Any) -> int:
    """The dense number of the fields that are not lasting."""
    place = 0
    for field in range(len(kinds)):
        if lasting[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        if kinds[field] != COUNT:
            value -= 1
        place = place * radix_of(rules.size, kinds[field]) + value
    return place


def put_place(rules: Any, place: int, position: Any) -> Any:
    """The position with its fields that are not lasting set from a place."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if lasting[field]:
            continue
        radix = radix_of(rules.size, kinds[field])
        value = place % radix
        place //= radix
        if kinds[field] == CELL:
            value = 1 << value
        elif kinds[field] == TURN:
            value += 1
        position = with_field(position, field, value)
    return position


def place_count(rules: Any) -> int:
    """How many places a frame has."""
    count = 1
    for field in range(len(kinds)):
        if not lasting[field]:
            count *= radix_of(rules.size, kinds[field])
    return count


def digit_of(rules: Any, place: int, field: int) -> int:
    """The state of one field in a place."""
    for later in range(len(kinds) - 1, field, -1):
        if not lasting[later]:
            place //= radix_of(rules.size, kinds[later])
    return place % radix_of(rules.size, kinds[field])


def key_width(rules: Any) -> int:
    """The bits of a key."""
    width = 0
    for field in range(len(kinds)):
        width += width_of(rules.size, kinds[field])
    return width
