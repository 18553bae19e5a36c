"""Solve a game, or the rest of a duel, by enumerating every reachable position."""

from collections.abc import Iterable
from typing import Any, Final

from gridduels.duel import Duel
from gridduels.engine.kernels.compiler import plain
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.breadth_first import BreadthFirst
from gridduels.engine.solvers.depth_first import DepthFirst, Returned
from gridduels.engine.solvers.enumerator import Enumerator
from gridduels.engine.solvers.limits import TooBig, check_key, max_positions
from gridduels.engine.solvers.present_layer import Known, PresentLayer, layer_of
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.extras import has_engine
from gridduels.game import Game

# --- Solving a whole game


MAX_PLAIN_POSITIONS: Final = 50_000
"""More positions than this are not for plain Python: it takes some seconds for so many."""


def enumerate_values(
    game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True
) -> tuple[Any, Any]:
    """Sorted keys and codes of all positions that can come about from some, canonical or as they are: arrays of int64
    and int8, numpy's where there is an engine."""
    return _enumerate(game, list(positions), progress, canonical).values()


def enumerate_keys(
    game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True, limit: int | None = None
) -> Any:
    """Keys of all positions that can come about from some, canonical or as they are. TooBig where that is more than the
    limit, or more than fit."""
    return _enumerate(game, list(positions), progress, canonical, limit).keys()


def _enumerate(
    game: Game, positions: list[Any], progress: Progress, canonical: bool, limit: int | None = None
) -> Enumerator:
    """Depth first where no position comes again: where games end and no ruling is needed for that. What a game says of
    its longest line may be wrong, so whoever meets a position again goes the other way."""
    if game.max_plies is not None and not game.bars_repetition:
        try:
            return _run(DepthFirst, game, positions, progress, canonical, limit)
        except Returned:
            pass
    return _run(BreadthFirst, game, positions, progress, canonical, limit)


def _run(
    way: type[Enumerator], game: Game, positions: list[Any], progress: Progress, canonical: bool, limit: int | None
) -> Enumerator:
    most = max_positions(way.BYTES_PER_POSITION) if has_engine() else MAX_PLAIN_POSITIONS
    enumerator = way(game, positions, canonical, most if limit is None else min(most, limit))
    enumerator.run(progress)
    return enumerator


# --- Ending: solving only what follows from a duel


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
