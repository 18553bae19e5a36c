"""Looks positions up in a table's arrays. A kernel module that also serves uncompiled, so it needs no numpy.

A listed table has a sorted key and a code for every canonical position. A layered one has a record for every frame up
to symmetry: which states occur of each field that is not irreversible, and a code for every combination of these.

What is not defined here is bound to each game's own: see `compiling.bind`.
"""

from typing import Any

from gridduels.engine.kernels.layout import irreversible, kinds, pack, place_of, radix_of
from gridduels.engine.value import UNKNOWN

layered = False
"""Whether the game is solved layer by layer."""
symmetries: tuple[int, ...] = (0,)
"""The numbers of the images of a position that its `apply_symmetry` knows."""


def canonicalize(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def apply_symmetry(rules: Any, position: Any, symmetry: int) -> Any:
    """Bound to the game's own."""


def rank_of(keys: Any, key: int) -> int:
    """Where a key is in sorted keys; -1 when it is not there."""
    low = 0
    high = len(keys)
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low if low < len(keys) and keys[low] == key else -1


def count_bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def least_frame(rules: Any, position: Any, ways: Any) -> tuple[int, int]:
    """The least key among the images of a position's frame, and the number of the way that leads there."""
    least = pack(rules, position, True)
    chosen = 0
    for number in range(1, len(ways)):
        key = pack(rules, apply_symmetry(rules, position, ways[number]), True)
        if key < least:
            least, chosen = key, number
    return least, chosen


def look_up(rules: Any, position: Any, table: Any) -> Any:
    """The code of a position; UNKNOWN when it is not in the table. `table` is its keys, states, starts and codes."""
    keys, _, _, codes = table
    if not layered:
        rank = rank_of(keys, pack(rules, canonicalize(rules, position), False))
        return codes[rank] if rank >= 0 else UNKNOWN
    record, number = find_record(rules, position, table)
    if record < 0:
        return UNKNOWN
    return code_in_record(rules, record, place_of(rules, apply_symmetry(rules, position, symmetries[number])), table)


def find_record(rules: Any, position: Any, table: Any) -> tuple[int, int]:
    """The record of a position's layer (-1 when it is not in the table), and the number of the way that leads there."""
    least, number = least_frame(rules, position, symmetries)
    return rank_of(table[0], least), number


def code_in_record(rules: Any, record: int, place: int, table: Any) -> Any:
    """The code of a place in a record; UNKNOWN when it has none."""
    _, states, starts, codes = table
    index, entries = 0, 1
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if not irreversible[field]:
            radix = radix_of(rules.size, kinds[field])
            mask = states[record * len(kinds) + field]
            bit = 1 << place % radix
            if not mask & bit:
                return UNKNOWN
            place //= radix
            index += entries * (mask & bit - 1).bit_count()
            entries *= mask.bit_count()
    return codes[starts[record] + index]
