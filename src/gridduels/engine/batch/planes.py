"""Observations of a batch's games: planes, and masks of the legal actions. A kernel module.

The planes are those of `engine.observation`, as seen by the player to move. A CPU core writes one game at a time. On a
GPU, the threads of a block first gather the planes of a group of games as bits in shared memory; then they expand eight
bits at a time into eight-byte words, with neighbouring threads writing neighbouring words.
"""

from typing import Final

from gridduels.engine.batch.kernels import (
    MASK,
    Share,
    State,
    action_count,
    begin,
    bit_words,
    blocked_fields,
    cell_count,
    goal_one,
    goal_two,
    group_games,
    masked,
    plane_count,
    reserves_one,
    reserves_two,
    rules,
    shown_one,
    shown_two,
    sum_of,
    tokens_one,
    tokens_two,
    union_of,
    value_bits,
)
from gridduels.engine.kernels.layout import COUNT, unpack
from gridduels.engine.kernels.placeholders import Matrix, Position, Vector, kinds

PLANES: Final = 9
"""The planes every game has; further planes show one field each."""
SPREAD: Final = 0x00204081
EACH_BYTE: Final = 0x01010101
WORD_MASK: Final = (1 << 16) - 1
"""Larger than the number of words in any group."""


def plane_of(position: Position, plane: int) -> tuple[int, int]:
    """Return a plane as a set of cells, and the number in each of these cells."""
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
    """Expand eight bits into eight bytes, each 0 or 1. The product places shifted copies of four bits side by side."""
    low = (bits & 15) * SPREAD & EACH_BYTE
    high = (bits >> 4 & 15) * SPREAD & EACH_BYTE
    return low | high << 32


def observe_games(share: Share, state: State, planes: Matrix) -> None:
    """Write the planes of each game."""
    number = share.first
    while number < share.last:
        game = number & MASK
        position = masked(unpack(rules, int(state.keys[game]), begin, False))
        for plane in range(plane_count):
            cells, value = plane_of(position, plane)
            for cell in range(cell_count):
                planes[game, plane * cell_count + cell] = value if cells >> cell & 1 else 0
        number += share.stride


def put_bits(bits: Vector, index: int, more: int) -> None:
    """Add bits to a word; on a GPU, several threads may do so at once (see `gpu_kernels`)."""
    bits[index] |= more


def add_bits(bits: Vector, offset: int, pending: int, more: int, width: int) -> int:
    """Append up to 32 bits to a string of 32-bit words at an offset.

    Return the pending bits: the contents of the last word until it is full.
    """
    filled = offset & 31
    pending |= more << filled
    if filled + width < 32:
        return pending
    put_bits(bits, offset >> 5 & MASK, pending & MASK)
    return pending >> 32


def add_cells(bits: Vector, offset: int, pending: int, cells: int) -> int:
    """Append a set of cells to a bit string; return the pending bits."""
    pending = add_bits(bits, offset, pending, cells & MASK, min(cell_count, 32))
    if cell_count > 32:
        pending = add_bits(bits, offset + 32, pending, cells >> 32, cell_count - 32)
    return pending


def add_plane(bits: Vector, member: int, pending: int, position: Position, plane: int) -> int:
    """Append a game's plane to its group's bits; return the pending bits."""
    cells, value = plane_of(position, plane)
    offset = (member * plane_count + plane) * cell_count
    if value > 1:
        put_bits(bits, bit_words - 1, value)
        for digit in range(1, value_bits):
            if value >> digit & 1:
                start = offset + digit * group_games * plane_count * cell_count
                put_bits(bits, start + cell_count >> 5 & MASK, add_cells(bits, start, 0, cells))
    return add_cells(bits, offset, pending, cells if value & 1 else 0)


def gather_bits(bits: Vector, group: int, member: int, state: State) -> None:
    """Write a game's planes into its group's bits: for each binary digit, a string with one bit per cell.

    The calls are written out so that each is compiled for its own plane; in a loop, each call would have to test which
    plane it is for.
    """
    game = min(group * group_games + member, len(state.keys) - 1) & MASK
    position = masked(unpack(rules, int(state.keys[game]), begin, False))
    pending = add_plane(bits, member, 0, position, 0)
    pending = add_plane(bits, member, pending, position, 1)
    pending = add_plane(bits, member, pending, position, 2)
    pending = add_plane(bits, member, pending, position, 3)
    pending = add_plane(bits, member, pending, position, 4)
    pending = add_plane(bits, member, pending, position, 5)
    pending = add_plane(bits, member, pending, position, 6)
    pending = add_plane(bits, member, pending, position, 7)
    pending = add_plane(bits, member, pending, position, 8)
    for plane in range(PLANES, plane_count):
        pending = add_plane(bits, member, pending, position, plane)
    put_bits(bits, (member + 1) * plane_count * cell_count >> 5 & MASK, pending)


def write_words(bits: Vector, first: int, stride: int, words: Vector) -> None:
    """Write a group's planes as eight-byte words: every stride-th word, beginning with `first`.

    The stride is a multiple of 4, so the shift within a 32-bit word never changes.
    """
    group_words = group_games * plane_count * cell_count // 8
    digits = int(bits[bit_words - 1]) if value_bits > 1 else 0
    index, shift = first >> 2, 8 * (first & 3)
    while first < len(words):
        written = spread_bits(int(bits[index & WORD_MASK]) >> shift & 255)
        for digit in range(1, value_bits):
            if digits >> digit & 1:
                more = int(bits[index + digit * group_words // 4 & WORD_MASK]) >> shift & 255
                written |= spread_bits(more) << digit
        words[first & WORD_MASK] = written
        first += stride
        index += stride >> 2


def mask_actions(share: Share, state: State, words: Vector) -> None:
    """Write whether each action is legal in each game, eight bytes per word."""
    number, last_game = share.first, len(state.legal) - 1
    while number < share.last:
        written, filled = 0, 0
        game, action = number * 8 // action_count, number * 8 % action_count
        while filled < 8:
            written |= spread_bits(int(state.legal[min(game, last_game) & MASK]) >> action << filled & 255)
            filled += action_count - action
            game, action = game + 1, 0
        words[number] = written
        number += share.stride
