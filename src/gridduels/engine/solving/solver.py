"""Solves a game exactly: every position that can come about, from the last ply back to the first.

A game that states its lasting fields is solved frame by frame (`framing`), any other by listing its positions
(`listing`).
"""

from typing import Any, NamedTuple

import numpy as np

from gridduels.engine.kernels.bound import traits_of
from gridduels.engine.progress import Progress
from gridduels.engine.solving.enumerated import list_values
from gridduels.engine.solving.layered import FrameSolver
from gridduels.engine.solving.limits import TooBig, check_fits
from gridduels.game import Game

__all__ = ["Solution", "TooBig", "solve_game"]


class Solution(NamedTuple):
    """The arrays of a table, and how many reachable positions have each code (None where they cannot be counted)."""

    arrays: dict[str, Any]
    counts: dict[int, int] | None


def solve_game(game: Game, progress: Progress) -> Solution:
    """The solution of a game, whoever goes first."""
    check_fits(game)
    if traits_of(game.definition).lasting:
        solver = FrameSolver(game, progress)
        solver.run()
        return Solution(solver.packed(), solver.counts())
    found, codes = list_values(game, [game.start(1), game.start(2)], progress)
    none = np.empty(0, np.int64)
    arrays = {"keys": found, "states": none, "starts": none, "codes": codes}
    if game.size in traits_of(game.definition).uncounted:
        return Solution(arrays, None)
    try:
        _, real = list_values(game, [game.start(1)], progress, reduced=False)
    except TooBig:
        return Solution(arrays, None)
    numbers, amounts = np.unique(real, return_counts=True)
    return Solution(arrays, dict(zip(numbers.tolist(), amounts.tolist(), strict=True)))
