"""Play a match's games in this process, in several processes, or on a Ray cluster."""

import _thread
import contextlib
import os
import signal
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any, Final

from gridduels.arena.entrants import Entrant
from gridduels.arena.play import Bench, Played, Task, play
from gridduels.engine.ray_cluster import Lost, connected, load_ray
from gridduels.errors import GridDuelsError
from gridduels.players.bots.process import adopt_orphans

# --- Workers: every kind produces the same results


AHEAD: Final = 4
"""The number of games queued per worker: enough to keep it busy, but few enough that stopping early wastes little
work."""
MOST_BREAKS: Final = 3
"""The maximum number of consecutive worker deaths without a finished game."""
_PATIENCE: Final = 10.0
"""Seconds to wait for a worker to finish its game."""

Ended = tuple[Task, Played]
Games = Generator[Ended, None, None]


class WorkersLost(GridDuelsError):
    """Raised when workers keep dying."""

    code = "workers"


def play_all(tasks: Iterable[Task], workers: int = 1, engine: str = "local", entrants: Sequence[Entrant] = ()) -> Games:
    """Play games and yield each one as it ends, in any order. Closing the iterator stops everything."""
    if engine == "ray":
        return play_on_ray(tasks, workers, entrants)
    return _play_here(tasks, entrants) if workers == 1 else _play_in_processes(tasks, workers, entrants)


def _play_here(tasks: Iterable[Task], entrants: Sequence[Entrant]) -> Games:
    with closing(Bench(entrants)) as bench:
        for task in tasks:
            yield task, play(task, bench)


def _play_in_processes(tasks: Iterable[Task], workers: int, entrants: Sequence[Entrant]) -> Games:
    """Play games in a process pool; if a process dies, a new pool plays the unfinished games."""
    coming = iter(tasks)
    unfinished: list[Task] = []
    breaks = 0
    while breaks < MOST_BREAKS:
        with _Pool(workers, entrants) as pool:
            try:
                pool.submit(unfinished)
                while pool.submit(islice(coming, workers * AHEAD - len(pool.playing))):
                    for ended in pool.wait():
                        breaks = 0
                        yield ended
                return
            except BrokenProcessPool:
                breaks += 1
                unfinished = list(pool.playing.values())
    raise WorkersLost(f"worker processes died {MOST_BREAKS} times without finishing a game: is there enough memory?")


class _Pool:
    """A process pool whose processes exit when this one does, however it ends.

    Every worker holds one end of a pipe and this process the other. When it closes, even because this process was
    killed, the workers stop their games, shut down their bots and exit.
    """

    def __init__(self, workers: int, entrants: Sequence[Entrant]) -> None:
        context = get_context("spawn")
        lifeline, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(workers, context, _prepare_worker, (lifeline, entrants))
        self._their_end = lifeline
        self.playing: dict[Future[Played], Task] = {}

    def submit(self, tasks: Iterable[Task]) -> bool:
        """Submit games; return whether any are in progress."""
        for task in tasks:
            try:
                future = self._executor.submit(_play_as_worker, task)
            except BrokenProcessPool:
                self.playing[Future()] = task
                raise
            self.playing[future] = task
        return bool(self.playing)

    def wait(self) -> list[Ended]:
        """Wait for at least one game to finish; return all finished games."""
        done = wait(self.playing, return_when=FIRST_COMPLETED).done
        whole = [future for future in done if not isinstance(future.exception(), BrokenProcessPool)]
        if not whole:
            raise BrokenProcessPool
        return [(self.playing.pop(future), future.result()) for future in whole]

    def __enter__(self) -> "_Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._lifeline.close()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._their_end.close()


class _Worker:
    """This process as a worker."""

    bench = Bench()
    playing = False
    """Whether a game is in progress, including its clean-up."""
    interruptible = False
    """Whether the game may still be interrupted to close its players, which happens at most once."""
    stopped = False
    """Whether to stop playing further games."""
    leaving = False
    """Whether this process has been asked to exit."""


def _play_as_worker(task: Task) -> Played:
    if _Worker.stopped:
        raise KeyboardInterrupt
    _Worker.playing = _Worker.interruptible = True
    try:
        return play(task, _Worker.bench)
    finally:
        _Worker.playing = _Worker.interruptible = False
        if _Worker.leaving:
            _go()


def _prepare_worker(lifeline: Connection, entrants: Sequence[Entrant]) -> None:
    _Worker.bench = Bench(entrants)
    adopt_orphans()
    signal.signal(signal.SIGINT, _interrupt_game)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_watch, args=(lifeline,), daemon=True).start()


def _interrupt_game(number: int, frame: FrameType | None) -> None:
    if _Worker.interruptible:
        _Worker.interruptible = False
        raise KeyboardInterrupt


def _leave(number: int, frame: FrameType | None) -> None:
    if not _Worker.playing:
        _go()
    _Worker.leaving = True
    _interrupt_game(number, frame)


def _watch(lifeline: Connection) -> None:
    """Wait for the pipe to close, then stop the game; exit the process if nothing else will."""
    with contextlib.suppress(OSError, EOFError):
        lifeline.recv()
    _Worker.stopped = True
    _signal_main_thread()
    parent, until = parent_process(), time.monotonic() + _PATIENCE
    while time.monotonic() < until and (_Worker.playing or (parent and parent.is_alive())):
        time.sleep(0.05)
    _go()


def _go() -> None:
    """Exit this process after shutting down its bots."""
    with contextlib.suppress(Exception):
        _Worker.bench.close()
    os._exit(0)


if sys.platform == "win32":

    def _signal_main_thread() -> None:
        _thread.interrupt_main()

else:

    def _signal_main_thread() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # it may be waiting for a bot


# --- Ray


_AHEAD: Final = 2
"""The number of games per worker: the current one and the next."""
_MOST_LOSSES: Final = 10
"""The maximum number of consecutive lost workers without a finished game."""


def play_on_ray(tasks: Iterable[Task], workers: int, entrants: Sequence[Entrant] = ()) -> Games:
    """Play games on Ray and yield each one as it ends. A lost worker's games are played again elsewhere."""
    ray = load_ray()
    coming = iter(tasks)
    first = next(coming, None)
    if first is None:
        return
    with connected(ray, workers), closing(_Crew(ray, workers, entrants)) as crew:
        lost = Lost(ray, "its games are played again elsewhere")
        coming = chain([first], coming)
        while crew.submit(coming):
            ended = crew.wait()
            for sentence in lost.sentences():
                print(f"gridduels: {sentence}", file=sys.stderr)
            yield from ended


class ArenaWorker:
    """A cluster process that plays one game after another. Its bots run for as long as it does."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        adopt_orphans()
        self._bench = Bench(entrants)

    def wake(self) -> None:
        """Return once the worker has been scheduled."""

    def play(self, task: Task) -> Played:
        return play(task, self._bench)

    def close(self) -> None:
        """Shut down the worker's bots."""
        self._bench.close()


class _Crew:
    """A match's workers. A lost worker is replaced, and its games are reassigned."""

    def __init__(self, ray: Any, size: int, entrants: Sequence[Entrant]) -> None:
        self._ray, self._entrants = ray, tuple(entrants)
        self._make = ray.remote(num_cpus=1)(ArenaWorker)
        self._workers: dict[int, Any] = {}
        self._under_way: dict[Any, tuple[int, Task | None]] = {}
        """The pending answers, each with its worker and game; the game is None until the worker has been scheduled."""
        self._waiting: deque[Task] = deque()
        self._hired = self._lost = 0
        for _ in range(size):
            self._hire()

    def _hire(self) -> None:
        self._hired += 1
        worker = self._workers[self._hired] = self._make.remote(self._entrants)
        self._under_way[worker.wake.remote()] = self._hired, None

    def submit(self, coming: Iterator[Task]) -> bool:
        """Submit games to keep all workers busy; return whether any are left."""
        for number in self._idle():
            if not self._has_more(coming):
                break
            task = self._waiting.popleft()
            self._under_way[self._workers[number].play.remote(task)] = number, task
        return self._has_more(coming) or any(task for _, task in self._under_way.values())

    def _has_more(self, coming: Iterator[Task]) -> bool:
        self._waiting.extend(islice(coming, int(not self._waiting)))
        return bool(self._waiting)

    def _awake(self) -> list[int]:
        """Return the workers that have been scheduled."""
        asleep = {number for number, task in self._under_way.values() if task is None}
        return [number for number in self._workers if number not in asleep]

    def _idle(self) -> list[int]:
        """Yield each worker once for every additional game it can take, least busy first."""
        busy = Counter(number for number, _ in self._under_way.values())
        return [number for games in range(_AHEAD) for number in self._awake() if busy[number] <= games]

    def wait(self) -> list[Ended]:
        """Return the games that have ended since the last call."""
        done, _ = self._ray.wait(list(self._under_way), num_returns=1)
        return [ended for answer in done for ended in self._take(answer)]

    def _take(self, answer: Any) -> list[Ended]:
        number, task = self._under_way.pop(answer)
        try:
            played = self._ray.get(answer)
        except self._ray.exceptions.RayActorError as error:
            self._waiting.extend([task] if task else [])
            self._replace(number, error)
            return []
        if task is None:
            return []
        self._lost = 0
        return [(task, played)]

    def _replace(self, number: int, error: Exception) -> None:
        """Replace a lost worker, unless that has already been done."""
        if self._workers.pop(number, None) is None:
            return
        self._lost += 1
        if self._lost > _MOST_LOSSES:
            raise WorkersLost(f"Ray has lost {_MOST_LOSSES} workers without finishing a game: {error}")
        self._hire()

    def close(self) -> None:
        """Shut down all workers' bots and cancel games that haven't started."""
        for answer in self._under_way:
            self._ray.cancel(answer)
        ending = [self._workers[number].close.remote() for number in self._awake()]
        if ending:
            self._ray.wait(ending, num_returns=len(ending), timeout=_PATIENCE)
