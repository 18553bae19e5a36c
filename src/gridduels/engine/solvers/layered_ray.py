"""Solve a layered game on a Ray cluster. Requires the `ray` extra.

The parts of a wave are tasks, and this process holds the table. A task is a pure function of its arguments: some layers
with their marks, and the codes of the layers their moves lead to. It therefore does not matter where or how often a
task runs: if a machine is lost, its tasks run again elsewhere, and the table is the same, byte for byte.
"""

import sys
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels.layers import Found
from gridduels.engine.progress import Progress, chunks_on_all_cores, silent
from gridduels.engine.ray_cluster import Lost, connected, load_ray
from gridduels.engine.solvers.layered import LayerSolver, Rows, SolvedLayers, Stage
from gridduels.errors import SetupError
from gridduels.game import Game

Keys = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int8]

_PART: Final = 512
"""Layers per task: a few tenths of a second of work."""
_AHEAD: Final = 2
"""Tasks per worker: the one it is running, and the next."""
_MOST_LOSSES: Final = 10
"""The maximum number of times a task may be lost."""


def reach_part(game: Game, keys: Keys, marks: Codes) -> tuple[Codes, Keys, Codes]:
    """Mark everything reachable from the marks of the given layers.

    Return the marks of these layers, and the keys and marks of the layers found.
    """
    count, states = marks.shape
    rows = Rows(count * (1 + 2 * game.actions), states)
    rows.keys[:count], rows.marks[:count] = keys, marks
    rows.stage = Stage(layers=count, waves=[(0, count)])
    LayerSolver(game, silent, rows).reach(0, count)
    found = slice(count, rows.stage.layers)
    return rows.marks[:count], rows.keys[found], rows.marks[found]


def solve_part(game: Game, keys: Keys, marks: Codes, later_keys: Keys, later_codes: Codes) -> tuple[Codes, Any]:
    """Return the codes and counts of these layers, given the codes of the layers their moves lead to."""
    count, states = marks.shape
    rows = Rows(count + len(later_keys), states)
    rows.keys[:count], rows.keys[count:] = keys, later_keys
    rows.marks[:count], rows.marks[count:] = marks, later_codes
    rows.stage = Stage(layers=len(rows.keys), waves=[(0, count)])
    solver = LayerSolver(game, silent, rows)
    solver.solve(0, count)
    return rows.codes[:count], solver.counts


class RayLayerSolver(LayerSolver):
    """Distributes each wave's layers in parts."""

    def __init__(self, game: Game, progress: Progress, rows: Rows | None, workers: int) -> None:
        super().__init__(game, progress, rows)
        self._workers, self._ray = workers, load_ray()
        self._leads: dict[int, Keys] = {}
        """The keys of the layers that each part's moves lead to, by the part's first layer."""
        self._reporting = Lock()

    def run(self) -> SolvedLayers:
        with connected(self._ray, self._workers):
            self._lost = Lost(self._ray, "its parts run again elsewhere")
            task = self._ray.remote(num_cpus=1, max_retries=_MOST_LOSSES)
            self._reach_part, self._solve_part = task(reach_part), task(solve_part)
            self._known_game = self._ray.put(self._game)
            return super().run()

    def _all_cores(self) -> AbstractContextManager[Any]:
        return chunks_on_all_cores(self._progress, _AHEAD * self._workers, _PART)

    def reach(self, first: int, last: int) -> None:
        rows, wave_end = self._rows, self._stage.waves[-1][1]
        part = rows.keys[first:last], rows.marks[first:last]
        rows.marks[first:last], *found = self._done(self._reach_part, *part)
        keys, marks = map(np.array, found)  # arrays from Ray are read-only
        if any(0 <= self._kernels.number_of(self._layers.known, key) < wave_end for key in keys):
            raise self._leads_back()
        self._number(keys)
        self._kernels.merge_marks(self._layers, Found(keys, marks))
        self._leads[first] = keys

    def solve(self, first: int, last: int) -> None:
        rows = self._rows
        part = rows.keys[first:last], rows.marks[first:last]
        if first not in self._leads:  # found before an interruption
            self._leads[first] = self._done(self._reach_part, *part)[1]
        later = self._leads.pop(first)
        numbers = [self._kernels.number_of(self._layers.known, key) for key in later]
        rows.codes[first:last], counts = self._done(self._solve_part, *part, later, rows.codes[numbers])
        self._add(counts)

    def _done(self, task: Any, *given: Any) -> Any:
        """Return a task's result, rerunning the task if it is lost."""
        for _ in range(_MOST_LOSSES):
            try:
                return self._ray.get(task.remote(self._known_game, *given))
            except self._ray.exceptions.RayTaskError as error:
                raise error.as_instanceof_cause() from None
            except self._ray.exceptions.RayError:
                continue
            finally:
                self._report_losses()
        raise SetupError(f"Ray lost a part of {self._game.id} {_MOST_LOSSES} times")

    def _report_losses(self) -> None:
        with self._reporting:
            for sentence in self._lost.sentences():
                print(f"gridduels: {sentence}", file=sys.stderr)
