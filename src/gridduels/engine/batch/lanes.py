"""Random play of many games side by side, for cores that compute several numbers at once. A kernel module.

The games of a group are moved together, a move each. As long as a game's rules have no loop of unknown length, no
branch is left that depends on a game, and the compiler makes one instruction do the same for several games. Where
repetition is barred, only the memory of it is looked up game by game.
"""

from typing import Any, Final

import numpy as np

from gridduels.engine.batch.chance import MASK, STRIDE, any_action, drawn, place_of_draw, stream_of
from gridduels.engine.batch.playing import (
    PLIES_LEFT,
    add_endings,
    barred,
    begin,
    begin_epoch,
    begin_legal,
    cell_of,
    either,
    ending,
    frame_changed,
    head_of,
    legal,
    masked,
    note,
    played,
    repeating,
    roll_games,
    rules,
    set_after,
    set_of,
    word_after,
)
from gridduels.engine.kernels.layout import kinds, pack, unpack, with_field

LANES: Final = 64
"""How many games a group has."""
PLY, LEGAL, CHANCE, ADDED, SUM = 0, 1, 2, 3, 4
"""Rows of a group after those of the position's fields."""
HEAD, CHANGED, SET, CELL_OF_SET, SET_AFTER, WORD_AFTER = 5, 6, 7, 8, 9, 10
"""More rows, for games where a position must not come about for the third time."""
ROWS: Final = 11


def of_lane(group: Any, row: Any, lane: Any) -> Any:
    """A number of a game that is in a group."""
    return int(group[(len(kinds) + row) * LANES + lane])


def put_lane(group: Any, row: Any, lane: Any, number: Any) -> None:
    """Sets a number of a game that is in a group."""
    group[(len(kinds) + row) * LANES + lane] = number


def lane_position(group: Any, lane: Any) -> Any:
    """The position of a game that is in a group."""
    position = begin
    for field in range(len(kinds)):
        position = with_field(position, field, int(group[field * LANES + lane]))
    return position


def put_position(group: Any, lane: Any, position: Any) -> None:
    """Sets the position of a game that is in a group."""
    for field in range(len(kinds)):
        group[field * LANES + lane] = position[field]


def drawn_action(group: Any, lane: Any) -> Any:
    """Any legal action, by the next draw."""
    chance = of_lane(group, CHANCE, lane)
    put_lane(group, CHANCE, lane, chance + STRIDE & MASK)
    return any_action(of_lane(group, LEGAL, lane), drawn(chance, of_lane(group, ADDED, lane)))


def move_lanes(group: Any, truncate_at: Any) -> None:
    """Plays a random move in each game of a group; a game that is over restarts."""
    for lane in range(LANES):
        after = masked(played(lane_position(group, lane), drawn_action(group, lane)))
        ply = of_lane(group, PLY, lane) + 1
        actions = legal(rules, after)
        over = actions == 0 or ply >= truncate_at
        ended = of_lane(group, SUM, lane)
        put_position(group, lane, either(after, begin, over))
        put_lane(group, PLY, lane, 0 if over else ply)
        put_lane(group, LEGAL, lane, begin_legal if over else actions)
        put_lane(group, SUM, lane, ended + (ending(after, actions) if over else 0))


def draw_lanes(group: Any) -> None:
    """Plays a random move in each game of a group, where repetition is barred: it tells what is to be remembered."""
    for lane in range(LANES):
        before = lane_position(group, lane)
        after = masked(played(before, drawn_action(group, lane)))
        put_position(group, lane, after)
        put_lane(group, PLY, lane, of_lane(group, PLY, lane) + 1)
        put_lane(group, CHANGED, lane, 1 if frame_changed(before, after) else 0)
        put_lane(group, SET, lane, set_of(after))
        put_lane(group, CELL_OF_SET, lane, cell_of(after))
        put_lane(group, SET_AFTER, lane, set_after(after))


def note_lanes(group: Any, first: Any, seen: Any) -> None:
    """Remembers the positions of a group, and looks up what came about twice among those that may come next."""
    for lane in range(LANES):
        game, head = first + lane & MASK, of_lane(group, HEAD, lane)
        if of_lane(group, CHANGED, lane):
            head = begin_epoch(seen, game, head, lane_position(group, lane))
        else:
            head = note(seen, game, head, of_lane(group, SET, lane), of_lane(group, CELL_OF_SET, lane))
        put_lane(group, HEAD, lane, head)
        put_lane(group, WORD_AFTER, lane, word_after(seen, game, of_lane(group, SET_AFTER, lane)))


def allow_lanes(group: Any, truncate_at: Any) -> Any:
    """Finds what is allowed in each game of a group; whether any of them is over."""
    ends = 0
    for lane in range(LANES):
        position = masked(lane_position(group, lane))
        actions = legal(rules, position)
        actions &= ~repeating(of_lane(group, HEAD, lane), of_lane(group, WORD_AFTER, lane), position, actions)
        put_lane(group, LEGAL, lane, actions)
        ends |= 1 if actions == 0 or of_lane(group, PLY, lane) >= truncate_at else 0
    return ends


def end_lanes(group: Any, first: Any, seen: Any, truncate_at: Any) -> None:
    """Restarts those games of a group that are over."""
    for lane in range(LANES):
        actions = of_lane(group, LEGAL, lane)
        if actions == 0 or of_lane(group, PLY, lane) >= truncate_at:
            ended = ending(lane_position(group, lane), actions)
            put_lane(group, SUM, lane, of_lane(group, SUM, lane) + ended)
            put_position(group, lane, begin)
            put_lane(group, PLY, lane, 0)
            put_lane(group, LEGAL, lane, begin_legal)
            put_lane(group, HEAD, lane, begin_epoch(seen, first + lane & MASK, of_lane(group, HEAD, lane), begin))


def move_barred(group: Any, first: Any, seen: Any, truncate_at: Any) -> None:
    """Like `move_lanes`, where repetition is barred: memory is looked up game by game, all else side by side."""
    draw_lanes(group)
    note_lanes(group, first, seen)
    if allow_lanes(group, truncate_at):
        end_lanes(group, first, seen, truncate_at)


def load_lanes(group: Any, first: Any, state: Any, seed: Any, draw: Any) -> None:
    """Puts games into a group."""
    keys, plies, legals, _, seen = state
    for lane in range(LANES):
        game = first + lane
        offset, added = stream_of(seed, game)
        put_position(group, lane, unpack(rules, int(keys[game]), begin, False))
        put_lane(group, PLY, lane, int(plies[game]))
        put_lane(group, LEGAL, lane, int(legals[game]))
        put_lane(group, CHANCE, lane, place_of_draw(offset, draw))
        put_lane(group, ADDED, lane, added)
        put_lane(group, SUM, lane, 0)
        put_lane(group, HEAD, lane, head_of(seen, game))


def store_lanes(group: Any, first: Any, state: Any) -> None:
    """Takes the games of a group back."""
    keys, plies, legals, turns, seen = state
    for lane in range(LANES):
        game, position = first + lane, lane_position(group, lane)
        keys[game], turns[game] = pack(rules, position, False), position.turn
        plies[game], legals[game] = of_lane(group, PLY, lane), of_lane(group, LEGAL, lane)
        if barred:
            seen[game, 0] = of_lane(group, HEAD, lane)


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
            sums[slot, PLIES_LEFT] -= of_lane(group, PLY, lane)
        for _ in range(draws):
            if barred:
                move_barred(group, leader, state[4], truncate_at)
            else:
                move_lanes(group, truncate_at)
        for lane in range(LANES):
            sums[slot, PLIES_LEFT] += of_lane(group, PLY, lane)
            add_endings(sums, slot, of_lane(group, SUM, lane))
        store_lanes(group, leader, state)
