"""ProcessGroup: a process with everything it starts, so that all of it can be ended.

The process gets a session of its own and a mark in its environment, which its children inherit. Its group is
signalled as a whole; whatever has left the group is found by its session, its mark or its parents, and where we adopt
orphans (Linux) also when it has shaken off all of these. On Windows the tree of processes is ended instead.
"""

import contextlib
import os
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from gridduels.players.bots.orphans import adopts_orphans

__all__ = ["ProcessGroup", "parse_command"]

MARK: Final = "GRIDDUELS_BOT"
_PROCESSES: Final = Path("/proc")
_PATIENCE: Final = 2.0
"""Seconds until killed processes must be gone; only one that hangs in the kernel takes longer."""
_leaders: Final[set[int]] = set()
"""The leaders of all groups of this process that have not been killed."""


def parse_command(line: str) -> list[str] | str:
    """The words of a command line, by the rules of this system; a ValueError says what is wrong with it.

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
    """A running command, its three streams piped, and all its children. An OSError when it cannot be started."""

    def __init__(self, command: str) -> None:
        self._token = secrets.token_hex(8)
        marks = f"{os.environ.get(MARK, '')} {self._token}".strip()  # a bot's own bots are found by either mark
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
        _leaders.add(self.leader)
        self._owner = os.getpid()

    def exit_code(self) -> int | None:
        """How the process ended, below 0 by a signal; None while it runs.

        It is not reaped before the group is killed, so that nobody else can be given its number in the meantime.
        """
        return self.process.poll() if self.process.returncode is not None else _glance(self.process)

    def wait(self, seconds: float) -> int | None:
        """The exit code as soon as there is one."""
        until = time.monotonic() + seconds
        pause = 0.0005
        while (code := self.exit_code()) is None and time.monotonic() < until:
            time.sleep(pause)
            pause = min(pause * 2, 0.02)
        return code

    def terminate(self) -> None:
        """Asks the group to end."""
        _signal_group(self.process, kill=False)

    def kill(self) -> None:
        """Ends the group and whoever has left it, and waits until they are gone."""
        if os.getpid() != self._owner:
            return  # a copy of this process has a copy of this object, but it is not its group
        until = time.monotonic() + _PATIENCE
        if self.process.returncode is None:
            _signal_group(self.process, kill=True)
        while (left := self.survivors()) and time.monotonic() < until:
            for number in left:
                _kill(number)
            time.sleep(0.002)
            for number in left - _leaders:
                _reap(number)
        _leaders.discard(self.leader)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_PATIENCE)

    def survivors(self) -> set[int]:
        """The processes of the group that still run, and those that have left it."""
        listed = list(_list_processes())
        found = {each.number for each in listed if self.leader in (each.group, each.session)}
        found |= {each.number for each in listed if _is_marked(each.number, self._token)}
        return _with_descendants(found | {self.leader} | self._adopted(listed), listed)

    def _adopted(self, listed: "list[_Listed]") -> set[int]:
        """The orphans we have; with other bots at work nobody can tell whose they are, and the last one answers."""
        if not adopts_orphans() or _leaders - {self.leader}:
            return set()
        own = os.getsid(0)
        return {each.number for each in listed if each.parent == os.getpid() and each.session != own}


class _Listed(NamedTuple):
    number: int
    parent: int
    group: int
    session: int


def _with_descendants(roots: set[int], listed: list[_Listed]) -> set[int]:
    """Those of some processes that still run, with everything they have started."""
    found, grown = roots, True
    while grown:
        children = {each.number for each in listed if each.parent in found}
        found, grown = found | children, not children <= found
    return found & {each.number for each in listed}


if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW

    def _signal_group(process: subprocess.Popen[bytes], kill: bool) -> None:
        force = ["/F"] if kill else []
        subprocess.run(["taskkill", "/T", *force, "/PID", str(process.pid)], capture_output=True, check=False)

    def _kill(number: int) -> None:
        with contextlib.suppress(OSError):
            os.kill(number, signal.SIGTERM)  # it means the same there

    def _reap(number: int) -> None:
        """Nothing is left of what has ended there."""

    def _list_processes() -> Iterator[_Listed]:
        return iter(())  # taskkill knows the tree

    def _glance(process: subprocess.Popen[bytes]) -> int | None:
        return process.poll()

else:
    _CREATION_FLAGS = 0

    def _signal_group(process: subprocess.Popen[bytes], kill: bool) -> None:
        with contextlib.suppress(OSError):  # nobody is left in it
            os.killpg(process.pid, signal.SIGKILL if kill else signal.SIGTERM)

    def _kill(number: int) -> None:
        with contextlib.suppress(OSError):  # it has gone already
            os.kill(number, signal.SIGKILL)

    def _reap(number: int) -> None:
        with contextlib.suppress(OSError):  # it is not ours
            os.waitpid(number, os.WNOHANG)

    def _list_processes() -> Iterator[_Listed]:
        """Every process but this one and the dead."""
        listed = _from_proc() if (_PROCESSES / "self" / "stat").exists() else _from_ps()
        return (each for each in listed if each.number != os.getpid())

    def _glance(process: subprocess.Popen[bytes]) -> int | None:
        """The exit code of a process that is not reaped by asking, where the system can do that."""
        if not hasattr(os, "waitid"):
            return process.poll()
        try:
            found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # somebody else has reaped it
            return process.poll()
        if found is None:
            return None
        status: int = found.si_status
        return status if found.si_code == os.CLD_EXITED else -status


def _from_proc() -> Iterator[_Listed]:
    for entry in os.listdir(_PROCESSES):
        if entry.isdigit():
            with contextlib.suppress(OSError, ValueError):  # it has just gone
                _, _, facts = (_PROCESSES / entry / "stat").read_bytes().rpartition(b")")  # its name may be anything
                state, parent, group, session, *_ = facts.split()
                if state not in (b"Z", b"X"):
                    yield _Listed(int(entry), int(parent), int(group), int(session))


def _from_ps() -> Iterator[_Listed]:
    """Where there is no /proc; a session cannot be told there."""
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,pgid=,stat="], capture_output=True, text=True, check=False)
    for line in listing.stdout.splitlines():
        number, parent, group, state = line.split()[:4]
        if not state.startswith("Z"):
            yield _Listed(int(number), int(parent), int(group), 0)


def _is_marked(number: int, token: str) -> bool:
    """Whether a process has a token in its environment, where that can be seen."""
    try:
        return token.encode() in (_PROCESSES / str(number) / "environ").read_bytes()
    except OSError:
        return False
