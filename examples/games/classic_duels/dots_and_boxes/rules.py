"""Dots and Boxes: draw a line between two dots; a player who closes a box owns it and draws again.

    . - . - .      .  the dots, in every other row and column, and anything not drawn or closed yet
    - 1 - . -      -  lines (`lines`), on the cells between two dots
    . - . - .      1  boxes that Player 1 owns (`one`); the other closed ones are Player 2's
    . . . . .
    . . . . .      a board of 5x5 cells has 2x2 boxes; bit 0 is the top-left corner

Actions: the lines, row by row from the top.
"""

from typing import Annotated, NamedTuple

from gridduels.board import Rulings, Size, geometry, shape, spread
from gridduels.statement import DRAW, Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    edges: int
    """The cells that can hold lines."""
    boxes: int
    """The centre cells of boxes."""


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    lines: Annotated[int, Cells(Mark.OBSTACLE, symbol="-", irreversible=True)]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="1", irreversible=True)]


def setup(size: Size, rulings: Rulings) -> Rules:
    rows, columns = shape(size)
    places = [(row, column) for row in range(rows) for column in range(columns)]
    edges = sum(1 << row * columns + column for row, column in places if row % 2 != column % 2)
    boxes = sum(1 << row * columns + column for row, column in places if row % 2 and column % 2)
    return Rules(*geometry(size), edges, boxes)


def start(rules: Rules) -> Position:
    return Position(1, 0, 0)


def closed(rules: Rules, lines: int) -> int:
    """Return the boxes with lines on all four sides."""
    return rules.boxes & ~spread(rules, rules.edges & ~lines)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions. Every other cell of the board is an edge, so an edge's number is half that of its
    cell."""
    free, actions = rules.edges & ~position.lines, 0
    while free:
        cell = free & -free
        free &= free - 1
        actions |= 1 << (cell.bit_length() - 1) // 2
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, lines, one = position
    taken = closed(rules, lines | 1 << 2 * action + 1) & ~closed(rules, lines)
    return Position(turn if taken else 3 - turn, lines | 1 << 2 * action + 1, one | taken if turn == 1 else one)


def winner(rules: Rules, position: Position) -> int:
    """Return the player who owns more boxes once all lines have been drawn."""
    if rules.edges & ~position.lines:
        return 0
    lead = 2 * position.one.bit_count() - rules.boxes.bit_count()
    return 1 if lead > 0 else 2 if lead < 0 else DRAW
