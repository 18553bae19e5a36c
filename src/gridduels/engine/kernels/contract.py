"""The contract that a game's rules must fulfil at every position. A kernel module.

Every field must fit its place in a key, and exactly one of `legal` and `winner` must be 0. All solvers check this for
each position they pack. They only set a flag; `gridduels.contract` then words the error in plain Python.
"""

from gridduels.engine.kernels.layout import CELL, CELLS, COUNT_BITS, TURN, pack
from gridduels.engine.kernels.placeholders import (
    Position,
    Rules,
    canonicalize,
    irreversible,
    kinds,
    play,
    unused,
    winner,
)

MAX_WINNER = 3
NO_KEY = 0
"""Returned in place of a key, which is never 0: the rules produced a position that no key can hold."""


def out_of_range(rules: Rules, position: Position) -> bool:
    """Return whether a field's value does not fit its place in a key."""
    return excess_of(rules, position, False) != 0


def excess_of(rules: Rules, position: Position, reversible_only: bool) -> int:
    """Return 0 if all fields, or all reversible ones, are in range.

    The excess bits are collected and tested once, because this runs for every move of every position.
    """
    excess = 0
    for field in range(len(kinds)):
        if reversible_only and irreversible[field]:
            continue
        value = position[field]
        if unused(rules) >> field & 1:
            excess |= value
        elif kinds[field] == TURN:
            excess |= value - 1 & ~1
        elif kinds[field] == CELL:
            excess |= value.bit_count() - 1 | value & ~rules.cells
        elif kinds[field] == CELLS:
            excess |= value & ~rules.cells
        else:
            excess |= value >> COUNT_BITS
    return excess


def winner_knowing(rules: Rules, position: Position, actions: int) -> int:
    """Return the winner, given the legal actions.

    For a game whose `winner` calls `legal`, a version without that call is bound in its place: see `compiler`.
    """
    return winner(rules, position)


def contradicts(actions: int, won: int, forbidden: int) -> bool:
    """Return whether `legal` and `winner` break their contract.

    `forbidden` holds the bits of nonexistent actions.
    """
    return (actions == 0) == (won == 0) or actions & forbidden != 0 or won < 0 or won > MAX_WINNER


def child_after(rules: Rules, canonical: bool, position: Position, action: int) -> int:
    """Return the key of the position after an action, in canonical form or as is.

    The key is written as ~key if the turn stays with the same player; NO_KEY means a field is out of range.
    """
    child = play(rules, position, action)
    if out_of_range(rules, child):
        return NO_KEY
    same_player = child.turn == position.turn
    if canonical:
        child = canonicalize(rules, child)
        if out_of_range(rules, child):
            return NO_KEY
    key = pack(rules, child, False)
    return ~key if same_player else key


def key_of_child(child: int) -> int:
    """Return a child's key, whichever player is to move there."""
    return child if child >= 0 else ~child
