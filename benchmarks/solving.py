"""Solving from scratch, with compiled code cached, and reopening tables; probing; compared with OpenSpiel.

Every measurement is taken in its own process. CPU seconds are included because they are the only reliable figure on a
busy machine.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tables import Cell, Column, Table
from timing import show

from gridduels import definitions
from gridduels.board import Size, size_text

_BESIDE: Final[tuple[tuple[str, str, int, dict[str, int]], ...]] = (
    ("tic_tac_toe", "blockade", 3, {}),
    ("breakthrough(rows=5,columns=3)", "light-cycle", 5, {}),
    ("breakthrough(rows=4,columns=4)", "blockade", 4, {"obstacles": 2}),
)
"""OpenSpiel games, each paired with one of ours that has about as many positions."""

_SOLVE: Final = """
import json, sys, time
from gridduels import load_game
from gridduels.engine import solve
solved = []
rebuild, games = json.loads(sys.argv[1])
for id, size, rulings in games:
    game = load_game(id, size, **rulings)
    begin, processor = time.perf_counter(), time.process_time()
    values = solve(game, rebuild=rebuild)
    values.value(game.start())
    solved.append({"seconds": time.perf_counter() - begin, "cpu": time.process_time() - processor,
        "entries": values.entries, "bytes": values.bytes,
        "positions": sum(values.counts.values()) if values.counts else None})
print(json.dumps({"games": solved, "cpu": time.process_time()}))
"""

_AGAIN: Final = """
import json, sys, time
from gridduels import load_game
from gridduels.engine import solve
[[id, size, rulings]] = json.loads(sys.argv[1])
game, best = load_game(id, size, **rulings), float("inf")
values = solve(game)
for _ in range(6):
    begin = time.process_time()
    values = solve(game, rebuild=True)
    best = min(best, time.process_time() - begin)
print(json.dumps([sum(values.counts.values()), best]))
"""
"""Solves a game several times in one process, to measure the cost once everything is loaded."""

_PROBE: Final = """
import json, random, sys, time
import numpy as np
from gridduels import load_game
from gridduels.engine import solve
from gridduels.engine.kernels import checks
from gridduels.engine.kernels.compiler import compiled
[[id, size, rulings]] = json.loads(sys.argv[1])
game, rng = load_game(id, size, **rulings), random.Random(1)
table = solve(game)
positions = []
while len(positions) < 2000:
    position = game.start()
    for _ in range(rng.randrange(3 * game.size)):
        if words := game.words_of(game.legal(position)):
            position = game.play(position, game.action(rng.choice(words)))
    positions.append(position)
kernels, arrays = compiled(game.definition, checks), table.arrays
keys = np.array([kernels.pack(game.rules, position, False) for position in positions])
counts = np.zeros(256, np.int64)
kernels.tally(game.rules, keys, game.start(), arrays, counts)
for position in positions:
    table.value(position)

def microseconds(probe):
    best = float("inf")
    for _ in range(7):
        begin = time.perf_counter()
        probe()
        best = min(best, time.perf_counter() - begin)
    return best / len(positions) * 1e6

print(json.dumps([
    microseconds(lambda: kernels.tally(game.rules, keys, game.start(), arrays, counts)),
    microseconds(lambda: [table.value(position) for position in positions]),
]))
"""

_OPEN_SPIEL: Final = """
import json, sys, time, types
# value_iteration imports a solver for matrix games, which is not needed here
sys.modules["open_spiel.python.algorithms.lp_solver"] = types.ModuleType("lp_solver")
import pyspiel
from open_spiel.python.algorithms import minimax, value_iteration
game = pyspiel.load_game(sys.argv[1])
begin = time.process_time()
values = value_iteration.value_iteration(game, -1, 0.01, cyclic_game=True)
iterated = time.process_time()
minimax.alpha_beta_search(game)
print(json.dumps([len(values), iterated - begin, time.process_time() - iterated]))
"""

_Asked = tuple[str, Size | None, dict[str, Any]]


def run() -> list[Table]:
    with tempfile.TemporaryDirectory() as cache:
        return [_own_table(Path(cache)), _open_spiel_table(Path(cache))]


def _child(script: str, argument: str, cache: Path) -> Any:
    environment = {**os.environ, "GRIDDUELS_CACHE": str(cache)}
    command = [sys.executable, "-c", script, argument]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def solved(cache: Path, *games: _Asked, rebuild: bool = True) -> dict[str, Any]:
    """Return the cost of solving the given games, one after another in a separate process."""
    found: dict[str, Any] = _child(_SOLVE, json.dumps([rebuild, games]), cache)
    return found


def _own_table(cache: Path) -> Table:
    rows: list[tuple[Cell, ...]] = []
    games: list[_Asked] = [(each.id, None, {}) for each in definitions()]
    for game in games:
        show(game[0])
        with tempfile.TemporaryDirectory() as empty:
            cold = solved(Path(empty), game)
        solved(cache, game)
        kept = solved(cache, game)["games"][0]
        opened = solved(cache, game, rebuild=False)["games"][0]
        compiled, plain = _child(_PROBE, json.dumps([game]), cache)
        positions = kept["positions"] or kept["entries"]
        rows.append(
            (
                game[0],
                cold["games"][0]["seconds"],
                cold["cpu"],
                kept["seconds"],
                positions,
                positions / kept["seconds"] / 1e6,
                kept["bytes"],
                opened["seconds"] * 1e3,
                compiled,
                plain,
            )
        )
    with tempfile.TemporaryDirectory() as empty:
        every = solved(Path(empty), *games)
    total = sum(each["seconds"] for each in every["games"])
    size = sum(each["bytes"] for each in every["games"])
    rows.append(("all, one process", total, every["cpu"], None, None, None, size, None, None, None))
    return Table(
        "Solving each game on its book board",
        (
            Column("game"),
            Column("from scratch, s", "{:.1f}"),
            Column("its CPU s", "{:.1f}"),
            Column("code cached, s", "{:.2f}"),
            Column("positions"),
            Column("million/s", "{:.2f}"),
            Column("table bytes"),
            Column("reopen ms", "{:.1f}"),
            Column("compiled probe us", "{:.2f}"),
            Column("Python probe us", "{:.0f}"),
        ),
        tuple(rows),
        (
            "From scratch: with an empty cache folder, including compilation. Code cached: only the table is made.",
            "Positions: reachable from the start; those in the table if they were not counted. Rate: code cached.",
            "Aims: all from scratch within 30 s; Blockade Runner at 8 million positions a second; tables under 64 MB",
            "together; reopened within 50 ms; a probe under 20 us compiled and under 1000 us from Python.",
        ),
    )


def _open_spiel_table(cache: Path) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name, id, size, rulings in _BESIDE:
        show(f"{name} and {id} {size_text(size)}")
        with tempfile.TemporaryDirectory() as empty:
            nothing = solved(Path(empty), (id, size, rulings))["cpu"]
        kept = solved(cache, (id, size, rulings))["cpu"]
        positions, loaded = _child(_AGAIN, json.dumps([(id, size, rulings)]), cache)
        try:
            states, iteration, search = _child(_OPEN_SPIEL, name, cache)
        except subprocess.CalledProcessError:
            states, iteration, search = None, None, None
        theirs = states and states / iteration
        ratios = [theirs and positions / seconds / theirs for seconds in (nothing, kept, loaded)]
        ours = " ".join([f"{id} {size_text(size)}", *(f"{key}={value}" for key, value in rulings.items())])
        rows.append((name, states, iteration, search, ours, positions, nothing, kept, loaded, *ratios))
    return Table(
        "OpenSpiel's Python value_iteration and alpha_beta_search on games of about the same size: CPU seconds",
        (
            Column("OpenSpiel"),
            Column("states"),
            Column("value iteration", "{:.2f}"),
            Column("alpha-beta", "{:.2f}"),
            Column("ours"),
            Column("positions"),
            Column("from scratch", "{:.2f}"),
            Column("code cached", "{:.2f}"),
            Column("loaded", "{:.4f}"),
            *(Column(f"ratio {name}", "{:,.1f}x") for name in ("from scratch", "code cached", "loaded")),
        ),
        tuple(rows),
        (
            "Value iteration finds the winner of every state, alpha-beta that of the start; ours finds every value and",
            "distance. From scratch and code cached: a whole process. Loaded: once more in the same process.",
            "Ratio: our positions per second divided by those of value iteration; - if open_spiel is not installed.",
        ),
    )
