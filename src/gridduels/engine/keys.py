"""An open-addressing set of 63-bit keys, numbered in the order in which they came. A kernel module.

`slots` (a power of two long) holds the number of a key plus one, 0 where it is free; `keys` the keys by number.
"""

from typing import Any

import numpy as np

from gridduels.engine.value import UNKNOWN


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


def doubled(slots: Any, keys: Any, count: int) -> Any:
    """Twice as many slots, with the first `count` keys entered again."""
    wider = np.zeros(2 * len(slots), np.int32)
    for number in range(count):
        wider[slot_of(wider, keys, keys[number])] = number + 1
    return wider


def extended(array: Any) -> Any:
    """The array with as much room again."""
    longer = np.empty(2 * len(array), array.dtype)
    for index in range(len(array)):  # a slice assignment takes numba two seconds to compile
        longer[index] = array[index]
    return longer


def number_frames(found: Any, count: int, keys: Any, frames: int, slots: Any, table: Any) -> int:
    """Numbers the new ones among the keys found and clears their rows; returns how many frames there are now, or -1."""
    for index in range(count):
        slot = slot_of(slots, keys, found[index])
        if slots[slot] == 0:
            if frames == len(table):
                return -1
            keys[frames] = found[index]
            for place in range(table.shape[1]):
                table[frames, place] = UNKNOWN
            frames += 1
            slots[slot] = frames
    return frames
