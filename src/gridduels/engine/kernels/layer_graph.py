"""Lists one layer of a game as a graph: its positions with their moves within it, and what the moves that leave it are
worth. A kernel module that also serves uncompiled, so it needs no numpy.

A layer is all positions that share the irreversible fields of a game; a game without any is one layer.
"""

from typing import Any, NamedTuple

from gridduels.engine.kernels.hash_set import slot_of
from gridduels.engine.kernels.layout import pack, place_of, unpack
from gridduels.engine.kernels.probe import code_in_record, find_record, layered, look_up, rank_of
from gridduels.engine.kernels.retrograde import NO_WIN
from gridduels.engine.value import UNKNOWN

MOST_ACTIONS = 64
DONE, FOUND, EDGES = range(3)
"""Places in `Graph.control`: positions expanded, positions and moves found so far."""
ENTERED, RECORD, IMAGE = range(3)
"""What is remembered of a transition, one player's action, which nearly always leads to the same later layer: the key
of that layer, its record in the table, and the symmetry that takes the layer to the one in the record."""


class Graph(NamedTuple):
    """Positions by number with their moves: those of position n lead to successors[first[n]:first[n + 1]]. The rest is
    what `retrograde.strike_out` and `settle` want to know of the moves that leave the layer."""

    keys: Any
    slots: Any
    first: Any
    successors: Any
    quickest: Any
    slowest: Any
    perpetual: Any
    control: Any


class Beyond(NamedTuple):
    """What is known of later layers: the arrays of a table; keys and codes of positions that are not in it, sorted;
    where each symmetry takes a place; and the transitions, to be filled in."""

    table: Any
    other_keys: Any
    other_codes: Any
    maps: Any
    transitions: Any


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def canonicalize(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def has_room(graph: Any, count: Any, edges: Any) -> Any:
    """Whether the moves of one more position fit."""
    return (
        count + MOST_ACTIONS < len(graph.keys)
        and 2 * (count + MOST_ACTIONS) <= len(graph.slots)
        and edges + MOST_ACTIONS <= len(graph.successors)
    )


def expand_layer(rules: Any, sample: Any, graph: Any, beyond: Any) -> None:
    """Expands the positions in `graph` one after the other, and lists what it finds behind them in the layer of
    `sample`. It ends when all are expanded or an array has no room; called again with longer ones, it goes on."""
    layer = pack(rules, sample, True)
    number, count, edges = graph.control[DONE], graph.control[FOUND], graph.control[EDGES]
    while number < count and has_room(graph, count, edges):
        position = unpack(rules, graph.keys[number], sample, False)
        actions = legal(rules, position)
        quickest: Any = NO_WIN
        slowest: Any = -1
        perpetual = 0
        if actions == 0 and winner(rules, position) == position.turn:
            quickest = 0
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            later = pack(rules, child, True)
            if later == layer:
                key = pack(rules, child, False)
                slot = slot_of(graph.slots, graph.keys, key)
                if graph.slots[slot] == 0:
                    graph.keys[count] = key
                    count += 1
                    graph.slots[slot] = count
                graph.successors[edges] = graph.slots[slot] - 1
                edges += 1
                continue
            transition = beyond.transitions[(position.turn - 1) * MOST_ACTIONS + action]
            code = code_beyond(rules, child, later, transition, beyond)
            if code < 0:
                quickest = min(quickest, -code)
            slowest = max(slowest, code)
            perpetual += code == 0
        graph.quickest[number], graph.slowest[number], graph.perpetual[number] = quickest, slowest, perpetual
        number += 1
        graph.first[number] = edges
    graph.control[DONE], graph.control[FOUND], graph.control[EDGES] = number, count, edges


def code_beyond(rules: Any, child: Any, layer: Any, transition: Any, beyond: Any) -> Any:
    """The code of a position in a later layer."""
    code: Any = UNKNOWN
    if not layered:
        code = int(look_up(rules, child, beyond.table))
    elif transition[ENTERED] != layer:
        transition[RECORD], transition[IMAGE] = find_record(rules, child, beyond.table)
        transition[ENTERED] = layer
    if transition[RECORD] >= 0:
        place = beyond.maps[transition[IMAGE]][place_of(rules, child)]
        code = int(code_in_record(rules, transition[RECORD], place, beyond.table))
    if code == UNKNOWN:
        code = int(beyond.other_codes[rank_of(beyond.other_keys, pack(rules, canonicalize(rules, child), False))])
    return code
