"""Look up positions in the arrays of a table. A kernel module that also runs uncompiled, without numpy.

An enumerated table has a sorted key and a code for every canonical position. A layered table has a record for every
layer up to symmetry: the set of digits that occur in each reversible field, and a code for every combination of them.
"""

from typing import NamedTuple

from gridduels.engine.kernels.layout import pack, radix_of, state_index
from gridduels.engine.kernels.placeholders import (
    Position,
    ReadOnlyVector,
    Rules,
    apply_symmetry,
    canonicalize,
    irreversible,
    kinds,
    layered,
    play,
    symmetries,
)
from gridduels.engine.value import UNKNOWN, rank_of_code

MORE_THAN_ANY_RANK = 10_000


class TableArrays(NamedTuple):
    """The arrays of a table.

    In a layered table, record i has the key `keys[i]`, a set of digits for each field in `digit_sets`, and its codes
    begin at `starts[i]`.
    """

    keys: ReadOnlyVector
    digit_sets: ReadOnlyVector
    starts: ReadOnlyVector
    codes: ReadOnlyVector


def rank_of(keys: ReadOnlyVector, key: int) -> int:
    """Return the index of a key in sorted keys, or -1."""
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


def canonical_layer(rules: Rules, position: Position) -> tuple[int, int]:
    """Return the key of a position's layer in canonical form, the least of its images, and the symmetry that leads
    there."""
    least = pack(rules, position, True)
    chosen = 0
    for symmetry in range(1, symmetries):
        key = pack(rules, apply_symmetry(rules, position, symmetry), True)
        if key < least:
            least, chosen = key, symmetry
    return least, chosen


def look_up(rules: Rules, position: Position, table: TableArrays) -> int:
    """Return the code of a position, or UNKNOWN if it is not in the table."""
    if not layered:
        rank = rank_of(table.keys, pack(rules, canonicalize(rules, position), False))
        return table.codes[rank] if rank >= 0 else UNKNOWN
    record, symmetry = find_record(rules, position, table)
    if record < 0:
        return UNKNOWN
    return code_in_record(rules, record, state_index(rules, apply_symmetry(rules, position, symmetry)), table)


def find_record(rules: Rules, position: Position, table: TableArrays) -> tuple[int, int]:
    """Return the record of a position's layer, or -1 if it is not in the table, and the symmetry that leads there."""
    key, symmetry = canonical_layer(rules, position)
    return rank_of(table.keys, key), symmetry


def code_in_record(rules: Rules, record: int, state: int, table: TableArrays) -> int:
    """Return the code of a state in a record, or UNKNOWN.

    The codes of a record are ordered like a mixed-radix number whose digits are ranks among the digits that occur.
    """
    index, entries = 0, 1
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if not irreversible[field]:
            radix = radix_of(rules.cells.bit_length(), kinds[field])
            digits = table.digit_sets[record * len(kinds) + field]
            bit = 1 << state % radix
            if not digits & bit:
                return UNKNOWN
            state //= radix
            index += entries * (digits & bit - 1).bit_count()
            entries *= digits.bit_count()
    return table.codes[table.starts[record] + index]


def best_actions(rules: Rules, position: Position, actions: int, table: TableArrays) -> int:
    """Return those of the given actions that have the best value."""
    best, best_rank = 0, -MORE_THAN_ANY_RANK
    while actions:
        bit = actions & -actions
        actions &= actions - 1
        child = play(rules, position, bit.bit_length() - 1)
        rank = rank_of_code(look_up(rules, child, table))
        if child.turn != position.turn:
            rank = -rank
        if rank > best_rank:
            best, best_rank = bit, rank
        elif rank == best_rank:
            best |= bit
    return best
