"""The games of a batch, each held as the key of its position: they are restarted, stepped, and played at random.
A kernel module.

Functions that work on many games mask their numbers, so that the compiler sees that none is negative. They count with
`while`: a compiled `range` with a stride once seemed to restart the wrong games. The reduced case in
tests/engine/batch/test_strides.py, modelled on that code, passes with the numba of today.
"""

from typing import Final

from gridduels.engine.batch.counter_rng import MASK, STRIDE, any_action, counter_at, random_bits, stream_of
from gridduels.engine.batch.repetition import allowed, begin_epoch, count_move, head_of
from gridduels.engine.batch.state import (
    Rolling,
    Share,
    State,
    Step,
    Stepping,
    barred,
    begin,
    begin_key,
    begin_legal,
    few_actions,
    reserves_one,
    reserves_two,
    rules,
)
from gridduels.engine.kernels.layout import CELL, CELLS, TURN, pack, unpack, with_field
from gridduels.engine.kernels.placeholders import Matrix, Position, Vector, kinds, play, winner
from gridduels.statement import DRAW

WINS_ONE, WINS_TWO, DRAWN, CUT, PLIES_LEFT = range(5)
"""Columns of a row of sums: the games that ended, won by Player 1, by Player 2, drawn, or broken off; and by how many
plies the games that go on are longer than those at the beginning."""
SUMS: Final = 5
END_BITS: Final = 15
MAX_DRAWS: Final = (1 << END_BITS) - 1
"""No more moves may be played in one go: a game counts its endings in so many bits."""


def masked(position: Position) -> Position:
    """The very same position; that no field has a bit beyond its board lets the compiler do with shorter numbers."""
    for field in range(len(kinds)):
        mask = 3 if kinds[field] == TURN else rules.cells if kinds[field] == CELL or kinds[field] == CELLS else 15
        position = with_field(position, field, position[field] & mask)
    return position


def either(first: Position, second: Position, choice: int) -> Position:
    """The first position, or the second where `choice` is not 0."""
    for field in range(len(kinds)):
        first = with_field(first, field, second[field] if choice else first[field])
    return first


def played(position: Position, action: int) -> Position:
    """The position after an action; where there are few of them all are tried, which is faster than to branch."""
    if not few_actions:
        return play(rules, position, action)
    odd, high = action & 1, action & 2
    low_two = either(play(rules, position, 0), play(rules, position, 1), odd)
    high_two = either(play(rules, position, 2), play(rules, position, 3), odd)
    return either(low_two, high_two, high)


def union_of(position: Position, fields: int) -> int:
    """The cells in any of some fields."""
    cells = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            cells |= position[field]
    return cells


def sum_of(position: Position, fields: int) -> int:
    """The counts in some fields added up."""
    total = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            total += position[field]
    return total


def costly(position: Position) -> bool:
    """Whether the opponent of the player to move has anything left to place: what it may do after a move takes longest
    to find out then."""
    return sum_of(position, reserves_two if position.turn == 1 else reserves_one) > 0


def waits(position: Position) -> bool:
    """Whether a game lets others go first; on a core none ever does (see `gpu_playing`)."""
    return False


def winner_of(position: Position) -> int:
    """Who has won where no action is allowed: a player whose every move is barred has lost as well."""
    won = winner(rules, position)
    return won if won else 3 - position.turn


def ending(position: Position, actions: int) -> int:
    """One game that ended: won by Player 1, by Player 2, drawn or broken off, a few bits for each."""
    if actions:
        return 1 << 3 * END_BITS
    won = winner_of(position)
    return 1 if won == 1 else 1 << END_BITS if won == 2 else 1 << 2 * END_BITS


def add_endings(sums: Matrix, thread: int, ended: int) -> None:
    """Adds up what `ending` counted."""
    sums[thread, WINS_ONE] += ended & MAX_DRAWS
    sums[thread, WINS_TWO] += ended >> END_BITS & MAX_DRAWS
    sums[thread, DRAWN] += ended >> 2 * END_BITS & MAX_DRAWS
    sums[thread, CUT] += ended >> 3 * END_BITS


def reset_game(game: int, state: State) -> None:
    """Starts a game anew."""
    state.keys[game], state.plies[game], state.legal[game], state.turns[game] = begin_key, 0, begin_legal, begin.turn
    if barred:
        state.heads[game] = begin_epoch(state.seen, game, head_of(state.heads, game), begin)


def reset_games(share: Share, state: State) -> None:
    """Starts all games anew."""
    number = share.first
    while number < share.last:
        game = number & MASK
        reset_game(game, state)
        state.draws[game] = 0
        number += share.stride


def restart_games(share: Share, state: State, chosen: Vector) -> None:
    """Starts those of the chosen games anew that are over."""
    number = share.first
    while number < share.last:
        game = number & MASK
        if int(chosen[game]) and int(state.legal[game]) == 0:
            reset_game(game, state)
        number += share.stride


def place_games(share: Share, state: State, chosen: Vector, keys: Vector) -> None:
    """Goes on from other positions in the chosen games, as if they had begun there."""
    number = share.first
    while number < share.last:
        game = number & MASK
        if int(chosen[game]):
            position, head = masked(unpack(rules, int(keys[game]), begin, False)), head_of(state.heads, game)
            if barred:
                head = begin_epoch(state.seen, game, head, position)
                state.heads[game] = head
            state.keys[game], state.plies[game], state.turns[game] = int(keys[game]), 0, position.turn
            state.legal[game] = allowed(state.seen, game, head, position)
        number += share.stride


def stepped(
    seen: Matrix, game: int, head: int, before: Position, actions: int, action: int
) -> tuple[Position, int, int, int]:
    """The position after an action, what is allowed then, the new head, and who has won; an illegal action loses."""
    if action < 0 or actions >> min(action, 63) & 1 == 0:
        return before, 0, head, 3 - before.turn
    after = masked(played(before, action))
    head = count_move(seen, game, head, before, after)
    actions = allowed(seen, game, head, after)
    return after, actions, head, 0 if actions else winner_of(after)


def step_games(share: Share, state: State, how: Stepping, actions: Vector, step: Step) -> None:
    """Plays an action in each game, or in those where a player is to move; a game that is over stays as it is."""
    keys, plies, legals, turns, _, heads, seen = state
    number = share.first
    while number < share.last:
        game = number & MASK
        mask, mover, won, cut = int(legals[game]), int(turns[game]), 0, False
        goes_on, wanted = mask != 0, int(how.players[game])
        if goes_on and (wanted == 0 or wanted == mover):
            before = masked(unpack(rules, int(keys[game]), begin, False))
            after, mask, head, won = stepped(seen, game, head_of(heads, game), before, mask, int(actions[game]))
            ply = int(plies[game]) + 1
            cut = won == 0 and ply >= how.truncate_at
            if won or cut:
                mask = 0
            if mask == 0 and how.restarts:
                after, mask, ply = begin, begin_legal, 0
                if barred:
                    head = begin_epoch(seen, game, head, begin)
            keys[game], plies[game], legals[game], turns[game] = pack(rules, after, False), ply, mask, after.turn
            if barred:
                heads[game] = head
        step.rewards[game] = 1 if won == mover else -1 if won == 3 - mover else 0
        if goes_on:
            step.terminated[game], step.truncated[game] = won != 0, cut
            step.winners[game] = 0 if won == DRAW else won
        number += share.stride


def choose_actions(share: Share, state: State, seed: int, actions: Vector) -> None:
    """Chooses any legal action in each game; 0 in one that is over."""
    number = share.first
    while number < share.last:
        game = number & MASK
        offset, added = stream_of(seed, game)
        mask, draw = int(state.legal[game]), int(state.draws[game])
        actions[game] = any_action(mask, random_bits(counter_at(offset, draw), added)) if mask else 0
        state.draws[game] = draw + 1 & MASK
        number += share.stride


def roll_games(share: Share, state: State, how: Rolling, sums: Matrix) -> None:
    """Plays so many random moves in each game, which restarts whenever it is over; adds up how they ended."""
    clear_sums(sums, share.thread)
    number = share.first
    while number < share.last:
        game = number & MASK
        add_rolled(sums, share.thread, game, state, state.seen, game, how)
        number += share.stride


def clear_sums(sums: Matrix, thread: int) -> None:
    """Begins to add up."""
    for column in range(SUMS):
        sums[thread, column] = 0


def add_rolled(sums: Matrix, thread: int, game: int, state: State, seen: Matrix, row: int, how: Rolling) -> None:
    """Plays so many random moves in a game, whose positions are counted in a row of `seen`; adds up how it ended."""
    sums[thread, PLIES_LEFT] -= int(state.plies[game])
    add_endings(sums, thread, roll_game(game, state, seen, row, how))
    sums[thread, PLIES_LEFT] += int(state.plies[game])


def roll_game(game: int, state: State, seen: Matrix, row: int, how: Rolling) -> int:
    """Plays so many random moves in a game; how it ended meanwhile, as `ending` counts."""
    keys, plies, legals, turns, draws, heads, _ = state
    offset, added = stream_of(how.seed, game)
    draw = int(draws[game])
    counter, stop = counter_at(offset, draw), counter_at(offset, draw + how.draws)
    draws[game] = draw + how.draws & MASK
    truncate_at = how.truncate_at & MASK
    position = masked(unpack(rules, int(keys[game]), begin, False))
    ply, mask, head, ended = int(plies[game]), int(legals[game]), head_of(heads, game), 0
    while counter != stop:
        if waits(position):
            continue
        before, action = position, any_action(mask, random_bits(counter, added))
        counter = counter + STRIDE & MASK
        position = masked(played(before, action))
        head = count_move(seen, row, head, before, position)
        mask = allowed(seen, row, head, position)
        ply = ply + 1 & MASK
        if mask == 0 or ply >= truncate_at:
            ended += ending(position, mask)
            position, mask, ply = begin, begin_legal, 0
            if barred:
                head = begin_epoch(seen, row, head, begin)
    keys[game], plies[game], legals[game], turns[game] = pack(rules, position, False), ply, mask, position.turn
    if barred:
        heads[game] = head
    return ended
