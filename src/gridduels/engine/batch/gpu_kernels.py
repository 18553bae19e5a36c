"""GPU versions of batch kernels: how threads divide up games, and what they do together. A kernel module.

It comes last in a batch's list of modules, so its `put_bits`, `spread_bits` and `waits` replace those of `planes` and
`kernels`. `cuda` and the other names not defined here are bound before compilation: see `cuda`.
"""

from typing import Any

import numpy as np

from gridduels.engine.batch.kernels import (
    Share,
    action_count,
    add_rolled,
    bit_words,
    cell_count,
    clear_sums,
    costly,
    group_games,
    plane_count,
    reserves_one,
    reserves_two,
    step_games,
)
from gridduels.engine.batch.planes import EACH_BYTE, SPREAD, gather_bits, mask_actions, write_words
from gridduels.engine.kernels.placeholders import Position

WAITING = 3
"""Costly moves are played once they make up at least one in this many of the moves a warp is about to play."""

cuda: Any = None
"""Bound to numba's `cuda`."""
device_function: Any = None
"""Bound to the function that a kernel runs over a thread's share."""
simulated = False
"""Bound to True if kernels run in numba's simulator."""
rows_of_warp = (0, 0)
"""Bound to the shape of a warp's rows of `seen` in shared memory."""


def share_out(total: Any, arguments: Any) -> None:
    """Run `device_function` over a thread's share."""
    number = cuda.grid(1)
    device_function(Share(number, number, total, cuda.gridsize(1)), *arguments)


def put_bits(bits: Any, index: Any, more: Any) -> None:
    """Add bits to a word that other threads may be updating."""
    cuda.atomic.or_(bits, index, np.uint32(more))


def spread_bits(bits: Any) -> Any:
    """Expand eight bits into eight bytes, using 32-bit numbers, which are fastest on a GPU."""
    low = np.uint32(bits & 15) * np.uint32(SPREAD) & np.uint32(EACH_BYTE)
    high = np.uint32(bits >> 4 & 15) * np.uint32(SPREAD) & np.uint32(EACH_BYTE)
    return np.int64(low) | np.int64(high) << 32


def observe(_: Any, arguments: Any) -> None:
    """Write the planes of a group of games with the threads of a block, one per game."""
    show_group(*arguments)


def step_and_observe(total: Any, arguments: Any) -> None:
    """Play an action in each game of a group, then write its masks and planes with the same threads."""
    state, how, actions, step, masks, words = arguments
    number = cuda.grid(1)
    step_games(Share(number, number, total, cuda.gridsize(1)), state, how, actions, step)
    cuda.syncthreads()
    group_words = group_games * action_count // 8
    first = cuda.blockIdx.x * group_words
    last = min(first + group_words, len(masks))
    mask_actions(Share(number, first + cuda.threadIdx.x, last, cuda.blockDim.x), state, masks)
    show_group(state, words)


def show_group(state: Any, words: Any) -> None:
    """Write the planes of a group of games, gathering their bits in shared memory first."""
    bits = cuda.shared.array(bit_words, np.uint32)
    group, thread = cuda.blockIdx.x, cuda.threadIdx.x
    word = thread
    while word < bit_words:
        bits[word] = 0
        word += group_games
    cuda.syncthreads()
    gather_bits(bits, group, thread, state)
    cuda.syncthreads()
    group_words = group_games * plane_count * cell_count // 8
    write_words(bits, thread, group_games, words[group * group_words : (group + 1) * group_words])


def waits(position: Position) -> bool:
    """Return whether a game lets the others in its warp go first, because its move is costly and too few of theirs are.

    The threads of a warp run in lockstep, so all of them would have to wait for each costly move.
    """
    if simulated or not reserves_one | reserves_two:
        return False
    needs, going = costly(position), cuda.activemask()
    waiting = cuda.popc(cuda.ballot_sync(going, needs))
    return bool(needs and waiting * WAITING < cuda.popc(going))


def roll_in_shared_memory(total: Any, arguments: Any) -> None:
    """Do the same as `roll_games`, but with each game's row of `seen` in shared memory."""
    state, how, sums = arguments
    rows = cuda.shared.array(rows_of_warp, np.int64)
    thread, row = cuda.grid(1), cuda.threadIdx.x
    clear_sums(sums, thread)
    game = thread
    while game < total:
        for word in range(state.seen.shape[1]):
            rows[row, word] = state.seen[game, word]
        add_rolled(sums, thread, game, state, rows, row, how)
        for word in range(state.seen.shape[1]):
            state.seen[game, word] = rows[row, word]
        game += cuda.gridsize(1)


def add_up(sums: Any, rows: Any) -> None:
    """Add up all threads' sums into a few rows."""
    number = cuda.grid(1)
    if number < len(rows):
        for column in range(sums.shape[1]):
            total = 0
            for row in range(number, len(sums), len(rows)):
                total += sums[row, column]
            rows[number, column] = total
