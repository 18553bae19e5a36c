"""Search on demand with one worker and with several: positions and time needed to find the same value.

Wall time means little on a busy machine. CPU seconds show the total work of all workers, and the positions of the
busiest worker show how long it would take if each had a core to itself.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

from tables import Cell, Column, Table
from timing import show

from gridduels import Game, load_game
from gridduels.engine.solvers.on_demand import OnDemandSolver

_CLASSICS: Final = Path(__file__).parents[1] / "examples" / "games"
_WORKERS: Final = (1, 2, 4)


def run() -> list[Table]:
    rows = [row for game in _games() for row in _rows(game)]
    columns = (
        Column("board"),
        Column("value"),
        Column("workers"),
        Column("positions"),
        Column("busiest worker"),
        Column("CPU seconds", "{:.1f}"),
        Column("seconds", "{:.1f}"),
    )
    return [Table("Searching the start of boards without a table", columns, tuple(rows), (f"{os.cpu_count()} cores.",))]


def _games() -> list[Game]:
    if str(_CLASSICS) not in sys.path:
        sys.path.append(str(_CLASSICS))
    connect_four = import_module("classic_duels.connect_four").GAME
    ours = [load_game("light-cycle", 7), load_game("pathway", 7), load_game("pathway", 7, goal="sealed")]
    return [*ours, Game(connect_four, 5)]


def _rows(game: Game) -> list[tuple[Cell, ...]]:
    _compile(game)
    found = [_search(game, workers) for workers in _WORKERS]
    if len({row[1] for row in found}) > 1:
        raise AssertionError(f"{game}: {found}")
    return found


def _compile(game: Game) -> None:
    position = game.start()
    while actions := game.legal(position):
        position = game.play(position, actions.bit_length() - 1)
    OnDemandSolver(game).value(position)


def _search(game: Game, workers: int) -> tuple[Cell, ...]:
    show(f"{game.id} {game.board}, {workers} workers")
    solver, begin, cpu = OnDemandSolver(game, workers=workers), perf_counter(), process_time()
    value = str(solver.value(game.start()))
    spent, elapsed = process_time() - cpu, perf_counter() - begin
    rulings = "".join(f" {name}={ruling}" for name, ruling in game.rulings.items())
    board = f"{game.id} {game.board}{rulings}"
    return board, value, workers, solver.visits, max(solver.shares), spent, elapsed
