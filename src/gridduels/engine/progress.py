"""Long work that can be watched and stopped."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

__all__ = ["Progress", "chunks_on_all_cores", "silent", "watch"]

Result = TypeVar("Result")
CHUNK = 64


class Progress(Protocol):
    """Is told what is going on: a stage, how much of it is done, and of how much (None where that is not known)."""

    def __call__(self, stage: str, done: int, total: int | None) -> None: ...


def silent(stage: str, done: int, total: int | None) -> None:
    """The Progress of nobody who watches."""


def watch(task: Callable[[], Result], report: Callable[[], None], stop: Callable[[], None]) -> Result:
    """Runs a task that lets go of the interpreter lock; reports on it, and stops it when it is interrupted."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(task)
        try:
            while True:
                try:
                    return future.result(timeout=0.1)
                except TimeoutError:
                    report()
        except BaseException:
            stop()
            raise


@contextmanager
def chunks_on_all_cores(progress: Progress) -> Iterator[Callable[..., list[Any]]]:
    """Gives a function that runs a kernel over the chunks of a range; kernels let go of the interpreter lock."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def run(kernel: Callable[[int, int], Any], first: int, last: int, stage: str) -> list[Any]:
            starts = range(first, last, CHUNK)
            results = []
            for done in pool.map(lambda begin: kernel(begin, min(begin + CHUNK, last)), starts):
                results.append(done)
                progress(stage, len(results) * CHUNK, last - first)
            return results

        try:
            yield run
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
