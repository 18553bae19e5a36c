"""Lists every position that can come about, with the successors of each. A kernel module."""

from typing import Any

from gridduels.engine.kernels.hash_set import slot_of
from gridduels.engine.kernels.layout import pack, unpack

MOST_ACTIONS = 64
DONE, FOUND, EDGES, MOST, STOP = 0, 1, 2, 3, 4
"""Places in the `control` array: positions expanded, positions and moves found so far, how many positions there may be,
and whether to stop at once."""


def legal(rules: Any, position: Any) -> int:
    """Bound to the game's own."""
    return 0


def play(rules: Any, position: Any, action: int) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> int:
    """Bound to the game's own."""
    return 0


def canonicalize(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def expand(
    rules: Any,
    canonical: bool,
    sample: Any,
    keys: Any,
    slots: Any,
    first: Any,
    successors: Any,
    finished: Any,
    control: Any,
) -> None:
    """Expands the positions listed in `keys` one after the other, and lists what it finds behind them.

    The moves of position n lead to the positions numbered successors[first[n]:first[n + 1]]; finished[n] says who has
    won: 1 the player to move, -1 the other, 0 nobody yet. `sample` is any position; unless `canonical`, the game's
    reduction is left out. It ends when all are expanded, when there are too many, when an array has no room for one
    more position, or when told to stop; called again with longer arrays, it goes on.
    """
    number, count, edges = control[DONE], control[FOUND], control[EDGES]
    while (
        number < count
        and count <= control[MOST]
        and count + MOST_ACTIONS <= len(keys)
        and 2 * (count + MOST_ACTIONS) <= len(slots)
        and edges + MOST_ACTIONS <= len(successors)
        and not control[STOP]
    ):
        position = unpack(rules, keys[number], sample, False)
        actions = legal(rules, position)
        finished[number] = 0
        if actions == 0:
            finished[number] = 1 if winner(rules, position) == position.turn else -1
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            if canonical:
                child = canonicalize(rules, child)
            key = pack(rules, child, False)
            slot = slot_of(slots, keys, key)
            if slots[slot] == 0:
                keys[count] = key
                count += 1
                slots[slot] = count
            successors[edges] = slots[slot] - 1
            edges += 1
        number += 1
        first[number] = edges
        control[DONE], control[FOUND], control[EDGES] = number, count, edges
