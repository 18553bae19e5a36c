"""GridLock: both players slide one shared token; a player who cannot move it loses.

    o # # # . . .      o  the token
    . . . # . . .      #  visited: every cell the token has left or passed over
    . . . # . . .
    . . . # . . .      The token starts in the centre.
    . . . . . . .      bit 0 is the top-left corner, bit 48 the bottom-right

Actions: direction * (size - 1) + distance - 1, directions 0 up, 1 down, 2 left, 3 right.
"""

from typing import Annotated, NamedTuple

from gridduels.board import LEFT, UP, Rulings, canonical_image, cell, geometry, region
from gridduels.statement import Cells, Mark, Token, Turn

STRIDES = (1, 2, 4, 8)
"""Strides in cells. Their sum, 15, reaches across the largest board."""


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    centre: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    token: Annotated[int, Token()]
    visited: Annotated[int, Cells(Mark.VISITED, irreversible=True)]


def setup(size: int, rulings: Rulings) -> Rules:
    return Rules(*geometry(size), cell(size, size // 2, size // 2))


def start(rules: Rules) -> Position:
    return Position(1, rules.centre, 0)


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions as a bit mask: any distance over unvisited cells in a straight line."""
    free = rules.cells & ~position.visited
    actions = 0
    for direction in range(4):
        distances = (1 << slide(rules, position.token, direction, free).bit_count()) - 1
        actions |= distances << direction * (rules.size - 1)
    return actions


def slide(rules: Rules, token: int, direction: int, free: int) -> int:
    """Return the free cells that the token can slide to in a direction.

    Each round doubles the stride: it moves every cell reached so far by the stride, and `free` shrinks to the cells
    from which the whole stride is free.
    """
    step = rules.size if direction < LEFT else 1
    backwards = direction % 2 == UP  # up and left lead towards bit 0
    if direction >= LEFT:
        free &= ~(rules.last_column if backwards else rules.first_column)  # a slide must not wrap into the next row
    reached = token
    for stride in STRIDES:
        if backwards:
            reached |= reached >> stride * step & free
            free &= free >> stride * step
        else:
            reached |= reached << stride * step & free
            free &= free << stride * step
    return reached & ~token


def play(rules: Rules, position: Position, action: int) -> Position:
    """Return the position after an action, which is legal, so no edge is in the way. Cells left behind are visited."""
    direction, distance = action // (rules.size - 1), action % (rules.size - 1) + 1
    line = rules.first_column if direction < LEFT else (1 << rules.size) - 1
    way = distance * rules.size if direction < LEFT else distance
    token = position.token >> way if direction % 2 == UP else position.token << way
    first, last = min(position.token, token), max(position.token, token)
    passed = first * line & 2 * last - 1 & ~token  # the row or column, clipped to the cells in between
    return Position(3 - position.turn, token, position.visited | passed)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner, or 0: a player to move without a legal move has lost."""
    if legal(rules, position):
        return 0
    return 3 - position.turn


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the canonical form of a position, which has the same value.

    Only the unvisited cells that the token can still reach matter, not whose turn it is. The result is the smallest
    of all rotations and reflections of the board.
    """
    unvisited = region(rules, position.token, rules.cells & ~(position.token | position.visited))
    token, unvisited, _ = canonical_image(rules, position.token, unvisited, 0)
    return Position(1, token, rules.cells & ~(token | unvisited))
