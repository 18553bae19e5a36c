"""A worker: a process of its own that answers one question after another, and ends with the server, however it ends."""

import contextlib
import os
import signal
import sys
import threading
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from gridduels.web.compute.questions import Asked
from gridduels.web.compute.watch import Watch, answer

__all__ = ["serve"]

MOST_MEMORY: Final = 1_500_000_000
"""Bytes a worker may have held; then another takes its place, and what it remembered is forgotten."""


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
            connection.send(answer(asked, watch, import_module(tasks).TASKS))
            if memory_held() >= MOST_MEMORY:
                connection.send(("retired", None))
                return


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
