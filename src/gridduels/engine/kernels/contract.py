"""What positions must keep to so that a key holds all of them, and `legal` and `winner` agree. A kernel module.

Every enumeration asks here for each position it packs. What is wrong shows in a flag; `gridduels.contract` then finds
the words for it, in plain Python.
"""

from gridduels.engine.kernels.layout import CELL, CELLS, COUNT_BITS, TURN, pack
from gridduels.engine.kernels.placeholders import Position, Rules, canonicalize, irreversible, kinds, play, winner

MAX_WINNER = 3
NO_KEY = 0
"""In place of a key, of which none is 0: the rules gave a position that no key can hold."""


def out_of_range(rules: Rules, position: Position) -> bool:
    """Return whether a field has a value that its place in a key cannot hold."""
    return excess_of(rules, position, False) != 0


def excess_of(rules: Rules, position: Position, reversible_only: bool) -> int:
    """Return 0 where all fields, or the reversible ones, are in range.

    The bits that are too many are gathered, and looked at once: this runs for every move of every position.
    """
    excess = 0
    for field in range(len(kinds)):
        if reversible_only and irreversible[field]:
            continue
        value = position[field]
        if kinds[field] == TURN:
            excess |= value - 1 & ~1
        elif kinds[field] == CELL:
            excess |= value.bit_count() - 1 | value & ~rules.cells
        elif kinds[field] == CELLS:
            excess |= value & ~rules.cells
        else:
            excess |= value >> COUNT_BITS
    return excess


def winner_knowing(rules: Rules, position: Position, actions: int) -> int:
    """Return the winner; `actions` is what `legal` gives. Games whose `winner` asks `legal` have a quicker one bound in
    place of this: see `compiler`."""
    return winner(rules, position)


def contradicts(actions: int, won: int, forbidden: int) -> bool:
    """Return whether `legal` and `winner` break their contract, that exactly one of them is 0. `forbidden` has the bits
    of actions that do not exist."""
    return (actions == 0) == (won == 0) or actions & forbidden != 0 or won < 0 or won > MAX_WINNER


def child_after(rules: Rules, canonical: bool, position: Position, action: int) -> int:
    """The key of the position after an action, canonical or as it is; ~key where the turn stays with the same
    player, NO_KEY where a field is out of range."""
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
    """The key of a child, whoever is to move there."""
    return child if child >= 0 else ~child
