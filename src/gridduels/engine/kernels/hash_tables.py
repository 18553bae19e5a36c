"""Open-addressing hash tables for position keys: a numbered set, and a map to codes.

A kernel module that does not depend on the game.
"""

from typing import NamedTuple

from gridduels.engine.kernels.placeholders import ReadOnlyVector, Vector

# --- An open-addressing hash set of 63-bit keys, numbered in order of arrival
#
# Invariants:
# - A key is in the set if and only if some slot holds its number plus one. That slot lies in the run of occupied slots
#   that begins at first_slot(key). Nothing is ever removed, so a run never gets a gap, and a free slot ends the search.
# - At least one slot is free; otherwise a search for a missing key would not end. Callers must ensure this.
# - keys[:count] are distinct, and a key never changes its number.
# - One thread writes at a time.


class HashSet(NamedTuple):
    """`keys` holds the keys by number.

    `slots` has a power-of-two length; each slot holds a key's number plus one, or 0 if it is free.
    """

    keys: Vector
    slots: Vector


def first_slot(key: int, length: int) -> int:
    """Return the slot, out of `length`, where the search for a key begins."""
    # Fibonacci hashing: the multiplier is odd (2**64 divided by the golden ratio, as int64), so the product is
    # one-to-one. Its low bits depend only on the low bits of the key, so higher bits are mixed in before the mask.
    mixed = key * -7046029254386353131
    return (mixed ^ mixed >> 29) & length - 1


def slot_of(known: HashSet, key: int) -> int:
    """Return the slot that holds a key, or the free slot where it belongs."""
    keys, slots = known
    mask = len(slots) - 1
    slot = first_slot(key, len(slots))
    while slots[slot] and keys[slots[slot] - 1] != key:
        slot = slot + 1 & mask
    return slot


def number_of(known: HashSet, key: int) -> int:
    """Return a key's number, or -1 if it is not in the set."""
    return known.slots[slot_of(known, key)] - 1


def enter(known: HashSet, key: int, count: int) -> int:
    """Return a key's number, entering a new key as number `count`, the current size.

    `slots` is written last, so concurrent readers find either a complete entry or none.
    """
    keys, slots = known
    slot = slot_of(known, key)
    if slots[slot] == 0:
        keys[count] = key
        slots[slot] = count + 1
    return slots[slot] - 1


def enter_all(known: HashSet, count: int) -> None:
    """Enter the first `count` keys, all distinct, into empty slots."""
    # Used after the slots have grown. The keys are distinct, so slot_of always ends at a free slot.
    for number in range(count):
        known.slots[slot_of(known, known.keys[number])] = number + 1


def enter_new(known: HashSet, count: int, found: Vector) -> int:
    """Enter the new keys among those found. Return the new size, or -1 if `keys` has no room."""
    for index in range(len(found)):
        if number_of(known, found[index]) < 0:
            if count == len(known.keys):
                return -1
            count = enter(known, found[index], count) + 1
    return count


# --- An open-addressing hash map from position keys to codes
#
# As above, nothing is removed and at least one slot stays free. Keys have no numbers here: growing the map moves them
# to other slots, so a slot is valid only until the next move_all.


class CodeMap(NamedTuple):
    """Keys and codes by slot; the number of slots is a power of two.

    A free slot has the key 0, which no position has, because its turn is 1 or 2.
    """

    keys: Vector
    codes: Vector


def slot_of_key(known: CodeMap, key: int) -> int:
    """Return the slot that holds a key, or the free slot where it belongs."""
    keys = known.keys
    mask = len(keys) - 1
    slot = first_slot(key, len(keys))
    while keys[slot] and keys[slot] != key:
        slot = slot + 1 & mask
    return slot


def move_all(known: CodeMap, larger: CodeMap) -> None:
    """Enter everything into a larger, empty map."""
    for old in range(len(known.keys)):
        key = known.keys[old]
        if key:
            slot = slot_of_key(larger, key)
            larger.keys[slot], larger.codes[slot] = key, known.codes[old]


def list_keys(known: CodeMap, keys: Vector) -> None:
    """Fill in all keys; `keys` has exactly the right length."""
    count = 0
    for slot in range(len(known.keys)):
        if known.keys[slot]:
            keys[count] = known.keys[slot]
            count += 1


def codes_of(known: CodeMap, keys: ReadOnlyVector, codes: Vector) -> None:
    """Fill in the codes of keys, all of which must be in the map."""
    for index in range(len(keys)):
        codes[index] = known.codes[slot_of_key(known, keys[index])]
