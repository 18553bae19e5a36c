"""Checks the entries of a proof's level against the rules. A kernel module that also serves uncompiled.

It searches nothing and knows nothing of how the proof was made: where the prover is to move, one move must lead to what
was promised, and where the other side is, all of them. A move keeps the promise that leads to an end that is good
enough, or to an entry of the next level; so what is proved of a level rests on later ones alone.
"""

from gridduels.engine.kernels.layout import pack, unpack
from gridduels.engine.kernels.placeholders import canonicalize, legal, play, winner
from gridduels.engine.kernels.probe import rank_of
from gridduels.engine.kernels.protocols import Position, ReadOnlyVector, Rules
from gridduels.engine.kernels.searching.alpha_beta import WIN_NOW


def count_broken(
    rules: Rules, template: Position, entries: ReadOnlyVector, following: ReadOnlyVector, wanted: int
) -> int:
    """How many entries do not keep their promise; `following` are the entries of the next level, sorted, and `wanted`
    is the prover's score there."""
    broken = 0
    for number in range(len(entries)):
        entry = int(entries[number])
        provers = entry < 0
        position = unpack(rules, ~entry if provers else entry, template, False)
        if not is_kept(rules, position, provers, following, wanted):
            broken += 1
    return broken


def is_kept(rules: Rules, position: Position, provers: bool, following: ReadOnlyVector, wanted: int) -> bool:
    """Whether a position keeps what was promised of it: by one move of the prover, or by all of the other side."""
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
    """Whether a position is good enough for the prover: nothing is worse than what is wanted, the game is over and well
    ended, or it is among the entries of its level."""
    if wanted <= -WIN_NOW:
        return True
    if legal(rules, child) == 0:
        prover = child.turn if provers else 3 - child.turn
        won = winner(rules, child)
        return (WIN_NOW if won == prover else -WIN_NOW if won == 3 - prover else 0) >= wanted
    key = pack(rules, canonicalize(rules, child), False)
    return rank_of(following, ~key if provers else key) >= 0
