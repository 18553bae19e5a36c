"""Table: the exact value of every position of a game."""

import time
import warnings
from pathlib import Path
from typing import Any, Final

from gridduels.engine.kernels.bound import plain, source_of
from gridduels.engine.progress import Progress, silent
from gridduels.engine.tables.storage import DamagedTable, TableFile, kept_folder, table_files, write_table
from gridduels.engine.value import UNKNOWN, Value
from gridduels.engine.values import Values
from gridduels.folders import cache_folder
from gridduels.game import Game

__all__ = ["Table", "solve"]

SECTIONS: Final = {"keys": "int64", "states": "int64", "starts": "int64", "codes": "int8"}
"""The arrays of a table, in the order in which `probe` takes them."""
_HISTORY: Final = ("repetition",)
"""Rulings that play no part in a position's value."""


def solve(game: Game, progress: Progress = silent) -> Values:
    """The values of a game: its table from the cache folder, or solved now and kept there; a game too big for a table
    is searched position by position.

    >>> from gridduels import load_game
    >>> table = solve(load_game("grid-runner"))
    >>> table.value(table.game.start())
    Value(outcome='win', plies=15)
    """
    if game.solved_on_demand:
        from gridduels.engine.solving.on_demand import OnDemandSolver

        return OnDemandSolver(game, progress)
    path = table_path(game)
    try:
        return Table(game, TableFile(path), progress)
    except (FileNotFoundError, NotADirectoryError):
        _remove_stale(game)
    except DamagedTable as error:
        warnings.warn(f"{error}: solving {game.id} again", stacklevel=2)
    return Table(game, _build(game, path, progress), progress)


def table_path(game: Game) -> Path:
    """Where a game's table is kept: by its id, its size, and a hash of its rules and rulings."""
    import hashlib

    key = f"{source_of(game.definition)} {tuple(game.rules)}"
    name = f"{game.id}-{game.size}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.table"
    return cache_folder() / "tables" / name


def _build(game: Game, path: Path, progress: Progress) -> TableFile:
    from gridduels.engine.solving.solver import solve_game

    begin = time.perf_counter()
    kept_folder(path.parent.name)
    solution = solve_game(game, progress)
    header = {
        "game": game.id,
        "size": game.size,
        "rulings": {name: value for name, value in game.rulings.items() if name not in _HISTORY},
        "rules": list(game.rules),
        "source": source_of(game.definition),
        "counts": None if solution.counts is None else sorted(solution.counts.items()),
        "seconds": round(time.perf_counter() - begin, 3),
    }
    write_table(path, header, solution.arrays)
    return TableFile(path)


def _remove_stale(game: Game) -> None:
    """A table of the same game made from other rules is of no use any more."""
    for other in table_files():
        if not other.name.startswith(f"{game.id}-{game.size}-"):
            continue
        try:
            stale = TableFile(other).header["rules"] == list(game.rules)
        except (DamagedTable, FileNotFoundError):
            stale = False
        if stale:
            warnings.warn(f"the table {other} was made from other rules: solving {game.id} again", stacklevel=3)
            other.unlink(missing_ok=True)


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
        self.file = file
        self._sections = tuple(file.section(name) for name in SECTIONS)
        self.entries, self.bytes = len(self._sections[-1]), file.bytes
        self._others: list[tuple[Any, Any]] = []

    def _build_again(self, error: DamagedTable) -> None:
        warnings.warn(f"{error}: solving {self.game.id} again", stacklevel=3)
        self._open(_build(self.game, self.file.path, self._progress))

    @property
    def counts(self) -> dict[Value, int] | None:
        counts = self.file.header["counts"]
        return None if counts is None else {Value.of_code(code): number for code, number in counts}

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The table's numpy arrays, all of them checked, as compiled probes take them."""
        import numpy as np

        try:
            self.file.check_all()
        except DamagedTable as error:
            self._build_again(error)
        return tuple(np.frombuffer(self.file.whole(name), np.dtype(type)) for name, type in SECTIONS.items())

    def value(self, position: Any) -> Value:
        """What a position is worth to the player to move."""
        code = self._code(position)
        if code == UNKNOWN:
            code = self._code_elsewhere(position)
        return Value.of_code(code)

    def _code(self, position: Any) -> int:
        try:
            code: int = plain(self.game.definition).look_up(self.game.rules, position, self._sections)
            return code
        except DamagedTable as error:
            self._build_again(error)
            return self._code(position)

    def _code_elsewhere(self, position: Any) -> int:
        """The code of a position that cannot come about from the start: what follows from it is solved and kept."""
        from gridduels.engine.solving.enumerated import list_values

        kernels, rules = plain(self.game.definition), self.game.rules
        key = kernels.pack(rules, self.game.definition.canonicalize(rules, position), False)
        for keys, codes in self._others:
            if (rank := kernels.rank_of(keys, key)) >= 0:
                return int(codes[rank])
        self._others.append(list_values(self.game, [position], self._progress))
        return self._code_elsewhere(position)
