"""Solves a game exactly: every position that can come about, from the last ply back to the first.

A game that states how many layers it has is solved layer by layer (`layered`), any other by enumeration of its
positions (`enumerated`).
"""

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import OneBar, Progress
from gridduels.engine.solving.enumerated import enumerate_values
from gridduels.engine.solving.limits import TooBig, check_fits
from gridduels.extras import check_engine, has_engine
from gridduels.game import Game

if TYPE_CHECKING:
    from gridduels.engine.solving.solved_layers import SolvedLayers

__all__ = ["Solution", "TooBig", "packed", "solve_game"]


class Solution(NamedTuple):
    """The arrays of a table, and how many reachable positions have each code (None where they cannot be counted)."""

    arrays: TableArrays
    counts: dict[int, int] | None


def solve_game(game: Game, progress: Progress) -> Solution:
    """The solution of a game, whoever goes first; its progress is one bar from 0 to 100."""
    check_fits(game)
    progress = OneBar(progress)
    if game.definition.is_layered:
        return _solve_layers(game, progress)
    keys, codes = enumerate_values(game, [game.start(1), game.start(2)], progress)
    arrays = TableArrays(keys, keys[:0], keys[:0], codes)
    if game.size in game.definition.uncounted_sizes:
        return Solution(arrays, None)
    try:
        _, real = enumerate_values(game, [game.start(1)], progress, canonical=False)
    except TooBig:
        return Solution(arrays, None)
    return Solution(arrays, _count(real))


def _solve_layers(game: Game, progress: Progress) -> Solution:
    check_engine(f"solving {game.id} {game.board}")
    from gridduels.engine.solving.layered import LayerSolver

    assert game.definition.max_layers
    return packed(LayerSolver(game, game.definition.max_layers(game.rules), progress).run(), progress)


def _count(codes: Any) -> dict[int, int]:
    if not has_engine():
        return dict(Counter(codes))
    import numpy as np

    numbers, amounts = np.unique(codes, return_counts=True)
    return dict(zip(numbers.tolist(), amounts.tolist(), strict=True))


def packed(layers: "SolvedLayers", progress: Progress) -> Solution:
    """The solution that solved layers make."""
    from gridduels.engine.solving.solved_layers import count_codes

    return Solution(layers.packed(progress), count_codes(layers.by_stabilizer))
