"""Kernels that process every entry in a table: values, rules of thumb, indicators, games leading to a position."""

from typing import Any, NamedTuple

from gridduels.board import region, spread
from gridduels.engine.kernels.checks import entry_of, record_size
from gridduels.engine.kernels.hash_tables import HashSet, enter
from gridduels.engine.kernels.layer_graph import LaterLayers, later_code
from gridduels.engine.kernels.layout import MAX_ACTIONS, pack, state_index, unpack, with_field
from gridduels.engine.kernels.placeholders import (
    Matrix,
    Position,
    ReadOnlyVector,
    Rules,
    Vector,
    canonicalize,
    layered,
    legal,
    play,
    start,
)
from gridduels.engine.kernels.probe import TableArrays, code_in_record, look_up
from gridduels.engine.value import UNKNOWN

# --- Rules of thumb and indicators
#
# A rule of thumb assigns each move a number to maximise; an indicator is positive if it says the player to move is
# ahead.


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
"""The rules of thumb by number; see `book.census` for their descriptions."""
MORE_TERRITORY, SHORTER_WAY, MORE_MOVES, MORE_ROOM_CUT_OFF, LARGER_RESERVE, ODD_ROOM = range(6)
"""The indicators by number; see `book.census` for their descriptions."""
NOWHERE = 99
"""The length of a path that doesn't exist."""


class Plan(NamedTuple):
    """A game's declaration as numbers: the fields for the turn, the players' tokens and the marks; the goals; the
    fields for the reserves (-1 if there are none); the action that takes cell 0, and the number of cells that can be
    taken; the rules of thumb and indicators to test; and the sampling interval between tested positions."""

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
    """Return the cell that an action moves to or takes; -1 for a pass."""
    if plan.first_place <= action < plan.first_place + plan.places:
        return action - plan.first_place
    token = plan.token_one if position.turn == 1 else plan.token_two
    return child[token].bit_length() - 1 if child[token] != position[token] else -1


def score_of(rules: Rules, position: Position, child: Position, action: int, thumb: int, plan: Plan) -> int:
    """Return the number that a rule of thumb assigns to a move from a position to its child."""
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


def sign_of(rules: Rules, position: Position, sign: int, plan: Plan) -> int:
    """Return an indicator: positive if it favours the player to move, negative if it favours the opponent, otherwise
    0."""
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
    """Return the cell of a player's token."""
    return position[plan.token_one] if player == 1 else position[plan.token_two]


def free_cells(rules: Rules, position: Position, plan: Plan) -> int:
    """Return the cells that are neither occupied nor blocked."""
    taken = position[plan.token_one] | position[plan.token_two]
    for index in range(len(plan.marks)):
        taken |= position[plan.marks[index]]
    return rules.cells & ~taken


def from_middle(rules: Rules, cell: int) -> int:
    """Return a cell's distance from the centre of the board, in half steps along rows and columns."""
    rows = rules.cells.bit_length() // rules.size
    return abs(2 * (cell // rules.size) - rows + 1) + abs(2 * (cell % rules.size) - rules.size + 1)


def apart(rules: Rules, first: int, second: int) -> int:
    """Return the Manhattan distance between two cells."""
    one, two = first.bit_length() - 1, second.bit_length() - 1
    return abs(one // rules.size - two // rules.size) + abs(one % rules.size - two % rules.size)


def way(rules: Rules, position: Position, player: int, plan: Plan) -> int:
    """Return a player's distance to the goal in steps, ignoring the other token; NOWHERE if there is no path."""
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


def territory(rules: Rules, position: Position, own: int, plan: Plan) -> int:
    """Return how many more cells a player reaches first than the opponent does."""
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


# --- Counting over a table
#
# A move is good if it preserves the outcome: a win stays a win, and a perpetual position stays perpetual. A position is
# critical if it has both good and bad moves; rules of thumb are tested there.


WIN, LOSS, OPEN = 0, 1, 2
"""Row and column indices for counts by outcome."""
STEP, PLACE = 0, 1
"""Kinds of action: moving a token, or taking a cell."""


class Tally(NamedTuple):
    """The counts: positions by code; by outcome, number of moves, and number of good moves; by outcome and the outcome
    for the same player with the opponent to move; for steps and placements by cell, the moves in critical positions and
    how many are good; for each rule of thumb, where it distinguishes between moves: positions, good moves among those
    suggested, and good moves among all (both fractional); for each indicator, the decided positions in which it is
    nonzero, and in which it is right. The longest win and the deepest mutual zugzwang: plies + 1, and the row and index
    of the first one."""

    codes: Vector
    good: Any
    tempo: Matrix
    heat: Any
    thumbs: Any
    signs: Matrix
    longest: Vector
    deepest: Vector


class Entry(NamedTuple):
    """The location of a table entry: its row with the row's key, its index, and its code."""

    row: int
    key: int
    place: int
    code: int


def count_rows(rules: Rules, first: int, last: int, later: LaterLayers, plan: Plan, tally: Tally) -> None:
    """Count the entries for keys first..last."""
    table = later.table
    for row in range(first, last):
        entries = record_size(table.digit_sets, row) if layered else 1
        key = table.keys[row]
        base = unpack(rules, key, start(rules), layered)
        for index in range(entries):
            number = table.starts[row] + index if layered else row
            code = int(table.codes[number])
            if code == UNKNOWN:
                continue
            entry = Entry(row, key, index, code)
            tally.codes[code - UNKNOWN] += 1
            keep_example(tally.longest, code, entry)
            position = entry_of(rules, table, row, index, base)
            actions = legal(rules, position)
            if actions:
                good = count_moves(rules, position, actions, entry, later, tally)
                count_turn(rules, position, entry, later, plan, tally)
                if code != 0 and number % plan.every == 0:
                    try_signs(rules, position, code, plan, tally)
                if good != actions and number % plan.every == 0:
                    count_heat(rules, position, actions, good, plan, tally)
                    for thumb in range(len(plan.thumbs)):
                        try_thumb(rules, position, actions, good, thumb, plan, tally)


def keep_example(example: Vector, depth: int, entry: Entry) -> None:
    """Store an entry if it is deeper than the one stored so far."""
    if depth > example[0]:
        example[0], example[1], example[2] = depth, entry.row, entry.place


def outcome_of(code: int) -> int:
    """Return WIN, LOSS or OPEN."""
    return WIN if code > 0 else LOSS if code < 0 else OPEN


def code_after(rules: Rules, child: Position, transition: int, entry: Entry, later: LaterLayers) -> int:
    """Return the code of the position after a move from an entry."""
    if not layered:
        return int(look_up(rules, child, later.table))
    layer = pack(rules, child, True)
    if layer == entry.key:
        return int(code_in_record(rules, entry.row, state_index(rules, child), later.table))
    return int(later_code(rules, child, layer, transition, later))


def count_moves(rules: Rules, position: Position, actions: int, entry: Entry, later: LaterLayers, tally: Tally) -> int:
    """Count a position's moves and return the good ones."""
    good, left, code = 0, actions, entry.code
    while left:
        bit = left & -left
        left &= left - 1
        action = bit.bit_length() - 1
        child = play(rules, position, action)
        after = code_after(rules, child, (position.turn - 1) * MAX_ACTIONS + action, entry, later)
        if child.turn == position.turn:
            after = -after
        if outcome_of(-after) == outcome_of(code):
            good |= bit
    tally.good[outcome_of(code), actions.bit_count(), good.bit_count()] += 1
    return good


def count_heat(rules: Rules, position: Position, actions: int, good: int, plan: Plan, tally: Tally) -> None:
    """Count a critical position's moves by cell, as seen by a player who starts in the first cell."""
    while actions:
        bit = actions & -actions
        actions &= actions - 1
        action = bit.bit_length() - 1
        cell = cell_of(position, play(rules, position, action), action, plan)
        if cell >= 0:
            if position.turn == 2 and plan.goal_one:
                cell = rules.cells.bit_length() - 1 - cell
            kind = PLACE if plan.first_place <= action < plan.first_place + plan.places else STEP
            tally.heat[kind, cell, 0] += 1
            tally.heat[kind, cell, 1] += (good & bit) != 0


def try_thumb(rules: Rules, position: Position, actions: int, good: int, index: int, plan: Plan, tally: Tally) -> None:
    """Count how many of the moves that a rule of thumb suggests are good."""
    named, most, left = 0, -1_000_000, actions
    while left:
        bit = left & -left
        left &= left - 1
        action = bit.bit_length() - 1
        score = score_of(rules, position, play(rules, position, action), action, plan.thumbs[index], plan)
        if score > most:
            named, most = bit, score
        elif score == most:
            named |= bit
    if named != actions:
        tally.thumbs[index, 0] += 1
        tally.thumbs[index, 1] += (named & good).bit_count() / named.bit_count()
        tally.thumbs[index, 2] += good.bit_count() / actions.bit_count()


def try_signs(rules: Rules, position: Position, code: int, plan: Plan, tally: Tally) -> None:
    """Count which indicators are nonzero in a decided position, and which of those are right."""
    for index in range(len(plan.signs)):
        lead = sign_of(rules, position, plan.signs[index], plan)
        if lead != 0:
            tally.signs[index, 0] += 1
            tally.signs[index, 1] += (lead > 0) == (code > 0)


def count_turn(rules: Rules, position: Position, entry: Entry, later: LaterLayers, plan: Plan, tally: Tally) -> None:
    """Count the value of having the move: the outcome on the same board with the opponent to move."""
    turned = with_field(position, plan.turn, 3 - position.turn)
    code, after = entry.code, code_after(rules, turned, 0, entry, later)
    if after == UNKNOWN or abs(after) == 1:  # 1 and -1 mean no plies are left; looking up moves is slower
        return
    tally.tempo[outcome_of(code), outcome_of(-after)] += 1
    if code < 0 and after < 0:
        keep_example(tally.deepest, min(-code, -after), entry)


def compare_rows(rules: Rules, first: int, last: int, table: TableArrays, others: Rules, other: LaterLayers,
                 changes: Matrix) -> None:  # fmt: skip
    """Count the entries for keys first..last by outcome here and under other rulings, if reachable there."""
    for row in range(first, last):
        entries = record_size(table.digit_sets, row) if layered else 1
        key = table.keys[row]
        base = unpack(rules, key, start(rules), layered)
        for index in range(entries):
            code = int(table.codes[table.starts[row] + index if layered else row])
            if code != UNKNOWN:
                after = int(later_code(others, entry_of(rules, table, row, index, base), key, 0, other))
                if after != UNKNOWN:
                    changes[outcome_of(code), outcome_of(after)] += 1


# --- Finding a game that leads to a position


def find_game(
    rules: Rules, begin: Position, target: int, known: HashSet, keys: Vector, left: Vector, path: Vector
) -> int:
    """Search depth-first, visiting each canonical form once, for a position whose form has the key `target`. Return the
    number of plies from `begin` and store the actions in `path`, or return -1. `keys` and `left` provide space for the
    positions along the way and their untried actions."""
    depth, count = 0, 0
    keys[0], left[0] = pack(rules, begin, False), legal(rules, begin)
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        action = (left[depth] & -left[depth]).bit_length() - 1
        left[depth] &= left[depth] - 1
        child = play(rules, unpack(rules, keys[depth], begin, False), action)
        form = pack(rules, canonicalize(rules, child), False)
        if enter(known, form, count) < count:
            continue
        count += 1
        path[depth] = action
        depth += 1
        if form == target:
            return depth
        keys[depth], left[depth] = pack(rules, child, False), legal(rules, child)
    return -1
