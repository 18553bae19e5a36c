"""Pathway Duel: reach the opponent's start cell, or leave the opponent without a move.

    X X . . .      A, B  the markers (`one`, `two`)
    . X A . .      X     blocked cells: every cell a marker has left
    . . . . .
    . . . B .      Player 1 starts in the top-left corner, bit 0; Player 2 in the bottom-right.
    . . . X X      Each player's goal is the opponent's start cell.

Actions: 0 up, 1 down, 2 left, 3 right.
Ruling `goal`: `open` lets a player enter its goal although the cell is blocked; `sealed` does not.
"""

from typing import Annotated, NamedTuple

from gridduels.board import Rulings, cell, geometry, half_turn, region, step, steps, transpose
from gridduels.statement import Cells, Mark, Token, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    goal_one: int
    goal_two: int
    goal_open: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    blocked: Annotated[int, Cells(Mark.TRAIL, irreversible=True)]


def setup(size: int, rulings: Rulings) -> Rules:
    corner, opposite = cell(size, 0, 0), cell(size, size - 1, size - 1)
    return Rules(*geometry(size), opposite, corner, int(rulings["goal"] == "open"))


def start(rules: Rules) -> Position:
    return Position(1, rules.goal_two, rules.goal_one, 0)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions as a bit mask: one step to a cell that is neither blocked nor occupied."""
    turn, one, two, blocked = position
    if one & rules.goal_one or two & rules.goal_two:
        return 0
    if rules.goal_open:
        blocked &= ~(rules.goal_one if turn == 1 else rules.goal_two)
    free = rules.cells & ~(one | two | blocked)
    return steps(rules, one if turn == 1 else two, free)


def play(rules: Rules, position: Position, action: int) -> Position:
    """Return the position after an action. The cell left is blocked; a blocked goal that is entered no longer is."""
    turn, one, two, blocked = position
    if turn == 1:
        target = step(rules, one, action)
        return Position(2, target, two, (blocked | one) & ~target)
    target = step(rules, two, action)
    return Position(1, one, target, (blocked | two) & ~target)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner, or 0: a player on its goal has won, and a player to move without a legal move has lost."""
    if position.one & rules.goal_one:
        return 1
    if position.two & rules.goal_two:
        return 2
    if legal(rules, position):
        return 0
    return 3 - position.turn


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the canonical form of a position, which has the same value.

    Cells that no marker can reach count as blocked, and rotating the board by 180 degrees exchanges the players so that
    Player 1 is to move. The result is the smaller of this position and its transposition.
    """
    turn, one, two, blocked = position
    empty = region(rules, one | two, rules.cells & ~(one | two | blocked))
    if turn == 2:
        one, two, empty = half_turn(rules, two), half_turn(rules, one), half_turn(rules, empty)
    image = transpose(rules, one), transpose(rules, two), transpose(rules, empty)
    if image < (one, two, empty):
        one, two, empty = image
    return Position(1, one, two, rules.cells & ~(one | two | empty))
