"""Start external programs, exchange lines with them, limit their resources, and kill them along with any processes they
started."""

import contextlib
import os
import re
import secrets
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, NamedTuple, Self

import psutil

from gridduels.errors import Forfeit
from gridduels.files import cache_folder
from gridduels.text import shorten

# --- ProcessGroup: a process and its descendants
#
# The process gets its own session and a mark in its environment, which its children inherit. A process belongs to the
# group if it or its parent has that process group, session or mark. Once seen, it remains a member even if all of these
# change. On Linux, our process can also adopt orphans, so a process that sheds all of these between two scans still
# ends up as our child. `docs/bot-protocol.md` lists the guarantees on each system.


MARK: Final = "GRIDDUELS_BOT"
MOST_PROCESSES: Final = 256
"""The maximum number of processes per bot, including zombies it hasn't waited for."""
_GLANCE: Final = 0.025
"""Seconds between scans of a group's processes; longer if a scan takes more than a tenth of that."""
_PATIENCE: Final = 2.0
"""Seconds to wait for killed processes to disappear; only one stuck in the kernel takes longer."""
_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows, every signal terminates the process."""
_SUBREAPER: Final = 36
"""PR_SET_CHILD_SUBREAPER from prctl(2)."""
_SWARM_PATIENCE: Final = 30.0
"""The same for a group with too many processes, which may spawn new ones as fast as they are killed."""
_CREATION_FLAGS: Final[int] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "CREATE_NO_WINDOW", 0
)
"""Only Windows defines these flags."""

_adopting: Final[set[int]] = set()
"""The ID of the process that adopts orphans; its forks don't."""
_groups: Final[dict[int, "ProcessGroup"]] = {}
"""All of this process's groups that haven't been killed, keyed by leader."""
_looking: Final = threading.RLock()
"""Held while processes are scanned and reaped, so a bot started in between can't reuse a process ID."""


def adopt_orphans() -> None:
    """Make every orphaned descendant a child of this process (Linux only, no effect elsewhere).

    Use this only in a process that starts nothing but bots in new sessions; any other such child would be mistaken for
    a bot's.
    """
    if sys.platform == "linux" and not adopts_orphans():
        import ctypes

        if ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0) == 0:
            _adopting.add(os.getpid())


def adopts_orphans() -> bool:
    """Return whether every process that a bot starts can be tracked."""
    return os.getpid() in _adopting


def parse_command(line: str) -> list[str] | str:
    """Split a command line into words by the operating system's rules; raise ValueError if it can't be split.

    >>> parse_command("python3 'my bot.py'")
    ['python3', 'my bot.py']
    """
    if "\0" in line:
        raise ValueError("it contains a null character")
    words = line.strip() if sys.platform == "win32" else shlex.split(line)
    if not words:
        raise ValueError("it is empty")
    return words


class ProcessGroup:
    """A running command with piped streams, and all its descendants. Raises OSError if the command can't be started."""

    def __init__(self, command: str) -> None:
        self._token = secrets.token_hex(8)
        marks = f"{os.environ.get(MARK, '')} {self._token}".strip()  # nested bots carry both marks
        with _looking:
            self.process = subprocess.Popen(
                parse_command(command),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | {MARK: marks},
                start_new_session=True,
                creationflags=_CREATION_FLAGS,
            )
            self.leader = self.process.pid
            _groups[self.leader] = self
        self.has_too_many = False
        """Whether it was killed for having more than MOST_PROCESSES processes."""
        self._owner = os.getpid()
        self._members: set[psutil.Process] = set()
        self._strangers: set[int] = set()
        """Processes already found not to belong to the group, which needn't be checked again while they run."""
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="bot processes", daemon=True)
        self._watcher.start()

    def exit_code(self) -> int | None:
        """Return the process's exit code (negative after a signal), or None while it is running.

        The process isn't reaped until the group is killed, so its process ID can't be reused in the meantime.
        """
        return self.process.poll() if self.process.returncode is not None else _glance(self.process)

    def wait(self, seconds: float) -> int | None:
        """Wait for the process to exit and return its exit code, or None on timeout."""
        until = time.monotonic() + seconds
        pause = 0.0005
        while (code := self.exit_code()) is None and time.monotonic() < until:
            time.sleep(pause)
            pause = min(pause * 2, 0.02)
        return code

    def terminate(self) -> None:
        """Ask the group to exit. Windows can't send a bot such a request, so kill the group there."""
        self._signal(kill=False)

    def kill(self) -> None:
        """Kill the group and every process that has left it, and wait until they are gone."""
        if os.getpid() != self._owner:
            return  # a fork has a copy of this object but doesn't own the group
        self._over.set()
        if threading.current_thread() is not self._watcher:
            self._watcher.join()
        self._kill_all()
        _groups.pop(self.leader, None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)

    def survivors(self) -> set[int]:
        """Return the process IDs of all members that are still running."""
        self._strangers.clear()
        return {each.process.pid for each in self._look() if not each.dead}

    def _watch(self) -> None:
        """Reap orphans and count members until the group is killed."""
        pause = _GLANCE
        while not self._over.wait(pause):
            begin = time.thread_time()  # CPU time, because waiting while a swarm hogs the CPUs shouldn't count
            members = self._look()
            if len(members) > MOST_PROCESSES:
                self.has_too_many = True
                _kill(members)  # kill them now: with this many running, the next scan may take seconds
                self._kill_all(_SWARM_PATIENCE)
                return
            pause = max(_GLANCE, 10 * (time.thread_time() - begin))

    def _kill_all(self, patience: float = _PATIENCE) -> None:
        """Keep killing until no processes are left, since each may start another before it dies."""
        until = time.monotonic() + patience
        self._signal(kill=True)
        self._strangers.clear()
        while (left := [each for each in self._look() if not each.dead]) and time.monotonic() < until:
            _kill(left)
            time.sleep(0.002)

    def _signal(self, kill: bool) -> None:
        """Signal the whole group at once, so no member can escape by starting another process."""
        if self.process.returncode is None:
            if sys.platform == "win32":
                self.process.kill()
            else:
                with contextlib.suppress(OSError):  # the group is empty
                    os.killpg(self.leader, signal.SIGKILL if kill else signal.SIGTERM)

    def _look(self) -> "list[_Seen]":
        """Return all current members, and reap dead orphans adopted from any group."""
        with _looking:
            present = set(psutil.pids())
            self._strangers &= present
            seen = [each for number in present - self._strangers if (each := _see(number)) and not _reap(each)]
            alone = adopts_orphans() and len(_groups) == 1  # otherwise an orphan's group is unknown
            found = {each.process.pid for each in seen if self._owns(each) or (alone and _is_adopted(each))}
            found = _with_descendants(found, seen)
            marked = {each.process.pid for each in seen if each.process.pid not in found and self._marked(each)}
            found = _with_descendants(found | marked, seen)
            members = [each for each in seen if each.process.pid in found]
            self._members = {each.process for each in members}
            self._strangers |= {
                each.process.pid for each in seen if each.process.pid not in found and each.parent != os.getpid()
            }
            return members

    def _owns(self, seen: "_Seen") -> bool:
        """Return whether a process belongs to the group, regardless of its parent and its mark."""
        return seen.process.pid == self.leader or seen.process in self._members or self.leader in seen.groups

    def _marked(self, seen: "_Seen") -> bool:
        """Return whether a process has our mark in its environment, if that is readable. This is slow."""
        try:
            return self._token in seen.process.environ().get(MARK, "")
        except (psutil.Error, OSError):  # another user's process, or one that has just exited
            return False


class _Seen(NamedTuple):
    process: psutil.Process
    parent: int
    groups: tuple[int, ...]
    """Its process group and session, on systems that have them."""
    dead: bool


def _see(number: int) -> _Seen | None:
    """Inspect a process other than this one; return None if it is gone."""
    if number == os.getpid():
        return None
    try:
        process = psutil.Process(number)
        with process.oneshot():
            dead = process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
            return _Seen(process, process.ppid(), _groups_of(number), dead)
    except (psutil.Error, OSError):
        return None


def _with_descendants(found: set[int], seen: list[_Seen]) -> set[int]:
    """Return the given processes and all their descendants."""
    while more := {each.process.pid for each in seen if each.parent in found} - found:
        found = found | more
    return found


def _kill(members: list[_Seen]) -> None:
    """Kill processes. Call this right after a scan, while their process IDs are still valid."""
    for each in members:
        with contextlib.suppress(OSError):  # already gone
            os.kill(each.process.pid, _KILL)


def _is_adopted(seen: _Seen) -> bool:
    """Return whether a process is an orphan we adopted. Such a process can't have rejoined our session."""
    return seen.parent == os.getpid() and seen.process.pid not in _groups and os.getsid(0) not in seen.groups


if sys.platform == "win32":

    def _groups_of(number: int) -> tuple[int, ...]:
        return ()

    def _reap(seen: _Seen) -> bool:
        return False

    def _glance(process: subprocess.Popen[bytes]) -> int | None:
        return process.poll()

else:

    def _groups_of(number: int) -> tuple[int, ...]:
        return os.getpgid(number), os.getsid(number)

    def _reap(seen: _Seen) -> bool:
        """Reap a dead orphan; return False if the process isn't one."""
        if not (seen.dead and adopts_orphans() and _is_adopted(seen)):
            return False
        with contextlib.suppress(ChildProcessError):
            os.waitpid(seen.process.pid, os.WNOHANG)
        return True

    def _glance(process: subprocess.Popen[bytes]) -> int | None:
        """Return a process's exit code, without reaping it if the system supports that."""
        if not hasattr(os, "waitid"):
            return process.poll()
        try:
            found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # already reaped elsewhere
            return process.poll()
        if found is None:
            return None
        status: int = found.si_status
        return status if found.si_code == os.CLD_EXITED else -status


# --- Process output: bounded, and read by threads


LONGEST_LINE: Final = 4096
MOST_WAITING: Final = 256
LONGEST_LOG: Final = 1 << 20
MOST_LOGS: Final = 100
_CHUNK: Final = 1 << 16
_BEAT: Final = 0.2
"""How often a thread checks whether to continue, in seconds."""


class Ended(Exception):
    """No more lines will arrive; `str` is the incomplete last line."""


class Flooded(Exception):
    """A line is longer than LONGEST_LINE."""


class Inbox:
    """A queue of up to MOST_WAITING received lines. A thread that adds more has to wait."""

    def __init__(self) -> None:
        self._lines: deque[bytes] = deque()
        self._begun = b""
        self._end: Exception | None = None
        self._closed = False
        self._changed = threading.Condition()

    def feed(self, chunk: bytes) -> bool:
        """Add received bytes (empty at end of input); return whether to send more."""
        with self._changed:
            if not chunk:
                return self._finish(Ended(_text(self._begun)))
            if self._closed:
                return True  # keep reading and discarding, so the process doesn't block
            *lines, self._begun = (self._begun + chunk).split(b"\n")
            for line in lines:
                if len(line) > LONGEST_LINE:
                    return self._finish(Flooded())
                self._keep(line)
            return self._finish(Flooded()) if len(self._begun) > LONGEST_LINE else True

    def _keep(self, line: bytes) -> None:
        """Add a line as soon as there is room, unless the inbox is closed."""
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
        """Return the next line, or None on timeout; raise Ended or Flooded if no more will arrive."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._end, max(0, until - time.monotonic()))
            if self._lines:
                self._changed.notify_all()
                return _text(self._lines.popleft())
            if self._end:
                raise self._end
            return None

    def close(self) -> None:
        """Discard all further output."""
        with self._changed:
            self._closed = True
            self._lines.clear()
            self._changed.notify_all()


def _text(line: bytes) -> str:
    return line.decode("utf-8", errors="replace")


class ErrorLog:
    """A file with a process's error output, limited to LONGEST_LOG bytes and created when the first bytes arrive."""

    def __init__(self, folder: Path, name: str) -> None:
        self._path = folder / f"{re.sub(r'[^A-Za-z0-9._-]+', '_', name)}.log"
        self._file: IO[bytes] | None = None
        self._left = LONGEST_LOG
        self.path: Path | None = None

    def feed(self, chunk: bytes) -> bool:
        """Store received bytes (empty at end of input). Always return True, so the process doesn't block."""
        with contextlib.suppress(OSError):  # a failing log must not stop a match
            if not chunk:
                self._close()
            elif self._left:
                self._write(chunk[: self._left])
        if not self._left:
            time.sleep(0.01)  # throttle a flood
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
    """A thread that passes bytes from a pipe to a sink until the pipe closes or the sink is done."""

    def __init__(self, source: IO[bytes], sink: Callable[[bytes], bool]) -> None:
        self._source = source
        self._sink = sink
        self._unwanted = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bot output", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread when the pipe closes, or earlier if another process holds it open."""
        if threading.current_thread() is self._thread:
            return  # called by the garbage collector in this very thread, which ends when the pipe closes
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
        """Return whether a pipe becomes ready (readable or writable without blocking) or fails within the given
        time."""
        poll = select.poll()
        poll.register(stream, event)
        return bool(poll.poll(max(0, seconds) * 1000))

else:  # Windows cannot wait for a pipe: reading and writing block instead
    _READ, WRITE = 0, 0

    def is_ready(stream: IO[bytes], event: int, seconds: float) -> bool:
        return True


def log_folder() -> Path:
    """Return the default folder for error output."""
    return cache_folder() / "bots"


def _remove_old_logs(folder: Path) -> None:
    """Remove the oldest logs to make room for one more."""
    with contextlib.suppress(OSError):  # another process is doing the same
        logs = sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime)
        for path in logs[: max(0, len(logs) - MOST_LOGS + 1)]:
            path.unlink(missing_ok=True)


# --- BotProcess
#
# Every answer has a deadline, all output is limited, and closing leaves no process behind. A fault raises Forfeit with
# a sentence describing it.


GRACE: Final = 0.5
"""Seconds to wait for the bot to exit after `quit`, and again after SIGTERM."""

MOST_LINES: Final = 10_000
"""The maximum number of lines a bot may send before its answer."""

_LOOK: Final = 0.1
"""Seconds between checks that a silent bot is still running."""


class BotProcess:
    """A running bot.

    >>> with BotProcess("echo hello") as bot:
    ...     bot.receive(time.monotonic() + 5, "the bot said nothing")
    'hello'
    """

    def __init__(self, command: str, logs: Path | None = None, grace: float = GRACE) -> None:
        """`logs` is the folder for its error output, by default in the user's cache folder."""
        try:
            self._group = ProcessGroup(command)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise Forfeit(f"the bot {command!r} cannot be started: {reason}") from None
        self._grace = grace
        self._received = 0
        self._inbox = Inbox()
        self._log = ErrorLog(logs or log_folder(), f"{_program(command)}-{self._group.leader}")
        self._pumps: list[Pump] = []
        self._abandon = weakref.finalize(self, _end, self._group, self._inbox, self._pumps)  # also at interpreter exit
        process = self._group.process
        self._stdin = _not_none(process.stdin)
        if sys.platform != "win32":
            os.set_blocking(self._stdin.fileno(), False)
        for source, sink in ((process.stdout, self._inbox.feed), (process.stderr, self._log.feed)):
            self._pumps.append(Pump(_not_none(source), sink))
        self.exit_code: int | None = None
        """The exit code after closing; None before that, or if the process had to be killed."""
        self.left_behind: frozenset[int] = frozenset()
        """Processes the bot left behind, which had to be killed."""

    @property
    def pid(self) -> int:
        return self._group.leader

    @property
    def log(self) -> Path | None:
        """The file with the bot's error output, or None if there isn't any."""
        return self._log.path

    def send(self, lines: Iterable[str], until: float) -> None:
        """Send lines. Anything the bot says afterwards counts as its answer."""
        self._received = 0
        data = "".join(line + "\n" for line in lines).encode()
        try:
            written = self._write(memoryview(data), until)
        except OSError:
            raise Forfeit(self._why_gone("closed its input")) from None
        if not written:
            raise Forfeit("the bot does not read its input")

    def receive(self, until: float, missing: str) -> str:
        """Return the next line; raise Forfeit with the message `missing` if none arrives in time."""
        line = self.hear(until)
        if line is None:
            raise Forfeit(missing)
        return line

    def hear(self, until: float) -> str | None:
        """Return the next line, or None on timeout."""
        try:
            line = self._next_line(until)
        except Ended as ended:
            begun = f" in the middle of the line {shorten(str(ended))}" if str(ended) else ""
            raise Forfeit(self._why_gone("closed its output") + begun) from None
        except Flooded:
            raise Forfeit(f"the bot flooded its output with a line of more than {LONGEST_LINE} bytes") from None
        self._received += line is not None
        if self._received > MOST_LINES:
            raise Forfeit(f"the bot flooded its output with more than {MOST_LINES} lines before its answer")
        return line

    def _next_line(self, until: float) -> str | None:
        """Return the next line, or None. If the bot is dead, raise Ended even if its children hold its output open."""
        while (line := self._inbox.take(min(until, time.monotonic() + _LOOK))) is None:
            if self._group.exit_code() is not None:
                if (line := self._inbox.take(time.monotonic() + _LOOK)) is None:
                    raise Ended
                return line
            if time.monotonic() >= until:
                return None
        return line

    def end_input(self) -> None:
        """Close the bot's input."""
        self._stdin.close()

    def unasked(self) -> list[str]:
        """Return the lines that arrived unprompted."""
        lines: list[str] = []
        with contextlib.suppress(Ended, Flooded):
            while len(lines) < 1000 and (line := self._inbox.take(0)) is not None:
                lines.append(line)
        return lines

    def close(self, last_words: str = "quit\n") -> None:
        """Ask the bot to exit; if it doesn't, kill it and its descendants. Can be called more than once."""
        if not self._abandon.detach():
            return
        self._inbox.close()
        try:
            self._ask_to_end(last_words)
        finally:
            _end(self._group, self._inbox, self._pumps)

    def _ask_to_end(self, last_words: str) -> None:
        with contextlib.suppress(OSError):
            if not self._stdin.closed:
                self._write(memoryview(last_words.encode()), time.monotonic() + 0.1)
        self._stdin.close()
        self.exit_code = self._group.wait(self._grace)
        if self.exit_code is None:
            self._group.terminate()
            self._group.wait(self._grace)
        else:
            self.left_behind = self._left_behind()

    def _left_behind(self) -> frozenset[int]:
        """Return the child processes that don't exit soon after their parent."""
        until = time.monotonic() + self._grace
        while (left := self._group.survivors()) and time.monotonic() < until:
            time.sleep(0.01)
        return frozenset(left)

    def _write(self, data: memoryview, until: float) -> bool:
        """Return whether everything was written in time."""
        if sys.platform == "win32":  # only a thread can wait for a pipe here
            writer = threading.Thread(target=_write_blocking, args=(self._stdin, data), daemon=True)
            writer.start()
            writer.join(max(0, until - time.monotonic()))
            return not writer.is_alive()
        else:
            while data:
                if not is_ready(self._stdin, WRITE, until - time.monotonic()):
                    return False
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self._stdin.fileno(), data[:512]) :]
            return True

    def _why_gone(self, otherwise: str) -> str:
        """Describe how the process ended or, if that is unknown, what happened to its pipes."""
        code = self._group.wait(min(self._grace, 0.2))
        if self._group.has_too_many:
            return f"the bot has more than {MOST_PROCESSES} processes"
        if code is None:
            return f"the bot {otherwise}"
        if code < 0:
            return f"the bot was killed by the signal {_signal_name(-code)}"
        return f"the bot ended with exit code {code}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _end(group: ProcessGroup, inbox: Inbox, pumps: list[Pump]) -> None:
    """Kill everything at once, without asking first."""
    inbox.close()
    _not_none(group.process.stdin).close()
    group.kill()
    for pump in pumps:
        pump.stop()


def _not_none(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _write_blocking(stream: IO[bytes], data: memoryview) -> None:
    with contextlib.suppress(OSError):
        stream.write(data)


def _program(command: str) -> str:
    """Return a short name for a command."""
    words = parse_command(command)
    return Path(words.split()[0] if isinstance(words, str) else words[0]).name[:40]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
