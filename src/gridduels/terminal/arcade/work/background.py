"""Background: work that takes its time on a thread of its own, so that the screen never waits for it."""

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["Background", "Cancelled"]

Result = TypeVar("Result")
_EVERY: Final = 0.1


class Cancelled(Exception):
    """Nobody waits for the work any more."""


class Background(Generic[Result]):
    """Work under way, stopped by way of its progress; what it comes to is handed over on the screen's own thread."""

    def __init__(
        self,
        work: "Callable[[Progress], Result]",
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
        progress: Callable[[str, int, int | None], None] | None = None,
    ) -> None:
        self._work, self._done, self._failed, self._progress = work, done, failed, progress
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()
        self._cancelled, self._told = threading.Event(), 0.0
        # a daemon, so that nobody who leaves has to wait for it
        threading.Thread(target=self._run, daemon=True).start()

    def cancel(self) -> None:
        """Nobody wants the result any more."""
        self._cancelled.set()

    def _run(self) -> None:
        try:
            result = self._work(self._tell)
        except Cancelled:
            return
        except Exception as error:
            self._hand_over(self._failed, error)
        else:
            self._hand_over(self._done, result)

    def _tell(self, stage: str, done: int, total: int | None) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        now = time.monotonic()
        if self._progress and now - self._told >= _EVERY:
            self._told = now
            self._hand_over(self._progress, stage, done, total)

    def _hand_over(self, receive: Callable[..., None], *given: Any) -> None:
        def unless_cancelled() -> None:
            if not self._cancelled.is_set():
                receive(*given)

        if not self._cancelled.is_set() and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(unless_cancelled, context=self._context)
