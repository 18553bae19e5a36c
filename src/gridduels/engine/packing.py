"""Packs solved frames into the records of a framed table. A kernel module.

In the table, all images of a frame under all of a game's symmetries share one record.
"""

from typing import Any

import numpy as np

from gridduels.engine.layout import digit_of, kinds, lasting, pack, unpack
from gridduels.engine.probe import count_bits, least_frame, rank_of
from gridduels.engine.value import UNKNOWN


def start(rules: Any) -> Any:
    """Bound to the game's own."""


def turned(rules: Any, position: Any, symmetry: int) -> Any:
    """Bound to the game's own."""


def digits_of_places(rules: Any, places: int) -> Any:
    """digits[place, field]: the state of each field, 0 for the lasting ones."""
    digits = np.zeros((places, len(kinds)), np.int64)
    for place in range(places):
        for field in range(len(kinds)):
            if not lasting[field]:
                digits[place, field] = digit_of(rules, place, field)
    return digits


def leads_to(rules: Any, position: Any, symmetry: int, key: int) -> bool:
    """Whether a symmetry takes a position's frame to the frame of this key."""
    return pack(rules, turned(rules, position, symmetry), True) == key


def least_frames(rules: Any, symmetries: Any, frame_keys: Any) -> Any:
    """The least key among the images of each frame."""
    least = np.empty(len(frame_keys), np.int64)
    for frame in range(len(frame_keys)):
        least[frame] = least_frame(rules, unpack(rules, frame_keys[frame], start(rules), True), symmetries)[0]
    return least


def gather_states(
    rules: Any, symmetries: Any, maps: Any, digits: Any, frame_keys: Any, table: Any, keys: Any, states: Any
) -> None:
    """Fills states[record, field] with the mask of the states that occur of each field."""
    for frame in range(len(frame_keys)):
        home = unpack(rules, frame_keys[frame], start(rules), True)
        least, _ = least_frame(rules, home, symmetries)
        record = rank_of(keys, least)
        for number in range(len(symmetries)):
            if not leads_to(rules, home, symmetries[number], least):
                continue
            for place in range(table.shape[1]):
                if table[frame, place] != UNKNOWN:
                    for field in range(len(kinds)):
                        if not lasting[field]:
                            states[record, field] |= 1 << digits[maps[number, place], field]


def record_sizes(states: Any, starts: Any) -> int:
    """Fills `starts` with where each record's codes begin; returns how many codes there are."""
    total = 0
    for record in range(len(states)):
        starts[record] = total
        size = 1
        for field in range(len(kinds)):
            if not lasting[field]:
                size *= count_bits(states[record, field])
        total += size
    return total


def fill_steps(states: Any, steps: Any) -> None:
    """steps[field, state]: what a state of a field adds to the number of a code within its record."""
    stride = 1
    for field in range(len(kinds) - 1, -1, -1):
        if lasting[field]:
            continue
        rank = 0
        for state in range(steps.shape[1]):
            steps[field, state] = rank * stride
            rank += states[field] >> state & 1
        stride *= rank


def write_codes(
    rules: Any,
    symmetries: Any,
    maps: Any,
    digits: Any,
    first: int,
    last: int,
    frame_keys: Any,
    table: Any,
    keys: Any,
    states: Any,
    starts: Any,
    codes: Any,
) -> int:
    """Copies the rows first..last into the records; returns how often two images disagreed, which must be 0."""
    steps = np.zeros((len(kinds), 64), np.int64)
    disagreements = 0
    for frame in range(first, last):
        home = unpack(rules, frame_keys[frame], start(rules), True)
        least, _ = least_frame(rules, home, symmetries)
        record = rank_of(keys, least)
        fill_steps(states[record], steps)
        for number in range(len(symmetries)):
            if not leads_to(rules, home, symmetries[number], least):
                continue
            for place in range(table.shape[1]):
                code = table[frame, place]
                if code != UNKNOWN:
                    index = starts[record]
                    for field in range(len(kinds)):
                        if not lasting[field]:
                            index += steps[field, digits[maps[number, place], field]]
                    disagreements += codes[index] != UNKNOWN and codes[index] != code
                    codes[index] = code
    return disagreements


def tally_frames(rules: Any, symmetries: Any, frame_keys: Any, table: Any, counts: Any) -> None:
    """Adds up the positions of each code, those that share a row counted one by one."""
    in_row = np.zeros(256, np.int64)
    for frame in range(len(frame_keys)):
        home = unpack(rules, frame_keys[frame], start(rules), True)
        fixed = 0
        for number in range(len(symmetries)):
            fixed += leads_to(rules, home, symmetries[number], frame_keys[frame])
        for place in range(table.shape[1]):
            in_row[np.int64(table[frame, place]) - UNKNOWN] += 1
        for code in range(256):
            counts[code] += in_row[code] * (len(symmetries) // fixed)
            in_row[code] = 0
