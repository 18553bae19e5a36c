"""How a Position is packed into a key of up to 63 bits. A kernel module.

A turn takes 2 bits, a token enough bits for the number of its cell, counted from 1, a set of cells one bit per cell,
a count 4 bits, and an unused field none.
Within a layer (see `layers`) a position also has a dense number, its state index: a mixed-radix number with one digit
for each reversible field.
"""

from typing import Final

from gridduels.engine.kernels.placeholders import Position, Rules, irreversible, kinds, unused
from gridduels.statement import Cells, Count, Statement, Token, Turn, Unused

TURN: Final = 1
CELL: Final = 2
CELLS: Final = 3
COUNT: Final = 4
KIND_OF: Final = {Turn: TURN, Token: CELL, Cells: CELLS, Count: COUNT}
COUNT_BITS: Final = 4
MAX_KEY_BITS: Final = 63

MAX_ACTIONS: Final = 64
"""The maximum number of actions, since a set of actions is an int64."""


def layout_of(statement: Statement) -> dict[str, tuple[int, ...]]:
    """Return the values that a game binds to the names `kinds` and `irreversible`: the same for games that differ only
    in their unused fields."""
    kinds = [field.kind.annotated if isinstance(field.kind, Unused) else field.kind for field in statement.fields]
    return {
        "kinds": tuple(KIND_OF[type(kind)] for kind in kinds if kind),
        "irreversible": tuple(int(kind.irreversible) for kind in kinds if kind),
    }


def with_field(position: Position, field: int, value: int) -> Position:
    """Return the position with another value in one field. Compiled code replaces this function."""
    return position._replace(**{position._fields[field]: value})


def width_of(cells: int, kind: int) -> int:
    """Return the number of bits that a field takes in a key on a board with this number of cells."""
    if kind == TURN:
        return 2
    if kind == CELL:
        return cells.bit_length()
    if kind == CELLS:
        return cells
    return COUNT_BITS


def width_in(rules: Rules, field: int) -> int:
    """Return the number of bits that a field takes in a key."""
    return 0 if unused(rules) >> field & 1 else width_of(rules.cells.bit_length(), kinds[field])


def radix_of(cells: int, kind: int) -> int:
    """Return the radix of a field in a state index, on a board with this number of cells.

    A set of cells has no radix: it has too many values, so it must be irreversible in a layered game.
    """
    if kind == TURN:
        return 2
    if kind == CELL:
        return cells
    return 1 << COUNT_BITS


def pack(rules: Rules, position: Position, irreversible_only: bool) -> int:
    """Return the key of a position, or of its irreversible fields only."""
    key = 0
    for field in range(len(kinds)):
        if irreversible_only and not irreversible[field]:
            continue
        value = position[field]
        if kinds[field] == CELL:
            value = value.bit_length()
        key = key << width_in(rules, field) | value
    return key


def unpack(rules: Rules, key: int, position: Position, irreversible_only: bool) -> Position:
    """Return the position with the fields of a key; `position` gives the type and the fields that the key omits."""
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if irreversible_only and not irreversible[field]:
            continue
        width = width_in(rules, field)
        value = key & (1 << width) - 1
        key >>= width
        if kinds[field] == CELL and value > 0:
            value = 1 << value - 1
        position = with_field(position, field, value)
    return position


def state_index(rules: Rules, position: Position) -> int:
    """Return the dense number of a position within its layer."""
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
    """Return the position of the same layer with this state index."""
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
    """Return the number of state indices of a layer."""
    count = 1
    for field in range(len(kinds)):
        if not irreversible[field]:
            count *= radix_of(rules.cells.bit_length(), kinds[field])
    return count


def digit_of(rules: Rules, state: int, field: int) -> int:
    """Return the digit of one field in a state index."""
    for later in range(len(kinds) - 1, field, -1):
        if not irreversible[later]:
            state //= radix_of(rules.cells.bit_length(), kinds[later])
    return state % radix_of(rules.cells.bit_length(), kinds[field])


def key_width(rules: Rules, irreversible_only: bool = False) -> int:
    """Return the bits of the key of a position, or of its irreversible fields only."""
    width = 0
    for field in range(len(kinds)):
        if irreversible[field] or not irreversible_only:
            width += width_in(rules, field)
    return width
