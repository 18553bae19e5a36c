"""Progress on a terminal: a bar with the rate and time left, drawn or as text."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

from gridduels.engine import VALUES, Values, solve
from gridduels.game import Game

if TYPE_CHECKING:
    from rich.progress import Progress, Task, TaskID


# --- Progress as text


_WIDTH: Final = 14


def bar_text(stage: str, done: int, total: int | None, seconds_left: int | None = None, unicode: bool = False) -> str:
    """Return the stage, how much of it is done, and the time left.

    >>> bar_text("getting ready", 1, 2, 20)
    'getting ready #######....... 50%, about 20 s left'
    >>> bar_text("searching", 12345, None)
    'searching 12,345'
    """
    if not total:
        return f"{stage} {done:,}" if done else stage
    full, empty = ("█", "░") if unicode else ("#", ".")
    filled = _WIDTH * min(done, total) // total
    share = 100 * min(done, total) // total
    left = "" if seconds_left is None else f", about {seconds_left} s left"
    return f"{stage} {full * filled}{empty * (_WIDTH - filled)} {share}%{left}"


# --- ProgressBar, drawn by rich


_BAR_WIDTH = 24
_PER_CENT = 100
"""A total of 100 is a percentage rather than a count, so no rate is shown."""


class ProgressBar:
    """A progress bar on a terminal, called with stage, done and total; `note` returns text to append to the figures."""

    def __init__(self, title: str, note: Callable[[], str] = lambda: "", stream: IO[str] | None = None) -> None:
        self._title, self._note, self._stream = title, note, stream or sys.stderr
        self._progress: Progress | None = None
        self._stage: tuple[str, TaskID] | None = None

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        if not self._stream.isatty():
            return
        progress = self._progress = self._progress or _begin(self._stream)
        if self._stage is None or self._stage[0] != stage:
            if self._stage:
                progress.remove_task(self._stage[1])
            self._stage = stage, progress.add_task(f"{self._title}: {stage}", total=total)
        progress.update(self._stage[1], completed=done, total=total, note=self._note())

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.stop()


def _begin(stream: IO[str]) -> "Progress":
    """Return a progress bar, already started. Rich is imported only if a bar is shown."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn
    from rich.table import Column
    from rich.text import Text

    class What(ProgressColumn):
        def render(self, task: "Task") -> Text:
            return Text(task.description)

    class Figures(ProgressColumn):
        def render(self, task: "Task") -> Text:
            return Text(_figures(task))

    cut = Column(no_wrap=True, overflow="crop")
    columns = What(cut), BarColumn(_BAR_WIDTH), Figures(cut)
    progress = Progress(*columns, console=Console(file=stream), transient=True)
    progress.start()
    return progress


def _figures(task: "Task") -> str:
    """Return the share done, the rate and the time left."""
    rate = f"{task.speed or 0:,.0f} a second"
    note = f" {task.fields.get('note', '')}".rstrip()
    if task.total is None:
        return f"{task.completed:,.0f} ({rate}){note}"
    left = "" if task.time_remaining is None else f"{task.time_remaining:.0f} s left"
    details = ", ".join(filter(None, ("" if task.total == _PER_CENT else rate, left)))
    return f"{task.percentage:.0f}%{f' ({details})' if details else ''}{note}"


@contextmanager
def open_values(game: Game) -> Iterator[Values]:
    """Open a game's values, with a progress bar during any computation."""
    with ProgressBar(f"Solving {game.title}") as progress, VALUES.open(game, progress) as values:
        yield values


def solve_with_progress(
    game: Game, device: str = "cpu", rebuild: bool = False, disk: bool = False, ray_workers: int = 0
) -> Values:
    """Solve a game with a progress bar."""
    with ProgressBar(f"Solving {game.title}") as progress:
        return solve(game, progress, device, rebuild, disk, ray_workers)
