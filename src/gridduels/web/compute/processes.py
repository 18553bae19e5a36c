"""ProcessWorker: this side of a worker that is a process of its own, and a thread that hears it."""

import asyncio
import pickle
import threading
from collections.abc import Callable
from multiprocessing import get_context
from typing import Final

from gridduels.web.compute.questions import Heard, Question, Worker
from gridduels.web.compute.watch import OutOfTime
from gridduels.web.compute.worker import serve

__all__ = ["ProcessWorker"]

_GRACE: Final = 2.0
"""Seconds a worker has beyond a question's own time before it is ended."""
_START: Final = 30.0
"""Seconds a new worker may take until it is ready."""


class ProcessWorker(Worker):
    """Its process is ended where it takes too long, so that nothing can hold the pool up."""

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
            self._process.kill()  # it is gone, as the thread that hears it will say

    def _overdue(self, question: Question) -> None:
        question.fail(OutOfTime("that takes longer than this server may think about it"))
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
            except Exception:  # whatever is wrong with a connection to a process that is dying
                heard = Heard("lost", None, 0)
                what = heard.what
            try:
                self._loop.call_soon_threadsafe(self._hear, self, heard)
            except RuntimeError:
                break  # the loop is closed: nobody cares any more
        self._connection.close()
