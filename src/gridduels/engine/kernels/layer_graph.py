"""Enumerate one layer of a game as a graph. A kernel module that also runs as plain Python, so it does not use numpy.

The graph contains the layer's positions and the moves between them; moves that leave the layer are summarised by their
values. A layer consists of all positions with the same irreversible fields; a game without such fields is a single
layer.
"""

from typing import NamedTuple

from gridduels.engine.kernels.hash_tables import HashSet, enter
from gridduels.engine.kernels.layout import MAX_ACTIONS, pack, state_index, unpack
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
    winner,
)
from gridduels.engine.kernels.probe import TableArrays, code_in_record, find_record, look_up, rank_of
from gridduels.engine.kernels.retrograde import NO_WIN, Exits
from gridduels.engine.value import UNKNOWN

TRANSITIONS = 2 * MAX_ACTIONS
DONE, FOUND, EDGES = range(3)
"""Indices into `LayerGraph.control`: positions expanded, positions found and moves found so far."""
CONTROL_FIELDS = 3


class LayerGraph(NamedTuple):
    """Positions by number. The moves of position n lead to successors[first[n]:first[n + 1]]."""

    known: HashSet
    first: Vector
    successors: Vector
    exits: Exits
    control: Vector


class RecordCache(NamedTuple):
    """The last layer that each action of each player led to: its key, its record in the table, and the symmetry.

    From a given layer's positions, an action nearly always leads to the same later layer.
    """

    entered: Vector
    record: Vector
    symmetry: Vector


class LaterLayers(NamedTuple):
    """The values of later layers.

    A table's arrays; sorted keys and codes of positions that are not in it; each symmetry's state map; and a cache.
    """

    table: TableArrays
    other_keys: ReadOnlyVector
    other_codes: ReadOnlyVector
    maps: Matrix
    cache: RecordCache


def has_space(graph: LayerGraph, count: int, edges: int) -> bool:
    """Return whether there is room for another position's moves."""
    return (
        count + MAX_ACTIONS < len(graph.known.keys)
        and 2 * (count + MAX_ACTIONS) <= len(graph.known.slots)
        and edges + MAX_ACTIONS <= len(graph.successors)
    )


def expand_layer(rules: Rules, template: Position, graph: LayerGraph, later: LaterLayers) -> None:
    """Expand the known positions in turn, and enter those their moves lead to in the layer of `template`.

    Return when all are expanded or an array is full; when called again with longer arrays, continue.
    """
    layer = pack(rules, template, True)
    (keys, _), first, successors, exits, control = graph
    number, count, edges = control[DONE], control[FOUND], control[EDGES]
    while number < count and has_space(graph, count, edges):
        position = unpack(rules, keys[number], template, False)
        actions = legal(rules, position)
        quickest, slowest, pending = NO_WIN, -1, 0
        if actions == 0 and winner(rules, position) == position.turn:
            quickest = 0
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            entered = pack(rules, child, True)
            if entered == layer:
                key = pack(rules, child, False)
                target = enter(graph.known, key, count)
                count = max(count, target + 1)
                successors[edges] = -target - 1 if child.turn == position.turn else target
                edges += 1
                pending += 1
                continue
            code = later_code(rules, child, entered, (position.turn - 1) * MAX_ACTIONS + action, later)
            if child.turn == position.turn:
                code = -code
            if code < 0:
                quickest = min(quickest, -code)
            slowest = max(slowest, code)
            pending += code == 0
        exits.quickest[number], exits.slowest[number], exits.pending[number] = quickest, slowest, pending
        number += 1
        first[number] = edges
    control[DONE], control[FOUND], control[EDGES] = number, count, edges


def later_code(rules: Rules, child: Position, layer: int, transition: int, later: LaterLayers) -> int:
    """Return the code of a position in a later layer."""
    cache, code = later.cache, UNKNOWN
    if not layered:
        code = int(look_up(rules, child, later.table))
    elif cache.entered[transition] != layer:
        cache.record[transition], cache.symmetry[transition] = find_record(rules, child, later.table)
        cache.entered[transition] = layer
    if cache.record[transition] >= 0:
        state = later.maps[cache.symmetry[transition]][state_index(rules, child)]
        code = int(code_in_record(rules, cache.record[transition], state, later.table))
    if code == UNKNOWN:
        code = int(later.other_codes[rank_of(later.other_keys, pack(rules, canonicalize(rules, child), False))])
    return code
