"""Tasks that are slow or fail."""

import os
import time
from pathlib import Path

from gridduels.errors import SetupError
from gridduels.web.pool import workers
from gridduels.web.pool.tasks import Watch


def echo(watch: Watch, text: str) -> str:
    return text


def rest(watch: Watch, seconds: float) -> int:
    """Report progress, and stop when asked."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        watch("resting", 1, 2)
        time.sleep(0.02)
    return os.getpid()


def hang(watch: Watch) -> None:
    """Report progress once, then ignore everything."""
    print("hanging", flush=True)
    time.sleep(60)


def die(watch: Watch, mark: str | None) -> str:
    """Die; if a marker file is given, only the first time."""
    if mark is not None and Path(mark).exists():
        return "alive"
    if mark is not None:
        Path(mark).touch()
    os._exit(9)


def grow(watch: Watch, number: int) -> int:
    """Use more memory than a worker is allowed."""
    workers.memory_held = lambda: workers.MOST_MEMORY
    return os.getpid()


def refuse(watch: Watch) -> None:
    raise SetupError("no")


def fail(watch: Watch) -> None:
    raise ZeroDivisionError("oops")


TASKS = {task.__name__: task for task in (echo, rest, hang, die, grow, refuse, fail)}
