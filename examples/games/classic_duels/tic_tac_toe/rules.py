"""Tic-tac-toe: three in a row wins, and a full board is a draw.

    x . .      x, o  the marks of Player 1 and Player 2
    . o .
    . . x      bit 0 is the top-left corner

Actions: the bit of the cell to mark.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, Rulings, geometry, step
from gridduels.statement import DRAW, Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    crosses: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x", irreversible=True)]
    noughts: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o", irreversible=True)]


def setup(size: int, rulings: Rulings) -> Rules:
    return Rules(*geometry(size))


def start(rules: Rules) -> Position:
    return Position(1, 0, 0)


def in_line(rules: Rules, cells: int, first: int, second: int) -> int:
    """Return whether the cells contain three in a row."""
    for _ in range(2):
        following = step(rules, cells, first)
        if second >= 0:
            following = step(rules, following, second)
        cells &= following
    return cells


def has_three(rules: Rules, cells: int) -> int:
    rows = in_line(rules, cells, RIGHT, -1) | in_line(rules, cells, DOWN, -1)
    return rows | in_line(rules, cells, DOWN, RIGHT) | in_line(rules, cells, DOWN, LEFT)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: any empty cell, until a player has won."""
    _, crosses, noughts = position
    if has_three(rules, crosses) or has_three(rules, noughts):
        return 0
    return rules.cells & ~(crosses | noughts)


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, crosses, noughts = position
    if turn == 1:
        return Position(2, crosses | 1 << action, noughts)
    return Position(1, crosses, noughts | 1 << action)


def winner(rules: Rules, position: Position) -> int:
    _, crosses, noughts = position
    if has_three(rules, crosses):
        return 1
    if has_three(rules, noughts):
        return 2
    return 0 if rules.cells & ~(crosses | noughts) else DRAW
