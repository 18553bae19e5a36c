"""Makes a proof level by level: which positions come about when one side answers well. A kernel module that
also serves uncompiled.

A claim says that one side, the prover, gets at least some score (see `alpha_beta`). A level of its proof holds the
positions after so many plies as entries: a key where the other side is to move, ~key where the prover is. Where the
other side moves, every move is followed; where the prover does, the first one that is good enough.
"""

from typing import Any

import numpy as np

from gridduels.engine.kernels.layout import MAX_ACTIONS, unpack
from gridduels.engine.kernels.placeholders import legal
from gridduels.engine.kernels.protocols import Position, ReadOnlyVector, Rules, Vector
from gridduels.engine.kernels.searching.alpha_beta import BROKEN_KEY, number_type, order_children, search


def is_enough(rules: Rules, position: Position, provers: bool, wanted: int, table: Vector, control: Vector) -> bool:
    """Whether the prover gets the score that is wanted; `provers` says whose turn it is."""
    if provers:
        return search(rules, position, wanted - 1, wanted, table, control, 0) >= wanted
    return search(rules, position, -wanted, -wanted + 1, table, control, 0) <= -wanted


def entries_after(
    rules: Rules, template: Position, entries: ReadOnlyVector, wanted: int, table: Vector, control: Vector
) -> Vector:
    """The entries of the next level that some entries need, where games are not over; `wanted` is the prover's score
    there. Too few when told to stop, or when the rules break their contract."""
    found: Any = np.empty(len(entries) * MAX_ACTIONS, number_type)
    children, replies = np.zeros(MAX_ACTIONS, number_type), np.zeros(MAX_ACTIONS, number_type)
    count = 0
    for number in range(len(entries)):
        provers = entries[number] < 0
        position = unpack(rules, ~entries[number] if provers else entries[number], template, False)
        moves = order_children(rules, position, legal(rules, position), children, replies, 0)
        if moves < 0:
            control[BROKEN_KEY] = ~entries[number] if provers else entries[number]
        if control[BROKEN_KEY]:
            break
        for move in range(moves):
            same_player = children[move] < 0
            key = ~children[move] if same_player else children[move]
            child = unpack(rules, key, template, False)
            provers_then = provers == same_player
            if provers and not is_enough(rules, child, provers_then, wanted, table, control):
                continue
            if legal(rules, child):
                found[count] = ~key if provers_then else key
                count += 1
            if provers:
                break
    entries_found: Vector = found[:count].copy()
    return entries_found
