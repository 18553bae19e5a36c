"""A game's own functions as compiled code runs them, one call at a time. A kernel module."""

from gridduels.engine.kernels.placeholders import apply_symmetry, canonicalize, legal, play, winner
from gridduels.engine.kernels.protocols import Position, Rules


def try_legal(rules: Rules, position: Position) -> int:
    return legal(rules, position)


def try_winner(rules: Rules, position: Position) -> int:
    return winner(rules, position)


def try_play(rules: Rules, position: Position, action: int) -> Position:
    return play(rules, position, action)


def try_canonicalize(rules: Rules, position: Position) -> Position:
    return canonicalize(rules, position)


def try_apply_symmetry(rules: Rules, position: Position, symmetry: int) -> Position:
    return apply_symmetry(rules, position, symmetry)
