"""Table: the exact value of every position of a game."""

import hashlib
import warnings
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridduels.engine.kernels.binding import plain
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress, load_once, silent
from gridduels.engine.solve.limits import TooBig, gigabytes, is_too_big_to_keep, memory_limit
from gridduels.engine.solve.present_layer import Known, PresentLayer, fast_by_now, layer_of
from gridduels.engine.tables.format import SECTIONS, TABLE, DamagedTable, TableFile, table_files, write_table
from gridduels.engine.tables.naming import board_header, header_of, table_path
from gridduels.engine.tables.shipped import unpack_shipped
from gridduels.engine.value import UNKNOWN, Value
from gridduels.engine.values import Values
from gridduels.files import kept_folder
from gridduels.game import Game

if TYPE_CHECKING:
    from gridduels.engine.solve.solver import Solution

__all__ = ["Table", "solve"]

_NUMPY_TYPES: Final = {"q": "int64", "b": "int8"}
_CODES_KEPT: Final = 1 << 15
_LAYERS_KEPT: Final = 8
_AGAIN: Final = "it is made again"


def solve(
    game: Game,
    progress: Progress = silent,
    device: str = "cpu",
    anew: bool = False,
    disk: bool = False,
    ray_workers: int = 0,
) -> Values:
    """The values of a game: its table from the cache folder, which came with the package or is solved now and kept; a
    game too big for a table is searched position by position. On the device `cuda` a GPU solves it; what is too big to
    keep stays there. `anew` solves it whatever is there. With `disk`, what does not fit into memory is solved in files;
    with `ray_workers`, by so many of a Ray cluster.

    >>> from gridduels import load_game
    >>> table = solve(load_game("grid-runner"))
    >>> table.value(table.game.start())
    Value(outcome='win', plies=15)
    """
    if game.solved_on_demand:
        on_demand = load_once("on demand", lambda: import_module("gridduels.engine.solve.on_demand"))
        searched: Values = on_demand.OnDemandSolver(game, progress)
        return searched
    path = table_path(game)
    try:
        if not anew:
            return Table(game, TableFile(path), progress)
    except (FileNotFoundError, NotADirectoryError):
        _remove_stale(game)
    except DamagedTable as error:
        warnings.warn(f"{error}: {_AGAIN}", stacklevel=2)
    if device == "cuda":
        return _solve_on_gpu(game, path, progress)
    return Table(game, _make(game, path, progress, anew, disk, ray_workers), progress)


def _solve_on_gpu(game: Game, path: Path, progress: Progress) -> Values:
    from gridduels.engine.solve.layered_gpu import GpuLayerSolver
    from gridduels.engine.solve.solver import packed
    from gridduels.engine.tables.gpu_table import GpuTable

    kept_folder(path.parent.name)
    solver = GpuLayerSolver(game, progress)
    solver.run()
    if is_too_big_to_keep(game):
        return GpuTable(solver)
    return Table(game, _keep(game, path, packed(solver.solved(), progress)), progress)


def _make(
    game: Game, path: Path, progress: Progress, anew: bool = False, disk: bool = False, ray_workers: int = 0
) -> TableFile:
    """The table of a game in its place: the one that came with the package, or solved now."""
    kept_folder(path.parent.name)
    try:
        if not anew and unpack_shipped(game, path):
            return TableFile(path)
    except DamagedTable as error:
        warnings.warn(f"{error}: solving {game.id}", stacklevel=3)
    solver = load_once("solver", lambda: import_module("gridduels.engine.solve.solver"))
    if not disk or not is_too_big_to_keep(game):
        return _keep(game, path, solver.solve_game(game, progress, ray_workers))
    with solver.solved_on_disk(game, progress, kept_folder("solving") / path.stem, ray_workers) as solution:
        return _keep(game, path, solution)


def _keep(game: Game, path: Path, solution: "Solution") -> TableFile:
    """Writes what was solved."""
    write_table(path, header_of(game, solution), solution.sections)
    return TableFile(path)


def _remove_stale(game: Game) -> None:
    """A table of the same game made from other rules is of no use any more."""
    for other in table_files():
        if not other.name.startswith(f"{game.id}-{game.size}-"):
            continue
        try:
            stale = TableFile(other).header["rules"] == board_header(game)["rules"]
        except (DamagedTable, OSError):
            stale = False
        if stale:
            other.unlink(missing_ok=True)
            warnings.warn(f"the table {other} was made from other rules: {_AGAIN}", stacklevel=3)


def _check_board(game: Game, file: TableFile) -> None:
    """Raise DamagedTable unless a file is a table of this game and its sections fit together."""
    board, items = board_header(game), {section.name: section.items for section in file.sections}
    if board != {key: file.header[key] for key in board}:
        raise TABLE.damaged(file.path, "it is the table of another board")
    if game.definition.is_layered:
        fit = items["starts"] == items["keys"] and items["digit_sets"] == items["keys"] * len(game.statement.fields)
    else:
        fit = items["codes"] == items["keys"] and items["starts"] == items["digit_sets"] == 0
    if not fit:
        raise TABLE.damaged(file.path, "its sections do not fit together")


class Table(Values):
    """The exact value of every position of a game, whoever went first.

    >>> from gridduels import load_game
    >>> table = solve(load_game("light-cycle"))
    >>> start = table.game.start()
    >>> str(table.value(start)), table.best_moves(start)
    ('win in 15 plies', ('right',))
    """

    def __init__(self, game: Game, file: TableFile, progress: Progress = silent) -> None:
        self.game = game
        self._progress = progress
        self._open(file)

    def _open(self, file: TableFile) -> None:
        _check_board(self.game, file)
        self.file = file
        self.sections = TableArrays(*map(file.section, TableArrays._fields))
        self.entries, self.bytes = len(self.sections.codes), file.bytes
        self._arrays: TableArrays | None = None
        self._others: list[tuple[Any, Any]] = []
        self._layers: dict[int, PresentLayer] = {}
        self._codes: dict[Any, int] = {}
        """Those that were looked up: a look takes a canonical form, and players ask for the same positions again."""

    def _make_again(self, error: DamagedTable) -> None:
        warnings.warn(f"{error}: {_AGAIN}", stacklevel=3)
        self._open(_make(self.game, self.file.path, self._progress))

    @property
    def counts(self) -> dict[Value, int] | None:
        counts = self.file.header["counts"]
        return None if counts is None else {self._value(code): number for code, number in counts}

    @property
    def arrays(self) -> TableArrays:
        """The table's numpy arrays, all of them checked, as compiled probes take them; they stay in memory. TooBig
        where that is too much."""
        if not self._fits_memory:
            amounts = f"{gigabytes(self.file.inflated_bytes)} of memory, and {gigabytes(memory_limit())} is the most"
            raise TooBig(f"the table {self.file.path} as a whole takes {amounts}")
        if self._arrays is None:
            try:
                self._arrays = self._read_arrays()
            except DamagedTable as error:
                self._make_again(error)
                self._arrays = self._read_arrays()
        return self._arrays

    @property
    def sha256(self) -> str:
        """The SHA-256 of the arrays, one after the other: the same on every machine. The file is not, for different
        versions of zlib deflate differently."""
        digest = hashlib.sha256()
        arrays: Any = self.arrays
        for array in arrays:
            digest.update(array)
        return digest.hexdigest()

    @property
    def _fits_memory(self) -> bool:
        return self._arrays is not None or self.file.inflated_bytes <= memory_limit()

    def _read_arrays(self) -> TableArrays:
        import numpy as np

        return TableArrays(
            *(np.frombuffer(self.file.whole(name), _NUMPY_TYPES[type]) for name, type in SECTIONS.items())
        )

    def value(self, position: Any) -> Value:
        """What a position is worth to the player to move."""
        code = self._code(position)
        if code == UNKNOWN:
            code = self._code_elsewhere(position)
        return self._value(code)

    def _value(self, code: int) -> Value:
        return Value.of_code(code, self.game.definition.draws)

    def _code(self, position: Any) -> int:
        code = self._codes.get(position)
        if code is None:
            code = self._look_up(position)
            if len(self._codes) >= _CODES_KEPT:
                self._codes.clear()
            self._codes[position] = code
        return code

    def _look_up(self, position: Any) -> int:
        try:
            code: int = plain(self.game.definition).look_up(self.game.rules, position, self.sections)
            return code
        except DamagedTable as error:
            self._make_again(error)
            return self._look_up(position)

    def _code_elsewhere(self, position: Any) -> int:
        """The code of a position that cannot come about from the start."""
        keys, codes = self._elsewhere(position)
        return int(codes[plain(self.game.definition).rank_of(keys, self._key(position))])

    def _elsewhere(self, position: Any) -> tuple[Any, Any]:
        """Keys and codes of all that follows from a position that cannot come about from the start; they are kept."""
        from gridduels.engine.solve.enumerated import enumerate_values

        for keys, codes in self._others:
            if plain(self.game.definition).rank_of(keys, self._key(position)) >= 0:
                return keys, codes
        self._others.append(enumerate_values(self.game, [position], self._progress))
        return self._others[-1]

    def _key(self, position: Any) -> int:
        rules, definition = self.game.rules, self.game.definition
        key: int = plain(definition).pack(rules, definition.canonicalize(rules, position), False)
        return key

    def _present_layer(self, position: Any) -> PresentLayer:
        """The layer of a position; the latest are kept, since a duel stays in one for a while."""
        key = layer_of(self.game, position)
        fast = self._fits_memory and fast_by_now(
            self.game, lambda: self._expand_layer(position, fast=True).without(frozenset())
        )
        layer = self._layers.pop(key, None)
        if layer is None or layer.fast != fast or layer.number(position) < 0:
            layer = self._expand_layer(position, fast)
        self._layers[key] = layer
        if len(self._layers) > _LAYERS_KEPT:
            del self._layers[next(iter(self._layers))]
        return layer

    def _expand_layer(self, position: Any, fast: bool) -> PresentLayer:
        others = () if self._code(position) != UNKNOWN else self._elsewhere(position)
        try:
            return PresentLayer(self.game, position, Known(self.arrays if fast else self.sections, *others), fast)
        except DamagedTable as error:
            self._make_again(error)
            return self._expand_layer(position, fast)
