"""The time from the command to the arcade's first screen, in an 80x24 terminal."""

import os
import pty
import select
import signal
import struct
import sys
from fcntl import ioctl
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory
from termios import TIOCSWINSZ
from time import perf_counter
from typing import Final

from tables import Column, Table
from timing import in_turn

_RUNS: Final = 15
_STARTS: Final = {"gridduels": ((), b"Light Cycle Duel"), "gridduels play pathway": (("play", "pathway"), b"to move")}
_PATIENCE: Final = 30


def run() -> list[Table]:
    with TemporaryDirectory() as folder:
        starts = {
            name: partial(first_frame, arguments, wanted, folder) for name, (arguments, wanted) in _STARTS.items()
        }
        for start in starts.values():
            start()  # not measured: compiles every module and caches every file
        figures = in_turn(starts, _RUNS)
    rows = tuple((name, median(times) * 1000, min(times) * 1000) for name, times in figures.items())
    columns = (Column("command"), Column("median ms", "{:.0f}"), Column("best ms", "{:.0f}"))
    return [Table(f"The arcade's first frame: {_RUNS} runs of each, in turn", columns, rows, ("Aim: within 500 ms.",))]


def first_frame(arguments: tuple[str, ...], wanted: bytes, folder: str, python: str = sys.executable) -> float:
    """Return the seconds until a terminal has received the text of the first screen.

    Settings and cache are in `folder`.
    """
    begin = perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", GRIDDUELS_CONFIG=folder, GRIDDUELS_CACHE=folder)
        os.execv(python, [python, "-m", "gridduels", *arguments])
    try:
        ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        seen = b""
        while wanted not in seen:
            left = begin + _PATIENCE - perf_counter()
            if left < 0 or not select.select([terminal], [], [], left)[0]:
                raise RuntimeError(f"{arguments} never showed {wanted!r}")
            seen += os.read(terminal, 1 << 16)
        return perf_counter() - begin
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
