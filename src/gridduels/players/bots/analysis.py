"""The best lines of play in a position, as our players tell them to a host that asks for an analysis."""

import time
from typing import Final

from gridduels.duel import Duel
from gridduels.engine import VALUES, Value
from gridduels.players import Player, Prepares
from gridduels.players.info import Info
from gridduels.players.limits import Limits
from gridduels.players.mcts import UNLIMITED, MctsPlayer, SearchTree

__all__ = ["best_lines"]

_LATE: Final = 0.9
"""The part of its time that a search may take."""


def best_lines(player: Player, duel: Duel, limits: Limits, count: int) -> list[Info]:
    """What one of our players sees, at most so many lines, the best first: exact ones where it goes by a table of
    values, else by tree search; none where it does not look ahead.

    >>> from random import Random
    >>> from gridduels import load_game
    >>> from gridduels.players import make_player
    >>> player = make_player("perfect", Random())
    >>> [str(info) for info in best_lines(player, Duel(load_game("light-cycle", 3)), Limits(), 2)]
    ['score win:3 line 1 pv right up up', 'score loss:6 line 2 pv up down right left down left']
    """
    if not isinstance(player, Prepares):
        return []
    if isinstance(player, MctsPlayer) or not VALUES.prepare(duel.game):
        simulations = player.simulations if isinstance(player, MctsPlayer) else None
        return _searched(duel, limits, count, simulations or UNLIMITED)
    with VALUES.asking(duel.game) as values:
        moves = values.evaluate(duel).moves
        best = sorted(moves, key=lambda word: -moves[word].rank)[:count]
        lines = [(word, *values.principal_variation(duel.play(word).position)) for word in best]
    return [
        Info(score=_score(moves[word]), line=number, pv=line)
        for number, (word, line) in enumerate(zip(best, lines, strict=True), 1)
    ]


def _score(value: Value) -> str:
    return value.outcome if value.plies is None else f"{value.outcome}:{value.plies}"


def _searched(duel: Duel, limits: Limits, count: int, simulations: int) -> list[Info]:
    tree, until = SearchTree(duel, 1), time.monotonic() + _LATE * limits.seconds
    tree.grow(min(limits.nodes or simulations, simulations), until, limits.stopped, limits.depth)
    return [tree.info(move)._replace(line=number) for number, move in enumerate(tree.ranked_moves()[:count], 1)]
