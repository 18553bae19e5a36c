"""Domineering: Player 1 places upright dominoes and Player 2 flat ones; a player who cannot place one loses.

    . | . . .      |  cells under Player 1's dominoes (`upright`)
    . | = = .      =  cells under Player 2's dominoes (`flat`)
    . . . . .
    . . . . .      bit 0 is the top-left corner

Actions: the bit of the domino's upper or left half.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, UP, Rulings, Size, flip, geometry, mirror, step
from gridduels.statement import Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    upright: Annotated[int, Cells(Mark.OBSTACLE, player=1, symbol="|", irreversible=True)]
    flat: Annotated[int, Cells(Mark.OBSTACLE, player=2, symbol="=", irreversible=True)]


def setup(size: Size, rulings: Rulings) -> Rules:
    return Rules(*geometry(size))


def start(rules: Rules) -> Position:
    return Position(1, 0, 0)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: every empty cell whose neighbour below or to the right is also empty."""
    turn, upright, flat = position
    empty = rules.cells & ~(upright | flat)
    return empty & step(rules, empty, UP if turn == 1 else LEFT)


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, upright, flat = position
    half = 1 << action
    if turn == 1:
        return Position(2, upright | half | step(rules, half, DOWN), flat)
    return Position(1, upright, flat | half | step(rules, half, RIGHT))


def winner(rules: Rules, position: Position) -> int:
    """Return the winner: a player to move who has no room for a domino has lost."""
    if legal(rules, position):
        return 0
    return 3 - position.turn


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the representative of equivalent positions: mirroring and the owners of dominoes don't matter."""
    turn, upright, flat = position
    taken = upright | flat
    mirrored, flipped = mirror(rules, taken), flip(rules, taken)
    return Position(turn, min(taken, mirrored, flipped, flip(rules, mirrored)), 0)
