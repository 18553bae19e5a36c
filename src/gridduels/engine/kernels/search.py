"""Exact alpha-beta search of one position, and proofs built and checked level by level.

A kernel module that also runs as plain Python.
"""

from typing import Any

import numpy as np

from gridduels.engine.kernels.contract import contradicts, out_of_range, winner_knowing
from gridduels.engine.kernels.layout import MAX_ACTIONS, pack, unpack
from gridduels.engine.kernels.placeholders import (
    Position,
    ReadOnlyVector,
    Rules,
    Vector,
    canonicalize,
    legal,
    play,
    winner,
)
from gridduels.engine.kernels.probe import rank_of

# --- Alpha-beta search of one position, in a game without repetition
#
# Alpha-beta with an explicit stack and a transposition table of canonical positions. Moves that leave the opponent the
# fewest replies are tried first. A score is WIN_NOW - plies for a win, plies - WIN_NOW for a loss and 0 for a draw: the
# winner plays for the shortest win, the loser for the longest defence. So the window narrows from ply to ply, and lines
# longer than a win already found are cut off (mate distance pruning). If a move leaves the turn with the same player,
# the child's key is written as ~key, and scores and windows keep their signs.
#
# The transposition table has one word per position, so threads can share it without a lock: a word is read and written
# as a whole. The low bits of a mixed key are its word's index, so these bits of the word are free to hold the score and
# its kind, exact or a bound. Hence the table has at least MIN_ENTRIES words, a power of two.


number_type: Any = object
"""The type of array items: unbounded ints in plain Python. Compiled code binds its own: machine words."""
WIN_NOW = 127
MAX_DEPTH = 128
NO_SCORE = 1000
"""Represents a score that is unknown, or was not found because the search had to stop."""
EXACT, LOWER_BOUND, UPPER_BOUND = 1, 2, 3
MIN_ENTRIES = 1 << 10
SCORE_BITS = MIN_ENTRIES - 1
"""The bits of a word that hold a score and its kind."""
VISITED, LIMIT, STOP, FORBIDDEN, DEEPEST, BROKEN_KEY = range(6)
"""Indices into the `control` array: positions visited so far, their maximum number, whether to stop now, the bits of
nonexistent actions, the maximum length of a game in plies (less than MAX_DEPTH), and the key of a position at which the
rules break their contract, or ~key if the game continues there after that many plies."""


def mix(key: int) -> int:
    """Mix the bits of a key, one-to-one.

    Any part of a key beyond a machine word is first folded into the bits that determine the index.
    """
    mixed = (key ^ key >> 63) * -7046029254386353131
    return mixed ^ mixed >> 31 & (1 << 33) - 1


def probe_score(table: Vector, key: int, alpha: int, beta: int) -> int:
    """Return a position's stored score if it decides the window, otherwise NO_SCORE."""
    mixed = mix(key)
    word = table[mixed & len(table) - 1]
    if (word ^ mixed) & -len(table) == 0:
        score, bound = (word >> 2 & 255) - 128, word & 3
        if bound == EXACT or (bound == LOWER_BOUND and score >= beta) or (bound == UPPER_BOUND and score <= alpha):
            return score
    return NO_SCORE


def store_score(table: Vector, key: int, score: int, alpha: int, beta: int) -> None:
    """Store a score, overwriting any other position with the same index."""
    mixed = mix(key)
    bound = LOWER_BOUND if score >= beta else UPPER_BOUND if score <= alpha else EXACT
    table[mixed & len(table) - 1] = mixed & -len(table) | score + 128 << 2 | bound


def move_scores(table: Vector, larger: Vector) -> None:
    """Copy all scores into a larger, empty table. An index and the high bits of its word make up the mixed key."""
    for index in range(len(table)):
        word = table[index]
        if word:
            mixed = word & -len(table) | index
            larger[mixed & len(larger) - 1] = mixed & -len(larger) | word & SCORE_BITS


def alpha_after(alpha: int) -> int:
    """Return the bound that a score must exceed one ply later to exceed alpha now."""
    return alpha + 1 if alpha >= 0 else alpha - 1


def beta_after(beta: int) -> int:
    """Return the bound that a score must reach one ply later to reach beta now."""
    return beta + 1 if beta > 0 else beta - 1


def moves_or_winner(rules: Rules, position: Position) -> tuple[int, int]:
    """Return the legal actions and the winner; exactly one of them is 0."""
    actions = legal(rules, position)
    return actions, winner_knowing(rules, position, actions)


def order_children(
    rules: Rules, position: Position, actions: int, children: Vector, replies: Vector, variation: int
) -> int:
    """Fill in the keys of the positions after each action, best candidates first.

    The best candidates leave the opponent the fewest replies, or the same player the most; ties depend on `variation`.
    Return the number of positions, or -1 if a field is out of range.
    """
    count = 0
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        if out_of_range(rules, child):
            return -1
        rank = legal(rules, child).bit_count()
        same_player = child.turn == position.turn
        if same_player:
            rank = MAX_ACTIONS - rank
        child = canonicalize(rules, child)
        if out_of_range(rules, child):
            return -1
        key = pack(rules, child, False)
        if variation:
            rank = 2 * rank + (mix(key + variation) >> 40 & 1)
        index = count
        while index > 0 and replies[index - 1] > rank:
            children[index], replies[index] = children[index - 1], replies[index - 1]
            index -= 1
        children[index], replies[index] = ~key if same_player else key, rank
        count += 1
    return count


def search(
    rules: Rules, position: Position, low: int, high: int, table: Vector, control: Vector, variation: int
) -> int:
    """Return a position's score if it lies between low and high, otherwise a bound.

    Return NO_SCORE if told to stop, or if the rules break their contract. Threads that search the same position with
    different variations take different paths and use each other's results.
    """
    keys, signs = np.zeros(MAX_DEPTH, number_type), np.ones(MAX_DEPTH, number_type)
    alpha, beta = np.zeros(MAX_DEPTH, number_type), np.zeros(MAX_DEPTH, number_type)
    best, searched = np.zeros(MAX_DEPTH, number_type), np.zeros(MAX_DEPTH, number_type)
    counts, children = np.zeros(MAX_DEPTH, number_type), np.zeros((MAX_DEPTH, MAX_ACTIONS), number_type)
    replies = np.zeros(MAX_ACTIONS, number_type)
    depth = 0
    keys[0], alpha[0], beta[0] = pack(rules, canonicalize(rules, position), False), low, high
    entering = True
    while True:
        score = NO_SCORE
        if entering:
            entering = False
            control[VISITED] += 1
            if control[VISITED] > control[LIMIT] or control[STOP]:
                return NO_SCORE
            if alpha[depth] >= WIN_NOW:
                score = WIN_NOW
            elif beta[depth] <= -WIN_NOW:
                score = -WIN_NOW
            else:
                score = probe_score(table, keys[depth], alpha[depth], beta[depth])
            if score == NO_SCORE:
                here = unpack(rules, keys[depth], position, False)
                actions, won = moves_or_winner(rules, here)
                broken = contradicts(actions, won, control[FORBIDDEN])
                if actions == 0:
                    score = WIN_NOW if won == here.turn else -WIN_NOW if won == 3 - here.turn else 0
                else:
                    counts[depth] = order_children(rules, here, actions, children[depth], replies, variation)
                    searched[depth], best[depth] = 0, -NO_SCORE
                    broken |= counts[depth] < 0
                    if depth >= control[DEEPEST]:  # otherwise the stacks could overflow
                        control[BROKEN_KEY] = ~keys[depth]
                        return NO_SCORE
                if broken:
                    control[BROKEN_KEY] = keys[depth]
                    return NO_SCORE
        if score == NO_SCORE:
            raised = max(alpha[depth], best[depth])
            if raised < beta[depth] and searched[depth] < counts[depth]:
                child = children[depth, searched[depth]]
                searched[depth] += 1
                later_alpha, later_beta = alpha_after(raised), beta_after(beta[depth])
                if child < 0:
                    alpha[depth + 1], beta[depth + 1] = later_alpha, later_beta
                else:
                    alpha[depth + 1], beta[depth + 1] = -later_beta, -later_alpha
                depth += 1
                keys[depth], signs[depth] = (~child, 1) if child < 0 else (child, -1)
                entering = True
                continue
            score = best[depth]
            store_score(table, keys[depth], score, alpha[depth], beta[depth])
        if depth == 0:
            return score
        later = score - 1 if score > 0 else score + 1 if score < 0 else 0
        score = signs[depth] * later
        depth -= 1
        best[depth] = max(best[depth], score)


# --- Making a proof level by level
#
# A claim says that one side, the prover, gets at least a given score. Level n of its proof holds the positions after n
# plies as entries: a key if the opponent is to move, ~key if the prover is. All of the opponent's moves are followed,
# but only the prover's first move that is good enough.


def is_enough(rules: Rules, position: Position, provers: bool, wanted: int, table: Vector, control: Vector) -> bool:
    """Return whether the prover gets the wanted score; `provers` says whether it is the prover's turn."""
    if provers:
        return search(rules, position, wanted - 1, wanted, table, control, 0) >= wanted
    return search(rules, position, -wanted, -wanted + 1, table, control, 0) <= -wanted


def entries_after(
    rules: Rules, template: Position, entries: ReadOnlyVector, wanted: int, table: Vector, control: Vector
) -> Vector:
    """Return the entries of the next level, given those of this one, omitting positions where the game is over.

    `wanted` is the prover's score there. The result is incomplete if told to stop, or if the rules break their
    contract.
    """
    found: Any = np.empty(len(entries) * MAX_ACTIONS, number_type)
    children, replies = np.zeros(MAX_ACTIONS, number_type), np.zeros(MAX_ACTIONS, number_type)
    count = 0
    for number in range(len(entries)):
        provers = entries[number] < 0
        position = unpack(rules, ~entries[number] if provers else entries[number], template, False)
        moves = order_children(rules, position, legal(rules, position), children, replies, 0)
        if moves < 0:
            control[BROKEN_KEY] = ~entries[number] if provers else entries[number]
        if control[BROKEN_KEY]:
            break
        for move in range(moves):
            same_player = children[move] < 0
            key = ~children[move] if same_player else children[move]
            child = unpack(rules, key, template, False)
            provers_then = provers == same_player
            if provers and not is_enough(rules, child, provers_then, wanted, table, control):
                continue
            if legal(rules, child):
                found[count] = ~key if provers_then else key
                count += 1
            if provers:
                break
    entries_found: Vector = found[:count].copy()
    return entries_found


# --- Checking a level of a proof
#
# This part does not search and does not know how the proof was made. On the prover's turn, one move must keep the
# promise; on the opponent's turn, all moves must. A move keeps the promise if it leads to an ending that is good
# enough, or to an entry in the next level. So a level is proved by later levels alone.


def count_broken(
    rules: Rules, template: Position, entries: ReadOnlyVector, following: ReadOnlyVector, wanted: int
) -> int:
    """Return how many entries do not meet their claim.

    `following` holds the next level's entries, sorted; `wanted` is the prover's score there.
    """
    broken = 0
    for number in range(len(entries)):
        entry = int(entries[number])
        provers = entry < 0
        position = unpack(rules, ~entry if provers else entry, template, False)
        if not is_kept(rules, position, provers, following, wanted):
            broken += 1
    return broken


def is_kept(rules: Rules, position: Position, provers: bool, following: ReadOnlyVector, wanted: int) -> bool:
    """Return whether a position keeps its promise: by one move of the prover, or by all moves of the opponent."""
    actions = legal(rules, position)
    if actions == 0:
        return False
    while actions:
        action = (actions & -actions).bit_length() - 1
        actions &= actions - 1
        child = play(rules, position, action)
        provers_then = provers == (child.turn == position.turn)
        if leads_on(rules, child, provers_then, following, wanted) == provers:
            return provers
    return not provers


def leads_on(rules: Rules, child: Position, provers: bool, following: ReadOnlyVector, wanted: int) -> bool:
    """Return whether a position is good enough for the prover.

    It is good enough if no score is worse than the wanted one, if the game has ended well enough, or if it is an entry
    of its level.
    """
    if wanted <= -WIN_NOW:
        return True
    if legal(rules, child) == 0:
        prover = child.turn if provers else 3 - child.turn
        won = winner(rules, child)
        return (WIN_NOW if won == prover else -WIN_NOW if won == 3 - prover else 0) >= wanted
    key = pack(rules, canonicalize(rules, child), False)
    return rank_of(following, ~key if provers else key) >= 0
