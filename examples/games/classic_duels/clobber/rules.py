"""Clobber: move a stone onto a neighbour of the other colour to capture it; a player who cannot move loses.

    x o x o x      x, o  the stones of Player 1 and Player 2
    o x o x o
    x o x o x      bit 0 is the top-left corner

Actions: the pairs of neighbouring cells, first each cell with the one to its right, then each with the one below it.
Exactly one of the two stones is the mover's, so the pair determines which stone moves where.
"""

from typing import Annotated, NamedTuple

from gridduels.board import Rulings, Size, geometry, shape
from gridduels.statement import Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    area: int
    """The number of cells."""


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]


def setup(size: Size, rulings: Rulings) -> Rules:
    rows, columns = shape(size)
    return Rules(*geometry(size), rows * columns)


def start(rules: Rules) -> Position:
    """Return a chequered board, with a stone of Player 1 in the bottom-left corner."""
    one, rows = 0, rules.area // rules.size
    for bit in range(rules.area):
        if (rows - 1 - bit // rules.size + bit % rules.size) % 2 == 0:
            one |= 1 << bit
    return Position(1, one, rules.cells & ~one)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: pairs of neighbours in different colours."""
    _, one, two = position
    beside = (one & two >> 1 | two & one >> 1) & ~rules.last_column
    return beside | (one & two >> rules.size | two & one >> rules.size) << rules.area


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two = position
    first = 1 << action % rules.area
    pair = first | first << (1 if action < rules.area else rules.size)
    if turn == 1:
        return Position(2, one ^ pair, two & ~pair)
    return Position(1, one & ~pair, two ^ pair)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner: a player to move who has nothing to capture has lost."""
    return 0 if legal(rules, position) else 3 - position.turn
