"""Exact labels: what a position is worth, its best moves, and what the last move gave away.

Every value comes from the game's table. On a board too big for one (`gridduels solve` says which) each move is searched
exactly instead. Where that takes more than 2,000,000 visits there is no label: it is left out, never guessed.
"""

from functools import lru_cache
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from gridduels.agents.turns import mask_of
from gridduels.analysis import labelling
from gridduels.duel import STOPS, Duel
from gridduels.engine import VALUES, Evaluation, Value
from gridduels.game import Game

__all__ = ["Labels", "label", "prepare_labels"]


class Labels(TypedDict, total=False):
    """What is known of a duel. `value` (`win`, `loss`, `draw`, `perpetual`) and `plies` are for the player to move, by
    the moves that are allowed; `best_moves` keep both, and `best_actions` has 1 for each of them. `values` has what
    each action is worth: 1 wins, 0 does not, -1 loses, NaN is not allowed. `kept` says whether
    the last move kept the value, `plies_lost` by how much it made a win longer or a loss shorter.

    What there is not is left out, as Gymnasium's vector environments ask for: `plies` where nobody wins, `kept` and
    `plies_lost` before the first move and after an illegal action, `plies_lost` where the value was not kept or
    nobody wins, and whatever a search did not find."""

    value: str
    plies: int
    values: npt.NDArray[np.float32]
    best_moves: tuple[str, ...]
    best_actions: npt.NDArray[np.int8]
    kept: bool
    plies_lost: int


def prepare_labels(game: Game) -> None:
    """Works out the values of a game beforehand; refuses one that is too big to be solved."""
    labelling.check_labels(game)
    with VALUES.asking(game):
        pass


def label(duel: Duel, before: Duel | None = None, *, judge: bool = True) -> Labels:
    """The labels of a duel by their names, as environments report them. `before` is the duel before the move to judge,
    by default the last one; without `judge`, no move is.

    >>> from gridduels import load_game
    >>> "plies_lost" in label(Duel(load_game("light-cycle"), "right left up"))
    False
    >>> labels = label(Duel(load_game("light-cycle"), "right left"))
    >>> labels["value"], labels["plies"], labels["best_moves"]
    ('win', 9, ('right',))
    """
    stopped = duel.outcome and duel.outcome.reason in STOPS
    if before is None and duel.ply and not stopped:
        before = duel.undo()
    return _standing(duel) | (_judgement(before, duel) if before and judge else Labels())


def _standing(duel: Duel) -> Labels:
    """What a duel is worth, and the moves that keep it."""
    if outcome := duel.outcome:
        value = Value.at_end(outcome.winner, duel.turn)
        best_moves: tuple[str, ...] = ()
        moves: dict[str, Value] = {}
    elif evaluation := _evaluate(duel):
        value, best_moves, moves = evaluation.value, evaluation.best_moves, evaluation.moves
    else:
        return Labels()
    best = sum(1 << duel.game.action(word) for word in best_moves)
    labels = Labels(value=value.outcome) if value.plies is None else Labels(value=value.outcome, plies=value.plies)
    values = np.full(duel.game.actions, np.nan, np.float32)
    for word, each in moves.items():
        values[duel.game.action(word)] = each.number
    return labels | Labels(best_moves=best_moves, best_actions=mask_of(duel.game, best), values=values)


def _judgement(before: Duel, after: Duel) -> Labels:
    """Whether the move that was played in `before` kept its value, and how many plies it lost."""
    evaluation = _evaluate(before) if after.ply > before.ply else None  # an illegal action is no move
    if evaluation is None:
        return Labels()
    move = after.moves[before.ply]
    best, played = evaluation.value, evaluation.moves[move]
    if not evaluation.verdict(move).keeps:
        return Labels(kept=False)
    if played.plies is None or best.plies is None:
        return Labels(kept=True)
    return Labels(kept=True, plies_lost=abs(played.plies - best.plies))


@lru_cache(64)
def _evaluate(duel: Duel) -> Evaluation | None:
    """What a duel and each allowed move are worth; None where a search finds no end."""
    from gridduels.engine.solving.on_demand import TooHard

    try:
        with VALUES.asking(duel.game, max_visits=labelling.MAX_VISITS) as values:
            return values.evaluate(duel)
    except TooHard:
        return None
