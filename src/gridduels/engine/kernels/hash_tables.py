"""Open-addressing hash tables for the keys of positions: a numbered set, and a map to codes.

A kernel module that needs no game.
"""

from typing import NamedTuple

from gridduels.engine.kernels.placeholders import ReadOnlyVector, Vector

# --- An open-addressing hash set of 63-bit keys, numbered in the order in which they came. A kernel module of no game.
#
# Invariants:
# - A key is in the set if and only if some slot holds its number plus one. That slot lies on the run of occupied slots
#   that begins at first_slot(key): nothing is ever removed, so such a run never gets a gap, and a free slot ends the
#   search.
# - At least one slot is free; otherwise a search for a missing key would not end. Callers see to it.
# - keys[:count] are all different, and a key keeps its number for good.
# - One thread writes at a time.


class HashSet(NamedTuple):
    """`keys` has the keys by number; `slots` (a power of two long) the number of a key plus one, 0 where it is free."""

    keys: Vector
    slots: Vector


def first_slot(key: int, length: int) -> int:
    """The slot of so many where the search for a key begins."""
    # Fibonacci hashing: the multiplier is odd (2**64 divided by the golden ratio, as int64), so it is one-to-one.
    # Its low bits depend on the low bits of the key alone, so higher ones are mixed in before the mask.
    mixed = key * -7046029254386353131
    return (mixed ^ mixed >> 29) & length - 1


def slot_of(known: HashSet, key: int) -> int:
    """The slot where the key is, or where it would go."""
    keys, slots = known
    mask = len(slots) - 1
    slot = first_slot(key, len(slots))
    while slots[slot] and keys[slots[slot] - 1] != key:
        slot = slot + 1 & mask
    return slot


def number_of(known: HashSet, key: int) -> int:
    """The number of a key; -1 when it is not there."""
    return known.slots[slot_of(known, key)] - 1


def enter(known: HashSet, key: int, count: int) -> int:
    """The number of a key; `count` when it is new, for so many there were.

    `slots` is set last, so that whoever reads meanwhile finds a whole entry or none.
    """
    keys, slots = known
    slot = slot_of(known, key)
    if slots[slot] == 0:
        keys[count] = key
        slots[slot] = count + 1
    return slots[slot] - 1


def enter_all(known: HashSet, count: int) -> None:
    """Enters the first `count` keys, all different, into empty slots."""
    # After the slots have grown. Keys are different, so slot_of always ends at a free slot.
    for number in range(count):
        known.slots[slot_of(known, known.keys[number])] = number + 1


def enter_new(known: HashSet, count: int, found: Vector) -> int:
    """Gives numbers from `count` on to those of the keys found that have none; returns how many keys there are now, -1
    when there are too many."""
    for index in range(len(found)):
        if number_of(known, found[index]) < 0:
            if count == len(known.keys):
                return -1
            count = enter(known, found[index], count) + 1
    return count


# --- An open-addressing hash map from the keys of positions to their codes. A kernel module of no game.
#
# As above, nothing is removed and at least one slot stays free. Keys have no numbers here: growing the map moves them
# to other slots, so a slot is valid only until the next move_all.


class CodeMap(NamedTuple):
    """Keys and codes by slot, of which there are a power of two; the key of a free slot is 0, which no position has,
    since it is always somebody's turn."""

    keys: Vector
    codes: Vector


def slot_of_key(known: CodeMap, key: int) -> int:
    """The slot where a key is, or where it would go."""
    keys = known.keys
    mask = len(keys) - 1
    slot = first_slot(key, len(keys))
    while keys[slot] and keys[slot] != key:
        slot = slot + 1 & mask
    return slot


def move_all(known: CodeMap, larger: CodeMap) -> None:
    """Enters everything into a larger map, which is empty."""
    for old in range(len(known.keys)):
        key = known.keys[old]
        if key:
            slot = slot_of_key(larger, key)
            larger.keys[slot], larger.codes[slot] = key, known.codes[old]


def list_keys(known: CodeMap, keys: Vector) -> None:
    """Fills in all keys, which are as many as that is long."""
    count = 0
    for slot in range(len(known.keys)):
        if known.keys[slot]:
            keys[count] = known.keys[slot]
            count += 1


def codes_of(known: CodeMap, keys: ReadOnlyVector, codes: Vector) -> None:
    """Fills in the codes of keys, all of which are in the map."""
    for index in range(len(keys)):
        codes[index] = known.codes[slot_of_key(known, keys[index])]
