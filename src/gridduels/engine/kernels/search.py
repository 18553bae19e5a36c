"""Exact search of one position of a game that never repeats one. A kernel module.

Alpha-beta with an explicit stack and a table of reduced positions seen; moves that leave the opponent the fewest
replies come first. A score is MOST - plies for a win and plies - MOST for a loss: winners hurry and losers delay.
"""

from typing import Any

import numpy as np

from gridduels.engine.kernels.layout import pack, unpack
from gridduels.engine.kernels.probe import count_bits

MOST = 127
DEEPEST = 128
WIDEST = 64
GAVE_UP = 1000
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
VISITED, LIMIT, STOP = 0, 1, 2
"""Places in the `control` array: positions visited so far, how many there may be, and whether to stop at once."""


def legal(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def play(rules: Any, position: Any, action: Any) -> Any:
    """Bound to the game's own."""


def winner(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def reduce(rules: Any, position: Any) -> Any:
    """Bound to the game's own."""


def slot_of_key(seen: Any, key: Any) -> Any:
    """Where in the table of positions seen a key belongs; a later one takes an earlier one's place."""
    mixed = key * -7046029254386353131
    return (mixed ^ mixed >> 31) & len(seen) - 1


def order_children(rules: Any, position: Any, actions: Any, children: Any, replies: Any) -> Any:
    """Fills in the keys of the positions after each action, those with the fewest replies first; how many they are."""
    count = 0
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        rank = count_bits(legal(rules, child))
        index = count
        while index > 0 and replies[index - 1] > rank:
            children[index], replies[index] = children[index - 1], replies[index - 1]
            index -= 1
        children[index], replies[index] = pack(rules, reduce(rules, child), False), rank
        count += 1
    return count


def known_score(seen: Any, scores: Any, bounds: Any, key: Any, low: Any, high: Any) -> Any:
    """What is known of a position where that is enough for the window; GAVE_UP where it is not."""
    slot = slot_of_key(seen, key)
    if seen[slot] == key:
        score, bound = np.int64(scores[slot]), bounds[slot]
        if bound == EXACT or (bound == AT_LEAST and score >= high) or (bound == AT_MOST and score <= low):
            return score
    return GAVE_UP


def remember(seen: Any, scores: Any, bounds: Any, key: Any, score: Any, low: Any, high: Any) -> None:
    slot = slot_of_key(seen, key)
    seen[slot], scores[slot] = key, score
    bounds[slot] = AT_LEAST if score >= high else AT_MOST if score <= low else EXACT


def search(rules: Any, position: Any, low: Any, high: Any, seen: Any, scores: Any, bounds: Any, control: Any) -> Any:
    """The score of a position if it lies between low and high, else a bound; GAVE_UP when told to stop."""
    keys, floor, ceiling = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    best, following, counts = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64)
    children, replies = np.zeros((DEEPEST, WIDEST), np.int64), np.zeros((DEEPEST, WIDEST), np.int64)
    depth = 0
    keys[0], floor[0], ceiling[0] = pack(rules, reduce(rules, position), False), low, high
    entering = True
    while True:
        if entering:
            control[VISITED] += 1
            if control[VISITED] > control[LIMIT] or control[STOP]:
                return GAVE_UP
            score = known_score(seen, scores, bounds, keys[depth], floor[depth], ceiling[depth])
            if score == GAVE_UP:
                here = unpack(rules, keys[depth], position, False)
                actions = legal(rules, here)
                if actions == 0:
                    score = MOST if winner(rules, here) == here.turn else -MOST
                else:
                    counts[depth] = order_children(rules, here, actions, children[depth], replies[depth])
                    following[depth], best[depth] = 0, -GAVE_UP
            entering = False
        else:
            score = GAVE_UP
        if score == GAVE_UP:
            alpha = max(floor[depth], best[depth])
            if alpha < ceiling[depth] and following[depth] < counts[depth]:
                keys[depth + 1] = children[depth, following[depth]]
                following[depth] += 1
                floor[depth + 1], ceiling[depth + 1] = -ceiling[depth] - 1, -alpha + 1
                depth += 1
                entering = True
                continue
            score = best[depth]
            remember(seen, scores, bounds, keys[depth], score, floor[depth], ceiling[depth])
        if depth == 0:
            return score
        depth -= 1
        best[depth] = max(best[depth], 1 - score if score > 0 else -1 - score)
