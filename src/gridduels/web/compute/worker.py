"""A worker: a process of its own that answers one question after another, and ends with the server, however it ends."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.engine.progress import FINDING
from gridduels.errors import GridDuelsError

__all__ = ["Asked", "OutOfTime", "Watch", "serve"]

_EVERY: Final = 0.2
"""Seconds between two reports of progress."""
MOST_POSITIONS: Final = 2_000_000
"""Positions that may be listed for one question: some 300 MB."""
MOST_MEMORY: Final = 1_500_000_000
"""Bytes a worker may have held; then another takes its place, and what it remembered is forgotten."""


class OutOfTime(GridDuelsError):
    """A question takes longer than it may."""

    code = "too-big"


class Asked(NamedTuple):
    """A question as it is sent: the name of a task, its arguments, and the seconds it may take."""

    kind: str
    arguments: tuple[Any, ...]
    seconds: float


class Watch:
    """The Progress of whatever this process works out: it reports, and stops what takes too long or too much."""

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


def serve(connection: Connection, tasks: str, gentle: int) -> None:
    """Answers what comes in by a connection, until it is closed, with the `TASKS` of the module named `tasks`; a gentle
    one stands back behind others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, who will tell us
    if gentle and hasattr(os, "nice"):
        os.nice(gentle)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    watch = Watch(lambda stage, done, total: connection.send(("progress", (stage, done, total))))
    connection.send(("ready", None))
    with contextlib.suppress(EOFError, OSError):
        while True:
            asked: Asked = connection.recv()
            connection.send(_answer(asked, watch, import_module(tasks).TASKS))
            if memory_held() >= MOST_MEMORY:
                connection.send(("retired", None))
                return


def _answer(asked: Asked, watch: Watch, tasks: Mapping[str, Callable[..., Any]]) -> tuple[str, Any]:
    watch.begin(asked.seconds)
    try:
        return "done", tasks[asked.kind](watch, *asked.arguments)
    except GridDuelsError as error:
        return "refused", error
    except MemoryError:
        return "refused", OutOfTime("that takes more memory than this server has")
    except Exception as error:
        return "broken", f"{type(error).__name__}: {error}"


def memory_held() -> int:
    """The most bytes this process has held so far; 0 where that cannot be told."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        pass  # not Linux, whose rusage would count what the parent held before this process began
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
