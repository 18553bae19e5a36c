"""What can be seen of the games of a batch: planes, and the legal actions one by one. A kernel module.

The planes are those of `engine.observation`, from the view of the player to move. A core writes whole games. On a GPU
some threads put the planes of a group of games into memory that they share, and then write their bytes side by side.

What is not defined here is bound to each game's own: see `compiling.bind`.
"""

from typing import Any, Final

from gridduels.engine.batch.chance import MASK
from gridduels.engine.batch.playing import begin, masked, rules
from gridduels.engine.kernels.layout import kinds, unpack

PLANES: Final = 9
GROUP: Final = 64
"""How many games the threads of a GPU write together; a multiple of 8, so that their bytes fill whole words."""
VALUE_SHIFT: Final = 50
"""Where the number that goes into the cells of a set begins; the set itself needs fewer bits."""
MOST_WORDS: Final = (1 << 16) - 1
"""No group has more words."""
SPREAD: Final = 0x00204081
EACH_BYTE: Final = 0x01010101

cell_count = 0
"""Bound to the number of cells."""
action_count = 0
"""Bound to the number of actions."""
tokens_one = 0
tokens_two = 0
blocked_fields = 0
reserves_one = 0
reserves_two = 0
"""Bound to the fields that go onto planes: bit i set for field i."""
goal_one = 0
goal_two = 0
"""Bound to the cells the players want to get to."""


def union_of(position: Any, fields: Any) -> Any:
    """The cells in any of some fields."""
    cells = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            cells |= position[field]
    return cells


def sum_of(position: Any, fields: Any) -> Any:
    """The counts in some fields added up."""
    total = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            total += position[field]
    return total


def plane_of(position: Any, plane: Any) -> Any:
    """A plane as a set of cells, and the number that is in each of these cells."""
    first = position.turn == 1
    if plane == 0:
        return union_of(position, tokens_one) if first else union_of(position, tokens_two), 1
    if plane == 1:
        return union_of(position, tokens_two) if first else union_of(position, tokens_one), 1
    if plane == 2:
        return union_of(position, blocked_fields), 1
    if plane == 3:
        return goal_one if first else goal_two, 1
    if plane == 4:
        return goal_two if first else goal_one, 1
    if plane == 5:
        return rules.cells, sum_of(position, reserves_one) if first else sum_of(position, reserves_two)
    if plane == 6:
        return rules.cells, sum_of(position, reserves_two) if first else sum_of(position, reserves_one)
    if plane == 7:
        return 0 if first else rules.cells, 1
    return rules.cells, 1


def spread_bits(bits: Any) -> Any:
    """Eight bits as eight bytes, each 0 or 1: a product puts copies of four bits side by side."""
    low = (bits & 15) * SPREAD & EACH_BYTE
    high = (bits >> 4 & 15) * SPREAD & EACH_BYTE
    return low | high << 32


def observe_games(slot: Any, first: Any, last: Any, stride: Any, state: Any, planes: Any) -> None:
    """Writes the planes of each game."""
    while first < last:
        game = first & MASK
        position = masked(unpack(rules, int(state[0][game]), begin, False))
        for plane in range(PLANES):
            cells, value = plane_of(position, plane)
            for cell in range(cell_count):
                planes[game, plane * cell_count + cell] = value if cells >> cell & 1 else 0
        first += stride


def gather_sets(sets: Any, group: Any, place: Any, state: Any) -> None:
    """Puts the planes of a game into a group of games, as sets of cells with their numbers above them."""
    keys = state[0]
    if place < GROUP:
        game = min(group * GROUP + place, len(keys) - 1) & MASK
        position = unpack(rules, int(keys[game]), begin, False)
        for plane in range(PLANES):
            cells, value = plane_of(position, plane)
            sets[place * PLANES + plane] = cells | value << VALUE_SHIFT


def write_words(sets: Any, group: Any, first: Any, stride: Any, words: Any) -> None:
    """Writes the planes of a group of games as words of eight bytes, every stride-th of them from the first on."""
    group_words = GROUP * PLANES * cell_count // 8
    last = min(group_words, len(words) - group * group_words)
    while first < last:
        word, written, filled = first & MOST_WORDS, 0, 0
        place, cell = word * 8 // cell_count, word * 8 % cell_count
        while filled < 8:
            cells = int(sets[place])
            written |= spread_bits((cells & rules.cells) >> cell << filled & 255) * (cells >> VALUE_SHIFT)
            filled += cell_count - cell
            place, cell = place + 1, 0
        words[group * group_words + word & MASK] = written
        first += stride


def mask_actions(slot: Any, first: Any, last: Any, stride: Any, state: Any, masks: Any) -> None:
    """Writes for each game and action whether it is legal."""
    while first < last:
        game = first & MASK
        actions = int(state[2][game])
        for action in range(action_count):
            masks[game, action] = actions >> action & 1
        first += stride
