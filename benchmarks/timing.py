"""Measure on a machine that is doing other things too: take turns, repeat, and report progress."""

import sys
from collections.abc import Callable, Hashable, Mapping
from time import perf_counter
from typing import Final, TypeVar

ROUNDS: Final = 15
"""How often each measurement of speed is repeated."""

_BATCH: Final = 0.05
"""The minimum duration of one measurement, in seconds."""

_Key = TypeVar("_Key", bound=Hashable)
_START: Final = perf_counter()


def show(text: str) -> None:
    """Report progress on standard error, so that no long benchmark is silent; tables go to standard output."""
    minutes, seconds = divmod(int(perf_counter() - _START), 60)
    print(f"{minutes:3d}:{seconds:02d}  {text}", file=sys.stderr, flush=True)


def in_turn(measurements: Mapping[_Key, Callable[[], float]], rounds: int = ROUNDS) -> dict[_Key, list[float]]:
    """Return the figures of each measurement.

    All are taken once, then all again, so that a slow spell hits every one.
    """
    figures: dict[_Key, list[float]] = {key: [] for key in measurements}
    for number in range(1, rounds + 1):
        show(f"round {number} of {rounds}")
        for key, measure in measurements.items():
            figures[key].append(measure())
    return figures


def rate(work: Callable[[int], int], clock: Callable[[], float] = perf_counter) -> Callable[[], float]:
    """Return a measurement of work done per second. `work(times)` repeats its task that often and returns its amount.

    It must do the same work each time, so that the best figure is the least disturbed one.
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
