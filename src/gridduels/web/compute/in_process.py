"""InProcessWorker: a worker that is no process of its own, where none can be started, as in a browser."""

import os
import pickle
from collections.abc import Callable
from importlib import import_module
from typing import Any

from gridduels.web.compute.questions import Heard, Question, Worker
from gridduels.web.compute.watch import Watch, answer

__all__ = ["InProcessWorker"]


class InProcessWorker(Worker):
    """Answers in the event loop itself, which stands still meanwhile; what takes too long is stopped by its Watch."""

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

    def end(self) -> None:
        """It ends with its pool."""

    async def gone(self) -> None:
        """It is nobody."""
