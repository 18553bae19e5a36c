"""An open-addressing hash map from the keys of positions to their codes. A kernel module of no game."""

from typing import NamedTuple

from gridduels.engine.kernels.hash_set import first_slot
from gridduels.engine.kernels.protocols import ReadOnlyVector, Vector


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
