"""Enumerate every position reachable from given ones, with the moves of each. A kernel module."""

from typing import NamedTuple

from gridduels.engine.kernels.contract import NO_KEY, child_after, contradicts, key_of_child, winner_knowing
from gridduels.engine.kernels.hash_tables import HashSet, enter
from gridduels.engine.kernels.layout import MAX_ACTIONS, unpack
from gridduels.engine.kernels.placeholders import Position, Rules, Vector, legal

DONE, FOUND, EDGES, LIMIT, STOP, FORBIDDEN, BROKEN_KEY = range(7)
"""Indices into `Enumeration.control`: positions expanded, positions and moves found so far, how many positions there
may be, whether to stop at once, the bits of actions that do not exist, and the key of a position at which the rules
break their contract."""


DRAWN = 2


class Enumeration(NamedTuple):
    """Positions by number. The moves of position n lead to the positions successors[first[n]:first[n + 1]], written as
    `retrograde` wants them; finished[n] says who has won: 1 the player to move, -1 the other, 0 nobody yet, DRAWN
    nobody."""

    known: HashSet
    first: Vector
    successors: Vector
    finished: Vector
    control: Vector


def finish(won: int, turn: int) -> int:
    """How a game that is over has ended for the player to move."""
    return 1 if won == turn else -1 if won == 3 - turn else DRAWN


def expand(rules: Rules, canonical: bool, template: Position, enumeration: Enumeration) -> None:
    """Expands the known positions one after the other, and enters what it finds behind them.

    `template` is any position; unless `canonical`, positions are taken as they are. It ends when all are expanded, when
    there are too many, when an array has no space for one more position, when the rules break their contract, or when
    told to stop; called again with longer arrays, it goes on.
    """
    (keys, slots), first, successors, finished, control = enumeration
    number, count, edges = control[DONE], control[FOUND], control[EDGES]
    while (
        number < count
        and count <= control[LIMIT]
        and count + MAX_ACTIONS <= len(keys)
        and 2 * (count + MAX_ACTIONS) <= len(slots)
        and edges + MAX_ACTIONS <= len(successors)
        and not control[STOP]
        and not control[BROKEN_KEY]
    ):
        position = unpack(rules, keys[number], template, False)
        actions = legal(rules, position)
        won = winner_knowing(rules, position, actions)
        if contradicts(actions, won, control[FORBIDDEN]):
            control[BROKEN_KEY] = keys[number]
            return
        finished[number] = 0 if actions else finish(won, position.turn)
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = child_after(rules, canonical, position, action)
            if child == NO_KEY:
                control[BROKEN_KEY] = keys[number]
                return
            entered = enter(enumeration.known, key_of_child(child), count)
            count = max(count, entered + 1)
            successors[edges] = entered if child >= 0 else ~entered
            edges += 1
        number += 1
        first[number] = edges
        control[DONE], control[FOUND], control[EDGES] = number, count, edges
