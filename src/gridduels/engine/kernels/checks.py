"""Check a table against the rules, and run a game's own functions as compiled code.

A kernel module; the checks of shared entries also run as plain Python.
"""

from gridduels.engine.kernels.contract import contradicts, out_of_range, winner_knowing
from gridduels.engine.kernels.layout import pack, radix_of, state_index, unpack, with_state
from gridduels.engine.kernels.placeholders import (
    Matrix,
    Position,
    ReadOnlyVector,
    Rules,
    Vector,
    apply_symmetry,
    canonicalize,
    irreversible,
    kinds,
    layered,
    legal,
    play,
    start,
    symmetries,
    winner,
)
from gridduels.engine.kernels.probe import MORE_THAN_ANY_RANK, TableArrays, best_actions, look_up
from gridduels.engine.value import UNKNOWN, code_of_rank, rank_of_code

# --- Checking a table against the rules, entry by entry
#
# If every code follows from its successors' codes, the table is right: a win or loss in n plies rests on one in n - 1,
# down to finished positions; and from a position of code 0, either side can always move on to another such position, or
# it is a draw.
#
# Solving works from the point of view of the player to move and asks at each move whether the turn changes. This check
# always takes the point of view of Player 1, who maximises while Player 2 minimises, so it cannot repeat a mistake made
# in solving.


def expected_code(rules: Rules, position: Position, table: TableArrays) -> int:
    """Return the code that follows from the successors' codes.

    Return UNKNOWN if a successor is not in the table, or if the rules break their contract.
    """
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
    """Return the code of a finished game from Player 1's point of view."""
    return 1 if won == 1 else -1 if won == 2 else 0


def by_player_one(code: int, position: Position) -> int:
    """Convert a code from the point of view of the player to move to Player 1's."""
    return code if position.turn == 1 else -code


def by_mover(code: int, position: Position) -> int:
    """Convert a code from Player 1's point of view to that of the player to move."""
    return code if position.turn == 1 else -code


def one_ply_before(rank: int) -> int:
    """Return the code for a rank's result, one ply further from the end."""
    code = code_of_rank(rank)
    return code + 1 if code > 0 else code - 1 if code < 0 else 0


def state_of_entry(rules: Rules, digit_sets: ReadOnlyVector, record: int, index: int) -> int:
    """Return the state index of the entry with this number in its record."""
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
    """Return the number of entries in a record."""
    size = 1
    for field in range(len(kinds)):
        if not irreversible[field]:
            size *= digit_sets[record * len(kinds) + field].bit_count()
    return size


def check_rows(rules: Rules, first: int, last: int, table: TableArrays) -> tuple[int, int]:
    """Check the entries of the keys first..last; return how many are right and how many are wrong."""
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
    """Return an entry's position; `base` is unpacked from the key of its row."""
    return with_state(rules, state_of_entry(rules, table.digit_sets, row, index), base) if layered else base


def any_entry(rules: Rules, table: TableArrays, row: int, choice: int) -> Position:
    """Return a position from the row with this number; `choice`, a large random number, selects the entry."""
    base = unpack(rules, table.keys[row], start(rules), layered)
    return entry_of(rules, table, row, choice % record_size(table.digit_sets, row) if layered else 0, base)


def play_best(rules: Rules, position: Position, table: TableArrays, max_plies: int) -> int:
    """Play the best moves for both sides; return the result's code, or 0 if the game is not over after `max_plies`."""
    begin = position
    for plies in range(max_plies + 1):
        actions = legal(rules, position)
        if actions == 0:
            return by_mover(code_of_end(winner(rules, position)) * (plies + 1), begin)
        best = best_actions(rules, position, actions, table)
        position = play(rules, position, (best & -best).bit_length() - 1)
    return 0


def tally(rules: Rules, keys: Vector, template: Position, table: TableArrays, counts: Vector) -> None:
    """Count how many of the positions with these keys have each code."""
    for index in range(len(keys)):
        counts[look_up(rules, unpack(rules, keys[index], template, False), table) - UNKNOWN] += 1


# --- Checking positions that share a table entry
#
# A table stores one position in place of many: the canonical form, or an image in a layer with a lower key. This is
# correct if both have the same result and their moves lead to positions that share entries in turn (they are
# bisimilar).


NONE = -1


def shared_key(rules: Rules, position: Position) -> int:
    """Return a key common to all positions that share an entry, or NONE if an image has an out-of-range field."""
    if not layered:
        canonical = canonicalize(rules, position)
        return NONE if out_of_range(rules, canonical) else pack(rules, canonical, False)
    least = pack(rules, position, False)
    for symmetry in range(1, symmetries):
        image = apply_symmetry(rules, position, symmetry)
        if out_of_range(rules, image):
            return NONE
        least = min(least, pack(rules, image, False))
    return least


def end_of(rules: Rules, position: Position) -> int:
    """Return the result of a game for the player to move: 1 won, 2 lost, 3 drawn, 0 in progress."""
    won = winner(rules, position)
    return 1 if won == position.turn else 2 if won == 3 - position.turn else won


def successors(rules: Rules, position: Position, found: Vector) -> int:
    """Fill in the shared keys of a position's successors, sorted and without duplicates.

    A key is written as ~key if the same player moves again. Return the number of keys, or NONE if one is out of range.
    """
    count = 0
    actions = legal(rules, position)
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        key = NONE if out_of_range(rules, child) else shared_key(rules, child)
        if key == NONE:
            return NONE
        if child.turn == position.turn:
            key = ~key
        index = count
        while index > 0 and found[index - 1] > key:
            index -= 1
        if index > 0 and found[index - 1] == key:
            continue
        for later in range(count, index, -1):
            found[later] = found[later - 1]
        found[index] = key
        count += 1
    return count


def is_alike(rules: Rules, position: Position, image: Position, own: Vector, others: Vector) -> bool:
    """Return whether an image may stand in for a position; the vectors are scratch space for 64 keys each."""
    if out_of_range(rules, image) or shared_key(rules, position) != shared_key(rules, image):
        return False
    if end_of(rules, position) != end_of(rules, image):
        return False
    count = successors(rules, position, own)
    if count == NONE or successors(rules, image, others) != count:
        return False
    matching = 0
    while matching < count and own[matching] == others[matching]:
        matching += 1
    return matching == count


def images_alike(rules: Rules, position: Position, own: Vector, others: Vector) -> bool:
    """Return whether every image that may be stored in place of a position is a valid stand-in."""
    if not layered:
        return is_alike(rules, position, canonicalize(rules, position), own, others)
    for symmetry in range(1, symmetries):
        if not is_alike(rules, position, apply_symmetry(rules, position, symmetry), own, others):
            return False
    return True


def first_unlike(
    rules: Rules, template: Position, keys: ReadOnlyVector, children: bool, own: Vector, others: Vector
) -> int:
    """Return the index of the first position that must not share its entry, or NONE.

    With `children`, check each position's successors instead.
    """
    for index in range(len(keys)):
        position = unpack(rules, keys[index], template, False)
        actions = legal(rules, position) if children else 0
        if not children and not images_alike(rules, position, own, others):
            return index
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            if not images_alike(rules, play(rules, position, action), own, others):
                return index
    return NONE


def keys_of_states(
    rules: Rules, template: Position, layers: ReadOnlyVector, states: ReadOnlyVector, maps: Matrix, keys: Vector
) -> int:
    """Fill in positions' keys, given their layers' keys and their states.

    Return the index of the first position that a symmetry maps to a different state than maps[symmetry] says, since the
    maps must hold in all layers; NONE if there is none.
    """
    for index in range(len(keys)):
        position = with_state(rules, states[index], unpack(rules, layers[index], template, True))
        keys[index] = pack(rules, position, False)
        for symmetry in range(1, symmetries):
            if state_index(rules, apply_symmetry(rules, position, symmetry)) != maps[symmetry, states[index]]:
                return index
    return NONE


def first_other_code(
    rules: Rules, template: Position, keys: ReadOnlyVector, codes: ReadOnlyVector, table: TableArrays
) -> int:
    """Return the index of the first position whose code, solved as is, differs from the table's, or NONE."""
    for index in range(len(keys)):
        if look_up(rules, unpack(rules, keys[index], template, False), table) != codes[index]:
            return index
    return NONE


# --- A game's own functions, run as compiled code on one position
#
# `try_position` runs all of them, so that compiled and plain rules can be compared. The others run one each, to find
# the function that cannot be compiled.


def try_position(rules: Rules, position: Position, results: Vector) -> int:
    """Record everything the rules say about a position; return how many numbers were written.

    `legal`, `winner` and `winner_knowing`, then the fields of the canonical form, of each image, and of the position
    after each action.
    """
    actions = legal(rules, position)
    results[0], results[1], results[2] = actions, winner(rules, position), winner_knowing(rules, position, actions)
    count = put(canonicalize(rules, position), results, 3)
    for symmetry in range(symmetries):
        count = put(apply_symmetry(rules, position, symmetry), results, count)
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        count = put(play(rules, position, action), results, count)
    return count


def put(position: Position, results: Vector, count: int) -> int:
    for field in range(len(kinds)):
        results[count + field] = position[field]
    return count + len(kinds)


def try_legal(rules: Rules, position: Position) -> int:
    return legal(rules, position)


def try_winner(rules: Rules, position: Position) -> int:
    return winner(rules, position)


def try_play(rules: Rules, position: Position, action: int) -> Position:
    return play(rules, position, action)


def try_canonicalize(rules: Rules, position: Position) -> Position:
    return canonicalize(rules, position)


def try_apply_symmetry(rules: Rules, position: Position, symmetry: int) -> Position:
    return apply_symmetry(rules, position, symmetry)
