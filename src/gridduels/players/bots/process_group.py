"""ProcessGroup: a bot's process with everything it starts, counted while it runs and ended as a whole.

The process gets a session of its own and a mark in its environment, which its children inherit. A process belongs to
the group if it has that group, session or mark, or if its parent does; once seen, it stays a member whatever it
becomes. On Linux a process of ours can also adopt orphans, so that a process that has shaken off all of these between
two glances still ends up as a child of ours. `docs/bot-protocol.md` says what holds on which system.
"""

import contextlib
import os
import secrets
import shlex
import signal
import subprocess
import sys
import threading
import time
from typing import Final, NamedTuple

import psutil

__all__ = ["ProcessGroup", "adopt_orphans", "adopts_orphans", "parse_command"]

MARK: Final = "GRIDDUELS_BOT"
MOST_PROCESSES: Final = 256
"""Processes that a bot may have, ended ones it has not waited for included."""
_GLANCE: Final = 0.025
"""Seconds between two looks at a group's processes; longer where a look takes more than a tenth of that."""
_PATIENCE: Final = 2.0
"""Seconds until killed processes must be gone; only one that hangs in the kernel takes longer."""
_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows any signal ends a process."""
_SUBREAPER: Final = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""
_SWARM_PATIENCE: Final = 30.0
"""The same where there are too many of them, which start others as fast as they are killed."""
_CREATION_FLAGS: Final[int] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "CREATE_NO_WINDOW", 0
)
"""Only Windows has such flags."""

_adopting: Final[set[int]] = set()
"""The process that adopts orphans: a copy of it does not."""
_groups: Final[dict[int, "ProcessGroup"]] = {}
"""All groups of this process that have not been killed, by their leaders."""
_looking: Final = threading.RLock()
"""Held while processes are looked at and reaped: no number is reused between the two by a bot started meanwhile."""


def adopt_orphans() -> None:
    """Make every orphaned descendant of this process its child (Linux only, no effect elsewhere).

    Only for a process that starts no other programs in sessions of their own than bots: such children count as a bot's.
    """
    if sys.platform == "linux" and not adopts_orphans():
        import ctypes

        if ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0) == 0:
            _adopting.add(os.getpid())


def adopts_orphans() -> bool:
    """Return whether nothing that a bot starts can get out of sight."""
    return os.getpid() in _adopting


def parse_command(line: str) -> list[str] | str:
    """Split a command line into words by the rules of this system; raise ValueError if that is impossible.

    >>> parse_command("python3 'my bot.py'")
    ['python3', 'my bot.py']
    """
    if "\0" in line:
        raise ValueError("it has a null character in it")
    words = line.strip() if sys.platform == "win32" else shlex.split(line)
    if not words:
        raise ValueError("it is empty")
    return words


class ProcessGroup:
    """A running command, its three streams piped, and all its descendants. Raises OSError if it cannot be started."""

    def __init__(self, command: str) -> None:
        self._token = secrets.token_hex(8)
        marks = f"{os.environ.get(MARK, '')} {self._token}".strip()  # a bot's own bots are found by either mark
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
        """Whether it was ended because it had more than MOST_PROCESSES processes."""
        self._owner = os.getpid()
        self._members: set[psutil.Process] = set()
        self._strangers: set[int] = set()
        """Processes seen since that do not belong to it, which need not be looked at again while they run."""
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch, name="bot processes", daemon=True)
        self._watcher.start()

    def exit_code(self) -> int | None:
        """Return the exit code of the process, negative after a signal; None while it runs.

        It is not reaped before the group is killed, so that its number cannot be given to another process meanwhile.
        """
        return self.process.poll() if self.process.returncode is not None else _glance(self.process)

    def wait(self, seconds: float) -> int | None:
        """Return the exit code as soon as there is one; None if there is none in time."""
        until = time.monotonic() + seconds
        pause = 0.0005
        while (code := self.exit_code()) is None and time.monotonic() < until:
            time.sleep(pause)
            pause = min(pause * 2, 0.02)
        return code

    def terminate(self) -> None:
        """Ask the group to end; on Windows, which knows no such request for a bot, end it."""
        self._signal(kill=False)

    def kill(self) -> None:
        """End the group and every process that has left it, and wait until they are gone."""
        if os.getpid() != self._owner:
            return  # a copy of this process has a copy of this object, but it is not its group
        self._over.set()
        if threading.current_thread() is not self._watcher:
            self._watcher.join()
        self._kill_all()
        _groups.pop(self.leader, None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)

    def survivors(self) -> set[int]:
        """Return the numbers of all members that still run."""
        self._strangers.clear()
        return {each.process.pid for each in self._look() if not each.dead}

    def _watch(self) -> None:
        """Reap orphans and count the members until the group is killed."""
        pause = _GLANCE
        while not self._over.wait(pause):
            begin = time.thread_time()  # what passes while a swarm holds the processors does not count
            members = self._look()
            if len(members) > MOST_PROCESSES:
                self.has_too_many = True
                _kill(members)  # at once: with so many at work the next look may take seconds
                self._kill_all(_SWARM_PATIENCE)
                return
            pause = max(_GLANCE, 10 * (time.thread_time() - begin))

    def _kill_all(self, patience: float = _PATIENCE) -> None:
        """Kill until none is left: a process may start another before it is killed."""
        until = time.monotonic() + patience
        self._signal(kill=True)
        self._strangers.clear()
        while (left := [each for each in self._look() if not each.dead]) and time.monotonic() < until:
            _kill(left)
            time.sleep(0.002)

    def _signal(self, kill: bool) -> None:
        """Signal the whole group at once, which no member can escape by starting another."""
        if self.process.returncode is None:
            if sys.platform == "win32":
                self.process.kill()
            else:
                with contextlib.suppress(OSError):  # no process is left in it
                    os.killpg(self.leader, signal.SIGKILL if kill else signal.SIGTERM)

    def _look(self) -> "list[_Seen]":
        """Return all members there are, and reap the dead among the orphans adopted from any group."""
        with _looking:
            present = set(psutil.pids())
            self._strangers &= present
            seen = [each for number in present - self._strangers if (each := _see(number)) and not _reap(each)]
            alone = adopts_orphans() and len(_groups) == 1  # else it cannot be told whose an adopted orphan is
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
        """Return whether a process has our mark in its environment, where that can be read: it takes a while."""
        try:
            return self._token in seen.process.environ().get(MARK, "")
        except (psutil.Error, OSError):  # another user's process, or one that has just gone
            return False


class _Seen(NamedTuple):
    process: psutil.Process
    parent: int
    groups: tuple[int, ...]
    """Its process group and its session, where there are such things."""
    dead: bool


def _see(number: int) -> _Seen | None:
    """Return what can be seen of a process other than this one; None if it has gone."""
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
    """Return some processes with everything they have started."""
    while more := {each.process.pid for each in seen if each.parent in found} - found:
        found = found | more
    return found


def _kill(members: list[_Seen]) -> None:
    """Kill processes that have just been seen, so that their numbers are still theirs."""
    for each in members:
        with contextlib.suppress(OSError):  # it has gone already
            os.kill(each.process.pid, _KILL)


def _is_adopted(seen: _Seen) -> bool:
    """Return whether a process is an orphan that became our child: it cannot have come back to our session."""
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
        """Reap a dead orphan; return whether it was one."""
        if not (seen.dead and adopts_orphans() and _is_adopted(seen)):
            return False
        with contextlib.suppress(ChildProcessError):
            os.waitpid(seen.process.pid, os.WNOHANG)
        return True

    def _glance(process: subprocess.Popen[bytes]) -> int | None:
        """Return the exit code of a process without reaping it, where the system can do that."""
        if not hasattr(os, "waitid"):
            return process.poll()
        try:
            found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # it has been reaped elsewhere
            return process.poll()
        if found is None:
            return None
        status: int = found.si_status
        return status if found.si_code == os.CLD_EXITED else -status
