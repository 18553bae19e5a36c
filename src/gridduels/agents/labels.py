"""Exact labels: what a position is worth, its best moves, and what the last move gave away.

Every value comes from the game's table. On a board too big for one (`gridduels solve` says which) each move is searched
exactly instead. A position where that takes more than 2,000,000 visits has no labels: they are None, never a guess.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.agents.turns import mask_of
from gridduels.analysis.labelling import values_within_reason
from gridduels.duel import Duel
from gridduels.engine import Value, Values
from gridduels.game import Game
from gridduels.players.knowledge import worth_of_moves

__all__ = ["Labels", "label", "values_of"]


class Labels(NamedTuple):
    """What is known of a duel. `value` (`win`, `loss` or `perpetual`) and `plies` are for the player to move, by the
    moves that are allowed; `best_moves` keep both, and `best_actions` has 1 for each of them. `kept` says whether the
    last move kept the value, `plies_lost` by how much it made a win longer or a loss shorter: None before the first
    move, and where the value was not kept or is perpetual. All are None where the value is not known."""

    value: str | None
    plies: int | None
    best_moves: tuple[str, ...]
    best_actions: npt.NDArray[np.int8]
    kept: bool | None
    plies_lost: int | None


@lru_cache(None)
def values_of(game: Game) -> Values:
    """The values of a game: its table, or a search with a limit."""
    return values_within_reason(game)


def label(duel: Duel, before: Duel | None = None) -> dict[str, Any]:
    """The labels of a duel by their names, as environments report them. `before` is the duel before the move to judge,
    by default the last one.

    >>> from gridduels import load_game
    >>> label(Duel(load_game("light-cycle"), "right left up"))["plies_lost"] is None
    True
    >>> labels = label(Duel(load_game("light-cycle"), "right left"))
    >>> labels["value"], labels["plies"], labels["best_moves"]
    ('win', 9, ('right',))
    """
    game = duel.game
    value, best_moves = _best(duel)
    best = sum(1 << game.action(word) for word in best_moves)
    if before is None and duel.ply:
        before = duel.undo()
    kept, plies_lost = _judge(before, duel) if before else (None, None)
    outcome, plies = value or (None, None)
    return Labels(outcome, plies, best_moves, mask_of(game, best), kept, plies_lost)._asdict()


def _best(duel: Duel) -> tuple[Value | None, tuple[str, ...]]:
    """The value of a duel and the moves that keep it."""
    if outcome := duel.outcome:
        return Value("win" if outcome.winner == duel.turn else "loss", 0), ()
    worth = _worth(duel)
    if worth is None:
        return None, ()
    best = max(worth.values(), key=lambda value: value.rank)
    return best, tuple(word for word, value in worth.items() if value == best)


def _judge(before: Duel, after: Duel) -> tuple[bool | None, int | None]:
    """Whether the move that was played in `before` kept its value, and how many plies it lost."""
    if after.ply <= before.ply:
        return None, None  # an illegal action, which is no move
    worth = _worth(before)
    if worth is None:
        return None, None
    best = max(worth.values(), key=lambda value: value.rank)
    played = worth[after.moves[before.ply]]
    if played.outcome != best.outcome:
        return False, None
    if played.plies is None or best.plies is None:
        return True, None
    return True, abs(played.plies - best.plies)


@lru_cache(64)
def _worth(duel: Duel) -> dict[str, Value] | None:
    """What each allowed move is worth; None where a search finds no end."""
    from gridduels.engine.searched import TooHard

    try:
        return worth_of_moves(values_of(duel.game), duel)
    except TooHard:
        return None
