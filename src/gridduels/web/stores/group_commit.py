"""Group commit: everything that is waiting is committed together.

`save` returns only after the commit has reached the disk. While one commit runs, everything else waits for the next
one: the higher the load, the larger the commits.

Every caller gets an answer. Answers are sent from a callback on the committing task, because asyncio runs that callback
however the task ends, even if it is cancelled before its first step. Any work still undecided by then is refused.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused
from gridduels.web.saved import Saved
from gridduels.web.stores.store import Overwritten

_MOST_TOGETHER: Final = 512
_log = logging.getLogger("gridduels.web")


class Work(NamedTuple):
    """Rows to save, all or none, and the future awaited by `save`."""

    rows: Sequence[Saved]
    done: asyncio.Future[None]


Tried = list[tuple[Work, Exception | None]]
"""Each Work that has been decided, with the reason if it failed."""


class GroupCommit(ABC):
    """The part of a Store that saves rows.

    Invariants:
    - `_idle` is set if and only if nothing is waiting and no commit is scheduled or running. So at most one commit runs
      at a time, and Work is committed in the order of the `save` calls.
    - Each Work is in exactly one place: `_waiting`, or the `together` of the running commit.
    - Each Work's future is resolved exactly once, and only after its commit has ended.
    """

    def __init__(self) -> None:
        self.trouble: str | None = None
        self.commits = 0
        self.saved = 0
        self.commit_seconds = 0.0
        self._waiting: list[Work] = []
        self._committing: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @abstractmethod
    async def _commit(self, together: list[Work], tried: Tried) -> None:
        """Save these items, appending each to `tried` once its outcome is known; an error fails the rest."""

    async def save(self, *rows: Saved) -> None:
        """Save these rows, all or none; return once they are on disk. Cancelling this does not stop the commit.

        Each row must either be new or directly follow the stored version; otherwise raise Overwritten.
        """
        if self._closed:
            raise _unsaved("the server is shutting down")
        loop = asyncio.get_running_loop()
        work = Work(rows, loop.create_future())
        self._waiting.append(work)
        if self._idle.is_set():
            self._idle.clear()
            # Not immediately: other tasks that are ready in this iteration of the loop can still join the commit.
            loop.call_soon(self._hand_over)
        await work.done

    def _hand_over(self) -> None:
        """Commit everything that is waiting."""
        together, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
        if not together:
            self._idle.set()
            return
        tried: Tried = []
        self._committing = asyncio.get_running_loop().create_task(self._commit(together, tried))
        self._committing.add_done_callback(partial(self._committed, together, tried, time.perf_counter()))

    def _committed(self, together: list[Work], tried: Tried, begun: float, task: asyncio.Task[None]) -> None:
        """Answer everyone who took part in a commit, then start the next one."""
        decided = {id(work) for work, _ in tried}
        if undecided := [work for work in together if id(work) not in decided]:
            tried = [*tried, *((work, _interrupted(task)) for work in undecided)]
        failed = [error for _, error in tried if error]
        self.trouble = next((str(error) for error in failed if not isinstance(error, Overwritten)), None)
        self.commits += 1
        self.saved += sum(len(work.rows) for work, error in tried if not error)
        self.commit_seconds += time.perf_counter() - begun
        self._hand_over()  # before answering, so the next commit is already scheduled when callers resume
        for work, error in tried:
            if work.done.done():  # the caller was cancelled
                continue
            if error is None:
                work.done.set_result(None)
            else:
                work.done.set_exception(error if isinstance(error, Refused) else _unsaved(str(error)))

    async def _finish(self) -> None:
        """Refuse new work, and return once everything already accepted has been decided."""
        self._closed = True
        await self._idle.wait()


def _unsaved(why: str) -> Refused:
    return Refused(Code.BUSY, f"The server could not save this ({why}). Nothing has changed; try again.")


def _interrupted(task: asyncio.Task[None]) -> Refused:
    """Return the refusal for work that a commit left undecided. It may have reached the disk."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        _log.error("internal error", exc_info=error)
    why = "it was interrupted" if error is None else str(error) or type(error).__name__
    return Refused(Code.BUSY, f"The server may not have saved this ({why}). Reload to see how things stand.")
