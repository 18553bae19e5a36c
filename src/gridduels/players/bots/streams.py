"""What a process says, taken in by threads and kept within bounds however much it is."""

import contextlib
import re
import select
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from gridduels.folders import cache_folder

__all__ = ["WRITE", "Ended", "ErrorLog", "Flooded", "Inbox", "Pump", "is_ready", "log_folder"]

LONGEST_LINE: Final = 4096
MOST_WAITING: Final = 256
LONGEST_LOG: Final = 1 << 20
MOST_LOGS: Final = 100
_CHUNK: Final = 1 << 16
_BEAT: Final = 0.2
"""Seconds after which a thread looks whether it is still wanted."""


class Ended(Exception):
    """No line will follow; `str` is what was begun of one."""


class Flooded(Exception):
    """A line is longer than LONGEST_LINE."""


class Inbox:
    """Lines that have arrived, at most MOST_WAITING of them: whoever brings more has to wait."""

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque()
        self._begun = b""
        self._end: Exception | None = None
        self._closed = False
        self._changed = threading.Condition()

    def feed(self, chunk: bytes) -> bool:
        """Takes in some bytes, none at the end; False when no more are wanted."""
        with self._changed:
            if not chunk:
                return self._finish(Ended(_text(self._begun)))
            if self._closed:
                return True  # it is read on and thrown away, so that the process is not held up
            *lines, self._begun = (self._begun + chunk).split(b"\n")
            for line in lines:
                if len(line) > LONGEST_LINE:
                    return self._finish(Flooded())
                self._keep(line)
            return self._finish(Flooded()) if len(self._begun) > LONGEST_LINE else True

    def _keep(self, line: bytes) -> None:
        """Waits until there is room for a line, or nothing is kept any more."""
        self._changed.wait_for(lambda: self._closed or len(self._lines) < MOST_WAITING)
        if not self._closed:
            self._lines.append(line)
            self._changed.notify_all()

    def _finish(self, end: Exception) -> bool:
        self._begun = b""
        self._end = self._end or end
        self._changed.notify_all()
        return False

    def take(self, until: float) -> str | None:
        """The next line; None when there is none in time. Ended or Flooded when there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._end, max(0, until - time.monotonic()))
            if self._lines:
                self._changed.notify_all()
                return _text(self._lines.popleft())
            if self._end:
                raise self._end
            return None

    def close(self) -> None:
        """Nothing is kept any more."""
        with self._changed:
            self._closed = True
            self._lines.clear()
            self._changed.notify_all()


def _text(line: bytes) -> str:
    return line.decode("utf-8", errors="replace")


class ErrorLog:
    """A file of what a process says on stderr: it exists once there is something, and has at most LONGEST_LOG bytes."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / f"{re.sub(r'[^A-Za-z0-9._-]+', '_', name)}.log"
        self._file: IO[bytes] | None = None
        self._left = LONGEST_LOG
        self.path: Path | None = None

    def feed(self, chunk: bytes) -> bool:
        """Keeps some bytes, none at the end. Always wants more, so that the process is not held up."""
        with contextlib.suppress(OSError):  # a log that cannot be written must not stop a match
            if not chunk:
                self._close()
            elif self._left:
                self._write(chunk[: self._left])
        if not self._left:
            time.sleep(0.01)  # a flood is slowed down
        return True

    def _write(self, chunk: bytes) -> None:
        self._left -= len(chunk)
        if self.path is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._path.parent == log_folder():
                _remove_old_logs(self._path.parent)
            self._file = self._path.open("wb", buffering=0)
            self.path = self._path
        if self._file:
            self._file.write(chunk)
            if not self._left:
                self._file.write(b"\n(more was said, but it is not kept)\n")

    def _close(self) -> None:
        if self._file:
            self._file.close()


class Pump:
    """A thread that brings what it reads from a pipe to a sink, until the end or until the sink wants no more."""

    def __init__(self, source: IO[bytes], sink: Callable[[bytes], bool]) -> None:
        self._source = source
        self._sink = sink
        self._unwanted = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bot output", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread: at the end of the pipe or, where somebody else holds it open, before that."""
        if threading.current_thread() is self._thread:
            return  # whoever forgot the process was cleared away by this very thread, which ends with the pipe
        self._thread.join(2 * _BEAT)
        self._unwanted.set()
        self._thread.join(2 * _BEAT)
        if not self._thread.is_alive():
            self._source.close()

    def _run(self) -> None:
        while not self._unwanted.is_set():
            if is_ready(self._source, _READ, _BEAT):
                try:
                    chunk = self._source.read(_CHUNK)
                except OSError:
                    break
                if not chunk or not self._sink(chunk):
                    break
        self._sink(b"")


if sys.platform != "win32":
    _READ, WRITE = select.POLLIN, select.POLLOUT

    def is_ready(stream: IO[bytes], event: int, seconds: float) -> bool:
        """Whether a pipe can be read or written without waiting, or has failed, within some seconds."""
        poll = select.poll()
        poll.register(stream, event)
        return bool(poll.poll(max(0, seconds) * 1000))

else:  # Windows cannot wait for a pipe: reading and writing block instead
    _READ, WRITE = 0, 0

    def is_ready(stream: IO[bytes], event: int, seconds: float) -> bool:
        return True


def log_folder() -> Path:
    """Where error output is kept."""
    return cache_folder() / "bots"


def _remove_old_logs(folder: Path) -> None:
    """Makes room for one more."""
    with contextlib.suppress(OSError):  # somebody else does the same
        logs = sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime)
        for path in logs[: max(0, len(logs) - MOST_LOGS + 1)]:
            path.unlink(missing_ok=True)
