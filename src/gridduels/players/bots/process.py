"""BotProcess: an outside program that is spoken to in lines and cannot hurt whoever speaks to it.

Every answer has a deadline, everything it says has a bound, and when it is closed nothing of it is left.
What goes wrong is a Forfeit whose sentence says what the bot did.
"""

import contextlib
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from gridduels.errors import Forfeit
from gridduels.players.bots.process_group import MOST_PROCESSES, ProcessGroup, parse_command
from gridduels.players.bots.streams import (
    LONGEST_LINE,
    WRITE,
    Ended,
    ErrorLog,
    Flooded,
    Inbox,
    Pump,
    is_ready,
    log_folder,
)
from gridduels.words import shorten

__all__ = ["BotProcess"]

GRACE: Final = 0.5
"""Seconds to end after `quit`, and again after the signal to terminate."""

MOST_LINES: Final = 10_000
"""Lines a bot may say before its answer."""

_GLANCE: Final = 0.1
"""Seconds between two looks at whether a bot that says nothing still runs."""


class BotProcess:
    """A running bot.

    >>> with BotProcess("echo hello") as bot:
    ...     bot.receive(time.monotonic() + 5, "the bot said nothing")
    'hello'
    """

    def __init__(self, command: str, logs: Path | None = None, grace: float = GRACE) -> None:
        """`logs` is the folder its error output is kept in, by default below the user's cache folder."""
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
        self._abandon = weakref.finalize(self, _end, self._group, self._inbox, self._pumps)  # also when Python ends
        process = self._group.process
        self._stdin = _not_none(process.stdin)
        if sys.platform != "win32":
            os.set_blocking(self._stdin.fileno(), False)
        for source, sink in ((process.stdout, self._inbox.feed), (process.stderr, self._log.feed)):
            self._pumps.append(Pump(_not_none(source), sink))
        self.exit_code: int | None = None
        """How it ended by itself; None while it is not closed, and where it had to be ended."""
        self.left_behind: frozenset[int] = frozenset()
        """The processes it left behind, which had to be ended."""

    @property
    def pid(self) -> int:
        return self._group.leader

    @property
    def log(self) -> Path | None:
        """The file of its error output; None while there is none."""
        return self._log.path

    def send(self, lines: Iterable[str], until: float) -> None:
        """Says some lines; what the bot says from now on counts as its answer."""
        self._received = 0
        data = "".join(line + "\n" for line in lines).encode()
        try:
            written = self._write(memoryview(data), until)
        except OSError:
            raise Forfeit(self._why_gone("closed its input")) from None
        if not written:
            raise Forfeit("the bot does not read its input")

    def receive(self, until: float, missing: str) -> str:
        """The next line; the sentence `missing` is the reason when there is none in time."""
        line = self.hear(until)
        if line is None:
            raise Forfeit(missing)
        return line

    def hear(self, until: float) -> str | None:
        """The next line; None when there is none in time."""
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
        """The next line; None when there is none in time. Ended also when children of a dead bot hold its output."""
        while (line := self._inbox.take(min(until, time.monotonic() + _GLANCE))) is None:
            if self._group.exit_code() is not None:
                if (line := self._inbox.take(time.monotonic() + _GLANCE)) is None:
                    raise Ended
                return line
            if time.monotonic() >= until:
                return None
        return line

    def end_input(self) -> None:
        """Nothing more will be said to it."""
        self._stdin.close()

    def unasked(self) -> list[str]:
        """The lines that have arrived although nothing was asked."""
        lines: list[str] = []
        with contextlib.suppress(Ended, Flooded):
            while len(lines) < 1000 and (line := self._inbox.take(0)) is not None:
                lines.append(line)
        return lines

    def close(self, last_words: str = "quit\n") -> None:
        """Asks it to end, and ends it and whatever it has left behind where it does not. May be called again."""
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
            self.left_behind = self._stragglers()

    def _stragglers(self) -> frozenset[int]:
        """Children that do not end soon after their parent."""
        until = time.monotonic() + self._grace
        while (left := self._group.survivors()) and time.monotonic() < until:
            time.sleep(0.01)
        return frozenset(left)

    def _write(self, data: memoryview, until: float) -> bool:
        """Whether everything was taken in time."""
        if sys.platform == "win32":  # a pipe cannot be waited for there, so a thread does
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
        """How the process ended, or what else happened to its pipes."""
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
    """Ends everything at once, without asking."""
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
    """A short name for a command."""
    words = parse_command(command)
    return Path(words.split()[0] if isinstance(words, str) else words[0]).name[:40]


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
