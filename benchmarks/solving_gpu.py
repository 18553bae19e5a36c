"""Solving on an NVIDIA GPU: seconds and positions per second for each board, excluding compilation.

`python benchmarks/solving_gpu.py [SIZE[:OBSTACLES] ...] [--rule NAME=VALUE] [--check] [--verify SHARE]`, or `python
benchmarks solving-gpu`. With `--check`, the table of each board that the CPU can also solve is compared with the CPU's,
byte for byte; with `--verify 0.001`, that share of all layers is recomputed with the interpreted rules, on all cores.
"""

import argparse
import json
import os
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from time import perf_counter
from typing import Any, Final

import numpy as np
from tables import Column, Table
from timing import show

from gridduels import Game, SetupError, definitions
from gridduels.commands.options import read_rules
from gridduels.engine.kernels.compiler import plain
from gridduels.engine.kernels.gpu import find_cuda
from gridduels.engine.progress import silent
from gridduels.engine.solvers.layered import LayerSolver
from gridduels.engine.solvers.layered_gpu import GpuLayerSolver, GpuTable
from gridduels.engine.solvers.limits import exceeds_memory
from gridduels.engine.solvers.solver import packed
from gridduels.engine.tables.format import table_parts
from gridduels.engine.value import UNKNOWN, Value

_BOARDS: Final = ("5", "6", "7")
_PLACE: Final = 4
"""The action that places an obstacle on the first cell."""
_SIZES: Final = (3, 4, 5, 6, 7)
"""7x7 is solved here although it isn't playable yet, because its positions don't fit into the 63 bits of a key."""


def blockade(size: int, **rulings: str | int) -> Game:
    definition = next(each for each in definitions() if each.id == "blockade")
    return Game(replace(definition, sizes=_SIZES), size, rulings)


def run() -> list[Table]:
    try:
        find_cuda()
    except SetupError as error:
        return [Table("Solving on a GPU", (Column("left out"),), ((str(error),),))]
    return [_table([measure(board, check=False, share=0.0) for board in _BOARDS])]


def measure(board: str, *, check: bool, share: float, rulings: dict[str, str] | None = None) -> dict[str, Any]:
    """Solve a board twice, since the first run compiles; then compare or verify the result if requested."""
    show(f"board {board}")
    size, _, obstacles = board.partition(":")
    game = blockade(int(size), obstacles=int(obstacles or 3), **rulings or {})
    GpuLayerSolver(blockade(int(size), obstacles=0, **rulings or {}), silent).run()
    first = _seconds(game)[0]
    seconds, solver = _seconds(game)
    counts, table = solver.counts(), GpuTable(solver)
    positions = sum(counts.values())
    found = {
        "board": f"{size}x{size}, {obstacles or 3} obstacles",
        "layers": len(solver.keys()),
        "positions": positions,
        "seconds": seconds,
        "first": first,
        "rate": positions / seconds,
        "gigabytes": solver.bytes / 1e9,
        "value": str(table.value(game.start())),
        "moves": {word: str(value) for word, value in table.move_values(game.start()).items()},
        "counts": {str(Value.of_code(code)): number for code, number in sorted(counts.items())},
    }
    if check and not exceeds_memory(game):
        found["same as on cores"] = _same(solver, game)
    if share:
        found["verified"] = _verify(solver, game, share)
    return found


def _seconds(game: Game) -> tuple[float, GpuLayerSolver]:
    begin = perf_counter()
    solver = GpuLayerSolver(game, silent)
    solver.run()
    return perf_counter() - begin, solver


def _same(solver: GpuLayerSolver, game: Game) -> bool:
    gpu, cores = packed(solver.solved(), silent), packed(LayerSolver(game, silent).run(), silent)
    ours, theirs = (b"".join(table_parts({}, each.sections)) for each in (gpu, cores))
    return gpu.counts == cores.counts and ours == theirs


def _verify(solver: GpuLayerSolver, game: Game, share: float) -> dict[str, Any]:
    """Recompute a random share of layers with the interpreted rules; count the values that differ."""
    keys = solver.keys().tolist()
    chosen = random.Random(1).sample(keys, max(1, int(share * len(keys))))
    begin, checked, wrong = perf_counter(), 0, 0
    rulings = dict(game.rulings)
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        work = pool.map(_check_layer, _questions(solver, rulings, chosen))
        for right, differing in work:
            checked, wrong = checked + right + differing, wrong + differing
    return {"layers": len(chosen), "positions": checked, "wrong": wrong, "seconds": perf_counter() - begin}


def _questions(solver: GpuLayerSolver, rulings: Any, chosen: list[int]) -> Iterator[tuple[Any, ...]]:
    """Yield the codes of each chosen layer and of all layers that one more obstacle leads to."""
    game, table = solver.game, GpuTable(solver)
    kernels = plain(game.definition)
    for key in chosen:
        known = {key: solver.layer(table.row_of(key))}
        home = kernels.unpack(game.rules, key, game.start(), True)
        reserves = {1: home.reserve_one, 2: home.reserve_two}
        for turn in (turn for turn, reserve in reserves.items() if reserve):
            for action in range(_PLACE, _PLACE + game.columns**2):
                layer, _ = kernels.canonical_layer(game.rules, game.play(home._replace(turn=turn), action))
                if layer not in known and (row := table.row_of(layer)) >= 0:
                    known[layer] = solver.layer(row)
        yield game.size, rulings, key, known


def _check_layer(question: tuple[Any, ...]) -> tuple[int, int]:
    size, rulings, key, known = question
    game = blockade(size, **rulings)
    kernels, rules = plain(game.definition), game.rules
    home = kernels.unpack(rules, key, game.start(), True)
    right = wrong = 0
    for state in np.flatnonzero(known[key] != UNKNOWN).tolist():
        position = kernels.with_state(rules, state, home)
        value = Value.of_code(int(known[key][state]))
        actions = game.legal(position)
        after = []
        for action in range(actions.bit_length()):
            if actions >> action & 1:
                child = game.play(position, action)
                layer, symmetry = kernels.canonical_layer(rules, child)
                image = game.definition.apply_symmetry(rules, child, symmetry)
                after.append(Value.of_code(int(known[layer][kernels.state_index(rules, image)])).before())
        if after:
            expected = max(after, key=lambda each: each.rank)
        else:
            expected = Value("win" if game.winner(position) == position.turn else "loss", 0)
        right, wrong = right + (value == expected), wrong + (value != expected)
    return right, wrong


def _table(found: list[dict[str, Any]]) -> Table:
    columns = tuple(map(Column, ("board", "value", "layers", "positions", "GB", "seconds", "positions a second")))
    rows = tuple(
        (
            each["board"],
            each["value"],
            f"{each['layers']:,}",
            f"{each['positions']:,}",
            f"{each['gigabytes']:.1f}",
            f"{each['seconds']:.2f}",
            f"{each['rate']:.2e}",
        )
        for each in found
    )
    return Table("Blockade Runner on a GPU, without compilation", columns, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Blockade Runner on a GPU.")
    parser.add_argument("boards", metavar="SIZE[:OBSTACLES]", nargs="*", default=_BOARDS)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--verify", metavar="SHARE", type=float, default=0.0)
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[])
    options = parser.parse_args()
    found = []
    for board in options.boards:
        found.append(measure(board, check=options.check, share=options.verify, rulings=read_rules(options.rule)))
        print(json.dumps(found[-1]), flush=True)
    print(_table(found))


if __name__ == "__main__":
    main()
