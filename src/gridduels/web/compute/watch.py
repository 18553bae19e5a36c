"""Watch: how long a question may take and how much it may list, and the answer to one, whatever comes of it."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from gridduels.engine.progress import FINDING
from gridduels.errors import GridDuelsError
from gridduels.web.compute.questions import Asked

__all__ = ["OutOfTime", "Watch", "answer"]

_EVERY: Final = 0.2
"""Seconds between two reports of progress."""
MOST_POSITIONS: Final = 2_000_000
"""Positions that may be listed for one question: some 300 MB."""


class OutOfTime(GridDuelsError):
    """A question takes longer than it may."""

    code = "too-big"


class Watch:
    """The Progress of whatever is worked out: it reports, and stops what takes too long or too much."""

    def __init__(self, report: Callable[[str, int, int | None], None]) -> None:
        self._report = report
        self._told = 0.0
        self.until = float("inf")
        self.most_positions: int | None = None

    def begin(self, seconds: float) -> None:
        """A new question."""
        self.until, self.most_positions = time.monotonic() + seconds, MOST_POSITIONS

    @property
    def late(self) -> bool:
        return time.monotonic() > self.until

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        if self.late:
            raise OutOfTime("that takes longer than this server may think about it")
        if self.most_positions is not None and stage == FINDING and (total or done) > self.most_positions:
            raise OutOfTime(f"too much follows from that position: more than {self.most_positions:,} positions")
        if (now := time.monotonic()) - self._told >= _EVERY:
            self._told = now
            self._report(stage, done, total)


def answer(asked: Asked, watch: Watch, tasks: Mapping[str, Callable[..., Any]]) -> tuple[str, Any]:
    """What came of a question, and the answer or why there is none."""
    watch.begin(asked.seconds)
    try:
        return "done", tasks[asked.kind](watch, *asked.arguments)
    except GridDuelsError as error:
        return "refused", error
    except MemoryError:
        return "refused", OutOfTime("that takes more memory than this server has")
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"
