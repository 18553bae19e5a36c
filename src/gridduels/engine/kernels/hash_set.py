"""An open-addressing set of 63-bit keys, numbered in the order in which they came. A kernel module.

`slots` (a power of two long) holds the number of a key plus one, 0 where it is free; `keys` the keys by number.
"""

from typing import Any


def slot_of(slots: Any, keys: Any, key: int) -> int:
    """The slot where the key is, or where it would go."""
    mask = len(slots) - 1
    mixed = key * -7046029254386353131
    slot = (mixed ^ mixed >> 29) & mask
    while slots[slot] and keys[slots[slot] - 1] != key:
        slot = slot + 1 & mask
    return slot


def number_of(slots: Any, keys: Any, key: int) -> Any:
    """The number of a key; -1 when it is not there."""
    return slots[slot_of(slots, keys, key)] - 1


def enter_all(slots: Any, keys: Any, count: int) -> None:
    """Enters the first `count` keys, all different, into empty slots."""
    for number in range(count):
        slots[slot_of(slots, keys, keys[number])] = number + 1


def enter_new(slots: Any, keys: Any, count: int, found: Any) -> int:
    """Gives numbers from `count` on to those of the keys found that have none; returns how many keys there are now.

    `slots` is set last, so that whoever reads meanwhile finds a whole entry or none; -1 when there are too many.
    """
    for index in range(len(found)):
        slot = slot_of(slots, keys, found[index])
        if slots[slot] == 0:
            if count == len(keys):
                return -1
            keys[count] = found[index]
            count += 1
            slots[slot] = count
    return count
