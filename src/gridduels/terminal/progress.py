"""A progress bar with rate and time left, on a terminal only."""

import shutil
import sys
import time
from typing import IO

from gridduels.engine import Values, solve
from gridduels.game import Game

__all__ = ["ProgressBar", "solve_showing_progress"]

_WIDTH = 24
_EVERY = 0.1


class ProgressBar:
    """Draws what it is told on one line, and wipes it at the end."""

    def __init__(self, title: str, stream: IO[str] | None = None) -> None:
        self._title, self._stream = title, stream or sys.stderr
        self._stage, self._begin, self._drawn, self._length = "", 0.0, 0.0, 0

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._begin = stage, now
        if now - self._drawn >= _EVERY and self._stream.isatty():
            self._drawn = now
            self._draw(_line(f"{self._title}: {stage}", done, total, now - self._begin))

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._length:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _draw(self, line: str) -> None:
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)


def _line(what: str, done: int, total: int | None, seconds: float) -> str:
    """What is going on, how much of it is done, how fast, and how long it will take; no longer than the terminal."""
    width = shutil.get_terminal_size().columns - 1  # a line that wraps could not be wiped
    rate = done / seconds if seconds > 0 else 0.0
    if not total:
        return f"{what} {done:,} ({rate:,.0f} a second)"[:width]
    done = min(done, total)
    left = f", {(total - done) / rate:.0f} s left" if rate else ""
    figures = f" {done * 100 // total}% ({rate:,.0f} a second{left})"
    room = min(_WIDTH, width - len(what) - len(figures) - 3)
    filled = room * done // total
    bar = f" [{'#' * filled}{'.' * (room - filled)}]" if room > 0 else ""
    return (what + bar + figures)[:width]


def solve_showing_progress(game: Game) -> Values:
    """The values of a game; a bar is shown while they are worked out."""
    with ProgressBar(f"Solving {game.title}") as progress:
        return solve(game, progress)
