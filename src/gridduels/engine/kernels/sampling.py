"""Draws positions from games played in bulk, and labels positions from a table. A kernel module.

`state` is that of the random generator (`xorshift`); `table` the arrays of a table, as `look_up` takes them.
"""

from typing import Any

from gridduels.engine.kernels.layout import pack, unpack
from gridduels.engine.kernels.probe import apply_symmetry, canonicalize, look_up, symmetries
from gridduels.engine.kernels.xorshift import any_action, below, next_state

_FAR = 1000


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def rank_of_reply(code: Any) -> Any:
    """The greater, the better for the player who leaves the opponent a position of this code."""
    if code < 0:
        return _FAR + code
    return code - _FAR if code > 0 else 0


def best_of(rules: Any, position: Any, actions: Any, table: Any) -> Any:
    """Those of some actions that are worth most."""
    best, best_rank = 0, -_FAR - _FAR
    while actions:
        bit = actions & -actions
        actions &= actions - 1
        child = play(rules, position, bit.bit_length() - 1)
        rank = rank_of_reply(look_up(rules, child, table))
        if rank > best_rank:
            best, best_rank = bit, rank
        elif rank == best_rank:
            best |= bit
    return best


def draw(rules: Any, begin: Any, table: Any, best_quarters: Any, max_plies: Any, state: Any, keys: Any) -> Any:
    """Plays a game for each of `keys` and keeps one of its positions, each ply before the end as likely.

    A move is one of the best with a chance of so many quarters, and any legal one otherwise. Returns the state.
    """
    for game in range(len(keys)):
        position = begin
        actions = legal(rules, position)
        ply = 0
        while actions and ply < max_plies:
            state = next_state(state)
            ply += 1
            if below(state, ply) == 0:
                keys[game] = pack(rules, position, False)
            state = next_state(state)
            if below(state, 4) < best_quarters:
                actions = best_of(rules, position, actions, table)
            state = next_state(state)
            position = play(rules, position, any_action(actions, state))
            actions = legal(rules, position)
    return state


def find_actions(rules: Any, sample: Any, keys: Any, actions: Any) -> None:
    """Fills in the legal actions of positions; 0 where the game is over."""
    for number in range(len(keys)):
        actions[number] = legal(rules, unpack(rules, keys[number], sample, False))


def find_labels(rules: Any, sample: Any, keys: Any, actions: Any, table: Any, codes: Any, best: Any) -> None:
    """Fills in the codes and the best actions of positions."""
    for number in range(len(keys)):
        position = unpack(rules, keys[number], sample, False)
        codes[number] = look_up(rules, position, table)
        best[number] = best_of(rules, position, actions[number], table)


def find_images(rules: Any, sample: Any, keys: Any, images: Any) -> None:
    """Fills in one key for all positions that are the same but for symmetry, and for what no longer matters."""
    for number in range(len(keys)):
        position = canonicalize(rules, unpack(rules, keys[number], sample, False))
        least = pack(rules, position, False)
        for way in range(1, len(symmetries)):
            key = pack(rules, apply_symmetry(rules, position, symmetries[way]), False)
            if key < least:
                least = key
        images[number] = least
