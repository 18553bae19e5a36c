"""Enumerates one layer of a game as a graph: its positions with their moves within it, and what the moves that leave it
are worth. A kernel module that also serves uncompiled, so it needs no numpy.

A layer is all positions that share the irreversible fields of a game; a game without any is one layer.
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
"""Indices into `LayerGraph.control`: positions expanded, positions and moves found so far."""
CONTROL_FIELDS = 3


class LayerGraph(NamedTuple):
    """Positions by number with their moves: those of position n lead to successors[first[n]:first[n + 1]]."""

    known: HashSet
    first: Vector
    successors: Vector
    exits: Exits
    control: Vector


class RecordCache(NamedTuple):
    """Where each action of each player leads. It nearly always leads from a layer to the same later one, so that is
    remembered: the key of that layer, its record in the table, and the symmetry that takes it there."""

    entered: Vector
    record: Vector
    symmetry: Vector


class LaterLayers(NamedTuple):
    """What is known of later layers: the arrays of a table; keys and codes of positions that are not in it, sorted;
    where each symmetry takes a state; and a cache."""

    table: TableArrays
    other_keys: ReadOnlyVector
    other_codes: ReadOnlyVector
    maps: Matrix
    cache: RecordCache


def has_space(graph: LayerGraph, count: int, edges: int) -> bool:
    """Whether the moves of one more position fit."""
    return (
        count + MAX_ACTIONS < len(graph.known.keys)
        and 2 * (count + MAX_ACTIONS) <= len(graph.known.slots)
        and edges + MAX_ACTIONS <= len(graph.successors)
    )


def expand_layer(rules: Rules, template: Position, graph: LayerGraph, later: LaterLayers) -> None:
    """Expands the known positions one after the other, and enters what it finds behind them in the layer of `template`.
    It ends when all are expanded or an array has no space; called again with longer ones, it goes on."""
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
    """The code of a position in a later layer."""
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
