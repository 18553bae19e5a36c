"""Draw positions from games played in bulk, and label positions from a table. A kernel module.

`state` is the random generator's state (see `mcts`); `table` holds a table's arrays in the form `look_up` takes.
"""

from typing import NamedTuple

from gridduels.engine.kernels.layout import pack, unpack
from gridduels.engine.kernels.mcts import any_action, below, next_state
from gridduels.engine.kernels.placeholders import (
    Matrix,
    Position,
    Rules,
    Vector,
    apply_symmetry,
    canonicalize,
    legal,
    play,
    symmetries,
)
from gridduels.engine.kernels.probe import TableArrays, best_actions, look_up
from gridduels.engine.value import UNKNOWN


class Labels(NamedTuple):
    """Position labels, one entry per position: the legal actions, the code, and the best actions."""

    actions: Vector
    codes: Vector
    best: Vector


def draw(
    rules: Rules, begin: Position, table: TableArrays, best_quarters: int, max_plies: int, state: int, keys: Vector
) -> int:
    """Play a game for each entry of `keys` and keep one of its positions, with every ply before the end equally likely.

    With probability `best_quarters` / 4, a move is one of the best, otherwise any legal one. Return the new state.
    """
    for game in range(len(keys)):
        position = begin
        actions = legal(rules, position)
        ply = 0
        while actions and ply < max_plies:
            state = next_state(state)
            ply += 1
            if below(state, ply) == 0:
                keys[game] = pack(rules, position, False)
            state = next_state(state)
            if below(state, 4) < best_quarters:
                actions = best_actions(rules, position, actions, table)
            state = next_state(state)
            position = play(rules, position, any_action(actions, state))
            actions = legal(rules, position)
    return state


def find_actions(rules: Rules, template: Position, keys: Vector, actions: Vector) -> None:
    """Fill in the positions' legal actions; 0 if the game is over."""
    for number in range(len(keys)):
        actions[number] = legal(rules, unpack(rules, keys[number], template, False))


def find_labels(rules: Rules, template: Position, keys: Vector, table: TableArrays, labels: Labels) -> None:
    """Fill in the codes and best actions of positions whose legal actions are known."""
    for number in range(len(keys)):
        position = unpack(rules, keys[number], template, False)
        labels.codes[number] = look_up(rules, position, table)
        labels.best[number] = best_actions(rules, position, labels.actions[number], table)


def find_codes(
    rules: Rules, template: Position, keys: Vector, actions: Vector, table: TableArrays, codes: Matrix
) -> None:
    """Fill in the codes of the requested actions, as seen by the player to move; skip unknown ones."""
    for number in range(len(keys)):
        position = unpack(rules, keys[number], template, False)
        left = actions[number]
        while left:
            action = (left & -left).bit_length() - 1
            left &= left - 1
            child = play(rules, position, action)
            code = int(look_up(rules, child, table))
            if code == UNKNOWN:
                continue
            later = code + (1 if code > 0 else -1 if code < 0 else 0)
            codes[number, action] = later if child.turn == position.turn else -later


def find_canonical(rules: Rules, template: Position, keys: Vector, canonical: Vector) -> None:
    """Fill in keys that are the same for all positions equal up to symmetry and irrelevant fields."""
    for number in range(len(keys)):
        position = canonicalize(rules, unpack(rules, keys[number], template, False))
        least = pack(rules, position, False)
        for symmetry in range(1, symmetries):
            key = pack(rules, apply_symmetry(rules, position, symmetry), False)
            if key < least:
                least = key
        canonical[number] = least
