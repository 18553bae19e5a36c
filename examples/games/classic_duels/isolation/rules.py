"""Isolation: step to a neighbouring cell, then remove any empty cell; a player who cannot step loses.

    . . . .      1, 2  the pawns (`one`, `two`)
    1 . # .      #     removed cells (`gone`)
    . # . 2
    . . . .      bit 0 is the top-left corner; a turn is two actions of the same player

Actions: 0-7 step up, down, left, right, up-left, up-right, down-left, down-right; 8 + bit removes that cell.
"""

from typing import Annotated, NamedTuple

from gridduels.board import DOWN, LEFT, RIGHT, UP, Rulings, cell, geometry, step
from gridduels.statement import Cells, Count, Mark, Token, Turn

STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))
TAKE = len(STEPS)


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
    gone: Annotated[int, Cells(Mark.BLOCKED, irreversible=True)]
    stepped: Annotated[int, Count()]  # 1 between the step and the removal of a cell


def setup(size: int, rulings: Rulings) -> Rules:
    return Rules(*geometry(size), cell(size, 0, size // 2), cell(size, size - 1, (size - 1) // 2))


def start(rules: Rules) -> Position:
    return Position(1, rules.start_one, rules.start_two, 0, 0)


def after_step(rules: Rules, pawn: int, action: int) -> int:
    """Return the cell that a step leads to, or 0 beyond the edge."""
    if action < 4:
        return step(rules, pawn, action)
    return step(rules, step(rules, pawn, UP if action < 6 else DOWN), RIGHT if action & 1 else LEFT)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions: a step onto an empty cell that is still there, then the removal of any empty cell."""
    turn, one, two, gone, stepped = position
    empty = rules.cells & ~(one | two | gone)
    if stepped:
        return empty << TAKE
    actions = 0
    for action in range(TAKE):
        if after_step(rules, one if turn == 1 else two, action) & empty:
            actions |= 1 << action
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    turn, one, two, gone, _ = position
    if action >= TAKE:
        return Position(3 - turn, one, two, gone | 1 << action - TAKE, 0)
    if turn == 1:
        return Position(turn, after_step(rules, one, action), two, gone, 1)
    return Position(turn, one, after_step(rules, two, action), gone, 1)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner: a player to move who cannot step has lost."""
    if legal(rules, position):
        return 0
    return 3 - position.turn
