"""Solves a game exactly: every position that can come about, from the last ply back to the first.

A game that states how many layers it has is solved layer by layer (`layered`), any other by enumeration of its
positions (`enumerated`).
"""

from typing import NamedTuple

import numpy as np

from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress
from gridduels.engine.solving.enumerated import enumerate_values
from gridduels.engine.solving.layered import LayerSolver
from gridduels.engine.solving.limits import TooBig, check_fits
from gridduels.engine.solving.solved_layers import SolvedLayers, count_codes
from gridduels.game import Game

__all__ = ["Solution", "TooBig", "packed", "solve_game"]


class Solution(NamedTuple):
    """The arrays of a table, and how many reachable positions have each code (None where they cannot be counted)."""

    arrays: TableArrays
    counts: dict[int, int] | None


def solve_game(game: Game, progress: Progress) -> Solution:
    """The solution of a game, whoever goes first."""
    check_fits(game)
    if (max_layers := game.definition.max_layers) is not None:
        return packed(LayerSolver(game, max_layers(game.rules), progress).run(), progress)
    keys, codes = enumerate_values(game, [game.start(1), game.start(2)], progress)
    none = np.empty(0, np.int64)
    arrays = TableArrays(keys, none, none, codes)
    if game.size in game.definition.uncounted_sizes:
        return Solution(arrays, None)
    try:
        _, real = enumerate_values(game, [game.start(1)], progress, canonical=False)
    except TooBig:
        return Solution(arrays, None)
    numbers, amounts = np.unique(real, return_counts=True)
    return Solution(arrays, dict(zip(numbers.tolist(), amounts.tolist(), strict=True)))


def packed(layers: SolvedLayers, progress: Progress) -> Solution:
    """The solution that solved layers make."""
    return Solution(layers.packed(progress), count_codes(layers.by_stabilizer))
