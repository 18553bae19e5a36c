"""Breakthrough: pieces go one step ahead, straight or diagonally, and take diagonally; the far side wins.

    o o o o o      x, o  the pieces of Player 1, who goes up, and of Player 2, who goes down
    o o o o o
    . . . . .      bit 0 is the top-left corner
    x x x x x
    x x x x x

Actions: the lines from a cell to those below it, to the left, straight and to the right, cell by cell; lines that leave
the board do not count. Player 2 goes down along a line, and Player 1 goes up.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, Rulings, Size, geometry, shape, step
from gridduels.statement import Cells, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    rows: int
    home_one: int
    home_two: int
    ranks: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]


def setup(size: Size, rulings: Rulings) -> Rules:
    rows, columns = shape(size)
    top = (1 << columns) - 1
    return Rules(*geometry(size), rows, top << columns * (rows - 1), top, int(rulings["ranks"]))


def start(rules: Rules) -> Position:
    one, two = rules.home_one, rules.home_two
    if rules.ranks == 2:
        one, two = one | one >> rules.size, two | two << rules.size
    return Position(1, one, two)


def count(rules: Rules) -> int:
    """How many lines there are."""
    return (rules.rows - 1) * (3 * rules.size - 2)


def upper(rules: Rules, action: int) -> int:
    """The upper cell of a line: each row of cells has three lines a cell, but for the two that leave the board."""
    lines = 3 * rules.size - 2
    return 1 << action // lines * rules.size + (action % lines + 1) // 3


def lower(rules: Rules, action: int) -> int:
    """The lower cell of a line."""
    below = step(rules, upper(rules, action), DOWN)
    aside = (action % (3 * rules.size - 2) + 1) % 3
    return below if aside == 1 else step(rules, below, LEFT if aside == 0 else RIGHT)


def legal(rules: Rules, position: Position) -> int:
    """Onto a cell without an own piece, and straight ahead only onto an empty one."""
    turn, one, two = position
    if winner_at_home(rules, position):
        return 0
    own, other, actions = (one, two, 0) if turn == 1 else (two, one, 0)
    for action in range(count(rules)):
        high, low = upper(rules, action), lower(rules, action)
        origin, target = (low, high) if turn == 1 else (high, low)
        straight = low == high << rules.size
        if origin & own and not target & (own | other if straight else own):
            actions |= 1 << action
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two = position
    high, low = upper(rules, action), lower(rules, action)
    if turn == 1:
        return Position(2, one & ~low | high, two & ~high)
    return Position(1, one & ~low, two & ~high | low)


def winner_at_home(rules: Rules, position: Position) -> int:
    if position.one & rules.home_two or position.two == 0:
        return 1
    return 2 if position.two & rules.home_one or position.one == 0 else 0


def winner(rules: Rules, position: Position) -> int:
    """Who has reached the far side, or taken everything; there is always a move otherwise."""
    return winner_at_home(rules, position)
