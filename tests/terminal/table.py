"""Line mode without a process: lines in, text out."""

from __future__ import annotations

from io import StringIO
from typing import Any, NamedTuple

from gridduels import load_game
from gridduels.terminal.console import Console
from gridduels.terminal.line import LineMode


class Said(NamedTuple):
    code: int
    text: str


class Screen(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class Keyboard(Screen):
    """Input that also appears on the screen, as in any terminal."""

    def __init__(self, lines: str, screen: Screen) -> None:
        super().__init__(lines)
        self._screen = screen

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in typeshed
        line = super().readline(-1 if size is None else size)
        self._screen.write(line)
        return line


def seat(lines: str, person: bool = False) -> tuple[Console, StringIO]:
    """Return a console that reads these lines, and the stream it writes to."""
    text = "".join(f"{line}\n" for line in split(lines))
    if person:
        screen = Screen()
        return Console(Keyboard(text, screen), screen), screen
    target = StringIO()
    return Console(StringIO(text), target), target


def split(lines: str) -> list[str]:
    """Return the typed lines: `up; 3` is two lines."""
    return [line.strip() for line in lines.split(";")] if lines else []


def play(game: str, lines: str = "", *, person: bool = False, size: int | None = None, **options: Any) -> Said:
    """Play a match in which these lines are typed."""
    console, target = seat(lines, person)
    rulings = options.pop("rulings", {})
    code = LineMode(load_game(game, size, **rulings), console, **options).run()
    return Said(code, target.getvalue())
