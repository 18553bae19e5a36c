"""Fair queueing for questions, and the worker pools that answer them."""

import asyncio
import heapq
import itertools
import logging
import time
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final, Generic, NamedTuple, TypeVar

from gridduels.errors import GridDuelsError
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused

# --- Questions and workers


_FORGET: Final = 15.0
"""Seconds after which a question is dropped instead of started, unless it has been asked again."""
_ABANDONED: Final = 4.0
"""Seconds after which work on a `fleeting` question stops, even halfway through, unless it has been asked again. The
page asks about every two seconds."""


class Asked(NamedTuple):
    """A question in transit: a task's name, its arguments, and its time limit in seconds."""

    kind: str
    arguments: tuple[Any, ...]
    seconds: float


class Question:
    """A question; everyone waiting for it shares `future`."""

    def __init__(self, asked: Asked, key: object, patient: bool, visitor: str = "", fleeting: bool = False) -> None:
        self.asked, self.key, self.patient, self.visitor, self.fleeting = asked, key, patient, visitor, fleeting
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.future.add_done_callback(lambda future: future.cancelled() or future.exception())
        self.progress: tuple[str, int, int | None] = ("waiting", 0, None)
        self.wanted = time.monotonic()
        self.tries = 0
        self.begun = False

    @property
    def forgotten(self) -> bool:
        """Whether no one has asked this question recently. A `patient` question never counts as forgotten."""
        return not self.patient and time.monotonic() - self.wanted > (_ABANDONED if self.fleeting else _FORGET)

    def fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)


class Heard(NamedTuple):
    """A worker's message: `ready`, `progress`, `done`, `refused`, `broken`, `retired`, or `lost` after it has died."""

    what: str
    data: Any
    size: int


class Worker(ABC):
    """Answers one question at a time, and reports to `hear` in the event loop that created it."""

    def __init__(self, hear: "Callable[[Worker, Heard], None]") -> None:
        self._hear, self._loop = hear, asyncio.get_running_loop()
        self.ready, self.answered = False, 0
        self.question: Question | None = None
        self._began = 0.0

    def ask(self, question: Question) -> None:
        """Start answering a question."""
        self.question, question.progress = question, ("beginning", 0, None)
        self._began, question.begun = time.monotonic(), True
        self._begin(question)

    @property
    def spent(self) -> float:
        """Seconds spent on the current question."""
        return time.monotonic() - self._began

    def free(self) -> None:
        """Mark the worker as idle."""
        self.question = None

    @abstractmethod
    def stop(self) -> None:
        """Ask the worker to give up its question, if it can."""

    @property
    @abstractmethod
    def pid(self) -> int:
        """The worker's process id."""

    @abstractmethod
    def _begin(self, question: Question) -> None: ...

    @abstractmethod
    def end(self) -> None:
        """Stop the worker; it holds nothing worth saving."""

    @abstractmethod
    async def gone(self) -> None:
        """Wait until the worker has stopped."""


# --- FairQueue: each visitor has a line, and a clock that advances with the worker time the visitor uses (fair
# queueing). The visitor whose clock is furthest behind goes next, so one visitor's many questions do not hold up the
# others.
#
# Invariants:
# - A visitor has a line only while one of their items is waiting: no line is empty.
# - Every visitor with a line has a clock.
# - When a visitor starts waiting, their clock is set to at least `_now`: being away earns no credit, and time already
#   used is not forgiven.


T = TypeVar("T")
_MANY: Final = 1000


class FairQueue(Generic[T]):
    """Waiting items by visitor. Each visitor's items are ordered by urgency, lowest number first.

    >>> queue = FairQueue[str]()
    >>> for word in ("a", "b", "c"):
    ...     queue.push("greedy", 0, word)
    >>> queue.push("modest", 0, "x")
    >>> queue.pop(), queue.charge("greedy", 0.5), queue.pop(), queue.pop()
    ('a', None, 'x', 'b')
    """

    def __init__(self) -> None:
        self._lines: dict[str, list[tuple[int, int, T]]] = {}
        self._clocks: dict[str, float] = {}
        """Seconds of work used by each visitor; irrelevant entries are dropped."""
        self._now = 0.0
        """The clock of the most recently served visitor; new and returning visitors start there."""
        self._order = itertools.count()

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def push(self, visitor: str, urgency: int, item: T) -> None:
        """Add an item."""
        if visitor not in self._lines:
            self._forget()
            self._lines[visitor] = []
            self._clocks[visitor] = max(self._clocks.get(visitor, 0.0), self._now)
        heapq.heappush(self._lines[visitor], (urgency, next(self._order), item))

    def pop(self, may: Callable[[str], bool] = lambda visitor: True) -> T | None:
        """Return the next item from a visitor who may be served now, or None."""
        # Break ties in favour of the longest wait.
        waiting = ((self._clocks[each], line[0][1], each) for each, line in self._lines.items() if may(each))
        found = min(waiting, default=None)
        if found is None:
            return None
        self._now, _, visitor = found
        item = heapq.heappop(self._lines[visitor])[2]
        if not self._lines[visitor]:
            del self._lines[visitor]
        return item

    def charge(self, visitor: str, seconds: float) -> None:
        """Charge a visitor for completed work."""
        self._clocks[visitor] = self._clocks.get(visitor, self._now) + seconds

    def clear(self) -> list[T]:
        """Remove and return all items."""
        lines, self._lines = self._lines, {}
        return [item for line in lines.values() for _, _, item in line]

    def _forget(self) -> None:
        """Once there are many visitors, forget those who would start as if new."""
        if len(self._clocks) < _MANY:
            return
        # A clock at or behind `_now` would be set to `_now` by the next push anyway.
        self._clocks = {
            visitor: clock for visitor, clock in self._clocks.items() if clock > self._now or visitor in self._lines
        }


# --- Pool
#
# A pool has a few workers, which are started on demand and restarted if they die. A question asked twice is answered
# once. A question that takes too long is ended along with its worker; a question whose worker died is retried once.
# Visitors share the workers fairly, and none of them gets the last one.


_log = logging.getLogger(__name__)
_MOST_LOSSES: Final = 3
"""Consecutive worker deaths after which waiting questions are refused."""


def start_process(hear: Callable[[Worker, Heard], None], tasks: str, gentle: int) -> Worker:
    """Start a worker process."""
    from gridduels.web.pool.workers import ProcessWorker  # a browser has no processes

    return ProcessWorker(hear, tasks, gentle)


class Pool:
    """Questions of one kind, most urgent first, and the workers that answer them."""

    def __init__(
        self,
        workers: int,
        capacity: int,
        *,
        gentle: int = 0,
        by_one: int = 20,
        keep: int = 0,
        rest: float | None = None,
        tasks: str = "gridduels.web.pool.tasks",
        start: Callable[[Callable[[Worker, Heard], None], str, int], Worker] = start_process,
    ) -> None:
        """Create a pool with at most this many workers, a queue of this capacity, and at most `by_one` questions per
        visitor.

        `gentle` is the niceness of its workers. Up to `keep` bytes of answers are cached. A worker stops after being
        idle for `rest` seconds. `start` creates a worker.
        """
        self._most, self._capacity, self._gentle, self._keep, self._rest = workers, capacity, gentle, keep, rest
        self._by_one, self._tasks, self._start = by_one, tasks, start
        self._workers: list[Worker] = []
        self._waiting: FairQueue[Question] = FairQueue()
        self._asked: dict[object, Question] = {}
        self._answers: OrderedDict[object, tuple[Any, int]] = OrderedDict()
        self._kept = 0
        self._visitors: Counter[str] = Counter()
        """Each visitor's open questions, and how many of them are being answered."""
        self._served: Counter[str] = Counter()
        self._losses = 0
        self._closed = False
        self.counts = {"answered": 0, "refused": 0, "lost": 0}

    @property
    def busy(self) -> int:
        """The number of questions being answered."""
        return sum(worker.question is not None for worker in self._workers)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [worker.pid for worker in self._workers]

    def question(
        self,
        kind: str,
        *arguments: Any,
        seconds: float,
        urgency: int = 0,
        patient: bool = True,
        visitor: str = "",
        fleeting: bool = False,
    ) -> "Question":
        """Return a pending question, either new or asked before.

        Visitors share the workers' time; among one visitor's questions, the lowest `urgency` goes first. Without a
        visitor, nothing is counted. A worker gives up a `fleeting` question soon after the last time it was asked.
        """
        key = kind, arguments
        if key in self._answers:
            self._answers.move_to_end(key)
            question = Question(Asked(kind, arguments, seconds), key, patient)
            question.future.set_result(self._answers[key][0])
            return question
        if key in self._asked:
            question = self._asked[key]
            question.wanted, question.patient = time.monotonic(), question.patient or patient
            if not question.begun and visitor != question.visitor:
                self._waiting.push(visitor, urgency, question)  # another visitor's turn may come first
            return question
        self._check_capacity(visitor)
        question = self._asked[key] = Question(Asked(kind, arguments, seconds), key, patient, visitor, fleeting)
        if fleeting:
            asyncio.get_running_loop().call_later(_ABANDONED, self._give_up_forgotten, question)
        if visitor:
            self._visitors[visitor] += 1
            question.future.add_done_callback(lambda future: self._answered(visitor))
        self._waiting.push(visitor, urgency, question)
        self._hand_out()
        return question

    def _check_capacity(self, visitor: str) -> None:
        if self._closed or len(self._waiting) >= self._capacity:
            self.counts["refused"] += 1
            raise Refused(Code.BUSY, "The server is busy. Try again in a moment.")
        if self._visitors[visitor] >= self._by_one:
            self.counts["refused"] += 1
            raise Refused(Code.BUSY, f"At most {self._by_one} questions at once. Wait for the other answers.")

    def _answered(self, visitor: str) -> None:
        self._visitors[visitor] -= 1
        if not self._visitors[visitor]:
            del self._visitors[visitor]

    async def ask(self, kind: str, *arguments: Any, seconds: float, urgency: int = 0, visitor: str = "") -> Any:
        """Return the answer to a question."""
        question = self.question(kind, *arguments, seconds=seconds, urgency=urgency, visitor=visitor)
        return await asyncio.shield(question.future)

    def forget(self, kind: str, *arguments: Any) -> None:
        """Drop a cached answer, so that the question can be asked again."""
        _, size = self._answers.pop((kind, arguments), (None, 0))
        self._kept -= size

    def _give_up_forgotten(self, question: Question) -> None:
        """Stop work on a question that no one has asked again in time."""
        if question.future.done() or self._closed:
            return
        if not question.forgotten:
            asyncio.get_running_loop().call_later(_ABANDONED, self._give_up_forgotten, question)
            return
        self._settle(question)  # from now on, asking again starts over
        question.fail(Refused(Code.BUSY, "The server was too busy. Try again."))
        for worker in self._workers:
            if worker.question is question:
                worker.stop()

    def _settle(self, question: Question) -> None:
        """Forget that a question is open; the same question may have been asked again since."""
        if self._asked.get(question.key) is question:
            del self._asked[question.key]

    def _hand_out(self) -> None:
        """Assign waiting questions to idle workers, and start workers if needed."""
        free = [worker for worker in self._workers if worker.ready and worker.question is None]
        while free and (question := self._waiting.pop(self._may_be_served)):
            if question.begun:
                continue
            if question.forgotten or question.future.done():
                self._settle(question)
                question.fail(Refused(Code.BUSY, "The server was too busy. Try again."))
                continue
            self._served[question.visitor] += 1
            free.pop().ask(question)
        starting = sum(not worker.ready for worker in self._workers)
        if len(self._waiting) > starting and len(self._workers) < self._most and not self._closed:
            self._workers.append(self._start(self._hear, self._tasks, self._gentle))

    def _may_be_served(self, visitor: str) -> bool:
        """Return whether a visitor may have another worker. No visitor gets the last one, so the next visitor finds one
        idle.
        """
        return not visitor or self._served[visitor] < max(1, self._most - 1)

    def _release(self, worker: Worker) -> Question | None:
        """Take a worker off its question, whatever the outcome, and charge the visitor."""
        question = worker.question
        if question is not None:
            self._waiting.charge(question.visitor, worker.spent)
            self._served[question.visitor] -= 1
            if not self._served[question.visitor]:
                del self._served[question.visitor]
        worker.free()
        return question

    def _hear(self, worker: Worker, heard: Heard) -> None:
        if self._closed or worker not in self._workers:
            return
        if heard.what == "progress":
            if worker.question:
                worker.question.progress = heard.data
            return
        if heard.what == "retired":
            self._retire(worker)
        elif heard.what == "lost":
            self._lose(worker)
        elif heard.what == "ready":
            worker.ready = True
            worker.free()
        else:
            self._finish(worker, heard)
        self._hand_out()
        if self._rest is not None and worker.question is None:
            asyncio.get_running_loop().call_later(self._rest, self._dismiss, worker, worker.answered)

    def _finish(self, worker: Worker, heard: Heard) -> None:
        question, data = self._release(worker), heard.data
        worker.answered += 1
        self._losses = 0
        self.counts["answered"] += 1
        if question is None:
            return
        self._settle(question)
        if heard.what == "done":
            if not question.future.done():
                question.future.set_result(data)
            self._remember(question.key, data, heard.size)
        elif isinstance(data, GridDuelsError):
            question.fail(data)
        else:
            _log.error("a worker could not answer %s: %s", question.asked.kind, data)
            question.fail(RuntimeError(data))

    def _remember(self, key: object, answer: Any, size: int) -> None:
        self._answers[key] = answer, size
        self._kept += size
        while self._kept > self._keep:
            self._kept -= self._answers.popitem(last=False)[1][1]

    def _retire(self, worker: Worker) -> None:
        """Replace a worker that has grown too large; a question that reached it too late goes to another worker."""
        if question := self._release(worker):
            self._ask_again(question)
        self._workers.remove(worker)
        worker.end()

    def _ask_again(self, question: Question) -> None:
        question.begun = False
        self._waiting.push(question.visitor, -1, question)

    def _lose(self, worker: Worker) -> None:
        """Replace a worker that has died or was stopped for taking too long."""
        question, self._losses = self._release(worker), self._losses + 1
        worker.end()
        self._workers.remove(worker)
        self.counts["lost"] += 1
        _log.warning("%s is gone", worker)
        if question and not question.future.done() and question.tries == 0:
            question.tries += 1
            self._ask_again(question)
        elif question:
            self._settle(question)
            question.fail(Refused(Code.BUSY, "The server couldn't compute this. Try again in a moment."))
        if self._losses >= _MOST_LOSSES:
            self._give_up()

    def _give_up(self) -> None:
        """Refuse all waiting questions because workers keep dying; the next question tries again."""
        self._losses = 0
        for question in self._waiting.clear():
            self._settle(question)
            question.fail(Refused(Code.BUSY, "The server can't compute this right now. Try again in a moment."))

    def _dismiss(self, worker: Worker, answered: int) -> None:
        """Stop a worker that is idle and has still answered only this many questions."""
        if worker in self._workers and worker.question is None and worker.answered == answered:
            self._workers.remove(worker)
            worker.end()

    async def close(self) -> None:
        """Stop all workers and refuse all waiting questions."""
        self._closed = True
        for question in list(self._asked.values()):
            question.fail(Refused(Code.BUSY, "The server is shutting down. Try again in a moment."))
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()
        for worker in workers:
            await worker.gone()
