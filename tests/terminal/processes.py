"""The real command in real processes: through pipes, and in its own terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.skips import require

try:
    import pty
except ImportError:
    pty = None  # type: ignore[assignment]

ROOT: Final = Path(__file__).parents[2]
COMMAND: Final = [sys.executable, "-m", "gridduels"]
PATIENCE: Final = 60
"""Seconds after which a process counts as hanging."""

# Make Ctrl-C arrive even if the tests were started with it disabled, and give the process its own terminal.
_LAUNCH: Final = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
if os.isatty(0):
    import fcntl, termios
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


def environment(**changes: str) -> dict[str, str]:
    """Return this environment without variables that change a Python process's output; keep the tests' tables and
    folders."""
    personal = ("PYTHON", "GRIDDUELS_DEBUG", "LC_", "LANG", "COLUMNS", "NO_COLOR", "TERM")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(personal)}
    return kept | {"LC_ALL": "C.UTF-8", "TERM": "dumb"} | changes


class Result(NamedTuple):
    code: int
    output: str
    complaint: str


def run(
    *arguments: str, input: str | bytes = b"", where: Path | None = None, patience: int = PATIENCE, **env: str
) -> Result:
    """Run the command from start to finish, with the input piped in."""
    sent = input.encode() if isinstance(input, str) else input
    done = subprocess.run(
        [*COMMAND, *arguments], input=sent, capture_output=True, cwd=where, env=environment(**env), timeout=patience
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_tool(module: str, *arguments: str, **env: str) -> Result:
    """Run one of the repository's tools, such as `tools.calibration`, from start to finish."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment(**env), timeout=PATIENCE)
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


class Session:
    """A running command that can be watched and answered."""

    def __init__(self, process: subprocess.Popen[bytes], reads: int, writes: int) -> None:
        self.process = process
        self._seen = ""
        self._reads = reads
        self._writes = writes

    def send(self, text: str | bytes) -> None:
        os.write(self._writes, text.encode() if isinstance(text, str) else text)

    def wait_for(self, text: str) -> str:
        """Wait for a text after anything already waited for; return everything up to it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self._seen:
            going_on = self._read_until(deadline) and time.monotonic() < deadline
            assert going_on or text in self._seen, f"{text!r} never came; instead:\n{self._seen}"
        before, found, self._seen = self._seen.partition(text)
        return before + found

    def ends(self, code: int) -> str:
        """Return the rest of the output; the command must exit on its own with this exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read_until(deadline):
            assert time.monotonic() < deadline, f"it hangs after:\n{self._seen}"
        assert self.process.wait(PATIENCE) == code, self._seen
        return self._seen

    def ends_by_ctrl_c(self) -> str:
        """Send Ctrl-C and return the rest of the output. Send it again if the first one arrived just before the command
        waited for it."""
        for _ in range(PATIENCE):
            if self._reads == self._writes:
                self.send("\x03")
            else:
                self.process.send_signal(signal.SIGINT)
            deadline = time.monotonic() + 1
            while time.monotonic() < deadline:
                if not self._read_until(deadline) or "Interrupted" in self._seen:  # a second one could kill it now
                    return self.ends(130)
        raise AssertionError(f"it does not stop after:\n{self._seen}")

    def hang_up(self) -> None:
        """Close our end."""
        if self._reads >= 0:
            os.close(self._reads)
            self._reads = -1

    def _read_until(self, deadline: float) -> bool:
        """Read the available output, or wait for it; return False at the end."""
        ready, _, _ = select.select([self._reads], [], [], max(0.0, deadline - time.monotonic()))
        chunk = self._chunk() if ready else ""
        self._seen = (self._seen + chunk).replace("\r\n", "\n")
        return bool(chunk) or not ready

    def _chunk(self) -> str:
        try:
            return os.read(self._reads, 1 << 16).decode(errors="replace")
        except OSError:  # a terminal whose program has ended
            return ""


@contextmanager
def piped(*arguments: str, where: Path | None = None) -> Iterator[Session]:
    """Start the command between two pipes, with stderr merged into its output."""
    require(os.name == "posix", "watching a pipe needs select() on files")
    process = subprocess.Popen(
        _launched(arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=where,
        env=environment(),
    )
    assert process.stdin
    assert process.stdout
    with process:
        try:
            yield Session(process, process.stdout.fileno(), process.stdin.fileno())
        finally:
            process.kill()


@contextmanager
def in_terminal(*arguments: str, where: Path | None = None, **env: str) -> Iterator[Session]:
    """Start the command in its own terminal."""
    require(pty, "this platform has no pseudo-terminals")
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            _launched(arguments),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=where,
            env=environment(**env),
            start_new_session=True,
        )
    finally:
        os.close(theirs)
    with process:
        session = Session(process, ours, ours)
        try:
            yield session
        finally:
            process.kill()
            session.hang_up()


def _launched(arguments: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-c", _LAUNCH, *COMMAND, *arguments]
