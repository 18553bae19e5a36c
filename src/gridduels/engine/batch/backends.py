"""Where the kernels of a batch run: interpreted, compiled on the cores of this machine, or on a GPU (see `cuda`)."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np

from gridduels.engine.batch.binding import MODULES, names_of, title_of
from gridduels.engine.batch.lanes import LANES
from gridduels.engine.batch.state import Share, State, Step, Stepping
from gridduels.engine.kernels.compiling import bind, compile_kernels
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["DEVICES", "Backend", "backend_for", "cores"]

DEVICES: Final = ("cpu", "cuda", "python")
"""Compiled on the cores of this machine, compiled on a GPU, and interpreted, which is slow and needs no compiler."""
_ALIGNED: Final = 64
"""Arrays begin at a multiple of so many bytes: JAX takes no others without a copy."""


class Backend(Protocol):
    """Holds arrays and runs kernels over them."""

    def zeros(self, shape: Sequence[int], dtype: Any) -> Any:
        """A new array."""

    def taken(self, array: Any) -> Any:
        """Somebody else's array, without a copy if that is possible."""

    def observe(self, state: State, words: Any, rows: Any) -> None:
        """Writes the planes of all games, into the same memory as words or as a row of bytes for each game."""

    def step_and_observe(
        self, state: State, how: Stepping, actions: Any, step: Step, masks: Any, words: Any, rows: Any
    ) -> None:
        """Plays an action in each game, and writes the masks and the planes of what it leads to."""

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        """Runs a kernel over the numbers below `total`."""

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        """Runs a kernel that adds up rows of so many numbers, and adds the rows up."""


def backend_for(game: Game, device: str, first: int, threads: int | None) -> Backend:
    """The backend of a device."""
    if device == "cpu":
        return CpuBackend(game, first, threads)
    if device == "python":
        return PythonBackend(game, first)
    if device == "cuda":
        from gridduels.engine.batch.cuda import CudaBackend

        return CudaBackend(game, first)
    raise SetupError(f"there is no device {device!r}: it is {', '.join(DEVICES[:-1])} or {DEVICES[-1]}")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def aligned_zeros(shape: Sequence[int], dtype: Any) -> Any:
    """A numpy array of zeros that begins where every library accepts it."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNED, np.uint8)
    begin = -memory.ctypes.data % _ALIGNED
    return memory[begin : begin + size].view(dtype).reshape(shape)


class PythonBackend:
    """Interpreted: the kernels are plain functions."""

    def __init__(self, game: Game, first: int) -> None:
        self._kernels = bind(MODULES, names_of(game, first))

    def zeros(self, shape: Sequence[int], dtype: Any) -> Any:
        return aligned_zeros(shape, dtype)

    def taken(self, array: Any) -> Any:
        return np.ascontiguousarray(array)

    def observe(self, state: State, words: Any, rows: Any) -> None:
        self.run("observe_games", len(rows), state, rows)

    def step_and_observe(
        self, state: State, how: Stepping, actions: Any, step: Step, masks: Any, words: Any, rows: Any
    ) -> None:
        self.run("step_games", len(rows), state, how, actions, step)
        self.run("mask_actions", len(masks), state, masks)
        self.observe(state, words, rows)

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        getattr(self._kernels, kernel)(Share(0, 0, total, 1), *arguments)

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        sums = np.zeros((1, width), np.int64)
        self.run(kernel, total, *arguments, sums)
        return [int(number) for number in sums[0]]


class CpuBackend(PythonBackend):
    """Compiled; every thread has a stretch of the games."""

    def __init__(self, game: Game, first: int, threads: int | None) -> None:
        self._kernels = _compiled(game, first)
        self._threads = cores() if threads is None else threads
        if self._threads < 1:
            raise SetupError(f"threads={threads!r} is too few: there must be 1 at least")

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        function, stretches = getattr(self._kernels, kernel), self._stretches(total)
        if len(stretches) == 1:
            function(Share(0, 0, total, 1), *arguments)
            return
        tasks = [
            _pool(self._threads).submit(function, Share(thread, begin, end, 1), *arguments)
            for thread, (begin, end) in enumerate(stretches)
        ]
        for task in tasks:
            task.result()

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        sums = np.zeros((self._threads, width), np.int64)
        self.run(kernel, total, *arguments, sums)
        return [int(number) for number in sums.sum(axis=0)]

    def _stretches(self, total: int) -> list[tuple[int, int]]:
        """The shares of the threads: whole groups of games, so that no two threads write to the same line of memory."""
        length = -(-total // (self._threads * LANES)) * LANES
        return [(begin, min(begin + length, total)) for begin in range(0, total, length)]


@lru_cache(None)
def _compiled(game: Game, first: int) -> Any:
    names = names_of(game, first)
    return compile_kernels(MODULES, title_of(game, names), names, inline=True)


@lru_cache(None)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="gridduels-batch")
