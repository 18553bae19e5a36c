"""Play a batch's games: random numbers, repetition and moves. A kernel module.

Functions that work on many games mask their indices so the compiler can tell that none is negative. They count with
`while`: a compiled `range` with a stride once seemed to restart the wrong games. The reduced case in
tests/engine/batch/test_strides.py, modelled on that code, passes with current versions of numba.
"""

from typing import Final, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels.layout import CELL, CELLS, COUNT, TURN, pack, radix_of, unpack, with_field
from gridduels.engine.kernels.placeholders import (
    Matrix,
    Position,
    Rules,
    Vector,
    irreversible,
    kinds,
    legal,
    play,
    unused,
    winner,
)
from gridduels.statement import DRAW

# --- Constants, bound to each game before compilation


rules: Rules = cast(Rules, ())
"""The game's Rules."""
begin: Position = cast(Position, ())
"""The starting position of each game; then its key and its legal actions."""
begin_key = 0
begin_legal = 0
barred = False
"""Whether a third occurrence of a position is barred."""
token_one = 0
token_two = 0
"""The fields of the tokens that Player 1 and Player 2 move."""
words_a_set = 1
"""1 if a single word holds both the cells seen once and the cells seen twice, else 2."""
twice_shift = 0
"""The offset within its word of the set of cells seen twice."""
few_actions = False
"""Whether the game has at most four actions."""
half_width = 32
"""Half of the smallest power of two that is at least the number of actions."""
halvings = 6
"""How many times that power of two can be halved."""
cell_count = 0
action_count = 0
tokens_one = 0
tokens_two = 0
blocked_fields = 0
reserves_one = 0
reserves_two = 0
"""The fields that appear on planes: bit i is set for field i."""
goal_one = 0
goal_two = 0
"""The players' goal cells."""
plane_count = 9
"""The number of planes in an observation."""
shown_one = (0,)
shown_two = (0,)
"""The numbers of the fields that have planes of their own, in Player 1's view and in Player 2's."""
group_games = 64
"""How many games the GPU threads write together; a multiple of 32, so that their bits fill whole words."""
value_bits = 1
"""The bit width of the largest number in a plane."""
bit_words = 0
"""The number of 32-bit words needed for a group's planes. The last word records which binary digits occur."""


# --- Arrays


class State(NamedTuple):
    """A batch's games: each array has one entry per game.

    In order: the position's key, the plies so far, the legal actions, the player to move, and the number of random
    draws so far. If repetition is barred, each game also has a head and a row of `seen`, which count positions: see the
    section on repetition.
    """

    keys: Vector
    plies: Vector
    legal: Vector
    turns: Vector
    draws: Vector
    heads: Vector
    seen: Matrix


class Share(NamedTuple):
    """A thread's share of the games: those from `first` to `last`, `stride` apart. Sums go to the thread's row."""

    thread: int
    first: int
    last: int
    stride: int


class Step(NamedTuple):
    """The result of a step: one array per field, with one entry per game.

    `rewards` are for the player who moved: 1 for a win, -1 for a loss, 0 otherwise; negate them for the opponent.
    `winners` holds the winner of each `terminated` game, or 0 for a draw. `truncated` games were stopped undecided.
    """

    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    winners: npt.NDArray[np.int8]


class Stepping(NamedTuple):
    """The settings for a step.

    The ply at which games are truncated, whether finished games restart, and, for each game, the player whose turn it
    must be for the step to be taken (0: either).
    """

    truncate_at: int
    restarts: bool
    players: Vector


class Rolling(NamedTuple):
    """The settings for random play: the ply at which games are truncated, the seed, and the number of moves."""

    truncate_at: int
    seed: int
    draws: int


# --- Random numbers
#
# A counter-based generator: a 32-bit number for each seed, game and draw. A draw is a function of its counter, not of
# hidden state, so games come out the same however they are distributed over threads, and can be recomputed one by one.
# Every product stays below 2 ** 63, so the same source gives the same numbers in CPython and when compiled.


MASK: Final = (1 << 32) - 1
STRIDE: Final = 0x61C88647
"""The increment between draws; odd, so that all 2 ** 32 counters of a game differ before they are mixed."""
FIRST_FACTOR: Final = 0x21F0AAAD
SECOND_FACTOR: Final = 0x735A2D97

_FOUR: Final = 4


def _pick_table(first: int) -> int:
    """Return a lookup table for the nth action, 2 bits each, for two values of `nth` and every set of four actions."""
    table = 0
    for nth in (first, first + 1):
        for actions in range(1 << _FOUR):
            numbers = [number for number in range(_FOUR) if actions >> number & 1]
            table |= (numbers[nth] if nth < len(numbers) else 0) << 32 * (nth - first) + 2 * actions
    return table - (table >> 63 << 64)


LOW_PICKS: Final = _pick_table(0)
HIGH_PICKS: Final = _pick_table(2)


def mix(number: int) -> int:
    """Permute the 32-bit numbers so that each bit of the result depends on all bits of the input."""
    number = (number ^ number >> 16) * FIRST_FACTOR & MASK
    number = (number ^ number >> 15) * SECOND_FACTOR & MASK
    return number ^ number >> 15


def stream_of(seed: int, game: int) -> tuple[int, int]:
    """Return the two numbers that determine a game's draws: the start of its counter, and an addend used in mixing."""
    low, high = mix(seed & MASK), mix(seed >> 32 & MASK)
    offset = mix(game & MASK ^ low)
    added = mix((game + high & MASK) ^ mix(low ^ STRIDE))
    return offset, added


def counter_at(offset: int, draw: int) -> int:
    """Return a draw's counter. The next draw's counter is STRIDE further on."""
    return offset + (draw & MASK) * STRIDE & MASK


def random_bits(counter: int, added: int) -> int:
    """Return a draw's 32 bits: `mix`, with the stream's second number added halfway through."""
    number = (counter ^ counter >> 16) * FIRST_FACTOR + added & MASK
    number = (number ^ number >> 15) * SECOND_FACTOR & MASK
    return number ^ number >> 15


def nth_action(actions: int, nth: int) -> int:
    """Return the nth action in a set, counting from 0."""
    if few_actions:
        nth &= 3
        picks = LOW_PICKS if nth < 2 else HIGH_PICKS
        return picks >> (nth & 1) * 32 + 2 * actions & 3
    number = 0
    for halving in range(halvings):
        width = half_width >> halving
        here = (actions >> number & (1 << width) - 1).bit_count()
        if nth >= here:
            nth -= here
            number += width
    return number & 2 * half_width - 1


def any_action(actions: int, bits: int) -> int:
    """Choose an action from a set using 32 random bits; all are equally likely to within 2 ** -26."""
    if few_actions:
        actions &= 15
    return nth_action(actions, bits * actions.bit_count() >> 32)


# --- Repetition
#
# If repetition is barred, no position may occur three times. Each game has a row of words in `seen`, which record the
# positions that have occurred once and those that have occurred twice. Positions are identified by their reversible
# fields alone, since a move that changes an irreversible field makes all earlier positions irrelevant.
#
# A word is a set of cells: those where the token of the player who has just moved has stood, for one combination of all
# other reversible fields. All positions after a move of one token differ only in that token, so a single word shows
# which moves would repeat a position.
#
# Rows are never cleared. A word carries the epoch in which it was written, and counts as empty in any other. The
# current epoch is in the game's head, together with a bit per set that indicates whether the set may hold a cell seen
# twice. The heads of all games are adjacent in memory, so most moves need not load a second word from a row.


EPOCH_SHIFT: Final = 50
"""The bit offset of the epoch in a word and in a head. Below it, a head has one bit per set; on boards with more sets,
several share a bit."""
LAST_EPOCH: Final = (1 << 13) - 1


def layer_changed(before: Position, after: Position) -> bool:
    """Return whether a move has changed an irreversible field."""
    changed = False
    for field in range(len(irreversible)):
        if irreversible[field] and before[field] != after[field]:
            changed = True
    return changed


def set_without(position: Position, turn: int, token: int) -> int:
    """Return the number of a combination of all reversible fields except `token`, with `turn` to move."""
    number = 0
    for field in range(len(kinds)):
        if not irreversible[field] and not unused(rules) >> field & 1 and field != token:
            value = turn if kinds[field] == TURN else position[field]
            if kinds[field] == CELL:
                value = value.bit_length()
            if kinds[field] != COUNT:
                value -= 1
            number = number * radix_of(rules.cells.bit_length(), kinds[field]) + value
    return number


def set_at(position: Position, turn: int) -> int:
    """Return the number of a position's set of cells if `turn` is to move."""
    by_one, by_two = set_without(position, turn, token_one), set_without(position, turn, token_two)
    return by_one if turn == 2 else by_two


def set_of(position: Position) -> int:
    """Return the number of a position's set of cells."""
    return set_at(position, position.turn)


def set_after(position: Position) -> int:
    """Return the number of the set for positions after a step, which moves a token and passes the turn."""
    return set_at(position, 3 - position.turn)


def cell_of(position: Position) -> int:
    """Return the cell that represents the position in that set."""
    return position[token_one] if position.turn == 2 else position[token_two]


def current(word: int, epoch: int) -> int:
    """Return a word's contents in an epoch: empty if the word is from another one.

    Branch-free, since a branch would be unpredictable.
    """
    same = ((word >> EPOCH_SHIFT ^ epoch) - 1) >> 63
    return word & same | epoch << EPOCH_SHIFT


def head_of(heads: Vector, game: int) -> int:
    """Return a game's head."""
    return int(heads[game]) if barred else 0


def flag_of(number: int) -> int:
    """Return the head bit that indicates whether a set may hold a cell seen twice."""
    return 1 << (number & MASK) % EPOCH_SHIFT


def count_position(seen: Matrix, game: int, head: int, number: int, cell: int) -> int:
    """Count one occurrence of a position, given its set and cell; return the new head."""
    index, epoch = words_a_set * number & MASK, head >> EPOCH_SHIFT
    word = current(int(seen[game, index]), epoch)
    again = word & cell
    if words_a_set == 1:
        seen[game, index] = word | cell | again << twice_shift
    else:
        seen[game, index] = word | cell
        seen[game, index + 1] = current(int(seen[game, index + 1]), epoch) | again
    return head | (flag_of(number) if again else 0)


def begin_epoch(seen: Matrix, game: int, head: int, position: Position) -> int:
    """Forget everything that occurred before a position; return the new head."""
    epoch = (head >> EPOCH_SHIFT) + 1
    if epoch > LAST_EPOCH:
        for index in range(seen.shape[1]):
            seen[game, index] = 0
        epoch = 1
    return count_position(seen, game, epoch << EPOCH_SHIFT, set_of(position), cell_of(position))


def count_move(seen: Matrix, game: int, head: int, before: Position, after: Position) -> int:
    """Count the position after a move; return the new head."""
    if not barred:
        return head
    if layer_changed(before, after):
        return begin_epoch(seen, game, head, after)
    return count_position(seen, game, head, set_of(after), cell_of(after))


def word_after(seen: Matrix, game: int, number: int) -> int:
    """Return the word that holds the cells of a set seen twice."""
    return int(seen[game, words_a_set * (number + 1) - 1 & MASK])


def repeating(head: int, word: int, position: Position, actions: int) -> int:
    """Return those of the given actions that would repeat a position for the third time.

    `word` is the word for the set the actions lead to.
    """
    twice = word >> twice_shift & rules.cells if word >> EPOCH_SHIFT == head >> EPOCH_SHIFT else 0
    found = 0
    if few_actions:
        for action in range(4):
            if leads_to(position, action, twice):
                found |= 1 << action
    elif twice:
        while actions:
            action = (actions & -actions).bit_length() - 1
            actions &= actions - 1
            if leads_to(position, action, twice):
                found |= 1 << action
    return found


def leads_to(position: Position, action: int, cells: int) -> bool:
    """Return whether an action changes no irreversible field and moves a token to one of the given cells."""
    after = play(rules, position, action)
    return not layer_changed(position, after) and cell_of(after) & cells != 0


def allowed(seen: Matrix, game: int, head: int, position: Position) -> int:
    """Return the legal actions except those that would repeat a position for the third time."""
    actions = legal(rules, position)
    if not barred:
        return actions
    number = set_after(position)
    if head & flag_of(number) == 0:
        return actions
    return actions & ~repeating(head, word_after(seen, game, number), position, actions)


# --- Moves


WINS_ONE, WINS_TWO, DRAWN, CUT, PLIES_LEFT = range(5)
"""Columns of a row of sums: games won by Player 1, won by Player 2, drawn and truncated, and the change in the total
number of plies played in games still in progress."""
SUMS: Final = 5
END_BITS: Final = 15
MAX_DRAWS: Final = (1 << END_BITS) - 1
"""The maximum number of moves in one call: a game has END_BITS bits to count each kind of ending."""


def masked(position: Position) -> Position:
    """Return the position unchanged; the masks tell the compiler which bits of each field can be set."""
    for field in range(len(kinds)):
        mask = 3 if kinds[field] == TURN else rules.cells if kinds[field] == CELL or kinds[field] == CELLS else 15
        position = with_field(position, field, position[field] & mask)
    return position


def either(first: Position, second: Position, choice: int) -> Position:
    """Return the first position, or the second if `choice` is nonzero."""
    for field in range(len(kinds)):
        first = with_field(first, field, second[field] if choice else first[field])
    return first


def played(position: Position, action: int) -> Position:
    """Return the position after an action.

    If there are few actions, all of them are played and one result is selected, which is faster than branching.
    """
    if not few_actions:
        return play(rules, position, action)
    odd, high = action & 1, action & 2
    low_two = either(play(rules, position, 0), play(rules, position, 1), odd)
    high_two = either(play(rules, position, 2), play(rules, position, 3), odd)
    return either(low_two, high_two, high)


def union_of(position: Position, fields: int) -> int:
    """Return the union of the cells in the given fields."""
    cells = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            cells |= position[field]
    return cells


def sum_of(position: Position, fields: int) -> int:
    """Return the sum of the counts in the given fields."""
    total = 0
    for field in range(len(kinds)):
        if fields >> field & 1:
            total += position[field]
    return total


def costly(position: Position) -> bool:
    """Return whether the opponent of the player to move can still place anything.

    If so, the opponent's legal actions, which are needed after the move, take the longest to find.
    """
    return sum_of(position, reserves_two if position.turn == 1 else reserves_one) > 0


def waits(position: Position) -> bool:
    """Return whether a game lets others go first; never the case on a CPU core (see `gpu_kernels`)."""
    return False


def winner_of(position: Position) -> int:
    """Return the winner when no action is allowed; a player whose every move is barred has lost."""
    won = winner(rules, position)
    return won if won else 3 - position.turn


def ending(position: Position, actions: int) -> int:
    """Return a finished game as a count in one of four bit fields: won by Player 1, by Player 2, drawn, truncated."""
    if actions:
        return 1 << 3 * END_BITS
    won = winner_of(position)
    return 1 if won == 1 else 1 << END_BITS if won == 2 else 1 << 2 * END_BITS


def add_endings(sums: Matrix, thread: int, ended: int) -> None:
    """Add up the counts from `ending`."""
    sums[thread, WINS_ONE] += ended & MAX_DRAWS
    sums[thread, WINS_TWO] += ended >> END_BITS & MAX_DRAWS
    sums[thread, DRAWN] += ended >> 2 * END_BITS & MAX_DRAWS
    sums[thread, CUT] += ended >> 3 * END_BITS


def reset_game(game: int, state: State) -> None:
    """Restart a game."""
    state.keys[game], state.plies[game], state.legal[game], state.turns[game] = begin_key, 0, begin_legal, begin.turn
    if barred:
        state.heads[game] = begin_epoch(state.seen, game, head_of(state.heads, game), begin)


def reset_games(share: Share, state: State) -> None:
    """Restart all games and their random draws."""
    number = share.first
    while number < share.last:
        game = number & MASK
        reset_game(game, state)
        state.draws[game] = 0
        number += share.stride


def restart_games(share: Share, state: State, chosen: Vector) -> None:
    """Restart the selected games that are over."""
    number = share.first
    while number < share.last:
        game = number & MASK
        if int(chosen[game]) and int(state.legal[game]) == 0:
            reset_game(game, state)
        number += share.stride


def place_games(share: Share, state: State, chosen: Vector, keys: Vector) -> None:
    """Continue the selected games from other positions, as if they had begun there."""
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
    """Return the position after an action, the actions then allowed, the new head, and the winner.

    An illegal action loses.
    """
    if action < 0 or actions >> min(action, 63) & 1 == 0:
        return before, 0, head, 3 - before.turn
    after = masked(played(before, action))
    head = count_move(seen, game, head, before, after)
    actions = allowed(seen, game, head, after)
    return after, actions, head, 0 if actions else winner_of(after)


def step_games(share: Share, state: State, how: Stepping, actions: Vector, step: Step) -> None:
    """Play an action in each game, or in those where a given player is to move. Finished games stay unchanged."""
    keys, plies, legals, turns, _, heads, seen = state
    number = share.first
    while number < share.last:
        game = number & MASK
        mask, mover, won, cut = int(legals[game]), int(turns[game]), 0, False
        in_progress, wanted = mask != 0, int(how.players[game])
        if in_progress and (wanted == 0 or wanted == mover):
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
        if in_progress:
            step.terminated[game], step.truncated[game] = won != 0, cut
            step.winners[game] = 0 if won == DRAW else won
        number += share.stride


def choose_actions(share: Share, state: State, seed: int, actions: Vector) -> None:
    """Choose a random legal action in each game; 0 in a game that is over."""
    number = share.first
    while number < share.last:
        game = number & MASK
        offset, added = stream_of(seed, game)
        mask, draw = int(state.legal[game]), int(state.draws[game])
        actions[game] = any_action(mask, random_bits(counter_at(offset, draw), added)) if mask else 0
        state.draws[game] = draw + 1 & MASK
        number += share.stride


def roll_games(share: Share, state: State, how: Rolling, sums: Matrix) -> None:
    """Play `how.draws` random moves in each game, restarting games that end; add up the results."""
    clear_sums(sums, share.thread)
    number = share.first
    while number < share.last:
        game = number & MASK
        add_rolled(sums, share.thread, game, state, state.seen, game, how)
        number += share.stride


def clear_sums(sums: Matrix, thread: int) -> None:
    """Reset a thread's sums to 0."""
    for column in range(SUMS):
        sums[thread, column] = 0


def add_rolled(sums: Matrix, thread: int, game: int, state: State, seen: Matrix, row: int, how: Rolling) -> None:
    """Roll one game, counting its positions in a row of `seen`; add up the results."""
    sums[thread, PLIES_LEFT] -= int(state.plies[game])
    add_endings(sums, thread, roll_game(game, state, seen, row, how))
    sums[thread, PLIES_LEFT] += int(state.plies[game])


def roll_game(game: int, state: State, seen: Matrix, row: int, how: Rolling) -> int:
    """Play `how.draws` random moves in a game; return its results, in the form of `ending`."""
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
