"""Time to first move: the size of a plain install, and how soon the computer moves on a new machine.

The package is installed without extras into its own environment, and every measurement starts with an empty cache
folder.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from first_frame import first_frame
from tables import Cell, Column, Table
from timing import show

from gridduels import definitions

_RUNS: Final = 5
_LEVELS: Final = ("easy", "medium", "hard", "perfect")
_ROOT: Final = Path(__file__).resolve().parents[1]
_FIRST: Final = """
import random, sys, time
from gridduels import Duel, load_game
from gridduels.players import make_player
game, level = sys.argv[1:]
duel = Duel(load_game(game))
begin, processor = time.perf_counter(), time.process_time()
make_player(level, random.Random(1)).choose(duel)
print(time.perf_counter() - begin, time.process_time() - processor)
"""


def run() -> list[Table]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python, install = _install(place / "plain")
        return [install, _moves(python, place), _frames(python, place)]


def _install(place: Path) -> tuple[Path, Table]:
    """Return the Python executable of a plain install, and a table of its size and duration."""
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    before, begin = _size(place), perf_counter()
    command = [str(python), "-m", "pip", "install", "-q", str(_ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    seconds = perf_counter() - begin
    columns = Column("plain install, MB", "{:.1f}"), Column("seconds", "{:.1f}")
    notes = ("Aim: under 40 MB. pip builds the wheel first, and fetches what it does not have.",)
    return python, Table("A plain install", columns, (((_size(place) - before) / 1e6, seconds),), notes)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _moves(python: Path, place: Path) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for definition in definitions():
        for level in _LEVELS:
            show(f"first move: {definition.id}, {level}")
            times = [_first_move(python, definition.id, level, place) for _ in range(_RUNS)]
            whole, move, processor = (median(each) * 1000 for each in zip(*times, strict=True))
            rows.append((definition.id, level, move, processor, whole))
    return Table(
        f"The computer's first move, from an empty cache: median of {_RUNS} runs",
        (
            Column("game"),
            Column("level"),
            *(Column(f"{what} ms", "{:.0f}") for what in ("its move", "its CPU", "with Python's start")),
        ),
        tuple(rows),
        (
            "This includes unpacking the table. Aim: 300 ms.",
            "On a busy machine, only the CPU milliseconds are reliable.",
        ),
    )


def _first_move(python: Path, game: str, level: str, place: Path) -> tuple[float, float, float]:
    """Return the seconds that a whole process takes to choose a move, those for the choice alone, and its CPU
    seconds."""
    with tempfile.TemporaryDirectory(dir=place) as cache:
        begin = perf_counter()
        command = [str(python), "-c", _FIRST, game, level]
        done = subprocess.run(command, env=_environment(cache), cwd=place, capture_output=True, text=True, check=True)
        move, processor = map(float, done.stdout.split())
        return perf_counter() - begin, move, processor


def _frames(python: Path, place: Path) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for definition in definitions():
        show(f"first frame: {definition.id}")
        times = []
        for _ in range(_RUNS):
            with tempfile.TemporaryDirectory(dir=place) as cache:
                arguments = ("play", definition.id, "--p2", "hard", "--first", "1")  # otherwise GridLock asks for it
                times.append(first_frame(arguments, b"to move", cache, str(python)))
        rows.append((definition.id, median(times) * 1000, min(times) * 1000))
    columns = Column("game"), Column("median ms", "{:.0f}"), Column("best ms", "{:.0f}")
    title = f"The arcade's first frame of a game against the computer, from an empty cache: {_RUNS} runs"
    return Table(title, columns, tuple(rows), ("Aim: within 500 ms.",))


def _environment(cache: str) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "GRIDDUELS_CACHE": cache}
