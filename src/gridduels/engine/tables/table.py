"""Table: the exact value of every position of a game, in a file."""

import hashlib
import warnings
from collections.abc import Callable
from typing import Any, Final

from gridduels.engine.kernels.compiler import key_of, plain
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.enumeration import enumerate_values
from gridduels.engine.solvers.limits import TooBig, gigabytes, memory_limit
from gridduels.engine.solvers.present_layer import Known, PresentLayer, is_compiled_by_now, layer_of
from gridduels.engine.tables.catalogue import board_header
from gridduels.engine.tables.format import SECTIONS, TABLE, DamagedTable, TableFile
from gridduels.engine.value import UNKNOWN, Value
from gridduels.engine.values import Values
from gridduels.game import Game, Position

_NUMPY_TYPES: Final = {"q": "int64", "b": "int8"}
_CODES_KEPT: Final = 1 << 15
_LAYERS_KEPT: Final = 8
MADE_AGAIN: Final = "it will be rebuilt"
"""The end of the warning about an unusable table."""


def _check_board(game: Game, file: TableFile) -> None:
    """Raise DamagedTable unless a file is a table of this game with consistent sections."""
    board, items = board_header(game), {section.name: section.items for section in file.sections}
    if board != {key: file.header[key] for key in board}:
        raise TABLE.damaged(file.path, "it is a table for another board")
    if game.definition.is_layered:
        fit = items["starts"] == items["keys"] and items["digit_sets"] == items["keys"] * len(game.statement.fields)
    else:
        fit = items["codes"] == items["keys"] and items["starts"] == items["digit_sets"] == 0
    if not fit:
        raise TABLE.damaged(file.path, "its sections are inconsistent")


class Table(Values):
    """The exact value of every position of a game, whichever player went first.

    If the file turns out to be damaged, `make` rewrites and returns it; without `make`, DamagedTable is raised.

    >>> from gridduels import load_game
    >>> from gridduels.engine import solve
    >>> table = solve(load_game("light-cycle"))
    >>> start = table.game.start()
    >>> str(table.value(start)), table.best_moves(start)
    ('win in 15 plies', ('right',))
    """

    def __init__(
        self,
        game: Game,
        file: TableFile,
        progress: Progress = silent,
        make: Callable[[], TableFile] | None = None,
    ) -> None:
        self.game = game
        self._progress = progress
        self._make = make
        self._open(file)

    def _open(self, file: TableFile) -> None:
        _check_board(self.game, file)
        self.file = file
        self.sections = TableArrays(*map(file.section, TableArrays._fields))
        self.entries, self.bytes = len(self.sections.codes), file.bytes
        self._arrays: TableArrays | None = None
        self._others: list[tuple[Any, Any]] = []
        self._layers: dict[int, PresentLayer] = {}
        self._codes: dict[Position, int] = {}
        """Codes looked up so far: the same positions are often requested repeatedly."""

    def _make_again(self, error: DamagedTable) -> None:
        if self._make is None:
            raise error
        warnings.warn(f"{error}: {MADE_AGAIN}", stacklevel=3)
        self._open(self._make())

    @property
    def counts(self) -> dict[Value, int] | None:
        counts = self.file.header["counts"]
        return None if counts is None else {self._value(code): number for code, number in counts}

    @property
    def arrays(self) -> TableArrays:
        """The table's numpy arrays, checked, in the form required by compiled probes; they stay in memory.

        Raises TooBig if they exceed the memory limit.
        """
        if not self._fits_memory:
            amounts = f"{gigabytes(self.file.inflated_bytes)} of memory, but the limit is {gigabytes(memory_limit())}"
            raise TooBig(f"the whole table {self.file.path} needs {amounts}")
        if self._arrays is None:
            try:
                self._arrays = self._read_arrays()
            except DamagedTable as error:
                self._make_again(error)
                self._arrays = self._read_arrays()
        return self._arrays

    @property
    def sha256(self) -> str:
        """The SHA-256 of the arrays, which is the same on every machine.

        The file's own hash is not, because compressed output varies with the zlib version.
        """
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

    def value(self, position: Position) -> Value:
        """Return the value of a position for the player to move."""
        code = self._code(position)
        if code == UNKNOWN:
            code = self._code_elsewhere(position)
        return self._value(code)

    def _value(self, code: int) -> Value:
        return Value.of_code(code, self.game.definition.draws)

    def _code(self, position: Position) -> int:
        code = self._codes.get(position)
        if code is None:
            code = self._look_up(position)
            if len(self._codes) >= _CODES_KEPT:
                self._codes.clear()
            self._codes[position] = code
        return code

    def _look_up(self, position: Position) -> int:
        try:
            code: int = plain(self.game.definition).look_up(self.game.rules, position, self.sections)
            return code
        except DamagedTable as error:
            self._make_again(error)
            return self._look_up(position)

    def _code_elsewhere(self, position: Position) -> int:
        """Return the code of a position unreachable from the start."""
        keys, codes = self._elsewhere(position)
        return int(codes[plain(self.game.definition).rank_of(keys, key_of(self.game, position, canonical=True))])

    def _elsewhere(self, position: Position) -> tuple[Any, Any]:
        """Return keys and codes of all positions reachable from a position that is itself unreachable from the start.

        The result is cached.
        """
        for keys, codes in self._others:
            if plain(self.game.definition).rank_of(keys, key_of(self.game, position, canonical=True)) >= 0:
                return keys, codes
        self._others.append(enumerate_values(self.game, [position], self._progress))
        return self._others[-1]

    def _present_layer(self, position: Position) -> PresentLayer:
        """Return a position's layer. The most recent ones are cached, since a duel stays in one layer for a while."""
        key = layer_of(self.game, position)
        fast = self._fits_memory and is_compiled_by_now(
            self.game, lambda: self._expand_layer(position, fast=True).without(frozenset())
        )
        layer = self._layers.pop(key, None)
        if layer is None or layer.fast != fast or layer.number(position) < 0:
            layer = self._expand_layer(position, fast)
        self._layers[key] = layer
        if len(self._layers) > _LAYERS_KEPT:
            del self._layers[next(iter(self._layers))]
        return layer

    def _expand_layer(self, position: Position, fast: bool) -> PresentLayer:
        others = () if self._code(position) != UNKNOWN else self._elsewhere(position)
        try:
            return PresentLayer(self.game, position, Known(self.arrays if fast else self.sections, *others), fast)
        except DamagedTable as error:
            self._make_again(error)
            return self._expand_layer(position, fast)
