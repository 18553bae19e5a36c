"""GridLock: both players slide one shared token; whoever cannot move it loses.

    o # # # . . .      o  the token
    . . . # . . .      #  visited: every cell the token has been on, but for where it stands
    . . . # . . .
    . . . # . . .      The token starts in the centre.
    . . . . . . .      bit 0 is the top-left corner, bit 48 the bottom-right

Actions: direction * (size - 1) + distance - 1, directions 0 up, 1 down, 2 left, 3 right.
"""

from typing import Annotated, NamedTuple

from gridduels.board import LEFT, UP, Rulings, canonical_image, cell, geometry, region
from gridduels.statement import Cells, Mark, Token, Turn

STRIDES = (1, 2, 4, 8)
"""Cells; together they lead to the far end of the largest board."""


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
    """Any number of unvisited cells in a straight line."""
    free = rules.cells & ~position.visited
    actions = 0
    for direction in range(4):
        distances = (1 << slide(rules, position.token, direction, free).bit_count()) - 1
        actions |= distances << direction * (rules.size - 1)
    return actions


def slide(rules: Rules, token: int, direction: int, free: int) -> int:
    """The free cells that the token can slide to in a direction: every stride goes on from all that was reached."""
    step = rules.size if direction < LEFT else 1
    backwards = direction % 2 == UP  # up and left lead towards bit 0
    if direction >= LEFT:
        free &= ~(rules.last_column if backwards else rules.first_column)  # no slide goes on in the next row
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
    """Every cell passed over becomes visited; the move is legal, so there is no edge in the way."""
    direction, distance = action // (rules.size - 1), action % (rules.size - 1) + 1
    line = rules.first_column if direction < LEFT else (1 << rules.size) - 1
    way = distance * rules.size if direction < LEFT else distance
    token = position.token >> way if direction % 2 == UP else position.token << way
    first, last = min(position.token, token), max(position.token, token)
    passed = first * line & 2 * last - 1 & ~token  # the line from the first cell on, as far as the last one
    return Position(3 - position.turn, token, position.visited | passed)


def winner(rules: Rules, position: Position) -> int:
    """A player to move without a valid move has lost."""
    if legal(rules, position):
        return 0
    return 3 - position.turn


def canonicalize(rules: Rules, position: Position) -> Position:
    """A position of the same value: only the unvisited cells the token can still get to matter, whoever is to move,
    and the board may be turned and mirrored."""
    unvisited = region(rules, position.token, rules.cells & ~(position.token | position.visited))
    token, unvisited, _ = canonical_image(rules, position.token, unvisited, 0)
    return Position(1, token, rules.cells & ~(token | unvisited))
