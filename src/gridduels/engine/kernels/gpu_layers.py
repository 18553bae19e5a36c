"""Solve a game layer by layer on a GPU: one thread block per layer, its codes in shared memory. A kernel module.

It does the same as `layers` on a CPU core and gives the same codes: a row first holds marks of reachable states, then
codes. Block b of n takes layers b, b + n and so on; its threads share the states of a layer.

Names not defined here are bound to each game's own, with its rules as constants, and `cuda` is bound to numba's.
"""

from typing import Any, NamedTuple

import numpy as np

from gridduels.engine.kernels.contract import contradicts, out_of_range, winner_knowing
from gridduels.engine.kernels.hash_tables import first_slot
from gridduels.engine.kernels.layers import swapped
from gridduels.engine.kernels.layout import MAX_ACTIONS, pack, state_index, unpack, with_state
from gridduels.engine.kernels.placeholders import apply_symmetry, legal, play, symmetries
from gridduels.engine.kernels.probe import canonical_layer
from gridduels.engine.kernels.retrograde import NO_WIN
from gridduels.engine.value import MAX_PLIES, UNKNOWN

LAYERS, FAULT, KEEPING, EXCHANGING = range(4)
"""Indices into the `control` array: the number of layers with a row, the fault, and the numbers of symmetries that
preserve and that swap the two starts."""
LED_BACK, FULL, TOO_LONG, DRAWN, BROKEN = 1, 2, 3, 4, 5
"""Faults: a move leads back to an earlier layer, there are too many layers or too many plies, a game is drawn, or the
rules break their contract."""
SAME_PLAYER = 1 << 14
"""Flag on an edge within the layer: the same player moves again."""
TRANSITIONS = 2 * MAX_ACTIONS
CODES = 256
BARS_LOSS = 64
"""Flag stored with the number of moves within the layer: some move that leaves it is perpetual, so the state is not
lost.
"""

cuda: Any = None
"""Bound to numba's `cuda`."""
int64: Any = np.int64
"""Bound to plain `int` in numba's simulator."""
rules: Any = None
"""Bound to the game's Rules, as a constant."""
begin: Any = None
"""Bound to the start of the game."""
states = 0
"""Bound to the number of states in a layer."""


class LayerSet(NamedTuple):
    """The layers found so far: an open-addressing set of their keys with each one's row, and the keys by row."""

    slots: Any
    rows: Any
    keys: Any


class Images(NamedTuple):
    """maps[symmetry, state] is a state's image; swaps[symmetry] is set if a symmetry swaps the two starts."""

    maps: Any
    swaps: Any


class Cache(NamedTuple):
    """The last layer that each action of each player led to, in shared memory: it is nearly always the same one."""

    keys: Any
    rows: Any
    images: Any


def fill(array: Any, value: Any) -> None:
    for index in range(cuda.grid(1), array.size, cuda.gridsize(1)):
        array[index] = value


def row_of(found: LayerSet, key: Any) -> Any:
    """Return the row assigned to a layer, which must have one."""
    slot = first_slot(key, len(found.slots))
    while found.slots[slot] != key:
        slot = slot + 1 & len(found.slots) - 1
    return found.rows[slot]


def enter(found: LayerSet, control: Any, key: Any) -> Any:
    """Return a layer's row, assigning one if needed. Other threads may do the same concurrently."""
    slot = first_slot(key, len(found.slots))
    while True:
        there = found.slots[slot]
        if there == -1:
            there = cuda.atomic.cas(found.slots, slot, int64(-1), key)
            if there == -1:
                row = cuda.atomic.add(control, LAYERS, 1)
                if row < len(found.keys):
                    found.keys[row] = key
                cuda.threadfence()
                cuda.atomic.exch(found.rows, slot, row)
                return row
        if there == key:
            row = cuda.atomic.add(found.rows, slot, 0)
            while row < 0:  # the thread that entered the key is about to store its row
                row = cuda.atomic.add(found.rows, slot, 0)
            return row
        slot = slot + 1 & len(found.slots) - 1


def fixed_by(home: Any, key: Any, symmetry: Any) -> Any:
    """Return whether a symmetry maps a layer to itself."""
    return pack(rules, apply_symmetry(rules, home, symmetry), True) == key


def clear(cache: Cache, thread: Any, threads: Any) -> None:
    for transition in range(thread, TRANSITIONS, threads):
        cache.keys[transition] = -1


def remember(cache: Cache, transition: Any, key: Any, row: Any, image: Any) -> None:
    """Store a transition.

    Threads that store the same transition write the same values. The key is written last, so a reader that finds it
    also finds the rest.
    """
    cache.rows[transition] = row
    cache.images[transition] = image
    cuda.threadfence_block()
    cache.keys[transition] = key


def reach(first: Any, last: Any, found: LayerSet, words: Any, images: Images, control: Any) -> None:
    """Mark everything reachable from the marks in the rows first..last: in these rows, and in later layers, which are
    given rows.

    `words` is the table as 32-bit words: marks are added to a byte in a word while other blocks do the same.
    """
    marks = cuda.shared.array(states, np.int32)
    changed = cuda.shared.array(1, np.int32)
    cache_keys = cuda.shared.array(TRANSITIONS, np.int64)
    cache_rows = cuda.shared.array(TRANSITIONS, np.int32)
    cache_images = cuda.shared.array(TRANSITIONS, np.int32)
    cache = Cache(cache_keys, cache_rows, cache_images)
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    for layer in range(first + cuda.blockIdx.x, last, cuda.gridDim.x):
        cuda.syncthreads()
        key = int64(found.keys[layer])
        home = unpack(rules, key, begin, True)
        row_begin = layer * int64(states)
        for state in range(thread, states, threads):
            byte = row_begin + state
            marks[state] = words[byte >> 2] >> (byte & 3) * 8 & 3
        clear(cache, thread, threads)
        cuda.syncthreads()
        for symmetry in range(1, symmetries):
            if fixed_by(home, key, symmetry):
                for state in range(thread, states, threads):
                    if marks[state]:
                        image = int64(images.maps[symmetry, state])
                        cuda.atomic.or_(marks, image, swapped(marks[state], images.swaps[symmetry]))
                cuda.syncthreads()
        while True:
            cuda.syncthreads()
            if thread == 0:
                changed[0] = 0
            cuda.syncthreads()
            for state in range(thread, states, threads):
                seen = marks[state]
                if seen & 3 != seen >> 2:  # the upper bits record which marks have been passed on
                    cuda.atomic.or_(marks, state, (seen & 3) << 2)
                    if pass_on(marks, state, seen & 3, home, key, last, found, words, images, cache, control):
                        changed[0] = 1
            cuda.syncthreads()
            if changed[0] == 0:
                break
        for state in range(thread, states, threads):
            byte = row_begin + state
            cuda.atomic.or_(words, byte >> 2, np.int32((marks[state] & 3) << (byte & 3) * 8))


def pass_on(
    marks: Any, state: Any, own: Any, home: Any, key: Any, wave_end: Any,
    found: LayerSet, words: Any, images: Images, cache: Cache, control: Any,
) -> Any:  # fmt: skip
    """Mark the successors of one state; return whether that added a mark within the layer."""
    news = False
    position = with_state(rules, int64(state), home)
    actions = legal(rules, position)
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        if out_of_range(rules, child):
            control[FAULT] = BROKEN
            continue
        index, child_key = state_index(rules, child), pack(rules, child, True)
        if child_key == key:
            news |= cuda.atomic.or_(marks, index, own) & own != own
            continue
        transition = (position.turn - 1) * MAX_ACTIONS + action
        if cache.keys[transition] != child_key:
            canonical, image = canonical_layer(rules, child)
            row = enter(found, control, canonical)
            if row < wave_end or row >= len(found.keys):
                control[FAULT] = LED_BACK if row < wave_end else FULL
                continue
            remember(cache, transition, child_key, row, image)
        else:
            row, image = cache.rows[transition], cache.images[transition]
        byte = row * int64(states) + images.maps[image, index]
        added = swapped(own, images.swaps[image]) << (byte & 3) * 8
        if words[byte >> 2] & added != added:
            cuda.atomic.or_(words, byte >> 2, np.int32(added))
    return news


def solve(
    first: Any, last: Any, found: LayerSet, table: Any, images: Images, edges: Any, counts: Any, control: Any
) -> None:
    """Replace the marks in the rows first..last with codes; later layers must already be solved.

    Add to `counts` the number of positions with each code that are reachable when Player 1 opens. `edges` is scratch
    space: edges[block, number, state] holds the moves within a block's layer.
    """
    codes = cuda.shared.array(states, np.int8)
    quickest = cuda.shared.array(states, np.int16)
    slowest = cuda.shared.array(states, np.int16)
    within = cuda.shared.array(states, np.int8)
    seen = cuda.shared.array(CODES, np.int32)
    news = cuda.shared.array(2, np.int32)
    cache_keys = cuda.shared.array(TRANSITIONS, np.int64)
    cache_rows = cuda.shared.array(TRANSITIONS, np.int32)
    cache_images = cuda.shared.array(TRANSITIONS, np.int32)
    cache = Cache(cache_keys, cache_rows, cache_images)
    block, thread, threads = cuda.blockIdx.x, cuda.threadIdx.x, cuda.blockDim.x
    for layer in range(first + block, last, cuda.gridDim.x):
        cuda.syncthreads()
        key = int64(found.keys[layer])
        home = unpack(rules, key, begin, True)
        row_begin = layer * int64(states)
        stabilizer = 1
        for symmetry in range(1, symmetries):
            stabilizer += fixed_by(home, key, symmetry)
        clear(cache, thread, threads)
        for code in range(thread, CODES, threads):
            seen[code] = 0
        if thread < len(news):
            news[thread] = 0
        cuda.syncthreads()
        for state in range(thread, states, threads):
            codes[state] = 0 if table[row_begin + state] else UNKNOWN
            if table[row_begin + state]:
                win, loss, moves = look_ahead(block, state, home, key, found, table, images, edges, cache, control)
                quickest[state], slowest[state], within[state] = win, loss, moves
                cuda.atomic.max(news, 1, np.int32(win if win < NO_WIN else loss))
        cuda.syncthreads()
        # Decide states in order of distance, like `retrograde.propagate`. The last round is one ply beyond the greatest
        # distance that a code can express: a state decided there is a fault.
        plies = 0
        while True:
            if thread == 0:
                news[0] = 0
            cuda.syncthreads()
            for state in range(thread, states, threads):
                if codes[state] == 0:
                    code = decide(block, state, plies, codes, quickest, slowest, within, edges)
                    if code and plies > MAX_PLIES:
                        control[FAULT] = TOO_LONG
                    elif code:
                        codes[state] = code
                        news[0] = 1
            cuda.syncthreads()
            more = plies <= MAX_PLIES and (news[0] != 0 or plies < news[1])
            cuda.syncthreads()
            if not more:
                break
            plies += 1
        for state in range(thread, states, threads):
            marks = table[row_begin + state]
            table[row_begin + state] = codes[state]
            number = (marks & 1) * control[KEEPING] + (marks >> 1) * control[EXCHANGING]
            if number:
                cuda.atomic.add(seen, int64(codes[state]) - UNKNOWN, np.int32(number))
        cuda.syncthreads()
        for code in range(thread, CODES, threads):
            if seen[code]:
                cuda.atomic.add(counts, (stabilizer, code), int64(seen[code]))


def look_ahead(
    block: Any, state: Any, home: Any, key: Any,
    found: LayerSet, table: Any, images: Images, edges: Any, cache: Cache, control: Any,
) -> Any:  # fmt: skip
    """List a state's moves within its layer, and summarise those that leave it.

    Return the plies of the quickest win and of the slowest loss by moves that leave the layer, as in
    `retrograde.Exits`, and the number of moves listed, with BARS_LOSS set if another move is perpetual.
    """
    win, loss, moves, open_moves = NO_WIN, -1, 0, 0
    position = with_state(rules, int64(state), home)
    actions = legal(rules, position)
    won = winner_knowing(rules, position, actions)
    if contradicts(actions, won, 0):
        control[FAULT] = BROKEN
        return win, loss, 0
    if actions == 0:
        if won == position.turn:
            win = 0
        else:
            loss = 0
            if won != 3 - position.turn:
                control[FAULT] = DRAWN
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        index, child_key = state_index(rules, child), pack(rules, child, True)
        if child_key == key:
            edges[block, moves, state] = index | SAME_PLAYER if child.turn == position.turn else index
            moves += 1
            continue
        transition = (position.turn - 1) * MAX_ACTIONS + action
        if cache.keys[transition] != child_key:
            canonical, image = canonical_layer(rules, child)
            row = row_of(found, canonical)
            remember(cache, transition, child_key, row, image)
        else:
            row, image = cache.rows[transition], cache.images[transition]
        code = int64(table[row * int64(states) + images.maps[image, index]])
        if child.turn == position.turn:
            code = -code
        if code < 0:
            win = min(win, -code)
        elif code > 0:
            loss = max(loss, code)
        else:
            open_moves = BARS_LOSS
    return win, loss, moves | open_moves


def decide(block: Any, state: Any, plies: Any, codes: Any, quickest: Any, slowest: Any, within: Any, edges: Any) -> Any:
    """Return the code of a state that is won or lost in exactly `plies` plies, or 0 for any other state.

    Other threads may be storing codes of the same distance; these are ignored.
    """
    if quickest[state] == plies:
        return plies + 1
    lost, longest = within[state] < BARS_LOSS and quickest[state] == NO_WIN, int64(slowest[state])
    for move in range(within[state] & BARS_LOSS - 1):
        edge = int64(edges[block, move, state])
        code = int64(codes[edge & SAME_PLAYER - 1])
        if edge & SAME_PLAYER:
            code = -code
        if -plies <= code < 0:
            return plies + 1
        if 0 < code <= plies:
            longest = max(longest, code)
        else:
            lost = False
    return -plies - 1 if lost and longest <= plies else 0
