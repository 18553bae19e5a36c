"""Checks a table against the rules, entry by entry. A kernel module.

If every code follows from those of the successors, the table is right: a win or loss in n plies rests on one in n - 1,
down to finished positions, and from a position of code 0 either side can always move on to another, or it is a draw.
Solving counts from the view of the player to move and asks at each move whether the turn changes. Here everything is
seen by Player 1, who wants much where Player 2 wants little, so that a slip there does not repeat itself here.
"""

from gridduels.engine.kernels.contract import contradicts, out_of_range
from gridduels.engine.kernels.layout import radix_of, unpack, with_state
from gridduels.engine.kernels.placeholders import irreversible, kinds, layered, legal, play, start, winner
from gridduels.engine.kernels.probe import MORE_THAN_ANY_RANK, TableArrays, best_actions, look_up
from gridduels.engine.kernels.protocols import Position, ReadOnlyVector, Rules, Vector
from gridduels.engine.value import UNKNOWN, code_of_rank, rank_of_code


def expected_code(rules: Rules, position: Position, table: TableArrays) -> int:
    """The code that follows from those of the successors; UNKNOWN where one of them is not in the table, or where the
    rules break their contract."""
    actions = legal(rules, position)
    won = winner(rules, position)
    if contradicts(actions, won, 0):
        return UNKNOWN
    if actions == 0:
        return by_mover(code_of_end(won), position)
    most, least = -MORE_THAN_ANY_RANK, MORE_THAN_ANY_RANK
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        if out_of_range(rules, child):
            return UNKNOWN
        code = look_up(rules, child, table)
        if code == UNKNOWN:
            return UNKNOWN
        rank = rank_of_code(by_player_one(code, child))
        most, least = max(most, rank), min(least, rank)
    return by_mover(one_ply_before(most if position.turn == 1 else least), position)


def code_of_end(won: int) -> int:
    """How a game has ended, for Player 1."""
    return 1 if won == 1 else -1 if won == 2 else 0


def by_player_one(code: int, position: Position) -> int:
    """A code for the player to move as one for Player 1."""
    return code if position.turn == 1 else -code


def by_mover(code: int, position: Position) -> int:
    """A code for Player 1 as one for the player to move."""
    return code if position.turn == 1 else -code


def one_ply_before(rank: int) -> int:
    """The code with one ply more than that of a rank."""
    code = code_of_rank(rank)
    return code + 1 if code > 0 else code - 1 if code < 0 else 0


def state_of_entry(rules: Rules, digit_sets: ReadOnlyVector, record: int, index: int) -> int:
    """The state index of the entry with this number within its record."""
    state, stride = 0, 1
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if not irreversible[field]:
            digits = digit_sets[record * len(kinds) + field]
            rank = index % digits.bit_count()
            index //= digits.bit_count()
            for _ in range(rank):
                digits &= digits - 1
            state += ((digits & -digits).bit_length() - 1) * stride
            stride *= radix_of(rules.cells.bit_length(), kinds[field])
    return state


def record_size(digit_sets: ReadOnlyVector, record: int) -> int:
    size = 1
    for field in range(len(kinds)):
        if not irreversible[field]:
            size *= digit_sets[record * len(kinds) + field].bit_count()
    return size


def check_rows(rules: Rules, first: int, last: int, table: TableArrays) -> tuple[int, int]:
    """Checks the entries of the keys first..last; how many are right and how many wrong."""
    right, wrong = 0, 0
    for row in range(first, last):
        entries = record_size(table.digit_sets, row) if layered else 1
        base = unpack(rules, table.keys[row], start(rules), layered)
        for index in range(entries):
            code = table.codes[table.starts[row] + index] if layered else table.codes[row]
            if code != UNKNOWN:
                position = entry_of(rules, table, row, index, base)
                if expected_code(rules, position, table) == code:
                    right += 1
                else:
                    wrong += 1
    return right, wrong


def entry_of(rules: Rules, table: TableArrays, row: int, index: int, base: Position) -> Position:
    """The position of an entry; `base` is what the key of its row says."""
    return with_state(rules, state_of_entry(rules, table.digit_sets, row, index), base) if layered else base


def any_entry(rules: Rules, table: TableArrays, row: int, choice: int) -> Position:
    """A position of the table: of the row with this number, the entry that a large random number chooses."""
    base = unpack(rules, table.keys[row], start(rules), layered)
    return entry_of(rules, table, row, choice % record_size(table.digit_sets, row) if layered else 0, base)


def play_best(rules: Rules, position: Position, table: TableArrays, max_plies: int) -> int:
    """Plays best against best; the code of how it ended, 0 when it was not over after `max_plies`."""
    begin = position
    for plies in range(max_plies + 1):
        actions = legal(rules, position)
        if actions == 0:
            return by_mover(code_of_end(winner(rules, position)) * (plies + 1), begin)
        best = best_actions(rules, position, actions, table)
        position = play(rules, position, (best & -best).bit_length() - 1)
    return 0


def tally(rules: Rules, keys: Vector, template: Position, table: TableArrays, counts: Vector) -> None:
    """Adds up how many of the positions with these keys have each code."""
    for index in range(len(keys)):
        counts[look_up(rules, unpack(rules, keys[index], template, False), table) - UNKNOWN] += 1
