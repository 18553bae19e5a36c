"""What can be seen of the games of a batch: planes, and the legal actions one by one. A kernel module.

The planes are those of `engine.observation`, from the view of the player to move. A core writes whole games. On a GPU
some threads put the planes of a group of games into memory that they share, and then write their bytes side by side.
"""

from typing import Final

from gridduels.engine.batch.counter_rng import MASK
from gridduels.engine.batch.placeholders import (
    action_count,
    begin,
    blocked_fields,
    cell_count,
    goal_one,
    goal_two,
    plane_count,
    reserves_one,
    reserves_two,
    rules,
    shown_one,
    shown_two,
    tokens_one,
    tokens_two,
)
from gridduels.engine.batch.playing import masked
from gridduels.engine.batch.state import Share, State
from gridduels.engine.kernels.layout import COUNT, unpack
from gridduels.engine.kernels.placeholders import kinds
from gridduels.engine.kernels.protocols import Matrix, Position, Vector

PLANES: Final = 9
"""The planes of every game; behind them come those that show one field each."""
GROUP: Final = 64
"""How many games the threads of a GPU write together; a multiple of 8, so that their bytes fill whole words."""
VALUE_SHIFT: Final = 50
"""Where the number that goes into the cells of a set begins; the set itself needs fewer bits."""
MAX_WORDS: Final = (1 << 16) - 1
"""No group has more words."""
SPREAD: Final = 0x00204081
EACH_BYTE: Final = 0x01010101


def union_of(position: Position, fields: int) -> int:
    """The cells in any of some fields."""
    cells = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            cells |= position[field]
    return cells


def sum_of(position: Position, fields: int) -> int:
    """The counts in some fields added up."""
    total = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            total += position[field]
    return total


def plane_of(position: Position, plane: int) -> tuple[int, int]:
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
    if plane == 8:
        return rules.cells, 1
    field = shown_one[plane - PLANES] if first else shown_two[plane - PLANES]
    return (rules.cells, position[field]) if kinds[field] == COUNT else (position[field], 1)


def spread_bits(bits: int) -> int:
    """Eight bits as eight bytes, each 0 or 1: a product puts copies of four bits side by side."""
    low = (bits & 15) * SPREAD & EACH_BYTE
    high = (bits >> 4 & 15) * SPREAD & EACH_BYTE
    return low | high << 32


def observe_games(share: Share, state: State, planes: Matrix) -> None:
    """Writes the planes of each game."""
    number = share.first
    while number < share.last:
        game = number & MASK
        position = masked(unpack(rules, int(state.keys[game]), begin, False))
        for plane in range(plane_count):
            cells, value = plane_of(position, plane)
            for cell in range(cell_count):
                planes[game, plane * cell_count + cell] = value if cells >> cell & 1 else 0
        number += share.stride


def gather_sets(sets: Vector, group: int, member: int, state: State) -> None:
    """Puts the planes of a game into a group of games, as sets of cells with their numbers above them."""
    if member < GROUP:
        game = min(group * GROUP + member, len(state.keys) - 1) & MASK
        position = unpack(rules, int(state.keys[game]), begin, False)
        for plane in range(plane_count):
            cells, value = plane_of(position, plane)
            sets[member * plane_count + plane] = cells | value << VALUE_SHIFT


def write_words(sets: Vector, group: int, first: int, stride: int, words: Vector) -> None:
    """Writes the planes of a group of games as words of eight bytes, every stride-th of them from the first on."""
    group_words = GROUP * plane_count * cell_count // 8
    last = min(group_words, len(words) - group * group_words)
    while first < last:
        word, written, filled = first & MAX_WORDS, 0, 0
        index, cell = word * 8 // cell_count, word * 8 % cell_count
        while filled < 8:
            cells = int(sets[index])
            written |= spread_bits((cells & rules.cells) >> cell << filled & 255) * (cells >> VALUE_SHIFT)
            filled += cell_count - cell
            index, cell = index + 1, 0
        words[group * group_words + word & MASK] = written
        first += stride


def mask_actions(share: Share, state: State, masks: Matrix) -> None:
    """Writes for each game and action whether it is legal."""
    number = share.first
    while number < share.last:
        game = number & MASK
        actions = int(state.legal[game])
        for action in range(action_count):
            masks[game, action] = actions >> action & 1
        number += share.stride
