"""Random play of many games using vector instructions (SIMD). A kernel module.

The games in a group advance together, one move each: a game is a lane of the group. If a game's rules have no loop of
unknown length, no branch depends on a single game, and the compiler uses one instruction for several games. If
repetition is barred, only the look-ups in `seen` are done game by game.
"""

from typing import Final

import numpy as np

from gridduels.engine.batch.kernels import (
    MASK,
    PLIES_LEFT,
    STRIDE,
    Rolling,
    Share,
    State,
    add_endings,
    any_action,
    barred,
    begin,
    begin_epoch,
    begin_legal,
    cell_of,
    count_position,
    counter_at,
    either,
    ending,
    head_of,
    layer_changed,
    masked,
    played,
    random_bits,
    repeating,
    roll_games,
    rules,
    set_after,
    set_of,
    stream_of,
    word_after,
)
from gridduels.engine.kernels.layout import pack, unpack, with_field
from gridduels.engine.kernels.placeholders import Matrix, Position, Vector, kinds, legal

LANES: Final = 64
"""The number of games in a group."""
PLY, LEGAL, COUNTER, ADDED, SUM = range(5)
"""A group's rows after those for the position's fields."""
HEAD, CHANGED, SET, CELL_OF_SET, SET_AFTER, WORD_AFTER = range(5, 11)
"""Additional rows for games in which repetition is barred."""
ROWS: Final = 11


def of_lane(group: Vector, row: int, lane: int) -> int:
    """Return one of the numbers that a group stores for a game."""
    return int(group[(len(kinds) + row) * LANES + lane])


def put_lane(group: Vector, row: int, lane: int, number: int) -> None:
    """Set one of the numbers that a group stores for a game."""
    group[(len(kinds) + row) * LANES + lane] = number


def lane_position(group: Vector, lane: int) -> Position:
    """Return the position of a game in a group."""
    position: Position = begin
    for field in range(len(kinds)):
        position = with_field(position, field, int(group[field * LANES + lane]))
    return position


def put_position(group: Vector, lane: int, position: Position) -> None:
    """Set the position of a game in a group."""
    for field in range(len(kinds)):
        group[field * LANES + lane] = position[field]


def drawn_action(group: Vector, lane: int) -> int:
    """Return a random legal action, using the game's next draw."""
    counter = of_lane(group, COUNTER, lane)
    put_lane(group, COUNTER, lane, counter + STRIDE & MASK)
    return any_action(of_lane(group, LEGAL, lane), random_bits(counter, of_lane(group, ADDED, lane)))


def move_lanes(group: Vector, truncate_at: int) -> None:
    """Play a random move in each game of a group, restarting games that end."""
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


def draw_lanes(group: Vector) -> None:
    """Play a random move in each game of a group in which repetition is barred, and record what must be counted."""
    for lane in range(LANES):
        before = lane_position(group, lane)
        after = masked(played(before, drawn_action(group, lane)))
        put_position(group, lane, after)
        put_lane(group, PLY, lane, of_lane(group, PLY, lane) + 1)
        put_lane(group, CHANGED, lane, 1 if layer_changed(before, after) else 0)
        put_lane(group, SET, lane, set_of(after))
        put_lane(group, CELL_OF_SET, lane, cell_of(after))
        put_lane(group, SET_AFTER, lane, set_after(after))


def count_lanes(group: Vector, first: int, seen: Matrix) -> None:
    """Count a group's positions, and look up which of their successors have occurred twice."""
    for lane in range(LANES):
        game, head = first + lane & MASK, of_lane(group, HEAD, lane)
        if of_lane(group, CHANGED, lane):
            head = begin_epoch(seen, game, head, lane_position(group, lane))
        else:
            head = count_position(seen, game, head, of_lane(group, SET, lane), of_lane(group, CELL_OF_SET, lane))
        put_lane(group, HEAD, lane, head)
        put_lane(group, WORD_AFTER, lane, word_after(seen, game, of_lane(group, SET_AFTER, lane)))


def allow_lanes(group: Vector, truncate_at: int) -> int:
    """Find the allowed actions in each game of a group; return whether any game is over."""
    ends = 0
    for lane in range(LANES):
        position = masked(lane_position(group, lane))
        actions = legal(rules, position)
        actions &= ~repeating(of_lane(group, HEAD, lane), of_lane(group, WORD_AFTER, lane), position, actions)
        put_lane(group, LEGAL, lane, actions)
        ends |= 1 if actions == 0 or of_lane(group, PLY, lane) >= truncate_at else 0
    return ends


def end_lanes(group: Vector, first: int, seen: Matrix, truncate_at: int) -> None:
    """Restart the finished games in a group."""
    for lane in range(LANES):
        actions = of_lane(group, LEGAL, lane)
        if actions == 0 or of_lane(group, PLY, lane) >= truncate_at:
            ended = ending(lane_position(group, lane), actions)
            put_lane(group, SUM, lane, of_lane(group, SUM, lane) + ended)
            put_position(group, lane, begin)
            put_lane(group, PLY, lane, 0)
            put_lane(group, LEGAL, lane, begin_legal)
            put_lane(group, HEAD, lane, begin_epoch(seen, first + lane & MASK, of_lane(group, HEAD, lane), begin))


def move_barred(group: Vector, first: int, seen: Matrix, truncate_at: int) -> None:
    """Do the same as `move_lanes` when repetition is barred: look-ups game by game, everything else side by side."""
    draw_lanes(group)
    count_lanes(group, first, seen)
    if allow_lanes(group, truncate_at):
        end_lanes(group, first, seen, truncate_at)


def load_lanes(group: Vector, first: int, state: State, how: Rolling) -> None:
    """Copy games into a group."""
    keys, plies, legals, _, draws, heads, _ = state
    for lane in range(LANES):
        game = first + lane
        offset, added = stream_of(how.seed, game)
        put_position(group, lane, unpack(rules, int(keys[game]), begin, False))
        put_lane(group, PLY, lane, int(plies[game]))
        put_lane(group, LEGAL, lane, int(legals[game]))
        put_lane(group, COUNTER, lane, counter_at(offset, int(draws[game])))
        put_lane(group, ADDED, lane, added)
        put_lane(group, SUM, lane, 0)
        put_lane(group, HEAD, lane, head_of(heads, game))


def store_lanes(group: Vector, first: int, state: State, how: Rolling) -> None:
    """Copy a group's games back."""
    keys, plies, legals, turns, draws, heads, _ = state
    for lane in range(LANES):
        game, position = first + lane, lane_position(group, lane)
        keys[game], turns[game] = pack(rules, position, False), position.turn
        plies[game], legals[game] = of_lane(group, PLY, lane), of_lane(group, LEGAL, lane)
        draws[game] = int(draws[game]) + how.draws & MASK
        if barred:
            heads[game] = of_lane(group, HEAD, lane)


def roll_lanes(share: Share, state: State, how: Rolling, sums: Matrix) -> None:
    """Play random moves in each game, like `roll_games`, which handles the games that do not fill a group."""
    group = np.empty((len(kinds) + ROWS) * LANES, np.int64)
    thread, first, last, _ = share
    whole = first + (last - first) // LANES * LANES
    roll_games(Share(thread, whole, last, 1), state, how, sums)
    for leader in range(first, whole, LANES):
        load_lanes(group, leader, state, how)
        for lane in range(LANES):
            sums[thread, PLIES_LEFT] -= of_lane(group, PLY, lane)
        for _ in range(how.draws):
            if barred:
                move_barred(group, leader, state.seen, how.truncate_at)
            else:
                move_lanes(group, how.truncate_at)
        for lane in range(LANES):
            sums[thread, PLIES_LEFT] += of_lane(group, PLY, lane)
            add_endings(sums, thread, of_lane(group, SUM, lane))
        store_lanes(group, leader, state, how)
