"""How a Position packs into one key of up to 63 bits, by what its fields are. A kernel module.

A turn takes 2 bits, a token the number of its cell counted from 1, a set of cells a bit a cell, a count 4 bits.
Within a layer (see `layers`) a position also has a dense number, its state index: a mixed-radix number with a digit for
each reversible field.
"""

from typing import Final

from gridduels.engine.kernels.placeholders import Position, Rules, irreversible, kinds
from gridduels.statement import Cells, Count, Statement, Token, Turn

TURN: Final = 1
CELL: Final = 2
CELLS: Final = 3
COUNT: Final = 4
KIND_OF: Final = {Turn: TURN, Token: CELL, Cells: CELLS, Count: COUNT}
COUNT_BITS: Final = 4
MAX_KEY_BITS: Final = 63

MAX_ACTIONS: Final = 64
"""No position has more moves: a set of actions is an int64."""


def layout_of(statement: Statement) -> dict[str, tuple[int, ...]]:
    """What the names `kinds` and `irreversible` are bound to for a game."""
    return {
        "kinds": tuple(KIND_OF[type(field.kind)] for field in statement.fields),
        "irreversible": tuple(int(field.kind.irreversible) for field in statement.fields),
    }


def with_field(position: Position, field: int, value: int) -> Position:
    """The position with another value in one field; compiled code has its own way to do it."""
    return position._replace(**{position._fields[field]: value})


def width_of(cells: int, kind: int) -> int:
    """The bits a field takes in a key, on a board of so many cells."""
    if kind == TURN:
        return 2
    if kind == CELL:
        return cells.bit_length()
    if kind == CELLS:
        return cells
    return COUNT_BITS


def radix_of(cells: int, kind: int) -> int:
    """How many digits a field has in a state index, on a board of so many cells; a set of cells has too many for that,
    and must be irreversible."""
    if kind == TURN:
        return 2
    if kind == CELL:
        return cells
    return 1 << COUNT_BITS


def pack(rules: Rules, position: Position, irreversible_only: bool) -> int:
    """The key of a position, or of its irreversible fields only."""
    key = 0
    for field in range(len(kinds)):
        if irreversible_only and not irreversible[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        key = key << width_of(rules.cells.bit_length(), kinds[field]) | value
    return key


def unpack(rules: Rules, key: int, position: Position, irreversible_only: bool) -> Position:
    """The position with the fields of a key; `position` lends its type and the fields the key leaves out."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if irreversible_only and not irreversible[field]:
            continue
        width = width_of(rules.cells.bit_length(), kinds[field])
        value = key & (1 << width) - 1
        key >>= width
        if kinds[field] == CELL and value > 0:
            value = 1 << value - 1
        position = with_field(position, field, value)
    return position


def state_index(rules: Rules, position: Position) -> int:
    """The dense number of a position within its layer."""
    state = 0
    for field in range(len(kinds)):
        if irreversible[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        if kinds[field] != COUNT:
            value -= 1
        state = state * radix_of(rules.cells.bit_length(), kinds[field]) + value
    return state


def with_state(rules: Rules, state: int, position: Position) -> Position:
    """The position of the same layer with this state index."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if irreversible[field]:
            continue
        radix = radix_of(rules.cells.bit_length(), kinds[field])
        value = state % radix
        state //= radix
        if kinds[field] == CELL:
            value = 1 << value
        elif kinds[field] == TURN:
            value += 1
        position = with_field(position, field, value)
    return position


def state_count(rules: Rules) -> int:
    """How many state indices a layer has."""
    count = 1
    for field in range(len(kinds)):
        if not irreversible[field]:
            count *= radix_of(rules.cells.bit_length(), kinds[field])
    return count


def digit_of(rules: Rules, state: int, field: int) -> int:
    """The digit of one field in a state index."""
    for later in range(len(kinds) - 1, field, -1):
        if not irreversible[later]:
            state //= radix_of(rules.cells.bit_length(), kinds[later])
    return state % radix_of(rules.cells.bit_length(), kinds[field])


def key_width(rules: Rules, irreversible_only: bool = False) -> int:
    """The bits of the key of a position, or of its irreversible fields only."""
    width = 0
    for field in range(len(kinds)):
        if irreversible[field] or not irreversible_only:
            width += width_of(rules.cells.bit_length(), kinds[field])
    return width
