"""Questions, and whoever answers them: what a pool and its workers have in common."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, NamedTuple

__all__ = ["Asked", "Heard", "Question", "Worker"]

_FORGET: Final = 15.0
"""Seconds after which a question that nobody has asked again is dropped instead of begun."""


class Asked(NamedTuple):
    """A question as it is sent: the name of a task, its arguments, and the seconds it may take."""

    kind: str
    arguments: tuple[Any, ...]
    seconds: float


class Question:
    """Something asked: who waits for it shares `future`."""

    def __init__(self, asked: Asked, key: object, patient: bool, visitor: str = "") -> None:
        self.asked, self.key, self.patient, self.visitor = asked, key, patient, visitor
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.future.add_done_callback(lambda future: future.cancelled() or future.exception())
        self.progress: tuple[str, int, int | None] = ("waiting", 0, None)
        self.wanted = time.monotonic()
        self.tries = 0
        self.begun = False

    @property
    def forgotten(self) -> bool:
        """Whether nobody has asked for it lately; a patient question is never forgotten."""
        return not self.patient and time.monotonic() - self.wanted > _FORGET

    def fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class Heard(NamedTuple):
    """What a worker says: `ready`, `progress`, `done`, `refused`, `broken`, `retired`; `lost` when it says no more."""

    what: str
    data: Any
    size: int


class Worker(ABC):
    """Answers one question after another, and tells `hear` what comes of it, in the event loop that made it."""

    def __init__(self, hear: "Callable[[Worker, Heard], None]") -> None:
        self._hear, self._loop = hear, asyncio.get_running_loop()
        self.ready, self.answered = False, 0
        self.question: Question | None = None
        self._began = 0.0

    def ask(self, question: Question) -> None:
        """Begins to answer."""
        self.question, question.progress = question, ("beginning", 0, None)
        self._began, question.begun = time.monotonic(), True
        self._begin(question)

    @property
    def spent(self) -> float:
        """Seconds since its question was asked."""
        return time.monotonic() - self._began

    def free(self) -> None:
        """It has nothing to do any more."""
        self.question = None

    @property
    @abstractmethod
    def pid(self) -> int:
        """The id of the process it is."""

    @abstractmethod
    def _begin(self, question: Question) -> None: ...

    @abstractmethod
    def end(self) -> None:
        """Ends it; it holds nothing that would be lost."""

    @abstractmethod
    async def gone(self) -> None:
        """Waits until it has ended."""
