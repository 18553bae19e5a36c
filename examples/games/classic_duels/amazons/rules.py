"""The Game of the Amazons: an amazon moves like a queen in chess, then shoots an arrow like a queen.

A player who cannot move loses. A turn consists of three actions: choosing an amazon, moving it, and shooting its arrow.

    . o . .      x, o  the amazons of Player 1 and Player 2
    . . . o      #     arrows, which stay
    x . . .
    . . x .      `stage` is 0, 1 or 2; `row` and `column` are those of the chosen amazon, from 0

Actions: the bit of a cell.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, UP, Rulings, Size, geometry, step
from gridduels.statement import Cells, Count, Mark, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Cells(Mark.PIECE, player=1, symbol="x")]
    two: Annotated[int, Cells(Mark.PIECE, player=2, symbol="o")]
    arrows: Annotated[int, Cells(Mark.OBSTACLE, irreversible=True)]
    stage: Annotated[int, Count(1)]
    row: Annotated[int, Count(1)]
    column: Annotated[int, Count(2)]


def setup(size: Size, rulings: Rulings) -> Rules:
    return Rules(*geometry(size))


def start(rules: Rules) -> Position:
    """Return the start position: two amazons each on a small board, four each on a larger one."""
    size, last = rules.size, rules.cells.bit_length() - 1
    one, two = 1 << last + 1 - 2 * size | 1 << last - 1, 1 << 1 | 1 << 2 * size - 1
    if size >= 6:
        one, two = one | 1 << last - size | 1 << last + 2 - size, two | 1 << size | 1 << size - 2
    return Position(1, one, two, 0, 0, 0, 0)


def reach(rules: Rules, origin: int, empty: int) -> int:
    """Return the empty cells within reach of a queen's move."""
    found = 0
    for way in range(8):
        first, second = way % 4, -1 if way < 4 else RIGHT if way % 4 < 2 else LEFT
        first = first if way < 4 else UP if way % 2 else DOWN
        cell = origin
        while cell:
            cell = step(rules, cell, first)
            if second >= 0:
                cell = step(rules, cell, second)
            cell &= empty
            found |= cell
    return found


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: first the amazons that can move, then the cells to move or shoot to."""
    turn, one, two, arrows, stage, row, column = position
    empty = rules.cells & ~(one | two | arrows)
    if stage > 0:
        return reach(rules, 1 << row * rules.size + column, empty)
    own, actions = one if turn == 1 else two, 0
    while own:
        amazon = own & -own
        own &= own - 1
        if reach(rules, amazon, empty):
            actions |= amazon
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two, arrows, stage, row, column = position
    if stage == 2:
        return Position(3 - turn, one, two, arrows | 1 << action, 0, 0, 0)
    if stage == 1:
        moved = 1 << row * rules.size + column | 1 << action
        one, two = (one ^ moved, two) if turn == 1 else (one, two ^ moved)
    return Position(turn, one, two, arrows, stage + 1, action // rules.size, action % rules.size)


def winner(rules: Rules, position: Position) -> int:
    return 0 if legal(rules, position) else 3 - position.turn
