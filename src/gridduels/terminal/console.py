"""Line-based input and output. Piped input is echoed, so a transcript looks as if it had been typed."""

import contextlib
import importlib
import sys
from collections.abc import Mapping
from typing import IO, Final, Generic, TypeVar

from gridduels.text import printable

LONGEST_LINE: Final = 1000


class EndOfInput(Exception):
    """The input has ended."""


class Console:
    """Line mode's input and output."""

    def __init__(self, source: IO[str] | None = None, target: IO[str] | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self.interactive = self._source.isatty() and self._target.isatty()
        if self.interactive:
            _enable_line_editing()

    def say(self, text: str = "") -> None:
        """Print text followed by a newline."""
        self.write(text + "\n")

    def write(self, text: str) -> None:
        """Print and flush text without its control characters, since it may come from a file or a server."""
        self._target.write(printable(text))
        self._target.flush()

    def ask(self, prompt: str) -> str:
        """Ask a question and return the answer without its newline."""
        try:
            if self.interactive and self._source is sys.stdin and self._target is sys.stdout:
                return self._ask_person(prompt)
            self.write(prompt)
            line = self.read()
        except (EndOfInput, KeyboardInterrupt):
            self.say()  # so that the next output starts on a new line
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
        """Return the next line, truncated to LONGEST_LINE characters."""
        line = self._source.readline(LONGEST_LINE + 1)
        if not line:
            raise EndOfInput
        rest = line
        while not rest.endswith("\n") and (rest := self._source.readline(1 << 16)):
            pass
        return line.rstrip("\r\n")[:LONGEST_LINE]


Run = TypeVar("Run")


class Commands(Generic[Run]):
    """The commands that can be typed instead of a move, each with a line of help."""

    def __init__(self, commands: Mapping[str, tuple[Run, str]]) -> None:
        """The keys are what to type: a name, with an operand if the command takes one, such as `save FILE`."""
        self._commands = commands
        self._spellings = {name.split()[0]: run for name, (run, _) in commands.items()}
        self._spellings |= {"?": self._spellings["help"], "q": self._spellings["quit"], "exit": self._spellings["quit"]}
        self._with_operand = {name.split()[0] for name in commands if " " in name}

    @property
    def words(self) -> list[str]:
        """The first words of all commands, for suggestions."""
        return list(self._spellings)

    def find(self, line: str) -> Run | None:
        """Return the command that a line invokes, or None if it isn't one."""
        name, *rest = line.lower().split(maxsplit=1) or [""]
        return self._spellings.get(name) if not rest or name in self._with_operand else None

    def help(self, notation: str) -> str:
        """Return how to type a move, and the list of commands."""
        lines = [f"  {name:<10} {about}" for name, (_, about) in self._commands.items()]
        return "\n".join([f"{notation[0].upper()}{notation[1:]}. You can also type:", *lines, ""])


def _enable_line_editing() -> None:
    with contextlib.suppress(ImportError):  # not available everywhere; input() works without it
        importlib.import_module("readline")  # the import alone gives input() line editing
