"""Lists every position that can come about, with the successors of each. A kernel module."""

from typing import Any

import numpy as np

from gridduels.engine.keys import doubled, extended, slot_of
from gridduels.engine.layout import pack, unpack

DONE, FOUND, STOP = 0, 1, 2
"""Places in the `control` array: positions expanded and found so far, and whether to stop (set from outside)."""


def legal(rules: Any, position: Any) -> int:
    """Bound to the game's own."""
    return 0


def play(rules: Any, position: Any, action: int) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> int:
    """Bound to the game's own."""
    return 0


def reduce(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def explore(rules: Any, reduced: bool, beginnings: Any, sample: Any, most_positions: int, control: Any) -> Any:
    """Every position that can come about from the keys in `beginnings`, as keys, with the lists of their successors
    by number and who has won in each: 1 the player to move, -1 the other, 0 nobody yet. `sample` is any
    position; unless `reduced`, the game's reduction is left out.

    Ends early when it is told to stop or finds more than `most_positions`: then not all keys are expanded.
    """
    keys = np.empty(1024, np.int64)
    slots = np.zeros(4096, np.int32)
    first = np.empty(1024, np.int64)
    successors = np.empty(4096, np.int32)
    finished = np.empty(1024, np.int8)
    count = 0
    for index in range(len(beginnings)):
        slot = slot_of(slots, keys, beginnings[index])
        if slots[slot] == 0:
            keys[count] = beginnings[index]
            count += 1
            slots[slot] = count
    edges = 0
    number = 0
    while number < count and count <= most_positions and not control[STOP]:
        position = unpack(rules, keys[number], sample, False)
        if number + 1 == len(first):
            first, finished = extended(first), extended(finished)
        first[number] = edges
        actions = legal(rules, position)
        finished[number] = 0
        if actions == 0:
            finished[number] = 1 if winner(rules, position) == position.turn else -1
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            if reduced:
                child = reduce(rules, child)
            key = pack(rules, child, False)
            slot = slot_of(slots, keys, key)
            if slots[slot] == 0:
                if count == len(keys):
                    keys = extended(keys)
                keys[count] = key
                count += 1
                slots[slot] = count
                if 2 * count > len(slots):
                    slots = doubled(slots, keys, count)
                    slot = slot_of(slots, keys, key)
            if edges == len(successors):
                successors = extended(successors)
            successors[edges] = slots[slot] - 1
            edges += 1
        number += 1
        control[DONE] = number
        control[FOUND] = count
    first[number] = edges
    return keys[:count], first[: number + 1], successors[:edges], finished[:number]
