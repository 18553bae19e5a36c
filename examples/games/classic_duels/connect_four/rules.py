"""Connect Four: discs fall to the lowest empty cell of a column; four in a row wins, and a full board is a draw.

. . . . . . .      x, o  the discs of Player 1 and Player 2
. . . . . . .
. . . . . . .      bit 0 is the top-left corner, and a disc falls down:
. . . o . . .      from a bit to the one `size` higher
. . . x . . .
. o x x . . .      Actions: the number of a column, from the left.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, UP, Rulings, Size, geometry, mirror, step
from gridduels.statement import DRAW, Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    top: int
    """The cells of the first row."""


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x", irreversible=True)]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o", irreversible=True)]


def setup(size: Size, rulings: Rulings) -> Rules:
    columns, cells, first, last = geometry(size)
    return Rules(columns, cells, first, last, (1 << columns) - 1)


def start(rules: Rules) -> Position:
    return Position(1, 0, 0)


def fours(rules: Rules, cells: int, first: int, second: int) -> int:
    """Return the last cells of fours in a row, in which each cell is one step from the next in one direction, or in
    both."""
    for _ in range(3):
        following = step(rules, cells, first)
        cells &= step(rules, following, second) if second >= 0 else following
    return cells


def has_four(rules: Rules, cells: int) -> int:
    straight = fours(rules, cells, DOWN, -1) | fours(rules, cells, RIGHT, -1)
    return straight | fours(rules, cells, DOWN, RIGHT) | fours(rules, cells, DOWN, LEFT)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: any column that isn't full, until a player has won."""
    _, one, two = position
    if has_four(rules, one) or has_four(rules, two):
        return 0
    return rules.top & ~(one | two)


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two = position
    column = rules.first_column << action
    lowest = column & ~(one | two) & (step(rules, one | two, UP) | rules.cells & ~(rules.cells >> rules.size))
    if turn == 1:
        return Position(2, one | lowest, two)
    return Position(1, one, two | lowest)


def winner(rules: Rules, position: Position) -> int:
    _, one, two = position
    if has_four(rules, one):
        return 1
    if has_four(rules, two):
        return 2
    return 0 if rules.top & ~(one | two) else DRAW


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the representative of a position and its mirror image, which share the same value."""
    turn, one, two = position
    mirrored_one, mirrored_two = mirror(rules, one), mirror(rules, two)
    if (mirrored_one, mirrored_two) < (one, two):
        return Position(turn, mirrored_one, mirrored_two)
    return position
