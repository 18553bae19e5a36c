"""Exact labels of many games at once, by the names that `gridduels.agents.labels` gives them."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gridduels.agents.labels import prepare_labels
from gridduels.duel import Duel
from gridduels.engine import VALUES, Table
from gridduels.engine.batch import Batch
from gridduels.engine.tables.bulk import Codes, best_of, codes_of_moves, move_codes, numbers_of
from gridduels.engine.value import UNKNOWN
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["VectorLabels", "limited", "merged", "told"]

_Flags = npt.NDArray[np.bool_]
_OUTCOMES: Final = ("loss", "", "win")


class VectorLabels:
    """The labels of the games of a batch. It remembers what the moves of the agent were worth when it had to choose."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._codes: Codes = np.empty((0, game.actions), np.int16)
        nobody_wins = "draw" if game.definition.draws else "perpetual"
        self._words = np.array([word or nobody_wins for word in _OUTCOMES])
        if game.solved_on_demand:
            raise SetupError(f"labels in bulk need a table, and {game.id} {game.board} has none: DuelEnv can do it")
        prepare_labels(game)

    def standing(self, batch: Batch, duels: list[Duel] | None) -> dict[str, Any]:
        """What the games that go on are worth. Where repetition is barred there are `duels`: their history counts."""
        keys, legal = (np.asarray(array).astype(np.int64) for array in (batch.keys, batch.legal_masks))
        with VALUES.asking(self._game) as values:
            assert isinstance(values, Table)
            self._codes = move_codes(values, keys, legal)
            for number, duel in enumerate(duels or ()):
                if duel.repeated and legal[number]:
                    self._codes[number] = codes_of_moves(values, values.evaluate(duel).moves)
        best, known = best_of(self._codes), legal != 0
        best_actions = (self._codes == best[:, None]) & known[:, None]
        return (
            told("value", self._words[np.sign(best) + 1], known)
            | told("plies", np.abs(best.astype(np.int64)) - 1, known & (best != 0))
            | told("values", numbers_of(self._codes), known)
            | told("best_actions", best_actions.astype(np.int8), known)
        )

    def judgement(self, actions: npt.NDArray[np.int64], judged: _Flags) -> dict[str, Any]:
        """What the agent's last actions did to the values, in the games where they are to be judged."""
        known = judged & (actions >= 0) & (actions < self._game.actions)
        played = np.take_along_axis(self._codes, np.where(known, actions, 0)[:, None], axis=1)[:, 0]
        known &= played != UNKNOWN
        best = best_of(self._codes)
        kept = np.sign(played) == np.sign(best)
        lost = np.abs(np.abs(played.astype(np.int64)) - np.abs(best))
        return told("kept", kept & known, known) | told("plies_lost", lost, known & kept & (best != 0))

    def ending(self, winners: npt.NDArray[np.int8], turns: npt.NDArray[np.int8], over: _Flags) -> dict[str, Any]:
        """What games that are over are worth to whoever would be to move."""
        signs = np.where(winners == 0, 0, np.where(winners == turns, 1, -1))
        none = np.full((len(over), self._game.actions), np.nan, np.float32)
        return (
            told("value", self._words[signs + 1], over)
            | told("plies", np.zeros(len(over), np.int64), over & (winners != 0))
            | told("values", none, over)
            | told("best_actions", np.zeros(none.shape, np.int8), over)
        )


def told(name: str, array: Any, which: _Flags) -> dict[str, Any]:
    """Something to say of some games, the way Gymnasium's vector environments do; 0 for all others.

    >>> told("plies", np.array([7, 5]), np.array([True, False]))
    {'plies': array([7, 0]), '_plies': array([ True, False])}
    """
    shown = which.reshape(-1, *[1] * (array.ndim - 1))
    return {name: np.where(shown, array, np.zeros(1, array.dtype)), f"_{name}": which}


def limited(labels: dict[str, Any], which: _Flags) -> dict[str, Any]:
    """What is told, but of some games only."""
    names = [name for name in labels if f"_{name}" in labels]
    return {key: value for name in names for key, value in told(name, labels[name], labels[f"_{name}"] & which).items()}


def merged(labels: dict[str, Any], others: dict[str, Any]) -> dict[str, Any]:
    """What is told of some games, and under the same names of others."""
    both = dict(labels)
    for name in [name for name in others if f"_{name}" in others]:
        which = others[f"_{name}"]
        shown = which.reshape(-1, *[1] * (others[name].ndim - 1))
        both |= {name: np.where(shown, others[name], labels[name]), f"_{name}": labels[f"_{name}"] | which}
    return both
