"""Solve a game exactly: every reachable position, from the last ply back to the first.

`solve` opens a game's table or builds one. A game that declares its number of layers is solved layer by layer
(`layered`), any other by enumerating its positions (`enumeration`), and one too big for a table is searched position by
position (`on_demand`).
"""

import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridduels.engine.kernels.compiler import plain, position_of
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import OneBar, Progress, load_once, silent
from gridduels.engine.solvers.enumeration import enumerate_values
from gridduels.engine.solvers.limits import TooBig, check_fits, exceeds_memory
from gridduels.engine.solvers.rules_check import (
    IMAGES,
    SAMPLE,
    check_codes,
    check_compiled,
    check_images,
    check_layers,
    positions_of_play,
    spread,
)
from gridduels.engine.tables.catalogue import board_header, header_of, table_path, unpack_shipped
from gridduels.engine.tables.format import DamagedTable, TableFile, table_files, trim_tables, write_table
from gridduels.engine.tables.table import MADE_AGAIN, Table
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.extras import check_engine, has_engine
from gridduels.files import cache_subfolder, process_lock
from gridduels.game import Game

if TYPE_CHECKING:
    from gridduels.engine.solvers.layered import LayerSolver, Rows, SolvedLayers

# --- A game's values: a table that is opened or built, or a search


def solve(
    game: Game,
    progress: Progress = silent,
    device: str = "cpu",
    rebuild: bool = False,
    disk: bool = False,
    ray_workers: int = 0,
) -> Values:
    """Return a game's values.

    They come from the game's table in the cache folder. If there is none yet, the table shipped with the package is
    unpacked, or the game is solved and the table written. A game too big for a table is searched position by position.

    `device="cuda"` solves on a GPU; a solution too big to write stays in GPU memory. `rebuild` solves the game even if
    there is a table. `disk` uses files to solve games that do not fit in memory. `ray_workers` solves with that many
    workers on a Ray cluster. Raise SetupError for an option that does not apply to the game, and TooBig if the game
    does not fit.

    >>> from gridduels import load_game
    >>> table = solve(load_game("grid-runner"))
    >>> table.value(table.game.start())
    Value(outcome='win', plies=15)
    """
    _check_options(game, device, disk, ray_workers)
    if game.solved_on_demand:
        on_demand = load_once("on demand", lambda: import_module("gridduels.engine.solvers.on_demand"))
        searched: Values = on_demand.OnDemandSolver(game, progress)
        return searched
    path = table_path(game)
    make = partial(_make, game, path, progress)
    try:
        if not rebuild:
            return Table(game, TableFile(path), progress, make)
    except (FileNotFoundError, NotADirectoryError):
        _remove_stale(game)
    except DamagedTable as error:
        warnings.warn(f"{error}: {MADE_AGAIN}", stacklevel=2)
    if device == "cuda":
        return _solve_on_gpu(game, path, progress)
    return Table(game, make(rebuild, disk, ray_workers), progress, make)


def _check_options(game: Game, device: str = "cpu", disk: bool = False, ray_workers: int = 0) -> None:
    """Raise SetupError for a `solve` option that does not apply to a game."""
    options = {"--device cuda": device == "cuda", "--disk": disk, "--engine ray": ray_workers > 0}
    given = " and ".join(option for option, is_given in options.items() if is_given)
    if given and game.solved_on_demand:
        raise SetupError(f"{game.id} {game.board} is searched position by position: leave out {given}")
    if given and not game.definition.is_layered:
        raise SetupError(f"{game.id} {game.board} is not solved in layers: leave out {given}")


def _solve_on_gpu(game: Game, path: Path, progress: Progress) -> Values:
    from gridduels.engine.solvers.layered_gpu import GpuLayerSolver, GpuTable

    cache_subfolder(path.parent.name)
    solver = GpuLayerSolver(game, progress)
    solver.run()
    if exceeds_memory(game):
        return GpuTable(solver)
    file = _write(game, path, packed(solver.solved(), progress))
    return Table(game, file, progress, partial(_make, game, path, progress))


def _make(
    game: Game, path: Path, progress: Progress, rebuild: bool = False, disk: bool = False, ray_workers: int = 0
) -> TableFile:
    """Write a game's table and open it: the table shipped with the package, or a new one."""
    cache_subfolder(path.parent.name)
    try:
        if not rebuild and unpack_shipped(game, path):
            return TableFile(path)
    except DamagedTable as error:
        warnings.warn(f"{error}: solving {game.id}", stacklevel=3)
    if not disk or not exceeds_memory(game):
        return _write(game, path, solve_game(game, progress, ray_workers))
    with solved_on_disk(game, progress, cache_subfolder("solving") / path.stem, ray_workers) as solution:
        return _write(game, path, solution)


def _write(game: Game, path: Path, solution: "Solution") -> TableFile:
    write_table(path, header_of(game, solution.counts), solution.sections)
    if game.definition.family:
        trim_tables(f"{game.id.partition('-')[0]}-", path)  # all ids in a family begin with the same word
    return TableFile(path)


def _remove_stale(game: Game) -> None:
    """Remove tables of the same board made from other rules: they will not be opened again."""
    for other in table_files():
        if not other.name.startswith(f"{game.id}-{game.size}-"):
            continue
        try:
            stale = TableFile(other).header["rules"] == board_header(game)["rules"]
        except (DamagedTable, OSError):
            stale = False
        if stale:
            other.unlink(missing_ok=True)
            warnings.warn(f"the table {other} was made from other rules: {MADE_AGAIN}", stacklevel=3)


# --- Solving: the codes of all positions, by layers or by enumeration


class Solution(NamedTuple):
    """A table's sections by name, and the number of reachable positions with each code (None if not counted)."""

    sections: dict[str, Any]
    counts: dict[int, int] | None


def solve_game(game: Game, progress: Progress, ray_workers: int = 0) -> Solution:
    """Solve a game for either player going first, reporting progress as one bar from 0 to 100."""
    check_fits(game)
    progress = OneBar(progress)
    if game.definition.is_layered:
        solver = _layer_solver(game, progress, ray_workers)
        check_compiled(game, positions_of_play(game, SAMPLE))
        return packed(solver.run(), progress)
    check_compiled(game, positions_of_play(game, SAMPLE))
    keys, codes = enumerate_values(game, [game.start(1), game.start(2)], progress)
    check_compiled(game, [position_of(game, keys[index]) for index in spread(len(keys), SAMPLE)])
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


def _layer_solver(game: Game, progress: Progress, ray_workers: int, rows: "Rows | None" = None) -> "LayerSolver":
    check_engine(f"solving {game.id} {game.board}")
    if ray_workers:
        from gridduels.engine.solvers.layered_ray import RayLayerSolver

        return RayLayerSolver(game, progress, rows, ray_workers)
    from gridduels.engine.solvers.layered import LayerSolver

    return LayerSolver(game, progress, rows)


@contextmanager
def solved_on_disk(game: Game, progress: Progress, folder: Path, ray_workers: int = 0) -> Iterator[Solution]:
    """Yield the solution of a layered game, built in files in a folder that are removed at the end.

    An interrupted solution is resumed. If another process is solving the same game, wait for it.
    """
    check_engine(f"solving {game.id} {game.board}")
    from gridduels.engine.solvers.layered import FiledRows

    check_fits(game, on_disk=True)
    progress = OneBar(progress)
    with process_lock(folder.with_suffix(".lock")):
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
    """Assemble the solution from solved layers."""
    from gridduels.engine.solvers.layered import count_codes

    check_layers(layers.game, layers.keys, layers.table)
    return Solution(layers.packed(progress), count_codes(layers.by_stabilizer))
