"""Exact values within reason: a game's table, or where there is none a search that gives up when it takes too long."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from gridduels.engine import VALUES, Values
from gridduels.engine.kernels.binding import check_word
from gridduels.engine.progress import Progress, silent
from gridduels.game import Game

__all__ = ["MAX_VISITS", "asking_within_reason", "check_labels"]

MAX_VISITS: Final = 2_000_000
"""The positions that the search for one value may visit, where there is no table."""


def check_labels(game: Game) -> None:
    """Refuses a game that is searched as plain Python: minutes a move are not within reason."""
    check_word(game, "labels")


@contextmanager
def asking_within_reason(game: Game, progress: Progress = silent) -> Iterator[Values]:
    """The table of a game; where there is none, a search of its own that raises TooHard when a value is not found soon:
    what it finds must not depend on what was searched before."""
    if not game.solved_on_demand:
        with VALUES.asking(game, progress) as values:
            yield values
        return
    from gridduels.engine.solving.on_demand import OnDemandSolver

    solver = OnDemandSolver(game, progress)
    solver.max_visits = MAX_VISITS
    yield solver
