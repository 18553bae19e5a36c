"""How to measure on a machine that does other things as well: take turns, many times, and say what is kept."""

from collections.abc import Callable, Hashable, Mapping
from time import perf_counter
from typing import Final, TypeVar

__all__ = ["ROUNDS", "in_turn", "rate"]

ROUNDS: Final = 15
"""How often each measurement of speed is repeated."""

_BATCH: Final = 0.05
"""The least seconds one measurement of speed takes."""

_Key = TypeVar("_Key", bound=Hashable)


def in_turn(measurements: Mapping[_Key, Callable[[], float]], rounds: int = ROUNDS) -> dict[_Key, list[float]]:
    """The figures of each measurement: all are taken once, then all again, so that a slow spell hits every one."""
    figures: dict[_Key, list[float]] = {key: [] for key in measurements}
    for _ in range(rounds):
        for key, measure in measurements.items():
            figures[key].append(measure())
    return figures


def rate(work: Callable[[int], int], clock: Callable[[], float] = perf_counter) -> Callable[[], float]:
    """A measurement of how much gets done per second. `work` repeats its task so often and says how much that was.

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
