"""Start-up times: from running a command until it ends or shows its first prompt."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from tables import Column, Table
from timing import in_turn

from gridduels import Duel, load_game

_RUNS: Final = 31
_GAME: Final = "light-cycle"
_NOTHING: Final = "python -c pass"


def run() -> list[Table]:
    starts = _starts()
    for start in starts.values():
        start()  # not measured: compiles every module and caches every file
    figures = in_turn(starts, _RUNS)
    nothing = median(figures[_NOTHING])
    rows = [
        (name, median(times) * 1000, min(times) * 1000, (median(times) - nothing) * 1000, median(times) / nothing)
        for name, times in figures.items()
    ]
    columns = ("median ms", "best ms", f"ms over {_NOTHING}")
    return [
        Table(
            f"Start times: {_RUNS} runs of each, in turn",
            (Column("start"), *(Column(heading, "{:.1f}") for heading in columns), Column(f"of {_NOTHING}", "{:.2f}x")),
            tuple(rows),
            ("Aim: each median under 100 ms.",),
        )
    ]


def _starts() -> dict[str, Callable[[], float]]:
    python, command = [sys.executable], _command()
    return {
        _NOTHING: partial(_finish, [*python, "-c", "pass"]),
        "import gridduels": partial(_finish, [*python, "-c", "import gridduels"]),
        "gridduels --help": partial(_finish, [*command, "--help"]),
        f"gridduels play {_GAME} --plain, first prompt": partial(
            _reach_prompt, [*command, "play", _GAME, "--plain"], _first_prompt()
        ),
    }


def _command() -> list[str]:
    """Return the installed command, as called by a user, or the module if it isn't installed."""
    script = Path(sys.executable).with_name("gridduels")
    return [str(script)] if script.exists() else [sys.executable, "-m", "gridduels"]


def _first_prompt() -> bytes:
    game = load_game(_GAME)
    return game.words.prompt(Duel(game), ()).encode()


def _environment() -> dict[str, str]:
    """Return a typical user's environment, in which modules are compiled once and cached."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _finish(command: list[str]) -> float:
    """Return the seconds until a command ends."""
    begin = perf_counter()
    subprocess.run(command, env=_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begin


def _reach_prompt(command: list[str], prompt: bytes) -> float:
    """Return the seconds until a command with piped input and output prints its prompt."""
    begin = perf_counter()
    with subprocess.Popen(command, env=_environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        printed = b""
        while not printed.endswith(prompt):
            more = os.read(process.stdout.fileno(), 4096)
            if not more:
                raise RuntimeError(f"{' '.join(command)} ended without asking {prompt.decode()!r}")
            printed += more
        elapsed = perf_counter() - begin
        process.kill()
    return elapsed
