"""Konane: jump over a stone of the other colour onto an empty cell, and continue in the same direction if you like.

    x o x o      x, o  the stones of Player 1 and Player 2; two in the middle are missing at the start
    o . . x      *     the stone of a player in the middle of a turn (`jumper`), which may continue or stop
    x o x o
    o x o x      bit 0 is the top-left corner. A player who cannot jump loses.

Actions: the lines of three cells, first those side by side, row by row, then those above each other: a stone jumps from
one end to the other. The last action is to stop.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, UP, Rulings, Size, geometry, shape, step
from gridduels.statement import Cells, Count, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    flat: int
    """The number of horizontal lines."""
    stop: int
    """The action that ends a turn, after all lines."""


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]
    jumper: Annotated[int, Cells(Mark.VISITED, symbol="*")]
    heading: Annotated[int, Count(1)]  # the jumper's direction, or 0 if there is no jumper


def setup(size: Size, rulings: Rulings) -> Rules:
    rows, columns = shape(size)
    return Rules(*geometry(size), rows * (columns - 2), rows * (columns - 2) + (rows - 2) * columns)


def start(rules: Rules) -> Position:
    one, rows = 0, rules.cells.bit_length() // rules.size
    for bit in range(rows * rules.size):
        if (bit // rules.size + bit % rules.size) % 2 == 0:
            one |= 1 << bit
    gone = 3 << (rows - 1) // 2 * rules.size + (rules.size - 1) // 2
    return Position(1, one & ~gone, rules.cells & ~one & ~gone, 0, 0)


def near_end(rules: Rules, action: int) -> int:
    """Return the left or upper end of a line."""
    if action < rules.flat:
        return 1 << action // (rules.size - 2) * rules.size + action % (rules.size - 2)
    return 1 << action - rules.flat


def jumps(rules: Rules, movers: int, other: int, empty: int, direction: int) -> int:
    """Return the cells onto which the given stones can jump in a direction."""
    return step(rules, step(rules, movers, direction) & other, direction) & empty


def legal(rules: Rules, position: Position) -> int:
    turn, one, two, jumper, heading = position
    movers, other = (jumper or one, two) if turn == 1 else (jumper or two, one)
    empty, actions = rules.cells & ~(one | two | jumper), 1 << rules.stop if jumper else 0
    for action in range(rules.stop):
        near = near_end(rules, action)
        far = near << 2 if action < rules.flat else near << 2 * rules.size
        ahead, back = (RIGHT, LEFT) if action < rules.flat else (DOWN, UP)
        if heading in (0, ahead + 1) and jumps(rules, near & movers, other, empty, ahead):
            actions |= 1 << action
        if heading in (0, back + 1) and jumps(rules, far & movers, other, empty, back):
            actions |= 1 << action
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two, jumper, _ = position
    own, other = (one, two) if turn == 1 else (two, one)
    landed, heading = jumper, 0
    if action < rules.stop:
        near, pace = near_end(rules, action), 1 if action < rules.flat else rules.size
        forwards = near & (jumper or own) != 0
        heading = (RIGHT if forwards else LEFT) + 1 if pace == 1 else (DOWN if forwards else UP) + 1
        landed = near << 2 * pace if forwards else near
        own, other = own & ~(near | near << 2 * pace), other & ~(near << pace)
        if jumps(rules, landed, other, rules.cells & ~(own | other | landed), heading - 1):
            one, two = (own, other) if turn == 1 else (other, own)
            return Position(turn, one, two, landed, heading)
    own |= landed
    return Position(2, own, other, 0, 0) if turn == 1 else Position(1, other, own, 0, 0)


def winner(rules: Rules, position: Position) -> int:
    return 0 if legal(rules, position) else 3 - position.turn
