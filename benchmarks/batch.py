"""Bulk play on this machine's CPU cores: moves per second, on one core and on all of them.

We compare with Pgx, jitted and mapped over a batch of the same size, and with OpenSpiel's C++ driven from Python. On
one core, our engine uses one thread, and Pgx runs in a process restricted to one core, with XLA's own threads turned
off. "Fused" means that all moves are played without returning to Python; "stepping" means one call that plays a move in
every game, followed by masks and observations.
"""

from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Final

import open_spiel_play
import pgx_play
from tables import Cell, Column, Table, board_name
from timing import in_turn

from gridduels import Game, definitions, load_game
from gridduels.engine.batch import Batch
from gridduels.engine.batch.backends import cores

_GAMES_AT_ONCE: Final = 16384
_ROUNDS: Final = 5
_LEAST: Final = 0.2
"""The minimum duration of a measurement, in seconds."""
_FUSED_PLIES: Final = 64

_Key = tuple[str, str]
"""The library and the game."""


def run() -> list[Table]:
    one, every = _measured(1), _measured(cores())
    tables = [
        _table("fused random play", one["fused"], "one core"),
        _table("stepping with masks and observations", one["stepping"], "one core"),
        _table("fused random play", every["fused"], f"{cores()} cores"),
        _table("stepping with masks and observations", every["stepping"], f"{cores()} cores"),
    ]
    return tables


def _measured(threads: int) -> dict[str, dict[_Key, float]]:
    """Return the best rate for each library and game, both fused and stepping."""
    pgx = None if pgx_play.missing() else pgx_play.PgxProcess(threads)
    found = {}
    for kind in ("fused", "stepping"):
        work: dict[_Key, Callable[[], float]] = {}
        for game in _games():
            work["ours", board_name(game)] = _fused(game, threads) if kind == "fused" else _stepping(game, threads)
        for name in pgx_play.GAMES if pgx else ():
            work["Pgx", name] = _pgx_rate(pgx, kind, name)
        for name in open_spiel_play.GAMES if open_spiel_play.load() else ():
            work["OpenSpiel", name] = open_spiel_play.player(name, observing=kind == "stepping")
        found[kind] = {key: max(rates) for key, rates in in_turn(work, _ROUNDS).items()}
    if pgx:
        pgx.close()
    return found


def _games() -> list[Game]:
    return [*(Game(each) for each in definitions()), load_game("light-cycle", 7)]


def _pgx_rate(process: pgx_play.PgxProcess | None, kind: str, name: str) -> Callable[[], float]:
    assert process is not None
    return lambda: process.rate(kind, name, _GAMES_AT_ONCE)


def _fused(game: Game, threads: int) -> Callable[[], float]:
    batch = Batch(game, _GAMES_AT_ONCE, threads=threads)
    batch.roll(1)

    def play() -> float:
        moves, begin = 0, perf_counter()
        while perf_counter() - begin < _LEAST:
            moves += batch.roll(_FUSED_PLIES).moves
        return moves / (perf_counter() - begin)

    return play


def _stepping(game: Game, threads: int) -> Callable[[], float]:
    batch = Batch(game, _GAMES_AT_ONCE, threads=threads)

    def step() -> int:
        batch.step(batch.random_actions())
        batch.action_masks()
        batch.observe()
        return batch.count

    def play() -> float:
        moves, begin = 0, perf_counter()
        while perf_counter() - begin < _LEAST:
            moves += step()
        return moves / (perf_counter() - begin)

    step()
    return play


def _table(what: str, best: dict[_Key, float], where: str) -> Table:
    peers = [key for key in best if key[0] != "ours"]
    rows: list[tuple[Cell, ...]] = [
        (name, rate, *(rate / best[peer] for peer in peers)) for (who, name), rate in best.items() if who == "ours"
    ]
    rows += [(f"{who} {name}", best[who, name], *[None] * len(peers)) for who, name in peers]
    notes = [f"{_GAMES_AT_ONCE:,} games at once; under the name of a peer's game: ours as a multiple of its rate."]
    if missing := pgx_play.missing():
        notes.append(missing)
    else:
        notes.append(f"Pgx {version('pgx')} on JAX {version('jax')}: the faster of restarting and playing to the end.")
    if open_spiel_play.load():
        notes.append(f"OpenSpiel {version('open_spiel')}: C++, one game at a time from Python, always on one core.")
    else:
        notes.append("OpenSpiel is left out: it is not installed.")
    columns = Column("game"), Column("moves/s"), *(Column(f"{who} {name}", "{:.1f}x") for who, name in peers)
    return Table(
        f"Bulk play on {where}: {what}, best of {_ROUNDS} rounds, taken in turn", columns, tuple(rows), (*notes,)
    )
