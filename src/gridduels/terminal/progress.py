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
            self._draw(f"{self._title}: {stage} {_figures(done, total, now - self._begin)}")

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._length:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()

    def _draw(self, line: str) -> None:
        line = line[: shutil.get_terminal_size().columns - 1]  # a line that wraps could not be wiped
        self._stream.write("\r" + line.ljust(self._length))
        self._stream.flush()
        self._length = len(line)


def _figures(done: int, total: int | None, seconds: float) -> str:
    rate = done / seconds if seconds > 0 else 0.0
    if not total:
        return f"{done:,} ({rate:,.0f} a second)"
    done = min(done, total)
    filled = _WIDTH * done // total
    left = f"{(total - done) / rate:.0f} s left" if rate else ""
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done * 100 // total}% ({rate:,.0f} a second, {left})"


def solve_showing_progress(game: Game) -> Values:
    """The values of a game; a bar is shown while they are worked out."""
    with ProgressBar(f"Solving {game.title}") as progress:
        return solve(game, progress)
