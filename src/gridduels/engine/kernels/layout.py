"""How a Position packs into one key of up to 63 bits, by what its fields are. A kernel module.

A turn takes 2 bits, a token the number of its cell counted from 1, a set of cells a bit a cell, a count 4 bits.
A game that is solved layer by layer (see `layers`) also gets a dense number, the place, for all fields that are not
irreversible.

`kinds` and `irreversible` are bound to each game's own: see `compiling.bind`.
"""

from typing import Any, Final

from gridduels.statement import Cells, Count, Statement, Token, Turn

TURN: Final = 1
CELL: Final = 2
CELLS: Final = 3
COUNT: Final = 4
KIND_OF: Final = {Turn: TURN, Token: CELL, Cells: CELLS, Count: COUNT}
COUNT_BITS: Final = 4
MOST_BITS: Final = 63

kinds: tuple[int, ...] = ()
"""One of the numbers above for each field of the game's Position."""
irreversible: tuple[int, ...] = ()
"""1 for each field that a move changes for good or not at all."""


def layout_of(statement: Statement) -> dict[str, tuple[int, ...]]:
    """What `kinds` and `irreversible` are for a game."""
    return {
        "kinds": tuple(KIND_OF[type(field.kind)] for field in statement.fields),
        "irreversible": tuple(int(field.kind.irreversible) for field in statement.fields),
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
    """How many states of a field a place tells apart; a set of cells has too many and must be irreversible."""
    if kind == TURN:
        return 2
    if kind == CELL:
        return size * size
    return 1 << COUNT_BITS


def pack(rules: Any, position: Any, irreversible_only: bool) -> int:
    """The key of a position, or of its irreversible fields only."""
    key = 0
    for field in range(len(kinds)):
        if irreversible_only and not irreversible[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        key = key << width_of(rules.size, kinds[field]) | value
    return key


def unpack(rules: Any, key: int, position: Any, irreversible_only: bool) -> Any:
    """The position with the fields of a key; `position` lends its type and the fields the key leaves out."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if irreversible_only and not irreversible[field]:
            continue
        width = width_of(rules.size, kinds[field])
        value = key & (1 << width) - 1
        key >>= width
        if kinds[field] == CELL and value > 0:
            value = 1 << value - 1
        position = with_field(position, field, value)
    return position


def place_of(rules: Any, position: Any) -> int:
    """The dense number of the fields that are not irreversible."""
    place = 0
    for field in range(len(kinds)):
        if irreversible[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        if kinds[field] != COUNT:
            value -= 1
        place = place * radix_of(rules.size, kinds[field]) + value
    return place


def put_place(rules: Any, place: int, position: Any) -> Any:
    """The position with its fields that are not irreversible set from a place."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if irreversible[field]:
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
        if not irreversible[field]:
            count *= radix_of(rules.size, kinds[field])
    return count


def digit_of(rules: Any, place: int, field: int) -> int:
    """The state of one field in a place."""
    for later in range(len(kinds) - 1, field, -1):
        if not irreversible[later]:
            place //= radix_of(rules.size, kinds[later])
    return place % radix_of(rules.size, kinds[field])


def key_width(rules: Any) -> int:
    """The bits of a key."""
    width = 0
    for field in range(len(kinds)):
        width += width_of(rules.size, kinds[field])
    return width
