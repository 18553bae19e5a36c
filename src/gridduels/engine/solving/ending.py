"""Ending: the values of all that follows from a duel, where the game as a whole is too big to be solved."""

from typing import Any

from gridduels.duel import Duel
from gridduels.engine.kernels.binding import plain
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solving.enumerated import enumerate_values
from gridduels.engine.solving.limits import TooBig, check_key
from gridduels.engine.solving.present_layer import Known, PresentLayer, layer_of
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.extras import has_engine

__all__ = ["Ending"]


class Ending(Values):
    """The exact value of every position that can come about from now on.

    >>> from gridduels import load_game
    >>> game = load_game("blockade", 6, obstacles=9)
    >>> duel = Duel(game, start=".##.##/1.#.#./#....#/###..#/#.#.../##..#2 1 1 0")
    >>> str(Ending(duel).value_of(duel))
    'win in 17 plies'
    """

    def __init__(self, duel: Duel, progress: Progress = silent) -> None:
        """TooBig where even what is left is too much."""
        self.game = duel.game
        check_key(self.game)
        try:
            self._keys, self._codes = enumerate_values(self.game, self._roots(duel), progress)
        except TooBig as refusal:
            raise TooBig(f"{refusal} (nor can what follows from this position)") from None

    def _roots(self, duel: Duel) -> list[Any]:
        """The position, and those before it that repetition may still be about."""
        present = layer_of(self.game, duel.position)
        return [position for position in duel.history() if layer_of(self.game, position) == present]

    def value(self, position: Any) -> Value:
        rules, definition = self.game.rules, self.game.definition
        key = plain(definition).pack(rules, definition.canonicalize(rules, position), False)
        rank = plain(definition).rank_of(self._keys, key)
        if rank < 0:
            raise SetupError(f"{self.game.text(position)!r} does not follow from the position that was solved")
        return Value.of_code(int(self._codes[rank]), definition.draws)

    def _present_layer(self, position: Any) -> PresentLayer:
        nothing = self._keys[:0]
        known = Known(TableArrays(self._keys, nothing, nothing, self._codes))
        return PresentLayer(self.game, position, known, has_engine())
