"""GridLock: both players slide one shared token; whoever cannot move it loses.

    o # # # . . .      o  the token
    . . . # . . .      #  visited: every cell the token has been on, but for where it stands
    . . . # . . .
    . . . # . . .      The token starts in the centre.
    . . . . . . .      bit 0 is the top-left corner, bit 48 the bottom-right

Actions: direction * (size - 1) + distance - 1, directions 0 up, 1 down, 2 left, 3 right.
"""

from typing import Annotated, NamedTuple

from gridduels.board import LEFT, UP, Rulings, canonical_image, cell, geometry, region, step
from gridduels.statement import Cells, Mark, Token, Turn

LONGEST_SLIDE = 6
"""No slide is longer, not even on the largest board."""


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
        landing, open_cells = position.token, 0
        for _ in range(LONGEST_SLIDE):
            landing = step(rules, landing, direction) & free
            open_cells |= landing
        distances = (1 << open_cells.bit_count()) - 1
        actions |= distances << direction * (rules.size - 1)
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    """Every cell passed over becomes visited; the move is legal, so there is no edge in the way."""
    direction = action // (rules.size - 1)
    distance = action % (rules.size - 1) + 1
    stride = rules.size if direction < LEFT else 1
    backwards = direction % 2 == UP  # up and left lead towards bit 0
    token, visited = position.token, position.visited
    for passed in range(LONGEST_SLIDE):
        if passed < distance:
            visited |= token
            token = token >> stride if backwards else token << stride
    return Position(3 - position.turn, token, visited)


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
