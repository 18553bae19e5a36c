"""Blockade Runner: reach the opponent's start corner; each turn move one step or place an obstacle.

    [  ][  ][  ][  ][  ]      P1, P2  the pieces (`one`, `two`)
    [  ][P1][  ][  ][  ]      X       obstacles, which stay; each player has a reserve of them
    [  ][  ][X ][P2][  ]
    [  ][  ][  ][X ][  ]      Player 1 starts in the top-left corner, bit 0; Player 2 in the
    [  ][  ][  ][  ][  ]      bottom-right. Each player's goal is the opponent's start.

Actions: 0 up, 1 down, 2 left, 3 right; 4 + bit places an obstacle on that cell; the last one passes.
Ruling `paths`: `both` protects each player's path to the goal from obstacles, `opponent` only the opponent's.
Ruling `stuck`: a player without a step or placement must pass under `passes` and has lost under `loses`.
"""

from math import comb
from typing import Annotated, NamedTuple

from gridduels.board import Rulings, cell, cut_cells, geometry, half_turn, step, steps, transpose
from gridduels.statement import Cells, Count, Mark, Token, Turn

PLACE = 4


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    goal_one: int
    goal_two: int
    obstacles: int
    protect_both: int
    stuck_passes: int


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    obstacles: Annotated[int, Cells(Mark.OBSTACLE, irreversible=True)]
    reserve_one: Annotated[int, Count(1, irreversible=True)]
    reserve_two: Annotated[int, Count(2, irreversible=True)]


def setup(size: int, rulings: Rulings) -> Rules:
    corner, opposite = cell(size, 0, 0), cell(size, size - 1, size - 1)
    protect_both, stuck_passes = rulings["paths"] == "both", rulings["stuck"] == "passes"
    return Rules(*geometry(size), opposite, corner, int(rulings["obstacles"]), int(protect_both), int(stuck_passes))


def start(rules: Rules) -> Position:
    return Position(1, rules.goal_two, rules.goal_one, 0, rules.obstacles, rules.obstacles)


def placements(rules: Rules, position: Position) -> int:
    """Return the empty cells where an obstacle leaves each protected player a path. Pieces do not count as walls."""
    turn, one, two, obstacles = position.turn, position.one, position.two, position.obstacles
    open_cells = rules.cells & ~obstacles
    allowed = open_cells & ~(one | two)
    if turn == 2 or rules.protect_both:
        allowed &= ~cut_cells(rules, one, rules.goal_one, open_cells)
    if turn == 1 or rules.protect_both:
        allowed &= ~cut_cells(rules, two, rules.goal_two, open_cells)
    return allowed


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions as a bit mask: one step to an empty cell, or one obstacle from the reserve."""
    turn, one, two, obstacles, reserve_one, reserve_two = position
    if one & rules.goal_one or two & rules.goal_two:
        return 0
    empty = rules.cells & ~(one | two | obstacles)
    actions = steps(rules, one if turn == 1 else two, empty)
    if (reserve_one if turn == 1 else reserve_two) > 0:
        actions |= placements(rules, position) << PLACE
    if actions == 0 and rules.stuck_passes:
        return 1 << PLACE + rules.size * rules.size
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    """Return the position after an action."""
    turn, one, two, obstacles, reserve_one, reserve_two = position
    if action < PLACE:
        if turn == 1:
            one = step(rules, one, action)
        else:
            two = step(rules, two, action)
    elif action < PLACE + rules.size * rules.size:
        obstacles |= 1 << action - PLACE
        if turn == 1:
            reserve_one -= 1
        else:
            reserve_two -= 1
    return Position(3 - turn, one, two, obstacles, reserve_one, reserve_two)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner, or 0: a player on its goal has won, and a player to move without a legal action has lost."""
    if position.one & rules.goal_one:
        return 1
    if position.two & rules.goal_two:
        return 2
    if legal(rules, position):
        return 0
    return 3 - position.turn


def apply_symmetry(rules: Rules, position: Position, symmetry: int) -> Position:
    """Return an image of a position: transposed (bit 0), rotated by 180 degrees with the players exchanged (bit 1)."""
    turn, one, two, obstacles, reserve_one, reserve_two = position
    if symmetry & 1:
        one, two, obstacles = transpose(rules, one), transpose(rules, two), transpose(rules, obstacles)
    if symmetry & 2:
        turn = 3 - turn
        one, two, obstacles = half_turn(rules, two), half_turn(rules, one), half_turn(rules, obstacles)
        reserve_one, reserve_two = reserve_two, reserve_one
    return Position(turn, one, two, obstacles, reserve_one, reserve_two)


def max_layers(rules: Rules) -> int:
    """Return an upper bound on the number of layers: states of obstacles and reserves up to symmetry.

    By Burnside's lemma it is the mean, over the four symmetries, of the number of states that a symmetry does not
    change.
    """
    size, reserves = rules.size, range(rules.obstacles + 1)
    corners = 2 if rules.protect_both else 0
    cells = size * size - corners
    every = sum(comb(cells, first + second) for first in reserves for second in reserves)
    transposed = sum(_layouts(cells, size - corners, first + second) for first in reserves for second in reserves)
    exchanged = sum(_layouts(cells, fixed, 2 * each) for each in reserves for fixed in (size % 2, size))
    return (every + transposed + exchanged) // 4


def _layouts(cells: int, fixed: int, obstacles: int) -> int:
    """Return how many placements of obstacles a symmetry preserves that swaps all but `fixed` cells in pairs."""
    pairs = (cells - fixed) // 2
    return sum(comb(pairs, used) * comb(fixed, obstacles - 2 * used) for used in range(obstacles // 2 + 1))
