"""Enumerate every position reachable from the given ones, breadth first or depth first. A kernel module.

Both methods work in steps: a kernel returns when everything is done, when the rules break their contract, when told to
stop, or when an array has no room for another position. Called again with longer arrays, it continues where it stopped.
"""

from typing import NamedTuple

from gridduels.engine.kernels.contract import NO_KEY, child_after, contradicts, key_of_child, winner_knowing
from gridduels.engine.kernels.hash_tables import CodeMap, HashSet, enter, slot_of_key
from gridduels.engine.kernels.layout import MAX_ACTIONS, unpack
from gridduels.engine.kernels.placeholders import Position, Rules, Vector, legal
from gridduels.engine.kernels.probe import MORE_THAN_ANY_RANK
from gridduels.engine.value import MAX_PLIES, NO_WINNER, UNKNOWN, code_of_rank, rank_of_code

FOUND, LIMIT, STOP, FORBIDDEN, BROKEN_KEY, EXPANDED, EDGES, DEPTH, WAITING, FAULT, ANY_DRAWN = range(11)
"""Indices into the control array. Both methods: positions found so far, their maximum number, whether to stop now, the
bits of nonexistent actions, and the key of a position at which the rules break their contract. Breadth first: positions
expanded and moves found. Depth first: the length of the current line, the number of waiting children, the reason the
search cannot continue, and whether any game was drawn."""
CONTROL_FIELDS = 11
CYCLE, TOO_FAR = 1, 2
"""Values of FAULT: a position was reached from itself, or is too many plies from the end."""


# --- Breadth first: positions in order of discovery, with the graph of their moves


DRAWN = 2


class Enumeration(NamedTuple):
    """Positions by number. The moves of position n lead to the positions successors[first[n]:first[n + 1]], in the form
    that `retrograde` expects. finished[n] is 1 if the player to move has won, -1 if the opponent has, DRAWN for a draw
    and 0 while the game is in progress."""

    known: HashSet
    first: Vector
    successors: Vector
    finished: Vector
    control: Vector


def finish(won: int, turn: int) -> int:
    """Return the `finished` entry for a game that is over."""
    return 1 if won == turn else -1 if won == 3 - turn else DRAWN


def expand(rules: Rules, canonical: bool, template: Position, enumeration: Enumeration) -> None:
    """Expand the known positions one after another, and enter the positions their moves lead to.

    `template` is any position of the game. Positions are replaced by their canonical forms if `canonical` is set.
    """
    (keys, slots), first, successors, finished, control = enumeration
    number, count, edges = control[EXPANDED], control[FOUND], control[EDGES]
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
        control[EXPANDED], control[FOUND], control[EDGES] = number, count, edges


# --- Depth first: the values of all positions in one pass, if no position can be reached from itself
#
# An explicit stack visits each position once, after all its children, and its value follows from theirs. Moves need not
# be stored: a position needs only a key and a code.


class Line(NamedTuple):
    """The positions from a root to the current one, by depth: the best rank among the children seen so far, and the
    index in `children` where each one's children begin.

    A child is a key, written as ~key if its move leaves the turn with the same player. Every position on the line is
    itself the last waiting child of the one before it. Depth 0 is not a position: its children are the roots.
    """

    best: Vector
    first: Vector
    children: Vector


def evaluate(rules: Rules, canonical: bool, template: Position, known: CodeMap, line: Line, control: Vector) -> None:
    """Find the codes of the waiting children, and of all positions reachable from them.

    `template` is any position of the game. Positions are replaced by their canonical forms if `canonical` is set.
    """
    # Invariant: exactly the positions on the line are in the map with the code UNKNOWN. So a child that has this code
    # was reached from itself.
    best, first, children = line
    depth, waiting = control[DEPTH], control[WAITING]
    while (
        waiting > 0
        and control[FOUND] <= control[LIMIT]
        and 4 * (control[FOUND] + 1) <= 3 * len(known.keys)
        and depth + 1 < len(first)
        and waiting + MAX_ACTIONS <= len(children)
        and not control[FAULT]
        and not control[STOP]
    ):
        child = children[waiting - 1]
        key = key_of_child(child)
        slot = slot_of_key(known, key)
        if waiting == first[depth]:  # every child of this position has been evaluated
            code = one_ply_before(best[depth])
            if abs(code) > MAX_PLIES + 1:
                control[FAULT] = TOO_FAR
            else:
                known.codes[slot] = code
                depth -= 1
        elif known.keys[slot] == 0:
            position = unpack(rules, key, template, False)
            actions = legal(rules, position)
            won = winner_knowing(rules, position, actions)
            known.keys[slot] = key
            known.codes[slot] = UNKNOWN if actions else code_of_end(won, position, control)
            control[FOUND] += 1
            broken = contradicts(actions, won, control[FORBIDDEN])
            if actions and not broken:
                depth += 1
                best[depth], first[depth] = -MORE_THAN_ANY_RANK, waiting
                waiting = add_children(rules, canonical, position, actions, children, waiting)
                broken = waiting < 0
            if broken:
                control[BROKEN_KEY] = key
                return
        elif known.codes[slot] == UNKNOWN:
            control[FAULT] = CYCLE
        else:
            rank = rank_of_code(known.codes[slot])
            best[depth] = max(best[depth], rank if child < 0 else -rank)
            waiting -= 1
    control[DEPTH], control[WAITING] = depth, waiting


def code_of_end(won: int, position: Position, control: Vector) -> int:
    """Return the code of a position where the game is over; record a draw in `control`."""
    if won == position.turn:
        return 1
    if won == 3 - position.turn:
        return -1
    control[ANY_DRAWN] = 1
    return NO_WINNER


def add_children(
    rules: Rules, canonical: bool, position: Position, actions: int, children: Vector, waiting: int
) -> int:
    """Append the positions after these actions to the waiting children. Return the new number of waiting children, or
    -1 if a field is out of range."""
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        children[waiting] = child_after(rules, canonical, position, action)
        if children[waiting] == NO_KEY:
            return -1
        waiting += 1
    return waiting


def one_ply_before(best: int) -> int:
    """Return the code of a position whose best child has this rank, as seen by the player to move at the position."""
    code = code_of_rank(best)
    return code + 1 if code > 0 else code - 1 if code < 0 else NO_WINNER
