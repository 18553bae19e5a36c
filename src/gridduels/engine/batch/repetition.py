"""How often the positions of a game came about, so that none does so for the third time. A kernel module.

A game has a row of words in `seen` that tell which positions came about once and which twice; the irreversible fields
are left out, so all is forgotten whenever one of them changes. A word is a set of cells: where the token of the player
who has just moved stood, for one state of all the other fields. So the moves that would repeat are found in one word.
Nothing need be cleared: a word tells in which epoch it was written, and the epoch of a game is in its head, which also
tells in which sets a position may have come about twice. The heads of all games lie side by side, so that few games
have to look up a second word of their rows, which lie far apart.
"""

from typing import Final

from gridduels.engine.batch.counter_rng import MASK
from gridduels.engine.batch.state import barred, few_actions, rules, token_one, token_two, twice_shift, words_a_set
from gridduels.engine.kernels.layout import CELL, COUNT, TURN, radix_of
from gridduels.engine.kernels.placeholders import Matrix, Position, Vector, irreversible, kinds, legal, play

EPOCH_SHIFT: Final = 50
"""Where the epoch begins in a word and in a head. Below it a head has a bit for each set, or for several on boards of
more sets."""
LAST_EPOCH: Final = (1 << 13) - 1


def layer_changed(before: Position, after: Position) -> bool:
    """Whether a move has changed an irreversible field."""
    changed = False
    for field in range(len(irreversible)):
        if irreversible[field] and before[field] != after[field]:
            changed = True
    return changed


def set_without(position: Position, turn: int, token: int) -> int:
    """The number of the state of all fields that are not irreversible but one, where it is a player's turn."""
    number = 0
    for field in range(len(kinds)):
        if not irreversible[field] and field != token:
            value = turn if kinds[field] == TURN else position[field]
            if kinds[field] == CELL:
                value = value.bit_length()
            if kinds[field] != COUNT:
                value -= 1
            number = number * radix_of(rules.cells.bit_length(), kinds[field]) + value
    return number


def set_at(position: Position, turn: int) -> int:
    """The number of the set of cells that tells whether a position came about, where it is a player's turn."""
    by_one, by_two = set_without(position, turn, token_one), set_without(position, turn, token_two)
    return by_one if turn == 2 else by_two


def set_of(position: Position) -> int:
    """The number of the set of cells that tells whether a position came about."""
    return set_at(position, position.turn)


def set_after(position: Position) -> int:
    """The number of the set for whatever a step leads to: it moves a token, and it is the other player's turn."""
    return set_at(position, 3 - position.turn)


def cell_of(position: Position) -> int:
    """The cell of that set that stands for the position."""
    return position[token_one] if position.turn == 2 else position[token_two]


def current(word: int, epoch: int) -> int:
    """A word as it stands in an epoch: empty, if it is of another one. Without a branch, which nobody could predict."""
    same = ((word >> EPOCH_SHIFT ^ epoch) - 1) >> 63
    return word & same | epoch << EPOCH_SHIFT


def head_of(heads: Vector, game: int) -> int:
    """The head of a game."""
    return int(heads[game]) if barred else 0


def flag_of(number: int) -> int:
    """The bit of a head that tells whether any position of a set may have come about twice."""
    return 1 << (number & MASK) % EPOCH_SHIFT


def count_position(seen: Matrix, game: int, head: int, number: int, cell: int) -> int:
    """Counts that a position has come about, by its set and its cell; the new head."""
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
    """Forgets all that came about before a position; the new head."""
    epoch = (head >> EPOCH_SHIFT) + 1
    if epoch > LAST_EPOCH:
        for index in range(seen.shape[1]):
            seen[game, index] = 0
        epoch = 1
    return count_position(seen, game, epoch << EPOCH_SHIFT, set_of(position), cell_of(position))


def count_move(seen: Matrix, game: int, head: int, before: Position, after: Position) -> int:
    """Counts the position after a move; the new head."""
    if not barred:
        return head
    if layer_changed(before, after):
        return begin_epoch(seen, game, head, after)
    return count_position(seen, game, head, set_of(after), cell_of(after))


def word_after(seen: Matrix, game: int, number: int) -> int:
    """The word that tells which positions of a set came about twice."""
    return int(seen[game, words_a_set * (number + 1) - 1 & MASK])


def repeating(head: int, word: int, position: Position, actions: int) -> int:
    """Those of some actions that bring a position about for the third time, by the word of the set they lead to."""
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
    """Whether an action changes no irreversible field, and moves a token onto one of some cells."""
    after = play(rules, position, action)
    return not layer_changed(position, after) and cell_of(after) & cells != 0


def allowed(seen: Matrix, game: int, head: int, position: Position) -> int:
    """The legal actions but for those that bring a position about for the third time."""
    actions = legal(rules, position)
    if not barred:
        return actions
    number = set_after(position)
    if head & flag_of(number) == 0:
        return actions
    return actions & ~repeating(head, word_after(seen, game, number), position, actions)
