"""Long work that can be watched and stopped, and heavy imports on a thread of their own."""

import math
import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

# --- Work that can be watched and stopped


Item = TypeVar("Item")
Result = TypeVar("Result")
CHUNK = 64
_BATCH: Final = 256
"""Items that are worked on at once; where there are fewer, no thread is started."""
_BEAT: Final = 0.1

COMPILING: Final = "preparing the rules"
FINDING: Final = "finding positions"
SOLVING: Final = "solving positions"
COUNTING: Final = "counting positions"
PACKING: Final = "packing what was found"
MAKING: Final = "getting to know this board"
"""All of these together."""
_SHARES: Final = {COMPILING: (0, 30), FINDING: (30, 60), SOLVING: (60, 95), COUNTING: (70, 100), PACKING: (95, 100)}
"""From where to where the bar goes in each stage of making a table."""
_COMPILATION: Final = 8.0
"""Seconds after which about two thirds of the compilation are done: nobody tells."""


class Progress(Protocol):
    """Is told what is going on: a stage, how much of it is done, and of how much (None where that is not known)."""

    def __call__(self, stage: str, done: int, total: int | None) -> None: ...


def silent(stage: str, done: int, total: int | None) -> None:
    """The Progress of nobody who watches."""


class OneBar:
    """The stages of making a table as one bar from 0 to 100 that never goes back.

    >>> bar = OneBar(lambda stage, done, total: print(stage, done, total))
    >>> bar(FINDING, 1, 2)
    getting to know this board 45 100
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
    """How much of a compilation is done after so long."""
    return 1 - math.exp(-seconds / _COMPILATION)


_left_behind: list[Future[Any]] = []


def left_behind() -> bool:
    """Whether something that was stopped has not ended yet: what is being compiled cannot be interrupted."""
    return any(not future.done() for future in _left_behind)


def watch(task: Callable[[], Result], report: Callable[[], None], stop: Callable[[], None]) -> Result:
    """Runs a task that lets go of the interpreter lock; reports on it, and stops it when it is interrupted."""
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
    """Gives a function that runs a kernel over the chunks of a range; kernels let go of the interpreter lock. Where the
    range is a part of something, so much of that is done `before`, of a `total`."""
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
    """What some work that lets go of the interpreter lock makes of each item, in their order."""
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
    """What a future comes to; reports meanwhile, and leaves it behind when a report is the end of it."""
    try:
        while wait([future], _BEAT).not_done:
            report()
    except BaseException:
        _left_behind.append(future)
        raise
    return future.result()


# --- Heavy imports, on a thread of their own: Ctrl-C in the main thread would leave a module half loaded for good
#
# The caller's wait may be interrupted; loading goes on, and the next caller finds it further along.


_LOADING_BEAT = 0.1
_loading: dict[Hashable, Future[Any]] = {}


@lru_cache(None)
def _worker() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "loading")


def load_once(key: Hashable, load: Callable[[], Any]) -> Any:
    """What `load` gives, called once for each key.

    >>> load_once("one", lambda: 1), load_once("one", lambda: 2)
    (1, 1)
    """
    if key not in _loading:
        _loading[key] = _worker().submit(load)
    while True:
        try:
            return _loading[key].result(_LOADING_BEAT)  # without a beat, not every system hears Ctrl-C
        except TimeoutError:
            if _loading[key].done():
                raise
        except Exception:
            del _loading[key]
            raise


def load_meanwhile(key: Hashable, load: Callable[[], Any]) -> bool:
    """Begins to load something that can be done without; whether it is there by now. What fails is not tried again."""
    if key not in _loading:
        _loading[key] = _worker().submit(load)
    return _loading[key].done() and _loading[key].exception() is None
