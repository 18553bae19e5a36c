"""Solves a game frame by frame. A kernel module.

A frame is all positions that share their irreversible fields (Blockade Runner: obstacles and reserves). A move
stays in its frame or leads to a frame of a later wave, never back. Within a frame a position is its place, a small
dense number, so a whole game is one table of bytes: a row a frame, a column a place. Frames that are images of each
other under the game's symmetries share a row, that of the image with the least key.

First a row holds marks: bit 0 for what can come about when Player 1 opens, bit 1 for Player 2. A symmetry keeps the
start, or exchanges the two starts and with them the marks. Then it holds codes (see `value`).
"""

from typing import Any

import numpy as np

from gridduels.engine.kernels.hash_set import number_of
from gridduels.engine.kernels.layout import pack, place_of, put_place, unpack
from gridduels.engine.kernels.probe import least_frame
from gridduels.engine.kernels.retrograde import NO_WIN, reverse, settle
from gridduels.engine.value import UNKNOWN

MOST_ACTIONS = 64
DOORS = 2 * MOST_ACTIONS
"""A door is one player's action. It nearly always leads from a frame to the same later one, so that is remembered."""
ENTERED, LEAST, IMAGE, ROW = range(4)
"""What is remembered of a door: the key of the frame behind it, the least key among its images, which image that is,
and its row."""
DOOR_FIELDS = 4
NODE_AT, PLACE_AT, FIRST_EDGE, FIRST_BACK, QUICKEST, SLOWEST, PENDING, CODES, QUEUE, NEXT_WAITING = range(10)
"""Rows of the `room` to work on one frame in: what is kept for each of its positions."""
NODE_FIELDS = 10
WHOLE, FULL, LED_BACK = range(3)
"""How `reach_frame` ended."""


def start(rules: Any) -> Any:
    """Bound to the game's own."""


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def apply_symmetry(rules: Any, position: Any, symmetry: Any) -> Any:
    """Bound to the game's own."""


def add_marks(table: Any, row: Any, place: Any, marks: Any) -> Any:
    """Adds marks to those of a place; compiled code has a way to do it while other threads do the same."""
    table[row, place] |= marks


def swapped(marks: Any, swap: Any) -> Any:
    """The marks of an image."""
    return (marks >> 1 | marks << 1) & 3 if swap else marks


def mark_images(rules: Any, symmetries: Any, swaps: Any, maps: Any, home: Any, key: Any, row: Any) -> Any:
    """Marks the images of the marks in a row whose frame is its own image; returns how many symmetries make it so."""
    fixing = 1
    for number in range(1, len(symmetries)):
        if pack(rules, apply_symmetry(rules, home, symmetries[number]), True) == key:
            fixing += 1
            for place in range(len(row)):
                row[maps[number, place]] |= swapped(row[place], swaps[number])
    return fixing


def close_doors(doors: Any) -> None:
    """Forgets where the doors led in another frame."""
    for door in range(len(doors)):  # a slice assignment takes numba two seconds to compile
        doors[door, ENTERED] = -1


def open_door(rules: Any, symmetries: Any, keys: Any, slots: Any, door: Any, child: Any, key: Any) -> None:
    """Remembers where a door leads."""
    least, image = least_frame(rules, child, symmetries)
    door[ENTERED], door[LEAST], door[IMAGE], door[ROW] = key, least, image, number_of(slots, keys, least)


def reach_frames(
    rules: Any,
    symmetries: Any,
    swaps: Any,
    maps: Any,
    first: Any,
    last: Any,
    wave_end: Any,
    keys: Any,
    slots: Any,
    table: Any,
    doors: Any,
    queue: Any,
    found: Any,
    found_marks: Any,
) -> Any:
    """Marks what can be reached from the marks in the rows first..last, within them and in later frames.

    Frames that have no row yet go to `found` (some more than once), and their marks to the rows of `found_marks`. Ends
    early when these are full. Returns how many rows are done (-1 when a move leads back to a frame of this wave or
    before it) and how many frames were found. `doors` and `queue` are room to work in.
    """
    count = 0
    for frame in range(first, last):
        home = unpack(rules, keys[frame], start(rules), True)
        mark_images(rules, symmetries, swaps, maps, home, keys[frame], table[frame])
        count, ending = reach_frame(
            rules, symmetries, swaps, maps, frame, home, wave_end,
            keys, slots, table, doors, queue, found, found_marks, count,
        )  # fmt: skip
        if ending == FULL:
            return frame - first, count
        if ending == LED_BACK:
            return -1, 0
    return last - first, count


def reach_frame(
    rules: Any,
    symmetries: Any,
    swaps: Any,
    maps: Any,
    frame: Any,
    home: Any,
    wave_end: Any,
    keys: Any,
    slots: Any,
    table: Any,
    doors: Any,
    queue: Any,
    found: Any,
    found_marks: Any,
    count: Any,
) -> Any:
    """Marks what can be reached from the marks in one row; returns how many frames are found now, and how it ended."""
    row = table[frame]
    close_doors(doors)
    queued, done = 0, 0
    for place in range(len(row)):
        if row[place]:
            queue[queued] = place
            queued += 1
    while done < queued:
        marks = row[queue[done]]
        position = put_place(rules, queue[done], home)
        done += 1
        actions = legal(rules, position)
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            place = place_of(rules, child)
            key = pack(rules, child, True)
            if key == keys[frame]:
                if row[place] | marks != row[place]:
                    row[place] |= marks
                    queue[queued] = place
                    queued += 1
                continue
            door = doors[(position.turn - 1) * MOST_ACTIONS + action]
            if door[ENTERED] != key:
                open_door(rules, symmetries, keys, slots, door, child, key)
                if 0 <= door[ROW] < wave_end:
                    return count, LED_BACK
                if door[ROW] < 0:
                    if count == len(found):
                        return count, FULL
                    found[count] = door[LEAST]
                    count += 1
                    door[ROW] = -count
            number, image = door[ROW], door[IMAGE]
            place = maps[image, place]
            added = swapped(marks, swaps[image])
            if number < 0:
                found_marks[-number - 1, place] |= added
            elif table[number, place] | added != table[number, place]:
                add_marks(table, number, place, added)
    return count, WHOLE


def merge_marks(keys: Any, slots: Any, table: Any, found: Any, found_marks: Any) -> None:
    """Adds the marks of frames that have got a row meanwhile."""
    for index in range(len(found)):
        number = number_of(slots, keys, found[index])
        for place in range(table.shape[1]):
            if found_marks[index, place]:
                add_marks(table, number, place, found_marks[index, place])


def solve_frames(
    rules: Any,
    symmetries: Any,
    swaps: Any,
    maps: Any,
    first: Any,
    last: Any,
    keys: Any,
    slots: Any,
    table: Any,
    doors: Any,
    room: Any,
    edges: Any,
    waiting: Any,
    counts: Any,
) -> Any:
    """Replaces the marks in the rows first..last by codes; later frames must be solved. Returns the most plies.

    Adds up in `counts` how many positions of each code can come about when Player 1 opens. The arrays from `doors` to
    `waiting` are room to work in.
    """
    most = 0
    for frame in range(first, last):
        row = table[frame]
        home = unpack(rules, keys[frame], start(rules), True)
        fixing = mark_images(rules, symmetries, swaps, maps, home, keys[frame], row)
        nodes = list_moves(rules, symmetries, maps, frame, home, keys, slots, table, doors, room, edges[0])
        reverse(nodes, room[FIRST_EDGE], edges[0], room[FIRST_BACK], edges[1])
        plies = settle(
            nodes, room[FIRST_BACK], edges[1], room[QUICKEST], room[SLOWEST], room[PENDING], room[CODES],
            room[QUEUE], waiting, room[NEXT_WAITING],
        )  # fmt: skip
        most = max(most, plies)
        store_codes(row, room[NODE_AT], room[CODES], swaps, fixing, counts)
    return most


def list_moves(
    rules: Any,
    symmetries: Any,
    maps: Any,
    frame: Any,
    home: Any,
    keys: Any,
    slots: Any,
    table: Any,
    doors: Any,
    room: Any,
    successors: Any,
) -> Any:
    """Numbers the positions marked in a frame and lists their moves within it; those that leave it are summed up as
    `settle` wants them. Returns how many positions there are."""
    row, node_at, place_at, first_edge = table[frame], room[NODE_AT], room[PLACE_AT], room[FIRST_EDGE]
    all_quickest, all_slowest, all_pending = room[QUICKEST], room[SLOWEST], room[PENDING]
    close_doors(doors)
    nodes, edges = 0, 0
    for place in range(len(row)):
        if row[place]:
            node_at[place], place_at[nodes] = nodes, place
            nodes += 1
    for node in range(nodes):
        first_edge[node] = edges
        quickest: Any = NO_WIN
        slowest: Any = -1
        pending = 0
        position = put_place(rules, place_at[node], home)
        actions = legal(rules, position)
        if actions == 0:
            if winner(rules, position) == position.turn:
                quickest = 0
            else:
                slowest = 0
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            child = play(rules, position, action)
            place = place_of(rules, child)
            key = pack(rules, child, True)
            if key == keys[frame]:
                successors[edges] = node_at[place]
                edges += 1
                pending += 1
                continue
            door = doors[(position.turn - 1) * MOST_ACTIONS + action]
            if door[ENTERED] != key:
                open_door(rules, symmetries, keys, slots, door, child, key)
            code = np.int64(table[door[ROW], maps[door[IMAGE], place]])
            if code < 0:
                quickest = min(quickest, -code)
            slowest = max(slowest, code)
            pending += code == 0
        all_quickest[node], all_slowest[node], all_pending[node] = quickest, slowest, pending
    first_edge[nodes] = edges
    return nodes


def store_codes(row: Any, node_at: Any, codes: Any, swaps: Any, fixing: Any, counts: Any) -> None:
    """Replaces the marks in a row by codes, and counts the positions of all frames that share it.

    Every symmetry leads to one of these frames, `fixing` of them to each.
    """
    exchanging = 0
    for number in range(len(swaps)):
        exchanging += swaps[number]
    keeping = len(swaps) - exchanging
    for place in range(len(row)):
        marks = row[place]
        row[place] = UNKNOWN
        if marks:
            code = codes[node_at[place]]
            row[place] = code
            counts[fixing, code - UNKNOWN] += (marks & 1) * keeping + (marks >> 1) * exchanging
