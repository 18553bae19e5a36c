"""Console: lines out, lines in. What is piped in is echoed, so that a transcript reads as if somebody had typed it."""

import contextlib
import importlib
import sys
from typing import IO, Final

__all__ = ["Console", "EndOfInput"]

LONGEST_LINE: Final = 1000


class EndOfInput(Exception):
    """There is nothing more to read."""


class Console:
    """Where line mode reads and writes."""

    def __init__(self, source: IO[str] | None = None, target: IO[str] | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self.interactive = _is_terminal(self._source) and _is_terminal(self._target)
        for stream in (self._source, self._target):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        if self.interactive:
            _enable_line_editing()

    def say(self, text: str = "") -> None:
        """Prints a text and a newline."""
        self.write(text + "\n")

    def write(self, text: str) -> None:
        """Prints a text as it is, at once."""
        self._target.write(text)
        self._target.flush()

    def ask(self, prompt: str) -> str:
        """The answer to a question, without its newline."""
        if self.interactive and self._source is sys.stdin and self._target is sys.stdout:
            return self._ask_person(prompt)
        self.write(prompt)
        line = self._read()
        if not _is_terminal(self._source):
            self.say("".join(character if character.isprintable() else "�" for character in line))
        return line

    def _ask_person(self, prompt: str) -> str:
        *lines, last = prompt.split("\n")
        self.write("".join(line + "\n" for line in lines))
        try:
            return input(last)[:LONGEST_LINE]
        except EOFError:
            raise EndOfInput from None

    def _read(self) -> str:
        """The next line, cut where it is too long to mean anything."""
        line = self._source.readline(LONGEST_LINE + 1) if self._source else ""
        if not line:
            raise EndOfInput
        rest = line
        while not rest.endswith("\n") and (rest := self._source.readline(1 << 16)):
            pass
        return line.rstrip("\r\n")[:LONGEST_LINE]


def _is_terminal(stream: IO[str] | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _enable_line_editing() -> None:
    with contextlib.suppress(ImportError):  # not on every system; input() works without it
        importlib.import_module("readline")  # importing it is what gives input() its line editing
