"""Progress reports and cancellation for long-running work, and heavy imports on a separate thread."""

import math
import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

# --- Work that reports progress and can be stopped


Item = TypeVar("Item")
Result = TypeVar("Result")
CHUNK = 64
_BATCH: Final = 256
"""The number of items submitted at a time; with fewer items, no thread is started."""
_BEAT: Final = 0.1

COMPILING: Final = "preparing the rules"
FINDING: Final = "finding positions"
SOLVING: Final = "solving positions"
COUNTING: Final = "counting positions"
PACKING: Final = "writing the table"
MAKING: Final = "preparing this board"
"""The collective name for all these stages."""
_SHARES: Final = {COMPILING: (0, 30), FINDING: (30, 60), SOLVING: (60, 95), COUNTING: (70, 100), PACKING: (95, 100)}
"""The part of the progress bar that each stage of building a table covers."""
_COMPILATION: Final = 8.0
"""Seconds after which a compilation is assumed to be about two thirds done: the compiler does not report progress."""


class Progress(Protocol):
    """A progress callback: the stage, the amount done, and the total (None if unknown)."""

    def __call__(self, stage: str, done: int, total: int | None) -> None: ...


def silent(stage: str, done: int, total: int | None) -> None:
    """Ignore a progress report."""


class OneBar:
    """Reports the stages of building a table as one progress bar from 0 to 100 that never goes backwards.

    >>> bar = OneBar(lambda stage, done, total: print(stage, done, total))
    >>> bar(FINDING, 1, 2)
    preparing this board 45 100
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._begin, self._percent = time.monotonic(), 0

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        first, last = _SHARES[stage]
        share = min(done / total, 1.0) if total else _guess(time.monotonic() - self._begin)
        self._percent = max(self._percent, int(first + share * (last - first)))
        self._progress(MAKING, self._percent, 100)


def _guess(seconds: float) -> float:
    """Estimate how much of a compilation is done after this many seconds."""
    return 1 - math.exp(-seconds / _COMPILATION)


_stragglers: list[Future[Any]] = []


def has_stragglers() -> bool:
    """Return whether a stopped task is still running: a compilation cannot be interrupted."""
    return any(not future.done() for future in _stragglers)


def watch(task: Callable[[], Result], report: Callable[[], None], stop: Callable[[], None]) -> Result:
    """Run a task that releases the interpreter lock, and report its progress; stop it if interrupted."""
    pool = ThreadPoolExecutor(1)
    try:
        return _awaited(pool.submit(task), report)
    except BaseException:
        stop()
        raise
    finally:
        pool.shutdown(wait=False)


@contextmanager
def chunks_on_all_cores(
    progress: Progress, threads: int | None = None, chunk: int = CHUNK
) -> Iterator[Callable[..., list[Any]]]:
    """Yield a function that runs a kernel over a range in chunks, on all cores.

    Kernels release the interpreter lock. If the range is part of a larger whole, `before` is the amount already done
    and `total` the size of the whole.
    """
    pool = ThreadPoolExecutor(threads or os.cpu_count())

    def run(
        kernel: Callable[[int, int], Any], first: int, last: int, stage: str, before: int = 0, total: int | None = None
    ) -> list[Any]:
        whole = last - first if total is None else total
        futures = [pool.submit(kernel, begin, min(begin + chunk, last)) for begin in range(first, last, chunk)]
        results: list[Any] = []
        for done, future in enumerate(futures):
            results.append(_awaited(future, partial(progress, stage, before + done * chunk, whole)))
            progress(stage, min(before + (done + 1) * chunk, before + last - first), whole)
        return results

    try:
        yield run
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def on_all_cores(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Apply a function that releases the interpreter lock to each item, on all cores; yield the results in order."""
    coming = iter(items)
    batch = list(islice(coming, _BATCH))
    if len(batch) < _BATCH:
        yield from map(work, batch)
        return
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        while batch:
            yield from pool.map(work, batch)
            batch = list(islice(coming, _BATCH))


def _awaited(future: "Future[Result]", report: Callable[[], None]) -> Result:
    """Return a future's result, reporting progress meanwhile; if a report raises, let the future finish on its own."""
    try:
        while wait([future], _BEAT).not_done:
            report()
    except BaseException:
        _stragglers.append(future)
        raise
    return future.result()


# --- Heavy imports, on a separate thread: Ctrl-C in the main thread could leave a module half loaded
#
# The caller's wait may be interrupted; loading continues in the background for the next caller.


_LOADING_BEAT = 0.1
_loading: dict[Hashable, Future[Any]] = {}


@lru_cache(None)
def _worker() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "loading")


def load_once(key: Hashable, load: Callable[[], Any]) -> Any:
    """Return the result of `load`, calling it only once per key.

    >>> load_once("one", lambda: 1), load_once("one", lambda: 2)
    (1, 1)
    """
    if key not in _loading:
        _loading[key] = _worker().submit(load)
    while True:
        try:
            return _loading[key].result(_LOADING_BEAT)  # without a timeout, Ctrl-C is ignored on some systems
        except TimeoutError:
            if _loading[key].done():
                raise
        except Exception:
            del _loading[key]
            raise


def load_in_background(key: Hashable, load: Callable[[], Any]) -> bool:
    """Start loading something optional in the background; return whether it is ready. Failures are not retried."""
    if key not in _loading:
        _loading[key] = _worker().submit(load)
    return _loading[key].done() and _loading[key].exception() is None
