"""Grid Runner Duel: be the first to reach the opposite corner.

    -  -  - - -      P1, P2  the tokens (`one`, `two`)
    -  P1 - - -
    -  -  - - -      Player 1 runs from the top-left corner, bit 0, to the bottom-right;
    -  -  - P2 -     Player 2 the other way. Nothing is ever blocked.
    -  -  - - -

Actions: 0 up, 1 down, 2 left, 3 right.
"""

from typing import Annotated, NamedTuple

from gridduels.board import Rulings, cell, geometry, half_turn, step, steps, transpose
from gridduels.statement import Token, Turn


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    goal_one: int
    goal_two: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]


def setup(size: int, rulings: Rulings) -> Rules:
    return Rules(*geometry(size), cell(size, size - 1, size - 1), cell(size, 0, 0))


def start(rules: Rules) -> Position:
    return Position(1, rules.goal_two, rules.goal_one)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions as a bit mask: one step to a square that the opponent does not occupy."""
    turn, one, two = position
    if one & rules.goal_one or two & rules.goal_two:
        return 0
    if turn == 1:
        return steps(rules, one, rules.cells & ~two)
    return steps(rules, two, rules.cells & ~one)


def play(rules: Rules, position: Position, action: int) -> Position:
    """Return the position after an action."""
    turn, one, two = position
    if turn == 1:
        return Position(2, step(rules, one, action), two)
    return Position(1, one, step(rules, two, action))


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

    Rotating the board by 180 degrees exchanges the players so that Player 1 is to move. The result is the smaller of
    this position and its transposition.
    """
    turn, one, two = position
    if turn == 2:
        one, two = half_turn(rules, two), half_turn(rules, one)
    image = transpose(rules, one), transpose(rules, two)
    if image < (one, two):
        one, two = image
    return Position(1, one, two)
