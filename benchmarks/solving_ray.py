"""Solving on a Ray cluster on this machine: seconds for each number of workers, with an extrapolation to more.

`python benchmarks/solving_ray.py [SIZE] [--workers N ...]`, or `python benchmarks solving-ray`. Starting the cluster
and compiling aren't measured. The work done by this process itself can't be distributed; everything else is assumed to
scale.
"""

import argparse
import os
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Final

from tables import Cell, Column, Table
from timing import show

from gridduels import load_game
from gridduels.engine.progress import silent
from gridduels.engine.solvers.layered import LayerSolver
from gridduels.engine.solvers.layered_ray import RayLayerSolver

_COMPUTED: Final = (4, 8, 16, 64)


def run() -> list[Table]:
    if not find_spec("ray"):
        return [Table("Solving on Ray", (Column("left out"),), (("Ray is not installed",),))]
    return [_table(5, [1, 2])]


class _Clock:
    """A Progress that records when the work begins."""

    def __init__(self) -> None:
        self.began: tuple[float, float] | None = None

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        self.began = self.began or (perf_counter(), process_time())


def _measure(size: int, workers: int) -> tuple[float, float]:
    """Return the seconds from the first part to the last, and the CPU seconds of this process."""
    show(f"{size}x{size}, {workers} workers")
    clock = _Clock()
    RayLayerSolver(load_game("blockade", size), clock, None, workers).run()
    assert clock.began
    return perf_counter() - clock.began[0], process_time() - clock.began[1]


def _table(size: int, numbers: list[int]) -> Table:
    LayerSolver(load_game("blockade", 3), silent).run()
    measured = [_measure(size, workers) for workers in numbers]
    seconds, own = measured[0]
    shared = (seconds - own) * numbers[0]
    rows: list[tuple[Cell, ...]] = [(f"{workers}", *found) for workers, found in zip(numbers, measured, strict=True)]
    rows += [(f"{workers}, computed", own + shared / workers, own) for workers in _COMPUTED]
    columns = Column("workers"), Column("seconds", "{:.1f}"), Column("of them this process", "{:.1f}")
    notes = (f"Blockade Runner {size}x{size}, {os.cpu_count()} cores. Without the cluster's start and compilation.",)
    return Table("Solving on Ray", columns, tuple(rows), notes)


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Blockade Runner on Ray.")
    parser.add_argument("size", metavar="SIZE", type=int, nargs="?", default=5)
    parser.add_argument("--workers", metavar="N", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    print(_table(options.size, options.workers))


if __name__ == "__main__":
    main()
