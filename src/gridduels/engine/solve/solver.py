"""Solves a game exactly: every position that can come about, from the last ply back to the first.

A game that states how many layers it has is solved layer by layer (`layered`), any other by enumeration of its
positions (`enumerated`).
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridduels.engine.kernels.binding import plain
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import OneBar, Progress
from gridduels.engine.solve.enumerated import enumerate_values
from gridduels.engine.solve.limits import TooBig, check_fits
from gridduels.engine.solve.rules_check import (
    IMAGES,
    SAMPLE,
    check_codes,
    check_compiled,
    check_images,
    check_layers,
    positions_of_play,
    spread,
)
from gridduels.errors import SetupError
from gridduels.extras import check_engine, has_engine
from gridduels.files import one_at_a_time
from gridduels.game import Game

if TYPE_CHECKING:
    from gridduels.engine.solve.layered import LayerSolver, Rows, SolvedLayers

__all__ = ["Solution", "TooBig", "packed", "solve_game", "solved_on_disk"]


class Solution(NamedTuple):
    """The sections of a table, which are its TableArrays by name, and how many reachable positions have each code (None
    where they cannot be counted)."""

    sections: dict[str, Any]
    counts: dict[int, int] | None


def solve_game(game: Game, progress: Progress, ray_workers: int = 0) -> Solution:
    """The solution of a game, whoever goes first; its progress is one bar from 0 to 100. With `ray_workers`, so many of
    a Ray cluster work on it."""
    check_fits(game)
    progress = OneBar(progress)
    if game.definition.is_layered:
        solver = _layer_solver(game, progress, ray_workers)
        check_compiled(game, positions_of_play(game, SAMPLE))
        return packed(solver.run(), progress)
    if ray_workers:
        raise SetupError(f"{game.id} has no layers, so a cluster does not solve it: leave out --engine ray")
    check_compiled(game, positions_of_play(game, SAMPLE))
    keys, codes = enumerate_values(game, [game.start(1), game.start(2)], progress)
    check_compiled(game, _entries(game, keys))
    table = TableArrays(keys, keys[:0], keys[:0], codes)
    if game.size not in game.definition.uncounted_sizes:
        with suppress(TooBig):
            every, real = enumerate_values(game, [game.start(1)], progress, canonical=False)
            check_codes(game, every, real, table)
            if has_engine():
                check_images(game, every[spread(len(every), IMAGES)], children=False)
            return Solution(table._asdict(), _count(real))
    if has_engine():
        check_images(game, keys[spread(len(keys), IMAGES)], children=True)
    return Solution(table._asdict(), None)


def _entries(game: Game, keys: Any) -> Iterator[Any]:
    """Yield some positions, evenly spread over those of sorted keys."""
    kernels = plain(game.definition)
    for index in spread(len(keys), SAMPLE):
        yield kernels.unpack(game.rules, int(keys[index]), game.start(), False)


def _layer_solver(game: Game, progress: Progress, ray_workers: int, rows: "Rows | None" = None) -> "LayerSolver":
    check_engine(f"solving {game.id} {game.board}")
    if ray_workers:
        from gridduels.engine.solve.layered_ray import RayLayerSolver

        return RayLayerSolver(game, progress, rows, ray_workers)
    from gridduels.engine.solve.layered import LayerSolver

    return LayerSolver(game, progress, rows)


@contextmanager
def solved_on_disk(game: Game, progress: Progress, folder: Path, ray_workers: int = 0) -> Iterator[Solution]:
    """The solution of a game with layers, made in the files of a folder, which are removed when it is written. What was
    interrupted goes on; a process waits while another one solves the same game."""
    check_engine(f"solving {game.id} {game.board}")
    from gridduels.engine.solve.layered import FiledRows

    check_fits(game, on_disk=True)
    progress = OneBar(progress)
    with one_at_a_time(folder.with_suffix(".lock")):
        assert game.definition.max_layers
        rows = FiledRows(folder, game.definition.max_layers(game.rules), plain(game.definition).state_count(game.rules))
        yield packed(_layer_solver(game, progress, ray_workers, rows).run(), progress)
        rows.remove()


def _count(codes: Any) -> dict[int, int]:
    if not has_engine():
        return dict(Counter(codes))
    import numpy as np

    numbers, amounts = np.unique(codes, return_counts=True)
    return dict(zip(numbers.tolist(), amounts.tolist(), strict=True))


def packed(layers: "SolvedLayers", progress: Progress) -> Solution:
    """The solution that solved layers make."""
    from gridduels.engine.solve.layered import count_codes

    check_layers(layers.game, layers.keys, layers.table)
    return Solution(layers.packed(progress), count_codes(layers.by_stabilizer))
