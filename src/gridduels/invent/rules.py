"""The rules of every invented duel: one set of functions, parameterised by numbers that describe the duel.

    1 . # . .      1, 2  the tokens (`one`, `two`); a shared token is `one` for both players
    . # # . .      #     blocked cells: from the start, left by a token, or holding a placed obstacle
    . . . . 2      bit 0 is the top-left corner

Actions: direction * reach + distance - 1 moves a token; `moves` + bit places an obstacle on that cell. The directions
come in the order up, down, left, right, up-left, up-right, down-left, down-right, then the knight's; a duel uses those
for its kind of step.
"""

from typing import Annotated, NamedTuple

from gridduels.board import flip, geometry, mirror, transpose
from gridduels.invent.code import Code
from gridduels.statement import Cells, Count, Mark, Token, Turn
from gridduels.symmetry import Symmetry, cells_image

DOWN = (-1, 1, 0, 0, -1, -1, 1, 1, -2, -2, -1, -1, 1, 1, 2, 2)
RIGHT = (0, 0, -1, 1, -1, 1, -1, 1, -1, 1, -2, 2, -2, 2, -1, 1)
FIRST_DIRECTION = {"o": 0, "k": 0, "d": 4, "n": 8}
SYMMETRIES = 16
FLIP, MIRROR, TRANSPOSE, EXCHANGE = 1, 2, 4, 8


class Rules(NamedTuple):
    size: int
    cells: int
    first_column: int
    last_column: int
    first_direction: int
    directions: int
    reach: int
    """The maximum distance of a move, in steps: the number of actions per direction."""
    steps: int
    """The maximum distance over free cells; a jump may go further."""
    jumps: int
    moves: int
    """The number of actions that move a token."""
    trail: int
    obstacles: int
    then: int
    protect_opponent: int
    protect_self: int
    goal_one: int
    goal_two: int
    goal_open: int
    stuck_wins: int
    shared: int
    start_one: int
    start_two: int
    blocked: int
    symmetries: int
    """The set of Symmetry values under which the duel is unchanged."""
    unused: int
    """The set of Position fields that the duel doesn't use, by number."""


class Position(NamedTuple):
    turn: Annotated[int, Turn()]
    one: Annotated[int, Token(1)]
    two: Annotated[int, Token(2)]
    blocked: Annotated[int, Cells(Mark.BLOCKED, irreversible=True)]
    reserve_one: Annotated[int, Count(1, irreversible=True)]
    reserve_two: Annotated[int, Count(2, irreversible=True)]
    placing: Annotated[int, Count()]
    """1 between a player's move and the placement that follows it."""


def setup_of(code: Code) -> Rules:
    """Return a duel's Rules."""
    goals = code.goal_cells(1), code.goal_cells(2)
    return Rules(
        *geometry(code.size),
        first_direction=FIRST_DIRECTION[code.steps],
        directions=len(code.vectors),
        reach=code.distance,
        steps=code.reach,
        jumps=int(code.jumps),
        moves=len(code.vectors) * code.distance,
        trail=code.trail,
        obstacles=code.obstacles,
        then=int(code.then),
        protect_opponent=int(code.paths > 0),
        protect_self=int(code.paths > 1),
        goal_one=goals[0],
        goal_two=goals[1],
        goal_open=int(code.open),
        stuck_wins=int(code.wins),
        shared=int(code.shared),
        start_one=1 << code.start,
        start_two=0 if code.shared else 1 << code.start_two,
        blocked=code.blocked,
        symmetries=sum(1 << symmetry for symmetry in symmetries_of(code)),
        unused=sum(1 << Position._fields.index(name) for name in unused_names(code)),
    )


def unused_names(code: Code) -> list[str]:
    """Return the names of the Position fields that a duel doesn't use."""
    used = {
        "two": not code.shared,
        "blocked": code.blocks,
        "reserve_one": code.obstacles,
        "reserve_two": code.obstacles,
        "placing": code.then,
    }
    return [name for name, is_used in used.items() if not is_used]


def unused_fields(rules: Rules) -> int:
    """Return the Position fields that a duel doesn't use, as a set of numbers."""
    return rules.unused


def symmetries_of(code: Code) -> tuple[Symmetry, ...]:
    """Return the symmetries that preserve a duel's blocked cells and goals, starting with the identity."""
    shape, one, two = (code.rows, code.columns), code.goal_cells(1), code.goal_cells(2)
    found = []
    for symmetry in map(Symmetry, range(SYMMETRIES)):
        if symmetry & Symmetry.TRANSPOSE and code.rows != code.columns:
            continue
        images = [cells_image(shape, symmetry, cells) for cells in (code.blocked, one, two)]
        if images == [code.blocked, *((two, one) if symmetry & Symmetry.EXCHANGE else (one, two))]:
            found.append(symmetry)
    return tuple(found)


def start(rules: Rules) -> Position:
    return Position(1, rules.start_one, rules.start_two, rules.blocked, rules.obstacles, rules.obstacles, 0)


def hop(rules: Rules, cells: int, direction: int) -> int:
    """Return the cells one step further in a direction, dropping those that leave the board."""
    down, right = DOWN[direction], RIGHT[direction]
    if right < 0:
        cells &= ~rules.first_column
        if right < -1:
            cells &= ~(rules.first_column << 1)
    elif right > 0:
        cells &= ~rules.last_column
        if right > 1:
            cells &= ~(rules.last_column >> 1)
    shift = down * rules.size + right
    if shift > 0:
        return cells << shift & rules.cells
    return cells >> -shift


def has_way(rules: Rules, token: int, goal: int, blocked: int) -> bool:
    """Return whether a token can reach a goal by steps onto unblocked cells and jumps over blocked ones. Tokens don't
    block."""
    if rules.goal_open:
        blocked &= ~goal
    reached = token
    while not reached & goal:
        grown = reached
        for direction in range(rules.first_direction, rules.first_direction + rules.directions):
            ahead = hop(rules, reached, direction)
            grown |= ahead & ~blocked
            if rules.jumps:
                grown |= hop(rules, ahead & blocked, direction) & ~blocked
        if grown == reached:
            return False
        reached = grown
    return True


def placements(rules: Rules, turn: int, one: int, two: int, blocked: int) -> int:
    """Return the empty cells in which an obstacle would leave each protected player a way to its goal."""
    empty = rules.cells & ~(one | two | blocked)
    if rules.protect_opponent == 0:
        return empty
    token_two = one if rules.shared else two
    allowed = 0
    while empty:
        cell = empty & -empty
        empty &= empty - 1
        free = True
        if turn == 2 or rules.protect_self:
            free = has_way(rules, one, rules.goal_one, blocked | cell)
        if free and (turn == 1 or rules.protect_self):
            free = has_way(rules, token_two, rules.goal_two, blocked | cell)
        if free:
            allowed |= cell
    return allowed


def moves(rules: Rules, position: Position) -> int:
    """Return the moves of the mover's token as a bit mask: over free cells, or in a jump over one that is not."""
    turn, one, two, blocked, _, _, _ = position
    token = one if turn == 1 or rules.shared else two
    filled = one | two | blocked
    if rules.goal_open:
        blocked &= ~(rules.goal_one if turn == 1 else rules.goal_two)
    free = rules.cells & ~(one | two | blocked)
    actions = 0
    for index in range(rules.directions):
        here = token
        for distance in range(rules.steps):
            here = hop(rules, here, rules.first_direction + index) & free
            if here == 0:
                break
            actions |= 1 << index * rules.reach + distance
        if rules.jumps:
            over = hop(rules, token, rules.first_direction + index) & filled
            if hop(rules, over, rules.first_direction + index) & free:
                actions |= 1 << index * rules.reach + 1
    return actions


def goal_winner(rules: Rules, one: int, two: int) -> int:
    """Return the player whose goal has been reached, or 0. A shared token may be on either player's goal."""
    if one & rules.goal_one:
        return 1
    if (one if rules.shared else two) & rules.goal_two:
        return 2
    return 0


def legal(rules: Rules, position: Position) -> int:
    """Return the legal actions as a bit mask: moves of a token, and placements before or after them."""
    turn, one, two, blocked, reserve_one, reserve_two, placing = position
    if goal_winner(rules, one, two):
        return 0
    if placing:
        return placements(rules, turn, one, two, blocked) << rules.moves
    actions = moves(rules, position)
    if rules.then == 0 and (reserve_one if turn == 1 else reserve_two) > 0:
        actions |= placements(rules, turn, one, two, blocked) << rules.moves
    return actions


def play(rules: Rules, position: Position, action: int) -> Position:
    """Return the position after an action. If obstacles are placed after moves, a player acts twice in a row if
    possible."""
    turn, one, two, blocked, reserve_one, reserve_two, _ = position
    if action >= rules.moves:
        if turn == 1:
            reserve_one -= 1
        else:
            reserve_two -= 1
        return Position(3 - turn, one, two, blocked | 1 << action - rules.moves, reserve_one, reserve_two, 0)
    token = one if turn == 1 or rules.shared else two
    target = token
    passed = 0
    for _ in range(action % rules.reach + 1):
        passed |= target
        target = hop(rules, target, rules.first_direction + action // rules.reach)
    if rules.trail == 1:
        blocked |= token
    elif rules.trail == 2:
        blocked |= passed & ~((one | two) & ~token)  # a jump leaves the other token's cell as it is
    blocked &= ~target  # an open goal
    if turn == 1 or rules.shared:
        one = target
    else:
        two = target
    has_obstacle = (reserve_one if turn == 1 else reserve_two) > 0
    if rules.then and has_obstacle and goal_winner(rules, one, two) == 0 and placements(rules, turn, one, two, blocked):
        return Position(turn, one, two, blocked, reserve_one, reserve_two, 1)
    return Position(3 - turn, one, two, blocked, reserve_one, reserve_two, 0)


def winner(rules: Rules, position: Position) -> int:
    """Return the winner, or 0. A player on its goal has won; a player to move without a legal move loses or wins."""
    won = goal_winner(rules, position.one, position.two)
    if won:
        return won
    if legal(rules, position):
        return 0
    return position.turn if rules.stuck_wins else 3 - position.turn


def turned(rules: Rules, cells: int, symmetry: int) -> int:
    """Return the image of a set of cells under a symmetry: see `gridduels.symmetry`."""
    if symmetry & TRANSPOSE:
        cells = transpose(rules, cells)
    if symmetry & FLIP:
        cells = flip(rules, cells)
    if symmetry & MIRROR:
        cells = mirror(rules, cells)
    return cells


def image(rules: Rules, position: Position, symmetry: int) -> Position:
    """Return the image of a position under a symmetry, which may exchange the players."""
    turn, one, two, blocked, reserve_one, reserve_two, placing = position
    if symmetry & EXCHANGE:
        turn, reserve_one, reserve_two = 3 - turn, reserve_two, reserve_one
        if rules.shared == 0:
            one, two = two, one
    one, two, blocked = turned(rules, one, symmetry), turned(rules, two, symmetry), turned(rules, blocked, symmetry)
    return Position(turn, one, two, blocked, reserve_one, reserve_two, placing)


def canonicalize(rules: Rules, position: Position) -> Position:
    """Return the canonical form of a position: the smallest image in which Player 1 is to move."""
    least = position
    for symmetry in range(1, SYMMETRIES):
        exchanges = symmetry & EXCHANGE != 0
        if rules.symmetries >> symmetry & 1 and exchanges == (position.turn == 2):
            found = image(rules, position, symmetry)
            if least.turn == 2 or (found.one, found.two, found.blocked) < (least.one, least.two, least.blocked):
                least = found
    return least
