"""What follows a position. A kernel module."""

from gridduels.engine.kernels.contract import out_of_range
from gridduels.engine.kernels.layout import pack
from gridduels.engine.kernels.placeholders import canonicalize, play
from gridduels.engine.kernels.protocols import Position, Rules

BROKEN = 0
"""In place of a key, of which none is 0: the rules gave a position that no key can hold."""


def child_after(rules: Rules, canonical: bool, position: Position, action: int) -> int:
    """The key of the position after an action, canonical or as it is; ~key where the turn stays with the same
    player, BROKEN where a field is out of range."""
    child = play(rules, position, action)
    if out_of_range(rules, child):
        return BROKEN
    same_player = child.turn == position.turn
    if canonical:
        child = canonicalize(rules, child)
        if out_of_range(rules, child):
            return BROKEN
    key = pack(rules, child, False)
    return ~key if same_player else key


def key_of_child(child: int) -> int:
    """The key of a child, whoever is to move there."""
    return child if child >= 0 else ~child
