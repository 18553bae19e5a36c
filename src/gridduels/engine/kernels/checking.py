"""Checks a table against the rules, entry by entry. A kernel module.

If every code follows from those of the successors, the table is right: a win or loss in n plies rests on one in n - 1,
down to finished positions, and from a perpetual position either side can always move on to another.
"""

from typing import Any

import numpy as np

from gridduels.engine.kernels.layout import irreversible, kinds, put_place, radix_of, unpack
from gridduels.engine.kernels.probe import count_bits, layered, look_up
from gridduels.engine.value import MOST_PLIES, UNKNOWN

NO_WIN = 1000


def start(rules: Any) -> Any:
    """Bound to the game's own."""


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def expected_code(rules: Any, position: Any, table: Any) -> Any:
    """The code that follows from those of the successors; UNKNOWN where one of them is not in the table."""
    actions = legal(rules, position)
    if actions == 0:
        return 1 if winner(rules, position) == position.turn else -1
    quickest: Any = NO_WIN
    slowest: Any = 0
    perpetual = False
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        code = np.int64(look_up(rules, play(rules, position, action), table))
        if code == UNKNOWN:
            return UNKNOWN
        if code < 0:
            quickest = min(quickest, -code)
        elif code == 0:
            perpetual = True
        else:
            slowest = max(slowest, code)
    if quickest < NO_WIN:
        return quickest + 1
    return 0 if perpetual else -slowest - 1


def place_at(rules: Any, states: Any, record: Any, index: Any) -> Any:
    """The place of the entry with this number within its record."""
    place, stride = 0, 1
    for backwards in range(len(kinds)):
        field = len(kinds) - 1 - backwards
        if not irreversible[field]:
            mask = states[record * len(kinds) + field]
            rank = index % count_bits(mask)
            index //= count_bits(mask)
            for _ in range(rank):
                mask &= mask - 1
            place += ((mask & -mask).bit_length() - 1) * stride
            stride *= radix_of(rules.size, kinds[field])
    return place


def record_size(states: Any, record: Any) -> Any:
    size = 1
    for field in range(len(kinds)):
        if not irreversible[field]:
            size *= count_bits(states[record * len(kinds) + field])
    return size


def check_rows(rules: Any, first: Any, last: Any, table: Any) -> Any:
    """Checks the entries of the keys first..last; how many are right and how many wrong."""
    keys, states, starts, codes = table
    right, wrong = 0, 0
    for row in range(first, last):
        entries = record_size(states, row) if layered else 1
        home = unpack(rules, keys[row], start(rules), layered)
        for index in range(entries):
            code = codes[starts[row] + index] if layered else codes[row]
            if code != UNKNOWN:
                position = put_place(rules, place_at(rules, states, row, index), home) if layered else home
                if expected_code(rules, position, table) == code:
                    right += 1
                else:
                    wrong += 1
    return right, wrong


def best_child(rules: Any, position: Any, table: Any) -> Any:
    """The position after a best move, by the codes of the positions after each."""
    actions = legal(rules, position)
    best, best_rank = position, -NO_WIN
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        code = np.int64(look_up(rules, child, table))
        rank: Any = 0
        if code != 0:
            rank = MOST_PLIES + 1 + code if code < 0 else code - MOST_PLIES - 1
        if rank > best_rank:
            best, best_rank = child, rank
    return best


def play_best(rules: Any, position: Any, table: Any, most_plies: Any) -> Any:
    """Plays best against best; how many plies it took, or -1 when it was not over after `most_plies`."""
    for plies in range(most_plies + 1):
        if legal(rules, position) == 0:
            return plies
        position = best_child(rules, position, table)
    return -1


def entry_at(rules: Any, table: Any, row: Any, choice: Any) -> Any:
    """A position of the table: of the row with this number, the entry a large random number chooses."""
    keys, states, _, _ = table
    home = unpack(rules, keys[row], start(rules), layered)
    if layered:
        return put_place(rules, place_at(rules, states, row, choice % record_size(states, row)), home)
    return home


def tally(rules: Any, found: Any, sample: Any, table: Any, counts: Any) -> None:
    """Adds up how many of the positions with these keys have each code."""
    for index in range(len(found)):
        counts[np.int64(look_up(rules, unpack(rules, found[index], sample, False), table)) - UNKNOWN] += 1
