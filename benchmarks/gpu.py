"""Bulk play on an NVIDIA GPU: moves per second, fused and step by step.

`python benchmarks/gpu.py [--check] [-o FILE]`, or `python benchmarks gpu`. With `--check`, it first plays the same
games on the GPU and the CPU and compares everything. We compare with Pgx on the same GPU and with OpenSpiel's C++
driven from Python.
"""

import argparse
import json
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
import open_spiel_play
import pgx_play
from gpu_check import check
from tables import Cell, Column, Table, board_name
from timing import show

from gridduels import Game, SetupError, definitions, load_game
from gridduels.engine.batch import Batch
from gridduels.engine.observation import PLANES

_GAMES_AT_ONCE: Final = 1 << 20
_MANY_GAMES: Final = 1 << 25
"""Large enough that a step takes much longer than launching it from Python."""
_ROUNDS: Final = 5
_PLIES: Final = 1000
_STEPS: Final = 50
_COPIED: Final = 1 << 30
_GIGA: Final = 1e9


def run() -> list[Table]:
    missing = _no_gpu()
    if missing:
        return [Table("Bulk play on a GPU", (Column("left out"),), ((missing,),))]
    copied = _copy_rate()
    games = [*(Game(each) for each in definitions()), load_game("light-cycle", 7)]
    fused = {board_name(game): _fused(game) for game in games}
    peers = _peers("fused")
    stepping = {board_name(game): _stepping(game, _GAMES_AT_ONCE)["observed"] for game in games}
    return [
        _rate_table("Fused random play", fused, peers),
        _rate_table("Stepping with masks and observations", stepping, _peers("stepping")),
        _memory_table(games, {board_name(game): _stepping(game, _MANY_GAMES) for game in games}, copied),
    ]


def _no_gpu() -> str:
    try:
        Batch(load_game("light-cycle", 3), 1, "cuda")
    except SetupError as error:
        return str(error)
    return ""


def _best(work: Callable[[], float]) -> float:
    """Return the best of several rounds, not counting the first, which compiles."""
    work()
    return max(work() for _ in range(_ROUNDS))


def _fused(game: Game) -> float:
    show(f"fused: {board_name(game)}")
    batch = Batch(game, _GAMES_AT_ONCE, "cuda", seed=1)
    batch.roll(_PLIES)

    def work() -> float:
        begin = perf_counter()
        return batch.roll(_PLIES).moves / (perf_counter() - begin)

    return _best(work)


def _stepping(game: Game, count: int) -> dict[str, float]:
    """Return moves per second for steps alone, for steps with masks and observations, and for observations alone."""
    show(f"stepping: {board_name(game)}, {count:,} games")
    cuda: Any = import_module("numba.cuda")
    batch = Batch(game, count, "cuda", seed=1)
    batch.roll(50)
    actions = batch.random_actions()

    def step() -> Any:
        return batch.step(actions)

    def step_and_observe() -> Any:
        return batch.step(actions, observe=True)

    def rate(*work: Callable[[], Any]) -> Callable[[], float]:
        def measure() -> float:
            cuda.synchronize()
            begin = perf_counter()
            for _ in range(_STEPS):
                for part in work:
                    part()
            cuda.synchronize()
            return batch.count * _STEPS / (perf_counter() - begin)

        return measure

    alone = _best(rate(batch.random_actions, step))
    observed = _best(rate(batch.random_actions, step_and_observe))
    batch.step(actions)
    return {"step": alone, "observed": observed, "planes": _best(rate(batch.observe))}


def _step_bytes(game: Game) -> int:
    """Return the number of bytes that a step has to read and write, including actions but not the repetition record."""
    mask, key, ply, action, draws = (1 if game.actions <= 8 else 4), 8, 4, 4, 4
    choosing = mask + action + 2 * draws
    reading = key + ply + mask + action
    writing = key + ply + mask + 1 + 4 + 1 + 1 + 1
    return choosing + reading + writing


def _plane_bytes(game: Game) -> int:
    """Return the number of bytes that an observation has to read and write."""
    return 8 + len(PLANES) * game.columns**2


def _copy_rate() -> float:
    """Return the bytes per second that a copy on the device reads and writes."""
    cuda: Any = import_module("numba.cuda")
    source, target = (cuda.to_device(np.zeros(_COPIED, np.uint8)) for _ in range(2))

    def work() -> float:
        cuda.synchronize()
        begin = perf_counter()
        for _ in range(10):
            target.copy_to_device(source)
        cuda.synchronize()
        return 10 * 2 * _COPIED / (perf_counter() - begin)

    return _best(work)


def _peers(kind: str) -> dict[str, float]:
    found = {}
    if not pgx_play.missing():
        process = pgx_play.PgxProcess(0)
        for name in pgx_play.GAMES:
            found[f"Pgx {name}"] = _best(lambda name=name: process.rate(kind, name, _GAMES_AT_ONCE))  # type: ignore[misc]
        process.close()
    if open_spiel_play.load():
        for name in open_spiel_play.GAMES:
            found[f"OpenSpiel {name}"] = _best(open_spiel_play.player(name, observing=kind == "stepping"))
    return found


def _device() -> str:
    cuda: Any = import_module("numba.cuda")
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def _rate_table(what: str, ours: dict[str, float], peers: dict[str, float]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (name, rate, *(rate / peer for peer in peers.values())) for name, rate in ours.items()
    ]
    rows += [(name, rate, *[None] * len(peers)) for name, rate in peers.items()]
    columns = Column("game"), Column("moves/s"), *(Column(name, "{:,.1f}x") for name in peers)
    return Table(f"{what} on one {_device()}, best of {_ROUNDS} rounds", columns, tuple(rows), _notes(peers))


def _notes(peers: dict[str, float]) -> tuple[str, ...]:
    notes = [f"{_GAMES_AT_ONCE:,} games at once; under the name of a peer's game: ours as a multiple of its rate."]
    if any(name.startswith("Pgx") for name in peers):
        notes.append(f"Pgx {version('pgx')} on JAX {version('jax')}, on the same GPU with the same batch.")
    else:
        notes.append(pgx_play.missing())
    if not open_spiel_play.load():
        notes.append("OpenSpiel is left out: it is not installed.")
    return tuple(notes)


def _memory_table(games: list[Game], rates: dict[str, dict[str, float]], copied: float) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for game in games:
        cells: list[Cell] = [board_name(game)]
        for part, size in (("step", _step_bytes(game)), ("planes", _plane_bytes(game))):
            rate = rates[board_name(game)][part]
            cells += [rate, float(size), rate * size / _GIGA, rate * size / copied]
        rows.append(tuple(cells))
    figures = Column("bytes"), Column("GB/s"), Column("of a copy", "{:.0%}")
    return Table(
        f"Memory on one {_device()}, {_MANY_GAMES:,} games at once, best of {_ROUNDS} rounds",
        (Column("game"), Column("steps/s"), *figures, Column("observations/s"), *figures),
        tuple(rows),
        (
            f"A copy on the device moves {copied / _GIGA:,.0f} GB/s, read and written: the upper bound.",
            "Bytes of a step with a random action: positions, plies, masks, actions and results, without the record of",
            "repetition. Bytes of an observation: the position and the planes.",
        ),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure bulk play on a GPU.")
    parser.add_argument("--check", action="store_true", help="first compare everything with games on the CPU")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="also write the results to FILE as JSON")
    options = parser.parse_args()
    if options.check and not _no_gpu():
        for sentence in check():
            print(sentence, flush=True)
    tables = run()
    print("\n\n".join(map(str, tables)))
    if options.output:
        options.output.write_text(json.dumps([table.as_json() for table in tables], indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
