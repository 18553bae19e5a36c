"""Random play of many games side by side, for cores that compute several numbers at once. A kernel module.

The games of a group are moved together, a move each: `move_lanes` has no branch that depends on a game, so the compiler
makes one instruction do the same for several games. That holds for games with few actions and no barred repetition, as
long as their rules have no loops; for others it is right as well, but not faster than `roll_games`.
"""

from typing import Any, Final

import numpy as np

from gridduels.engine.batch.chance import MASK, STRIDE, any_action, drawn, place_of_draw, stream_of
from gridduels.engine.batch.playing import (
    PLIES_LEFT,
    add_endings,
    begin,
    begin_legal,
    ending,
    legal,
    played,
    roll_games,
    rules,
    trimmed,
)
from gridduels.engine.layout import kinds, pack, unpack, with_field

LANES: Final = 64
"""How many games a group has."""
PLY, LEGAL, CHANCE, ADDED, SUM = 0, 1, 2, 3, 4
"""Rows of a group after those of the position's fields."""
ROWS: Final = 5


def move_lanes(group: Any, truncate_at: Any) -> None:
    """Plays a random move in each game of a group."""
    fields = len(kinds)
    for lane in range(LANES):
        position = begin
        for field in range(fields):
            position = with_field(position, field, int(group[field * LANES + lane]))
        ply = int(group[(fields + PLY) * LANES + lane]) + 1
        chance = int(group[(fields + CHANCE) * LANES + lane])
        number = drawn(chance, int(group[(fields + ADDED) * LANES + lane]))
        action = any_action(int(group[(fields + LEGAL) * LANES + lane]), number)
        after = trimmed(played(position, action))
        actions = legal(rules, after)
        over = actions == 0 or ply >= truncate_at
        ended = int(group[(fields + SUM) * LANES + lane])
        for field in range(fields):
            group[field * LANES + lane] = begin[field] if over else after[field]
        group[(fields + PLY) * LANES + lane] = 0 if over else ply
        group[(fields + LEGAL) * LANES + lane] = begin_legal if over else actions
        group[(fields + CHANCE) * LANES + lane] = chance + STRIDE & MASK
        group[(fields + SUM) * LANES + lane] = ended + (ending(after, actions) if over else 0)


def load_lanes(group: Any, first: Any, state: Any, seed: Any, draw: Any) -> None:
    """Puts games into a group."""
    fields = len(kinds)
    keys, plies, legals = state[0], state[1], state[2]
    for lane in range(LANES):
        game = first + lane
        position = unpack(rules, int(keys[game]), begin, False)
        offset, added = stream_of(seed, game)
        for field in range(fields):
            group[field * LANES + lane] = position[field]
        group[(fields + PLY) * LANES + lane] = int(plies[game])
        group[(fields + LEGAL) * LANES + lane] = int(legals[game])
        group[(fields + CHANCE) * LANES + lane] = place_of_draw(offset, draw)
        group[(fields + ADDED) * LANES + lane] = added
        group[(fields + SUM) * LANES + lane] = 0


def store_lanes(group: Any, first: Any, state: Any) -> None:
    """Takes the games of a group back."""
    fields = len(kinds)
    keys, plies, legals, turns = state[0], state[1], state[2], state[3]
    for lane in range(LANES):
        game = first + lane
        position = begin
        for field in range(fields):
            position = with_field(position, field, int(group[field * LANES + lane]))
        keys[game], turns[game] = pack(rules, position, False), position.turn
        plies[game] = group[(fields + PLY) * LANES + lane]
        legals[game] = group[(fields + LEGAL) * LANES + lane]


def roll_lanes(
    slot: Any, first: Any, last: Any, stride: Any, state: Any, truncate_at: Any,
    seed: Any, draw: Any, draws: Any, sums: Any,
) -> None:  # fmt: skip
    """Plays so many random moves in each game, like `roll_games`; games that fill no group are left to it."""
    group = np.empty((len(kinds) + ROWS) * LANES, np.int64)
    whole = first + (last - first) // LANES * LANES
    roll_games(slot, whole, last, 1, state, truncate_at, seed, draw, draws, sums)
    for leader in range(first, whole, LANES):
        load_lanes(group, leader, state, seed, draw)
        for lane in range(LANES):
            sums[slot, PLIES_LEFT] -= int(group[(len(kinds) + PLY) * LANES + lane])
        for _ in range(draws):
            move_lanes(group, truncate_at)
        for lane in range(LANES):
            sums[slot, PLIES_LEFT] += int(group[(len(kinds) + PLY) * LANES + lane])
            add_endings(sums, slot, int(group[(len(kinds) + SUM) * LANES + lane]))
        store_lanes(group, leader, state)
