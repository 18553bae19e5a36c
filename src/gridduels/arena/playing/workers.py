"""Who plays the games: this process, several on this machine, or a Ray cluster. All of them give the same results."""

import _thread
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from types import FrameType
from typing import Final

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.bench import Bench
from gridduels.arena.playing.play import play
from gridduels.arena.playing.task import Played, Task
from gridduels.errors import GridDuelsError
from gridduels.players.bots.process_group import adopt_orphans

__all__ = ["ENGINES", "Ended", "Games", "WorkersLost", "play_all"]

ENGINES: Final = ("local", "ray")
AHEAD: Final = 4
"""Games handed out for each worker: enough to keep it busy, few enough that little is wasted by an early stop."""
MOST_BREAKS: Final = 3
"""How often in a row workers may die without a game having ended."""
_PATIENCE: Final = 10.0
"""Seconds a worker has to end the game it is in the middle of."""

Ended = tuple[Task, Played]
Games = Generator[Ended, None, None]


class WorkersLost(GridDuelsError):
    """Workers die and die again."""

    code = "workers"


def play_all(tasks: Iterable[Task], workers: int = 1, engine: str = "local", entrants: Sequence[Entrant] = ()) -> Games:
    """Plays games and gives each as it ends, in any order. Whoever closes the iterator stops everything."""
    if engine == "ray":
        from gridduels.arena.playing.ray_workers import play_on_ray

        return play_on_ray(tasks, workers, entrants)
    return _play_here(tasks, entrants) if workers == 1 else _play_in_processes(tasks, workers, entrants)


def _play_here(tasks: Iterable[Task], entrants: Sequence[Entrant]) -> Games:
    with closing(Bench(entrants)) as bench:
        for task in tasks:
            yield task, play(task, bench)


def _play_in_processes(tasks: Iterable[Task], workers: int, entrants: Sequence[Entrant]) -> Games:
    """Games in a pool of processes; when one of them dies, a new pool plays what was not finished."""
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
    """A pool of processes that end with this one, however it ends.

    Every worker holds one end of a pipe, and this process the other: when it is closed, be it because this process
    was killed, the workers stop in the middle of their games, end their bots, and go.
    """

    def __init__(self, workers: int, entrants: Sequence[Entrant]) -> None:
        context = get_context("spawn")
        lifeline, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(workers, context, _prepare_worker, (lifeline, entrants))
        self._their_end = lifeline
        self.playing: dict[Future[Played], Task] = {}

    def submit(self, tasks: Iterable[Task]) -> bool:
        """Hands out games; whether any are being played."""
        for task in tasks:
            try:
                future = self._executor.submit(_play_as_worker, task)
            except BrokenProcessPool:
                self.playing[Future()] = task
                raise
            self.playing[future] = task
        return bool(self.playing)

    def wait(self) -> list[Ended]:
        """The games that have ended, at least one."""
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
    """Whether it is in the middle of a game, its end included."""
    interruptible = False
    """Whether the game may be interrupted: once at most, so that it can end its players in peace."""
    stopped = False
    """Whether no more games are to be played."""
    leaving = False
    """Whether this process has been asked to end."""


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
    """Waits for the end of the lifeline, and stops the game; ends this process where nobody else is left to do so."""
    with contextlib.suppress(OSError, EOFError):
        lifeline.recv()
    _Worker.stopped = True
    _signal_main_thread()
    parent, until = parent_process(), time.monotonic() + _PATIENCE
    while time.monotonic() < until and (_Worker.playing or (parent and parent.is_alive())):
        time.sleep(0.05)
    _go()


def _go() -> None:
    """Ends this process, and its bots before it."""
    with contextlib.suppress(Exception):
        _Worker.bench.close()
    os._exit(0)


if sys.platform == "win32":

    def _signal_main_thread() -> None:
        _thread.interrupt_main()

else:

    def _signal_main_thread() -> None:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # it may be waiting for a bot
