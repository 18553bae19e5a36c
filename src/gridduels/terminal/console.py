"""Console: lines out, lines in. What is piped in is echoed, so that a transcript reads as if somebody had typed it."""

import contextlib
import importlib
import sys
from typing import IO, Final

from gridduels.text import printable

__all__ = ["Console", "EndOfInput"]

LONGEST_LINE: Final = 1000


class EndOfInput(Exception):
    """There is nothing more to read."""


class Console:
    """Where line mode reads and writes."""

    def __init__(self, source: IO[str] | None = None, target: IO[str] | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self.interactive = self._source.isatty() and self._target.isatty()
        if self.interactive:
            _enable_line_editing()

    def say(self, text: str = "") -> None:
        """Prints a text and a newline."""
        self.write(text + "\n")

    def write(self, text: str) -> None:
        """Prints a text at once, without what a terminal would obey, whoever wrote it."""
        self._target.write(printable(text))
        self._target.flush()

    def ask(self, prompt: str) -> str:
        """The answer to a question, without its newline."""
        try:
            if self.interactive and self._source is sys.stdin and self._target is sys.stdout:
                return self._ask_person(prompt)
            self.write(prompt)
            line = self.read()
        except (EndOfInput, KeyboardInterrupt):
            self.say()  # whatever is said next does not stand behind the prompt
            raise
        if not self._source.isatty():
            self.say(line)
        return line

    def _ask_person(self, prompt: str) -> str:
        *lines, last = prompt.split("\n")
        self.write("".join(line + "\n" for line in lines))
        try:
            return input(printable(last))[:LONGEST_LINE]
        except EOFError:
            raise EndOfInput from None

    def read(self) -> str:
        """The next line, cut where it is too long to mean anything."""
        line = self._source.readline(LONGEST_LINE + 1)
        if not line:
            raise EndOfInput
        rest = line
        while not rest.endswith("\n") and (rest := self._source.readline(1 << 16)):
            pass
        return line.rstrip("\r\n")[:LONGEST_LINE]


def _enable_line_editing() -> None:
    with contextlib.suppress(ImportError):  # not on every system; input() works without it
        importlib.import_module("readline")  # importing it is what gives input() its line editing
