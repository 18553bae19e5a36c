"""Solves a game by enumeration of all positions that can come about from some."""

from collections.abc import Iterable
from typing import Any, Final

from gridduels.engine.progress import Progress
from gridduels.engine.solving.enumerating.breadth_first import BreadthFirst
from gridduels.engine.solving.enumerating.depth_first import DepthFirst, Returned
from gridduels.engine.solving.enumerating.enumerator import Enumerator
from gridduels.engine.solving.limits import max_positions
from gridduels.extras import has_engine
from gridduels.game import Game

__all__ = ["enumerate_keys", "enumerate_values"]

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
