"""Solve a game layer by layer. A kernel module."""

from typing import Any, NamedTuple

import numpy as np

from gridduels.engine.kernels.contract import contradicts, excess_of, out_of_range, winner_knowing
from gridduels.engine.kernels.hash_tables import HashSet, number_of
from gridduels.engine.kernels.layout import MAX_ACTIONS, pack, state_index, unpack, with_field
from gridduels.engine.kernels.placeholders import (
    Matrix,
    Position,
    ReadOnlyVector,
    Rules,
    Vector,
    apply_symmetry,
    irreversible,
    kinds,
    legal,
    play,
    start,
    symmetries,
)
from gridduels.engine.kernels.probe import canonical_layer
from gridduels.engine.kernels.retrograde import NO_WIN, BucketQueue, Exits, Graph, propagate, reverse
from gridduels.engine.value import UNKNOWN

# --- Layers
#
# A layer consists of all positions with the same irreversible fields (Blockade Runner: obstacles and reserves). A move
# stays in its layer or leads to one in a later wave, never back. Within a layer, a position is identified by its state
# index, a small dense number, so a whole game is one table of bytes: a row per layer, a column per state. Layers that
# are images of each other under the game's symmetries share the row of their canonical form, the one with the smallest
# key.
#
# At first a row holds marks: bit 0 for positions reachable when Player 1 opens, bit 1 for Player 2. A symmetry either
# preserves the start, or swaps the two starts and with them the marks. Then the row gets codes (see `value`), either
# overwriting its marks or in another table, so that a row can be solved again.


TRANSITIONS = 2 * MAX_ACTIONS
WHOLE, FULL, LED_BACK, BROKEN = range(4)
"""The possible outcomes of `reach_layer`."""
UNSTATED_DRAW = -1
"""Returned in place of a number: a game ended without a winner, but layered games have no draws."""
BROKEN_AT = -2
"""Returned in place of a number, minus a position number: the rules break their contract there. Positions are numbered
row by row, state by state."""


class Layers(NamedTuple):
    """The layers known so far, each with a row of marks and a row of codes, which may be the same row.

    For each symmetry, `swaps` says whether it swaps the two starts, and `maps` gives each state's image. `fields`
    lists each state's fields, since decoding a state index takes divisions.
    """

    known: HashSet
    marks: Matrix
    codes: Matrix
    swaps: Vector
    maps: Matrix
    fields: Matrix


class TransitionCache(NamedTuple):
    """The last layer that each action of each player led to.

    From a given layer's positions, an action nearly always leads to the same later layer. For each transition,
    `entered` holds the fields of a position in that layer, followed by 1 if the entry is valid. The other arrays hold
    the layer's key, the key of its canonical form, the symmetry that maps it there, and its row.

    While layers are being reached, fields are compared instead of keys: the cached fields are in range, so any fields
    equal to them are too.
    """

    entered: Matrix
    keys: Vector
    canonical: Vector
    symmetry: Vector
    row: Vector


class Found(NamedTuple):
    """Layers that have no row yet, possibly with duplicates, and a row of marks for each."""

    keys: Vector
    marks: Matrix


class Frontier(NamedTuple):
    """Working memory for reaching new layers: a cache, a queue of states, the layers found, and the bits of forbidden
    actions."""

    cache: TransitionCache
    queue: Vector
    found: Found
    forbidden: int


class Scratch(NamedTuple):
    """Working memory for solving a layer: state to node and back, the graph with its exits, its nodes' codes, and a
    queue."""

    cache: TransitionCache
    node_at: Vector
    state_at: Vector
    graph: Graph
    exits: Exits
    codes: Vector
    queue: BucketQueue


def at_state(layers: Layers, state: int, base: Position) -> Position:
    """Return a layer's position with this state index; `base` is any position in the layer."""
    for field in range(len(kinds)):
        if not irreversible[field]:
            base = with_field(base, field, layers.fields[state, field])
    return base


def add_marks(table: Matrix, row: int, state: int, marks: int) -> None:
    """Add marks to a state. Compiled code uses an atomic operation, since threads may share a row."""
    table[row, state] |= marks


def swapped(marks: int, swap: int) -> int:
    """Return an image's marks."""
    return (marks >> 1 | marks << 1) & 3 if swap else marks


def mark_images(rules: Rules, layers: Layers, layer: int, base: Position) -> int:
    """Mark the images of all marked states under the symmetries that map the layer to itself.

    Return the order of the stabilizer: the number of such symmetries.
    """
    row, stabilizer = layers.marks[layer], 1
    for symmetry in range(1, symmetries):
        if pack(rules, apply_symmetry(rules, base, symmetry), True) == layers.known.keys[layer]:
            stabilizer += 1
            for state in range(len(row)):
                row[layers.maps[symmetry, state]] |= swapped(row[state], layers.swaps[symmetry])
    return stabilizer


def clear_cache(cache: TransitionCache) -> None:
    """Clear the transitions cached for another layer."""
    for transition in range(TRANSITIONS):  # a slice assignment takes numba two seconds to compile
        cache.entered[transition, len(kinds)] = 0
        cache.keys[transition] = -1


def remember_transition(rules: Rules, known: HashSet, cache: TransitionCache, transition: int, child: Position) -> None:
    """Cache the layer that an action leads to."""
    canonical, symmetry = canonical_layer(rules, child)
    for field in range(len(kinds)):
        cache.entered[transition, field] = child[field]
    cache.entered[transition, len(kinds)] = 1
    cache.keys[transition], cache.canonical[transition] = pack(rules, child, True), canonical
    cache.symmetry[transition], cache.row[transition] = symmetry, number_of(known, canonical)


def is_remembered(cache: TransitionCache, transition: int, child: Position) -> bool:
    """Return whether the cache says that an action leads to a position's layer."""
    other = 1 - cache.entered[transition, len(kinds)]
    for field in range(len(kinds)):
        if irreversible[field]:
            other |= cache.entered[transition, field] ^ child[field]
    return other == 0


def in_layer(child: Position, base: Position) -> bool:
    """Return whether two positions are in the same layer."""
    other = 0
    for field in range(len(kinds)):
        if irreversible[field]:
            other |= child[field] ^ base[field]
    return other == 0


def reach_layers(
    rules: Rules, layers: Layers, first: int, last: int, wave_end: int, frontier: Frontier
) -> tuple[int, int]:
    """Mark everything reachable from the marks in the rows first..last, in these rows and in later layers.

    Return early if the frontier is full of layers without a row. Return how many rows are done (-1 if a move leads back
    to a layer in this wave or an earlier one, BROKEN_AT - n if the rules break their contract at position n) and how
    many layers were found.
    """
    count = 0
    for layer in range(first, last):
        base = unpack(rules, layers.known.keys[layer], start(rules), True)
        mark_images(rules, layers, layer, base)
        count, ending = reach_layer(rules, layers, layer, base, wave_end, frontier, count)
        if ending == FULL:
            return layer - first, count
        if ending == LED_BACK:
            return -1, 0
        if ending == BROKEN:
            return BROKEN_AT - layer * len(layers.marks[layer]) - count, 0
    return last - first, count


def reach_layer(
    rules: Rules, layers: Layers, layer: int, base: Position, wave_end: int, frontier: Frontier, count: int
) -> tuple[int, int]:
    """Mark everything reachable from the marks in one row; return the number of layers found, and the outcome.

    If the outcome is BROKEN, the number is the state at which the rules break their contract.
    """
    row = layers.marks[layer]
    cache, queue, found, forbidden = frontier
    clear_cache(cache)
    queued, done = 0, 0
    for state in range(len(row)):
        if row[state]:
            queue[queued] = state
            queued += 1
    # A state is queued once if it is marked at the beginning, and again whenever it gets a mark. Each of its two marks
    # can be added only once, so the queue holds at most two entries per state.
    while done < queued:
        marks = row[queue[done]]
        position = at_state(layers, queue[done], base)
        done += 1
        actions = legal(rules, position)
        if actions & forbidden:
            return queue[done - 1], BROKEN
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            if excess_of(rules, child, True):
                return queue[done - 1], BROKEN
            state = state_index(rules, child)
            if in_layer(child, base):
                if row[state] | marks != row[state]:
                    row[state] |= marks
                    queue[queued] = state
                    queued += 1
                continue
            transition = (position.turn - 1) * MAX_ACTIONS + action
            if not is_remembered(cache, transition, child):
                if out_of_range(rules, child):
                    return queue[done - 1], BROKEN
                remember_transition(rules, layers.known, cache, transition, child)
                # Rows before wave_end belong to this wave or an earlier one. Marks may only go to later rows, because
                # other threads are reading this wave's rows.
                if 0 <= cache.row[transition] < wave_end:
                    return count, LED_BACK
                if cache.row[transition] < 0:
                    if count == len(found.keys):
                        return count, FULL
                    found.keys[count] = cache.canonical[transition]
                    count += 1
                    cache.row[transition] = -count  # negative: found[count - 1], which has no row yet
            number, symmetry = cache.row[transition], cache.symmetry[transition]
            state = layers.maps[symmetry, state]
            added = swapped(marks, layers.swaps[symmetry])
            if number < 0:
                found.marks[-number - 1, state] |= added
            elif layers.marks[number, state] | added != layers.marks[number, state]:
                add_marks(layers.marks, number, state, added)
    return count, WHOLE


def merge_marks(layers: Layers, found: Found) -> None:
    """Add the marks of layers that have been assigned a row since they were found."""
    for index in range(len(found.keys)):
        number = number_of(layers.known, found.keys[index])
        for state in range(layers.marks.shape[1]):
            if found.marks[index, state]:
                add_marks(layers.marks, number, state, found.marks[index, state])


def solve_layers(rules: Rules, layers: Layers, first: int, last: int, scratch: Scratch, counts: Matrix) -> int:
    """Find the codes of the marked states in the rows first..last; later layers must already be solved.

    Return the greatest distance, UNSTATED_DRAW, or BROKEN_AT - n if the rules break their contract at position n. Add
    to `counts` the number of positions with each code that are reachable when Player 1 opens.
    """
    most = 0
    for layer in range(first, last):
        base = unpack(rules, layers.known.keys[layer], start(rules), True)
        stabilizer = mark_images(rules, layers, layer, base)
        nodes = build_graph(rules, layers, layer, base, scratch)
        if nodes == UNSTATED_DRAW:
            return UNSTATED_DRAW
        if nodes < 0:
            return nodes - layer * len(layers.marks[layer])
        reverse(nodes, scratch.graph)
        most = max(most, propagate(nodes, scratch.graph, scratch.exits, scratch.codes, scratch.queue))
        store_codes(layers, layer, scratch, stabilizer, counts)
    return most


def build_graph(rules: Rules, layers: Layers, layer: int, base: Position, scratch: Scratch) -> int:
    """Build the graph of a layer's marked positions; moves that leave the layer become its exits.

    Return the number of nodes, UNSTATED_DRAW, or BROKEN_AT minus a state.
    """
    row, cache, graph, exits = layers.marks[layer], scratch.cache, scratch.graph, scratch.exits
    clear_cache(cache)
    nodes, edges = 0, 0
    for state in range(len(row)):
        if row[state]:
            scratch.node_at[state], scratch.state_at[nodes] = nodes, state
            nodes += 1
    for node in range(nodes):
        graph.first[node] = edges
        quickest, slowest, pending = NO_WIN, -1, 0
        position = at_state(layers, scratch.state_at[node], base)
        actions = legal(rules, position)
        won = winner_knowing(rules, position, actions)
        if contradicts(actions, won, 0):
            return BROKEN_AT - scratch.state_at[node]
        if actions == 0:
            if won == position.turn:
                quickest = 0
            elif won == 3 - position.turn:
                slowest = 0
            else:
                return UNSTATED_DRAW
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            same_player = child.turn == position.turn
            state = state_index(rules, child)
            key = pack(rules, child, True)
            if key == layers.known.keys[layer]:
                graph.successors[edges] = ~scratch.node_at[state] if same_player else scratch.node_at[state]
                edges += 1
                pending += 1
                continue
            transition = (position.turn - 1) * MAX_ACTIONS + action
            if cache.keys[transition] != key:
                remember_transition(rules, layers.known, cache, transition, child)
            # A later layer is already solved, and this state is marked there: its code is not UNKNOWN. A code is plies
            # + 1, negative for a loss, so abs(code) is the number of plies counted from the position before the move.
            code: Any = np.int64(layers.codes[cache.row[transition], layers.maps[cache.symmetry[transition], state]])
            if same_player:
                code = -code
            if code < 0:
                quickest = min(quickest, -code)
            slowest = max(slowest, code)
            pending += code == 0
        exits.quickest[node], exits.slowest[node], exits.pending[node] = quickest, slowest, pending
    graph.first[nodes] = edges
    return nodes


def store_codes(layers: Layers, layer: int, scratch: Scratch, stabilizer: int, counts: Matrix) -> None:
    """Store a row's codes, and count the positions of all layers that share it.

    Every symmetry leads to one of these layers; each layer is reached by as many symmetries as the stabilizer contains.
    """
    exchanging = 0
    for symmetry in range(symmetries):
        exchanging += layers.swaps[symmetry]
    keeping = symmetries - exchanging
    row = layers.codes[layer]
    for state in range(len(row)):
        marks = layers.marks[layer, state]
        row[state] = UNKNOWN
        if marks:
            code = scratch.codes[scratch.node_at[state]]
            row[state] = code
            counts[stabilizer, code - UNKNOWN] += (marks & 1) * keeping + (marks >> 1) * exchanging


# --- Packing solved rows into the records of a layered table
#
# A record stores the set of digits that occur in each field, and a code for every combination of these digits.


def find_digits(digits: Matrix, first: int, last: int, table: Matrix, digit_sets: Matrix, sizes: Vector) -> None:
    """Find the digits that occur in each field in the rows first..last, and the number of codes in each record.

    digits[state, field] is the digit of a field in a state index.
    """
    for row in range(first, last):
        for state in range(len(digits)):
            if table[row, state] != UNKNOWN:
                for field in range(digits.shape[1]):
                    digit_sets[row, field] |= 1 << digits[state, field]
        size = 1
        for field in range(digits.shape[1]):
            size *= digit_sets[row, field].bit_count()
        sizes[row] = size


def pack_rows(digits: Matrix, rows: ReadOnlyVector, table: Matrix, digit_sets: Matrix, codes: Vector) -> int:
    """Fill in the codes of the rows' records, one after another; return how many there are."""
    end = 0
    for index in range(len(rows)):
        row = rows[index]
        for state in range(len(digits)):
            missing = False
            for field in range(digits.shape[1]):
                missing |= not digit_sets[row, field] >> digits[state, field] & 1
            if not missing:
                codes[end] = table[row, state]
                end += 1
    return end
