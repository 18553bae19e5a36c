"""The games of a batch, each held as the key of its position: they are restarted, stepped, and played at random.
A kernel module.

Every function that works on many games takes those from `first` to `last`, `stride` apart: a thread's share of them. It
masks their numbers, so that the compiler sees that none is negative.
What is not defined here is bound to each game's own: see `compiling.bind`.

Where a position must not come about for the third time, a game has a row of words in `seen` that tell which positions
came about once and which twice; the fields that last are left out, so all is forgotten whenever one of them changes. A
word is a set of cells: where the token of the player who has just moved stood, for one state of all the other fields.
So the moves that would repeat are found in one word. Nothing need be cleared: a word tells in which epoch it was
written, and the epoch of the row is in its first word, with the number of positions that came about twice.
"""

from typing import Any, Final

from gridduels.engine.batch.chance import MASK, STRIDE, any_action, drawn, few_actions, place_of_draw, stream_of
from gridduels.engine.kernels.layout import (
    CELL,
    CELLS,
    COUNT,
    TURN,
    irreversible,
    kinds,
    pack,
    radix_of,
    unpack,
    with_field,
)

EPOCH_SHIFT: Final = 50
LAST_EPOCH: Final = (1 << 13) - 1
HEAD_SHIFT: Final = 32

WINS_ONE, WINS_TWO, CUT, PLIES_LEFT = 0, 1, 2, 3
"""Places in a row of sums: the games that ended, won by Player 1, by Player 2, or broken off; and by how many plies the
games that go on are longer than those at the beginning."""
SUMS: Final = 4
END_BITS: Final = 21
MOST_DRAWS: Final = (1 << END_BITS) - 1
"""No more moves may be played in one go: a game counts its endings in so many bits."""

rules: Any = ()
"""Bound to the game's Rules, as a constant."""
begin: Any = ()
"""Bound to the position that games start with."""
begin_key = 0
begin_legal = 0
barred = False
"""Bound to whether a position must not come about for the third time."""
token_one = 0
token_two = 0
"""Bound to the fields of the tokens that Player 1 and Player 2 move."""
words_a_set = 1
"""Bound to 1 where a word holds both the positions that came about once and those that did so twice, or else to 2."""
twice_shift = 0
"""Bound to where in its word the second set begins."""


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def masked(position: Any) -> Any:
    """The very same position; that no field has a bit beyond its board lets the compiler do with shorter numbers."""
    for field in range(len(kinds)):
        mask = 3 if kinds[field] == TURN else rules.cells if kinds[field] == CELL or kinds[field] == CELLS else 15
        position = with_field(position, field, position[field] & mask)
    return position


def either(first: Any, second: Any, choice: Any) -> Any:
    """The first position, or the second where `choice` is not 0."""
    for field in range(len(kinds)):
        first = with_field(first, field, second[field] if choice else first[field])
    return first


def played(position: Any, action: Any) -> Any:
    """The position after an action; where there are few of them all are tried, which is faster than to branch."""
    if not few_actions:
        return play(rules, position, action)
    odd, high = action & 1, action & 2
    low_two = either(play(rules, position, 0), play(rules, position, 1), odd)
    high_two = either(play(rules, position, 2), play(rules, position, 3), odd)
    return either(low_two, high_two, high)


def frame_changed(before: Any, after: Any) -> Any:
    """Whether a move has changed a field that lasts."""
    changed = False
    for field in range(len(irreversible)):
        if irreversible[field] and before[field] != after[field]:
            changed = True
    return changed


def set_without(position: Any, turn: Any, token: Any) -> Any:
    """The number of the state of all fields that do not last but one, where it is a player's turn."""
    number = 0
    for field in range(len(kinds)):
        if not irreversible[field] and field != token:
            value = turn if kinds[field] == TURN else position[field]
            if kinds[field] == CELL:
                value = value.bit_length()
            if kinds[field] != COUNT:
                value -= 1
            number = number * radix_of(rules.size, kinds[field]) + value
    return number


def set_at(position: Any, turn: Any) -> Any:
    """The number of the set of cells that tells whether a position came about, where it is a player's turn."""
    by_one, by_two = set_without(position, turn, token_one), set_without(position, turn, token_two)
    return by_one if turn == 2 else by_two


def set_of(position: Any) -> Any:
    """The number of the set of cells that tells whether a position came about."""
    return set_at(position, position.turn)


def set_after(position: Any) -> Any:
    """The number of the set for whatever a step leads to: it moves a token, and it is the other player's turn."""
    return set_at(position, 3 - position.turn)


def cell_of(position: Any) -> Any:
    """The cell of that set that stands for the position."""
    return position[token_one] if position.turn == 2 else position[token_two]


def current(word: Any, epoch: Any) -> Any:
    """A word as it stands in an epoch: empty, if it is of another one. Without a branch, which nobody could predict."""
    same = ((word >> EPOCH_SHIFT ^ epoch) - 1) >> 63
    return word & same | epoch << EPOCH_SHIFT


def note(seen: Any, game: Any, head: Any, number: Any, cell: Any) -> Any:
    """Remembers that a position has come about, by its set and its cell; the new head of the row."""
    index, epoch = words_a_set * number + 1 & MASK, head >> HEAD_SHIFT
    word = current(int(seen[game, index]), epoch)
    again = word & cell
    if words_a_set == 1:
        seen[game, index] = word | cell | again << twice_shift
    else:
        seen[game, index] = word | cell
        seen[game, index + 1] = current(int(seen[game, index + 1]), epoch) | again
    return head + (1 if again else 0)


def begin_epoch(seen: Any, game: Any, head: Any, position: Any) -> Any:
    """Forgets all that came about before a position; the new head of the row."""
    epoch = (head >> HEAD_SHIFT) + 1
    if epoch > LAST_EPOCH:
        for index in range(1, seen.shape[1]):
            seen[game, index] = 0
        epoch = 1
    return note(seen, game, epoch << HEAD_SHIFT, set_of(position), cell_of(position))


def word_after(seen: Any, game: Any, number: Any) -> Any:
    """The word that tells which positions of a set came about twice."""
    return int(seen[game, words_a_set * (number + 1) & MASK])


def repeating(head: Any, word: Any, position: Any, actions: Any) -> Any:
    """Those of some actions that bring a position about for the third time, by the word of the set they lead to."""
    twice = word >> twice_shift & rules.cells if word >> EPOCH_SHIFT == head >> HEAD_SHIFT else 0
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


def leads_to(position: Any, action: Any, cells: Any) -> Any:
    """Whether an action leaves the fields that last as they are, and moves a token onto one of some cells."""
    after = play(rules, position, action)
    return not frame_changed(position, after) and cell_of(after) & cells != 0


def allowed(seen: Any, game: Any, head: Any, position: Any) -> Any:
    """The legal actions but for those that bring a position about for the third time."""
    actions = legal(rules, position)
    if not barred or head & MASK == 0:
        return actions
    return actions & ~repeating(head, word_after(seen, game, set_after(position)), position, actions)


def noted(seen: Any, game: Any, head: Any, before: Any, after: Any) -> Any:
    """The head of a row after a move."""
    if not barred:
        return head
    if frame_changed(before, after):
        return begin_epoch(seen, game, head, after)
    return note(seen, game, head, set_of(after), cell_of(after))


def winner_of(position: Any) -> Any:
    """Who has won where no action is allowed: a player whose every move is barred has lost as well."""
    won = winner(rules, position)
    return won if won else 3 - position.turn


def ending(position: Any, actions: Any) -> Any:
    """One game that ended: won by Player 1, by Player 2 or broken off, a few bits for each."""
    if actions:
        return 1 << 2 * END_BITS
    return 1 if winner_of(position) == 1 else 1 << END_BITS


def add_endings(sums: Any, slot: Any, ended: Any) -> None:
    """Adds up what `ending` counted."""
    sums[slot, WINS_ONE] += ended & MOST_DRAWS
    sums[slot, WINS_TWO] += ended >> END_BITS & MOST_DRAWS
    sums[slot, CUT] += ended >> 2 * END_BITS


def head_of(seen: Any, game: Any) -> Any:
    """The first word of a game's row."""
    return int(seen[game, 0]) if barred else 0


def reset_game(game: Any, state: Any) -> None:
    """Starts a game anew."""
    keys, plies, legals, turns, seen = state
    keys[game], plies[game], legals[game], turns[game] = begin_key, 0, begin_legal, begin.turn
    if barred:
        seen[game, 0] = begin_epoch(seen, game, head_of(seen, game), begin)


def reset_games(slot: Any, first: Any, last: Any, stride: Any, state: Any) -> None:
    """Starts all games anew."""
    while first < last:
        reset_game(first & MASK, state)
        first += stride


def restart_games(slot: Any, first: Any, last: Any, stride: Any, state: Any) -> None:
    """Starts those games anew that are over."""
    while first < last:
        if int(state[2][first & MASK]) == 0:
            reset_game(first & MASK, state)
        first += stride


def stepped(seen: Any, game: Any, head: Any, before: Any, actions: Any, action: Any) -> Any:
    """The position after an action, what is allowed then, the new head, and who has won; an illegal action loses."""
    if action < 0 or actions >> min(action, 63) & 1 == 0:
        return before, 0, head, 3 - before.turn
    after = masked(played(before, action))
    head = noted(seen, game, head, before, after)
    actions = allowed(seen, game, head, after)
    return after, actions, head, 0 if actions else winner_of(after)


def step_games(
    slot: Any, first: Any, last: Any, stride: Any, state: Any, truncate_at: Any,
    restarts: Any, player: Any, actions: Any, told: Any,
) -> None:  # fmt: skip
    """Plays an action in each game, or in those where a player is to move; a game that is over stays as it is."""
    keys, plies, legals, turns, seen = state
    rewards, terminated, truncated, winners = told
    while first < last:
        game = first & MASK
        mask, mover, won, cut = int(legals[game]), int(turns[game]), 0, False
        goes_on = mask != 0
        if goes_on and (player == 0 or mover == player):
            before = masked(unpack(rules, int(keys[game]), begin, False))
            after, mask, head, won = stepped(seen, game, head_of(seen, game), before, mask, int(actions[game]))
            ply = int(plies[game]) + 1
            cut = won == 0 and ply >= truncate_at
            if won or cut:
                mask = 0
            if mask == 0 and restarts:
                after, mask, ply = begin, begin_legal, 0
                if barred:
                    head = begin_epoch(seen, game, head, begin)
            keys[game], plies[game], legals[game], turns[game] = pack(rules, after, False), ply, mask, after.turn
            if barred:
                seen[game, 0] = head
        rewards[game] = 0 if won == 0 else 1 if won == mover else -1
        if goes_on:
            terminated[game], truncated[game], winners[game] = won != 0, cut, won
        first += stride


def choose_actions(
    slot: Any, first: Any, last: Any, stride: Any, state: Any, seed: Any, draw: Any, actions: Any
) -> None:
    """Chooses any legal action in each game; 0 in one that is over."""
    while first < last:
        game = first & MASK
        offset, added = stream_of(seed, game)
        mask = int(state[2][game])
        actions[game] = any_action(mask, drawn(place_of_draw(offset, draw), added)) if mask else 0
        first += stride


def roll_games(
    slot: Any, first: Any, last: Any, stride: Any, state: Any, truncate_at: Any,
    seed: Any, draw: Any, draws: Any, sums: Any,
) -> None:  # fmt: skip
    """Plays so many random moves in each game, which restarts whenever it is over; adds up how they ended."""
    for place in range(SUMS):
        sums[slot, place] = 0
    while first < last:
        game = first & MASK
        sums[slot, PLIES_LEFT] -= int(state[1][game])
        add_endings(sums, slot, roll_game(game, state, truncate_at & MASK, seed, draw, draws))
        sums[slot, PLIES_LEFT] += int(state[1][game])
        first += stride


def roll_game(game: Any, state: Any, truncate_at: Any, seed: Any, draw: Any, draws: Any) -> Any:
    """Plays so many random moves in a game; how it ended meanwhile, as `ending` counts."""
    keys, plies, legals, turns, seen = state
    offset, added = stream_of(seed, game)
    chance, stop = place_of_draw(offset, draw), place_of_draw(offset, draw + draws)
    position = masked(unpack(rules, int(keys[game]), begin, False))
    ply, mask, head, ended = int(plies[game]), int(legals[game]), head_of(seen, game), 0
    while chance != stop:
        before, action = position, any_action(mask, drawn(chance, added))
        chance = chance + STRIDE & MASK
        position = masked(played(before, action))
        if barred:
            head = noted(seen, game, head, before, position)
        mask = allowed(seen, game, head, position)
        ply = ply + 1 & MASK
        if mask == 0 or ply >= truncate_at:
            ended += ending(position, mask)
            position, mask, ply = begin, begin_legal, 0
            if barred:
                head = begin_epoch(seen, game, head, begin)
    keys[game], plies[game], legals[game], turns[game] = pack(rules, position, False), ply, mask, position.turn
    if barred:
        seen[game, 0] = head
    return ended
