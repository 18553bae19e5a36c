"""Breakthrough: pieces move one step ahead, straight or diagonally, and capture diagonally; reaching the far side wins.

    o o o o o      x, o  the pieces of Player 1, who moves up, and of Player 2, who moves down
    o o o o o
    . . . . .      bit 0 is the top-left corner
    x x x x x
    x x x x x

Actions: the lines from a cell down to the left, then those straight down, then those down to the right, each numbered
by the bit of its upper cell. Player 2 moves down along a line, and Player 1 moves up.
"""

from typing import Annotated, NamedTuple

from gridduels.board import Rulings, Size, flip, geometry, mirror, shape
from gridduels.statement import Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    upper: int
    """All cells except those in the last row."""
    lines: int
    """The number of lines of each kind."""
    ranks: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]


def setup(size: Size, rulings: Rulings) -> Rules:
    columns, cells, first, last = geometry(size)
    lines = (shape(size)[0] - 1) * columns
    return Rules(columns, cells, first, last, cells >> columns, lines, int(rulings["ranks"]))


def start(rules: Rules) -> Position:
    two = (1 << rules.ranks * rules.size) - 1
    return Position(1, rules.cells & ~(rules.cells >> rules.ranks * rules.size), two)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: onto any cell without one of the player's own pieces, but straight ahead only if it is
    empty."""
    turn, one, two = position
    if winner(rules, position):
        return 0
    size, empty = rules.size, rules.cells & ~(one | two)
    if turn == 1:
        left, ahead, right = one >> size - 1 & ~one, one >> size & empty, one >> size + 1 & ~one
    else:
        left, ahead, right = two & ~(two >> size - 1), two & empty >> size, two & ~(two >> size + 1)
    left &= rules.upper & ~rules.first_column
    right &= rules.upper & ~rules.last_column
    return left | (ahead & rules.upper) << rules.lines | right << 2 * rules.lines


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two = position
    high = 1 << action % rules.lines
    low = high << rules.size - 1 + action // rules.lines
    if turn == 1:
        return Position(2, one & ~low | high, two & ~high)
    return Position(1, one & ~low, two & ~high | low)


def winner(rules: Rules, position: Position) -> int:
    """Return the player who has reached the far side or captured everything, or 0, in which case there is always a
    move."""
    if position.one & (1 << rules.size) - 1 or position.two == 0:
        return 1
    return 2 if position.two & ~rules.upper or position.one == 0 else 0


def reason(rules: Rules, position: Position) -> str:
    return "captured" if position.one == 0 or position.two == 0 else "far side"


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the representative of equivalent positions: mirror images, and flips that exchange the players."""
    turn, one, two = position
    if turn == 2:
        one, two = flip(rules, two), flip(rules, one)
    mirrored_one, mirrored_two = mirror(rules, one), mirror(rules, two)
    if (mirrored_one, mirrored_two) < (one, two):
        return Position(1, mirrored_one, mirrored_two)
    return Position(1, one, two)
