"""The cost of evaluating a 5x5 duel, both before any position has repeated and when moves are barred.

The first query in a layer enumerates it; later ones solve it again. Plain Python and compiled code are measured
separately.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final

from tables import Cell, Column, Table

from gridduels import Duel, load_game
from gridduels.engine import Table as ValueTable
from gridduels.engine import solve
from gridduels.engine.solvers.present_layer import Known, PresentLayer

_GAMES: Final = ("grid-runner", "blockade")
_LINE: Final = "right left left right right left left"
"""After these moves, a move is barred in both games."""
_TIMES: Final = 20


def run() -> list[Table]:
    columns = (Column("game"), Column("question"), Column("way"), Column("milliseconds", "{:.2f}"))
    rows = tuple((id, *row) for id in _GAMES for row in _rows(Duel(load_game(id, 5), _LINE)))
    return [Table("The cost of evaluating a duel at 5x5", columns, rows)]


def _rows(duel: Duel) -> Iterator[tuple[Cell, ...]]:
    game, values = duel.game, solve(duel.game)
    assert isinstance(values, ValueTable)
    yield "no position repeated", "plain Python", _best(lambda: values.evaluate(Duel(game)))
    for way, fast in (("plain Python", False), ("compiled", True)):
        known = Known(values.arrays if fast else values.sections)
        yield from _rows_of_layer(duel, way, lambda known=known, fast=fast: PresentLayer(game, duel.start, known, fast))  # type: ignore[misc]


def _rows_of_layer(duel: Duel, way: str, listed: Callable[[], PresentLayer]) -> Iterator[tuple[Cell, ...]]:
    layer, asked = listed(), [duel.repeated, frozenset()] * _TIMES
    layer.without(duel.repeated)  # compile now
    yield "moves barred, first in its layer", way, _best(lambda: listed().without(duel.repeated))
    yield "moves barred, after that", way, _best(lambda: layer.without(asked.pop()))


def _best(ask: Callable[[], object]) -> float:
    """Return the best of several times, in milliseconds."""
    taken = []
    for _ in range(_TIMES):
        begin = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begin)
    return 1000 * min(taken)
