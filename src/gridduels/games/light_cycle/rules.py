"""Light Cycle Duel: two cycles leave walls behind them; a player who cannot move loses.

    . . . . .      1, 2  the cycles (`one`, `two`)
    . 1 . . .      #     walls (`blocked`): every cell a cycle has left
    # # . # #
    . . . 2 .      bit 0 is the top-left corner, bit size*size-1 the bottom-right
    . . . . .

Actions: 0 up, 1 down, 2 left, 3 right.
"""

from typing import Annotated, NamedTuple

from gridduels.board import Rulings, canonical_image, cell, geometry, region, step, steps
from gridduels.statement import Cells, Mark, Token, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    start_one: int
    start_two: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    blocked: Annotated[int, Cells(Mark.TRAIL, irreversible=True)]


def setup(size: int, rulings: Rulings) -> Rules:
    middle = size // 2
    return Rules(*geometry(size), cell(size, middle, 0), cell(size, middle, size - 1))


def start(rules: Rules) -> Position:
    return Position(1, rules.start_one, rules.start_two, 0)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions as a bit mask: one step to an empty cell."""
    turn, one, two, blocked = position
    empty = rules.cells & ~(one | two | blocked)
    return steps(rules, one if turn == 1 else two, empty)


def play(rules: Rules, position: Position, action: int) -> Position:
    """Return the position after an action. The cell that the cycle leaves becomes a wall."""
    turn, one, two, blocked = position
    if turn == 1:
        return Position(2, step(rules, one, action), two, blocked | one)
    return Position(1, one, step(rules, two, action), blocked | two)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner, or 0: a player to move without a legal move has lost."""
    if legal(rules, position):
        return 0
    return 3 - position.turn


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the canonical form of a position, which has the same value.

    Cells that no cycle can reach count as blocked, and the player to move becomes Player 1. The result is the smallest
    of all rotations and reflections of the board.
    """
    turn, one, two, blocked = position
    mover, other = (one, two) if turn == 1 else (two, one)
    empty = region(rules, one | two, rules.cells & ~(one | two | blocked))
    mover, other, empty = canonical_image(rules, mover, other, empty)
    return Position(1, mover, other, rules.cells & ~(mover | other | empty))
