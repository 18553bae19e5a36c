"""Workers: separate processes, or this process if none can be started."""

import asyncio
import contextlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from gridduels.web.pool.pools import Asked, Heard, Question, Worker
from gridduels.web.pool.tasks import OutOfTime, Watch, answer

# --- The worker process


MOST_MEMORY: Final = 1_500_000_000
"""A worker's memory limit in bytes. Once its peak exceeds this, another worker replaces it, and its caches are lost."""


def serve(connection: Connection, tasks: str, gentle: int) -> None:
    """Answer questions from a connection until it closes, using the `TASKS` of the module named `tasks`.

    `gentle` is the niceness of the process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops us
    if gentle and hasattr(os, "nice"):
        os.nice(gentle)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    watch = Watch(
        lambda stage, done, total: connection.send(("progress", (stage, done, total))),
        # During a question, the only thing that can arrive is the request to give it up.
        lambda: connection.poll() and connection.recv() is None,
    )
    connection.send(("ready", None))
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked: Asked | None = connection.recv()
            if asked is None:
                continue  # the question to give up had just been answered
            connection.send(answer(asked, watch, import_module(tasks).TASKS))
            if memory_held() >= MOST_MEMORY:
                connection.send(("retired", None))
                return


def memory_held() -> int:
    """Return this process's peak memory in bytes; 0 if unknown."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass  # not Linux, where rusage would include the parent's memory before the fork
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


# --- ProcessWorker: the server's side of a worker process


_GRACE: Final = 2.0
"""Grace period in seconds after a question's own limit, before its worker is stopped."""
_START: Final = 30.0
"""Seconds within which a new worker must be ready."""


class ProcessWorker(Worker):
    """A worker process that is stopped if it takes too long, so that nothing can block the pool."""

    def __init__(self, hear: Callable[[Worker, Heard], None], tasks: str, gentle: int) -> None:
        super().__init__(hear)
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(theirs, tasks, gentle), name="gridduels worker", daemon=True
        )
        self._process.start()
        theirs.close()
        self._timer = self._loop.call_later(_START, self._process.kill)
        threading.Thread(target=self._listen, name="worker's ear", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def __str__(self) -> str:
        return f"worker {self.pid}, exit code {self._process.exitcode},"

    def _begin(self, question: Question) -> None:
        self._timer = self._loop.call_later(question.asked.seconds + _GRACE, self._overdue, question)
        try:
            self._connection.send(question.asked)
        except OSError:
            self._process.kill()  # it has died; the reader thread will report that

    def stop(self) -> None:
        with contextlib.suppress(OSError):  # it has died; the reader thread will report that
            self._connection.send(None)

    def _overdue(self, question: Question) -> None:
        question.fail(OutOfTime("that takes longer than this server allows"))
        self._process.kill()

    def free(self) -> None:
        self._timer.cancel()
        super().free()

    def end(self) -> None:
        self._timer.cancel()
        self._process.terminate()

    async def gone(self) -> None:
        await asyncio.to_thread(self._process.join, _GRACE)
        if self._process.is_alive():
            self._process.kill()

    def _listen(self) -> None:
        what = ""
        while what != "lost":
            try:
                message = self._connection.recv_bytes()
                what, data = pickle.loads(message)
                heard = Heard(what, data, len(message))
            except Exception:  # any failure of a connection to a dying process
                heard = Heard("lost", None, 0)
                what = heard.what
            try:
                self._loop.call_soon_threadsafe(self._hear, self, heard)
            except RuntimeError:
                break  # the loop is closed, so no one is listening
        self._connection.close()


# --- InProcessWorker, for environments without processes, such as a browser


class InProcessWorker(Worker):
    """Answers in the event loop itself, which is then blocked; its Watch stops computations that take too long."""

    def __init__(self, hear: Callable[[Worker, Heard], None], tasks: str, gentle: int) -> None:
        super().__init__(hear)
        self._tasks = tasks
        self._watch = Watch(lambda *progress: self._tell("progress", progress))
        self._loop.call_soon(self._tell, "ready", None)

    @property
    def pid(self) -> int:
        return os.getpid()

    def _begin(self, question: Question) -> None:
        self._loop.call_soon(self._answer, question)

    def _answer(self, question: Question) -> None:
        self._tell(*answer(question.asked, self._watch, import_module(self._tasks).TASKS))

    def _tell(self, what: str, data: Any) -> None:
        self._hear(self, Heard(what, data, len(pickle.dumps(data))))

    def stop(self) -> None:
        """Do nothing; this worker hears nothing until it has answered."""

    def end(self) -> None:
        """Do nothing; this worker ends with its pool."""

    async def gone(self) -> None:
        """Return immediately, as there is no process."""
