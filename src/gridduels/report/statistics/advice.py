"""Advice: what rules of thumb want, and what signs say of who stands better. A kernel module that also serves
uncompiled.

A rule of thumb is a number that is to be as great as possible after a move; a sign is one that is above 0 where the
player to move is said to stand better.
"""

from typing import NamedTuple

from gridduels.board import Grid, region, spread
from gridduels.engine.kernels.layout import with_field
from gridduels.engine.kernels.placeholders import legal
from gridduels.engine.kernels.protocols import Position, ReadOnlyVector

(
    MIDDLE,
    WALLS,
    FEW_REPLIES,
    FREEDOM,
    ROOM,
    TERRITORY,
    SHORTEST_WAY,
    LEAD,
    TOWARDS,
    RUN,
    OBSTRUCT,
    FAR,
    NEAR,
    EVEN_ROOM,
) = range(14)
"""The rules of thumb, by number; `thumbs` has their words."""
MORE_TERRITORY, SHORTER_WAY, MORE_MOVES, MORE_ROOM_CUT_OFF, LARGER_RESERVE, ODD_ROOM = range(6)
"""The signs by which people tell who stands better, by number; `thumbs` has their words."""
NOWHERE = 99
"""The length of a way where there is none."""


class Plan(NamedTuple):
    """What a game states, as numbers: the fields of the turn, of the tokens that the players move and of the marks; the
    goals; the fields of the reserves (-1 where there are none); the action that takes cell 0, and how many cells can be
    taken; which rules of thumb and which signs are tested, and on one in how many positions."""

    turn: int
    token_one: int
    token_two: int
    marks: ReadOnlyVector
    goal_one: int
    goal_two: int
    reserve_one: int
    reserve_two: int
    first_place: int
    places: int
    thumbs: ReadOnlyVector
    signs: ReadOnlyVector
    every: int


def cell_of(position: Position, child: Position, action: int, plan: Plan) -> int:
    """The cell that an action leads to or takes; -1 for a pass."""
    if plan.first_place <= action < plan.first_place + plan.places:
        return action - plan.first_place
    token = plan.token_one if position.turn == 1 else plan.token_two
    return child[token].bit_length() - 1 if child[token] != position[token] else -1


def score_of(rules: Grid, position: Position, child: Position, action: int, thumb: int, plan: Plan) -> int:
    """What a rule of thumb wants to be great, after a move from a position to its child."""
    own = position.turn
    cell = cell_of(position, child, action, plan)
    if thumb == MIDDLE:
        return -from_middle(rules, cell)
    if thumb == WALLS:
        return -(spread(rules, 1 << cell) & free_cells(rules, child, plan)).bit_count() if cell >= 0 else 0
    if thumb == FEW_REPLIES:
        return -legal(rules, child).bit_count()
    if thumb == FREEDOM:
        return legal(rules, with_field(child, plan.turn, own)).bit_count()
    if thumb == ROOM:
        return region(rules, token_of(child, own, plan), free_cells(rules, child, plan)).bit_count()
    if thumb == TERRITORY:
        return territory(rules, child, own, plan)
    if thumb == SHORTEST_WAY:
        return -way(rules, child, own, plan)
    if thumb == LEAD:
        return way(rules, child, 3 - own, plan) - way(rules, child, own, plan)
    if thumb == TOWARDS:
        return -apart(rules, token_of(child, own, plan), token_of(child, 3 - own, plan))
    if thumb in (RUN, OBSTRUCT):
        places = plan.first_place <= action < plan.first_place + plan.places
        return int(places == (thumb == OBSTRUCT))
    if thumb == EVEN_ROOM:
        return -(region(rules, token_of(child, own, plan), free_cells(rules, child, plan)).bit_count() % 2)
    slid = apart(rules, token_of(position, own, plan), token_of(child, own, plan))
    return slid if thumb == FAR else -slid


def sign_of(rules: Grid, position: Position, sign: int, plan: Plan) -> int:
    """What a sign says: above 0 for the player to move, below 0 for the other, 0 where it says nothing."""
    own = position.turn
    if sign == MORE_TERRITORY:
        return territory(rules, position, own, plan)
    if sign == SHORTER_WAY:
        return way(rules, position, 3 - own, plan) - way(rules, position, own, plan)
    if sign == MORE_MOVES:
        turned = with_field(position, plan.turn, 3 - own)
        return legal(rules, position).bit_count() - legal(rules, turned).bit_count()
    if sign == LARGER_RESERVE:
        lead = position[plan.reserve_one] - position[plan.reserve_two]
        return lead if own == 1 else -lead
    free = free_cells(rules, position, plan)
    mine = region(rules, token_of(position, own, plan), free)
    if sign == ODD_ROOM:
        return 1 if mine.bit_count() % 2 else -1
    others = region(rules, token_of(position, 3 - own, plan), free)
    return 0 if mine & others else mine.bit_count() - others.bit_count()


def token_of(position: Position, player: int, plan: Plan) -> int:
    """The cell of a player's token."""
    return position[plan.token_one] if player == 1 else position[plan.token_two]


def free_cells(rules: Grid, position: Position, plan: Plan) -> int:
    """The cells on which nothing stands and that nothing blocks."""
    taken = position[plan.token_one] | position[plan.token_two]
    for index in range(len(plan.marks)):
        taken |= position[plan.marks[index]]
    return rules.cells & ~taken


def from_middle(rules: Grid, cell: int) -> int:
    """How far a cell is from the middle of the board, in half steps along rows and columns."""
    rows = rules.cells.bit_length() // rules.size
    return abs(2 * (cell // rules.size) - rows + 1) + abs(2 * (cell % rules.size) - rules.size + 1)


def apart(rules: Grid, first: int, second: int) -> int:
    """How many rows and columns two cells are apart."""
    one, two = first.bit_length() - 1, second.bit_length() - 1
    return abs(one // rules.size - two // rules.size) + abs(one % rules.size - two % rules.size)


def way(rules: Grid, position: Position, player: int, plan: Plan) -> int:
    """The steps that a player is away from its goal, the other token apart; NOWHERE where there is no way."""
    goal = plan.goal_one if player == 1 else plan.goal_two
    free = free_cells(rules, position, plan) | goal | token_of(position, 3 - player, plan)
    reached = token_of(position, player, plan)
    for steps in range(NOWHERE):
        if reached & goal:
            return steps
        grown = spread(rules, reached) & free | reached
        if grown == reached:
            return NOWHERE
        reached = grown
    return NOWHERE


def territory(rules: Grid, position: Position, own: int, plan: Plan) -> int:
    """By how many cells a player gets to more of them before the other does than the other way round."""
    free, lead, player = free_cells(rules, position, plan), 0, position.turn
    one, two, still = token_of(position, 1, plan), token_of(position, 2, plan), 0
    while still < 2:
        grown = spread(rules, one if player == 1 else two) & free
        free &= ~grown
        if player == 1:
            one |= grown
        else:
            two |= grown
        lead += grown.bit_count() if player == own else -grown.bit_count()
        still = 0 if grown else still + 1
        player = 3 - player
    return lead
