"""The values of all positions that can come about from some, where none of them comes again. A kernel module.

A depth-first search by an explicit stack looks at each position once: what it is worth follows from its children, all
of which are known by then. So no move need be kept, and a position takes a key and a code.
"""

from typing import NamedTuple

from gridduels.engine.kernels.contract import NO_KEY, child_after, contradicts, key_of_child, winner_knowing
from gridduels.engine.kernels.hash_tables import CodeMap, slot_of_key
from gridduels.engine.kernels.layout import MAX_ACTIONS, unpack
from gridduels.engine.kernels.placeholders import Position, Rules, Vector, legal
from gridduels.engine.kernels.probe import MORE_THAN_ANY_RANK
from gridduels.engine.value import MAX_PLIES, NOBODY_WINS, UNKNOWN, code_of_rank, rank_of_code

FOUND, DEPTH, WAITING, LIMIT, STOP, FAULT, ANY_DRAWN, FORBIDDEN, BROKEN_KEY = range(9)
"""Indices into the control array: positions found so far, how many of them are on the line that is looked at, how many
children wait, how many positions there may be, whether to stop at once, why it cannot go on, whether a game was drawn,
the bits of actions that do not exist, and the key of a position at which the rules break their contract."""
RETURNED, TOO_FAR, BROKE = 1, 2, 3
"""Why it cannot go on: a position came about from itself, it has too many plies to its end, or the rules break their
contract."""


class Line(NamedTuple):
    """The positions from a root to the one that is looked at, by depth: what their best child so far is worth to them,
    and where their children begin among all those that wait. A child is a key, written as ~key where its move leaves
    the turn with the same player. Each position of the line is itself the last child that waits of the one before it;
    at depth 0 is none, and its children are the roots."""

    best: Vector
    first: Vector
    children: Vector


def search_all(rules: Rules, canonical: bool, template: Position, known: CodeMap, line: Line, control: Vector) -> None:
    """Finds the codes of the children that wait, and of all that follows from them.

    `template` is any position; unless `canonical`, positions are taken as they are. It ends when none waits any more,
    when it cannot go on, when there are too many positions, when an array has no space for one more, or when told to
    stop; called again with longer arrays, it goes on. Meanwhile the positions of the line have the code UNKNOWN.
    """
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
        if waiting == first[depth]:
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
                control[FAULT], control[BROKEN_KEY] = BROKE, key
                return
        elif known.codes[slot] == UNKNOWN:
            control[FAULT] = RETURNED
        else:
            rank = rank_of_code(known.codes[slot])
            best[depth] = max(best[depth], rank if child < 0 else -rank)
            waiting -= 1
    control[DEPTH], control[WAITING] = depth, waiting


def code_of_end(won: int, position: Position, control: Vector) -> int:
    """The code of a position whose game is over; takes note of a draw."""
    if won == position.turn:
        return 1
    if won == 3 - position.turn:
        return -1
    control[ANY_DRAWN] = 1
    return NOBODY_WINS


def add_children(
    rules: Rules, canonical: bool, position: Position, actions: int, children: Vector, waiting: int
) -> int:
    """Has the positions after some actions wait; how many wait then, or -1 where a field is out of range."""
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        children[waiting] = child_after(rules, canonical, position, action)
        if children[waiting] == NO_KEY:
            return -1
        waiting += 1
    return waiting


def one_ply_before(best: int) -> int:
    """The code of a position whose best child has this rank, by the view of its player."""
    code = code_of_rank(best)
    return code + 1 if code > 0 else code - 1 if code < 0 else NOBODY_WINS
