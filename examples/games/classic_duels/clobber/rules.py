"""Clobber: move a stone onto a neighbour of the other colour, which it takes; whoever cannot move loses.

    x o x o x      x, o  the stones of Player 1 and Player 2
    o x o x o
    x o x o x      bit 0 is the top-left corner

Actions: the pairs of neighbouring cells, first those side by side, row by row, then those above each other. One of the
two stones is the mover's and the other one is not, so a pair says which stone goes where.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, RIGHT, Rulings, Size, geometry, shape, step
from gridduels.statement import Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    rows: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]


def setup(size: Size, rulings: Rulings) -> Rules:
    return Rules(*geometry(size), shape(size)[0])


def start(rules: Rules) -> Position:
    """A chequered board, with a stone of Player 1 in the bottom-left corner."""
    one = 0
    for bit in range(rules.rows * rules.size):
        if (rules.rows - 1 - bit // rules.size + bit % rules.size) % 2 == 0:
            one |= 1 << bit
    return Position(1, one, rules.cells & ~one)


def pair(rules: Rules, action: int) -> int:
    """The two cells of an action."""
    beside = rules.rows * (rules.size - 1)
    if action < beside:
        first = 1 << action // (rules.size - 1) * rules.size + action % (rules.size - 1)
        return first | step(rules, first, RIGHT)
    first = 1 << action - beside
    return first | step(rules, first, DOWN)


def count(rules: Rules) -> int:
    """How many pairs there are."""
    return rules.rows * (rules.size - 1) + (rules.rows - 1) * rules.size


def legal(rules: Rules, position: Position) -> int:
    """Pairs of two colours."""
    actions = 0
    for action in range(count(rules)):
        cells = pair(rules, action)
        if cells & position.one and cells & position.two:
            actions |= 1 << action
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two = position
    cells = pair(rules, action)
    if turn == 1:
        return Position(2, one ^ cells, two & ~cells)
    return Position(1, one & ~cells, two ^ cells)


def winner(rules: Rules, position: Position) -> int:
    """A player to move who has nothing to take has lost."""
    return 0 if legal(rules, position) else 3 - position.turn
