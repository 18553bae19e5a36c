"""Measure on a busy machine: alternate, repeat, and report progress."""

import sys
from collections.abc import Callable, Hashable, Mapping
from time import perf_counter
from typing import Final, TypeVar

ROUNDS: Final = 15
"""The number of times each speed measurement is repeated."""

_BATCH: Final = 0.05
"""The minimum duration of one measurement, in seconds."""

_Key = TypeVar("_Key", bound=Hashable)
_START: Final = perf_counter()


def show(text: str) -> None:
    """Report progress on standard error, so that long benchmarks aren't silent. Tables go to standard output."""
    minutes, seconds = divmod(int(perf_counter() - _START), 60)
    print(f"{minutes:3d}:{seconds:02d}  {text}", file=sys.stderr, flush=True)


def in_turn(measurements: Mapping[_Key, Callable[[], float]], rounds: int = ROUNDS) -> dict[_Key, list[float]]:
    """Return the figures from each measurement, repeated several times.

    All measurements are taken once, then all again, so that a slow spell affects them all.
    """
    figures: dict[_Key, list[float]] = {key: [] for key in measurements}
    for number in range(1, rounds + 1):
        show(f"round {number} of {rounds}")
        for key, measure in measurements.items():
            figures[key].append(measure())
    return figures


def rate(work: Callable[[int], int], clock: Callable[[], float] = perf_counter) -> Callable[[], float]:
    """Return a function that measures work per second. `work(times)` repeats its task that many times and returns the
    amount done.

    It must do the same work each time, so that the best figure is the one with the least interference.
    """
    times = 1

    def measure() -> float:
        begin = clock()
        done = work(times)
        return done / (clock() - begin)

    while True:
        begin = clock()
        work(times)
        if clock() - begin >= _BATCH:
            return measure
        times *= 2
