"""A game's own functions as compiled code runs them, one position at a time. A kernel module.

`try_position` runs all of them, so that compiled and plain rules can be compared; the others run one each, which shows
the function that cannot be compiled.
"""

from gridduels.engine.kernels.contract import winner_knowing
from gridduels.engine.kernels.placeholders import apply_symmetry, canonicalize, kinds, legal, play, symmetries, winner
from gridduels.engine.kernels.protocols import Position, Rules, Vector


def try_position(rules: Rules, position: Position, results: Vector) -> int:
    """Write down all that the rules say of a position; return how many numbers that is: `legal`, `winner` and
    `winner_knowing`, then the fields of the canonical form, of each image, and of the position after each action."""
    actions = legal(rules, position)
    results[0], results[1], results[2] = actions, winner(rules, position), winner_knowing(rules, position, actions)
    count = put(canonicalize(rules, position), results, 3)
    for symmetry in range(symmetries):
        count = put(apply_symmetry(rules, position, symmetry), results, count)
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        count = put(play(rules, position, action), results, count)
    return count


def put(position: Position, results: Vector, count: int) -> int:
    for field in range(len(kinds)):
        results[count + field] = position[field]
    return count + len(kinds)


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
