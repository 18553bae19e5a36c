"""Solves a game frame by frame. A kernel module.

A frame is all positions that share the fields a game calls lasting (Blockade Runner: obstacles and reserves). A move
stays in its frame or leads to a frame of a later stage, never back. Within a frame a position is its place, a small
dense number, so a whole game is one table of bytes: a row a frame, a column a place.
Frames that are images of each other under a symmetry that keeps the start in place share a row.
"""

from typing import Any

import numpy as np

from gridduels.engine.keys import number_of
from gridduels.engine.layout import pack, place_of, put_place, unpack
from gridduels.engine.probe import least_frame
from gridduels.engine.retrograde import NO_WIN, reverse, settle
from gridduels.engine.value import MOST_PLIES, UNKNOWN

REACHED = 0
MOST_ACTIONS = 64
DOORS = 2 * MOST_ACTIONS
"""A door is one player's action. It nearly always leads from a frame to the same later one, so that is remembered."""


def start(rules: Any) -> Any:
    """Bound to the game's own."""


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def turned(rules: Any, position: Any, symmetry: Any) -> Any:
    """Bound to the game's own."""


def place_maps(rules: Any, symmetries: Any, places: Any) -> Any:
    """maps[number, place]: where the symmetry of that number takes a place."""
    maps = np.empty((len(symmetries), places), np.int32)
    for place in range(places):
        position = put_place(rules, place, start(rules))
        for number in range(len(symmetries)):
            maps[number, place] = place_of(rules, turned(rules, position, symmetries[number]))
    return maps


def mark_images(rules: Any, symmetries: Any, maps: Any, home: Any, key: Any, row: Any) -> Any:
    """Marks the images of the marks in a row whose frame is its own image.

    It is entered from a frame and from that frame's image, but only one of these two has a row.
    """
    for number in range(1, len(symmetries)):
        if pack(rules, turned(rules, home, symmetries[number]), True) == key:
            for place in range(len(row)):
                if row[place] == REACHED:
                    row[maps[number, place]] = REACHED


def reach_frames(
    rules: Any,
    symmetries: Any,
    maps: Any,
    first: Any,
    last: Any,
    wave_end: Any,
    frame_keys: Any,
    slots: Any,
    table: Any,
    found: Any,
) -> Any:
    """Marks what can be reached from the marks in the rows first..last, within them and in later frames.

    Keys of frames that have no row yet are written to `found` (with repetitions); once they have one, another run
    marks the rest. Returns how many were found, or -1 when a move leads back to a frame of this wave or before it.
    """
    places = table.shape[1]
    queue = np.empty(places, np.int32)
    entered = np.full(DOORS, -1, np.int64)
    frames = np.zeros(DOORS, np.int64)
    images = np.zeros(DOORS, np.int64)
    count = 0
    for frame in range(first, last):
        row = table[frame]
        home = unpack(rules, frame_keys[frame], start(rules), True)
        mark_images(rules, symmetries, maps, home, frame_keys[frame], row)
        queued = 0
        for place in range(places):
            if row[place] == REACHED:
                queue[queued] = place
                queued += 1
        done = 0
        while done < queued:
            position = put_place(rules, queue[done], home)
            done += 1
            actions = legal(rules, position)
            while actions:
                action = (actions & -actions).bit_length() - 1
                actions &= actions - 1
                child = play(rules, position, action)
                place = place_of(rules, child)
                key = pack(rules, child, True)
                if key == frame_keys[frame]:
                    if row[place] == UNKNOWN:
                        row[place] = REACHED
                        queue[queued] = place
                        queued += 1
                    continue
                door = (position.turn - 1) * MOST_ACTIONS + action
                if entered[door] != key:
                    entered[door] = key
                    least, images[door] = least_frame(rules, child, symmetries)
                    frames[door] = number_of(slots, frame_keys, least)
                    if frames[door] < 0:
                        if count == len(found):
                            return count
                        found[count] = least
                        count += 1
                    elif frames[door] < wave_end:
                        return -1
                if frames[door] >= 0:
                    table[frames[door], maps[images[door], place]] = REACHED
    return count


def solve_frames(
    rules: Any, symmetries: Any, maps: Any, first: Any, last: Any, frame_keys: Any, slots: Any, table: Any
) -> Any:
    """Replaces the marks in the rows first..last by values; later frames must be solved. Returns the most plies."""
    places = table.shape[1]
    entered = np.full(DOORS, -1, np.int64)
    frames = np.zeros(DOORS, np.int64)
    images = np.zeros(DOORS, np.int64)
    node_at = np.empty(places, np.int32)
    place_at = np.empty(places, np.int32)
    first_edge = np.empty(places + 1, np.int32)
    first_back = np.empty(places + 1, np.int32)
    successors = np.empty(places * MOST_ACTIONS, np.int32)
    predecessors = np.empty(places * MOST_ACTIONS, np.int32)
    quickest = np.empty(places, np.int32)
    slowest = np.empty(places, np.int32)
    pending = np.empty(places, np.int32)
    codes = np.empty(places, np.int8)
    queue = np.empty(places, np.int32)
    next_waiting = np.empty(places, np.int32)
    waiting = np.empty(MOST_PLIES + 2, np.int32)
    most = 0
    for frame in range(first, last):
        row = table[frame]
        home = unpack(rules, frame_keys[frame], start(rules), True)
        nodes = 0
        for place in range(places):
            if row[place] != UNKNOWN:
                node_at[place] = nodes
                place_at[nodes] = place
                nodes += 1
        edges = 0
        for node in range(nodes):
            position = put_place(rules, place_at[node], home)
            first_edge[node] = edges
            quick: Any = NO_WIN
            slow: Any = -1
            open_moves = 0
            actions = legal(rules, position)
            if actions == 0:
                if winner(rules, position) == position.turn:
                    quick = 0
                else:
                    slow = 0
            while actions:
                action = (actions & -actions).bit_length() - 1
                actions &= actions - 1
                child = play(rules, position, action)
                key = pack(rules, child, True)
                if key == frame_keys[frame]:
                    successors[edges] = node_at[place_of(rules, child)]
                    edges += 1
                    open_moves += 1
                    continue
                door = (position.turn - 1) * MOST_ACTIONS + action
                if entered[door] != key:
                    entered[door] = key
                    least, images[door] = least_frame(rules, child, symmetries)
                    frames[door] = number_of(slots, frame_keys, least)
                code = np.int64(table[frames[door], maps[images[door], place_of(rules, child)]])
                quick = min(quick, -code if code < 0 else NO_WIN)
                slow = max(slow, code)
                open_moves += code == 0
            quickest[node], slowest[node], pending[node] = quick, slow, open_moves
        first_edge[nodes] = edges
        reverse(nodes, first_edge, successors, first_back, predecessors)
        most = max(
            most,
            settle(nodes, first_back, predecessors, quickest, slowest, pending, codes, queue, waiting, next_waiting),
        )
        for node in range(nodes):
            row[place_at[node]] = codes[node]
    return most
