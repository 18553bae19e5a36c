"""Exact values within reason: a game's table, or where there is none a search that gives up when it takes too long."""

from typing import Final

from gridduels.engine import Values, solve
from gridduels.engine.progress import Progress, silent
from gridduels.game import Game

__all__ = ["MAX_VISITS", "values_within_reason"]

MAX_VISITS: Final = 2_000_000
"""The positions that the search for one value may visit, where there is no table."""


def values_within_reason(game: Game, progress: Progress = silent) -> Values:
    """The table of a game; where there is none, values that raise TooHard when they are not found soon."""
    if not game.solved_on_demand:
        return solve(game, progress)
    from gridduels.engine.solving.on_demand import OnDemandSolver

    searched = OnDemandSolver(game, progress)
    searched.max_visits = MAX_VISITS
    return searched
