"""The server under load: paired websocket clients play full games of Light Cycle, here and on boardgame.io.

Both servers get the same games from the same clients in one process of this machine, one server at a time and in turn.
A move counts once both of its players have heard of it; its delay begins when it was due, so that waiting counts too.
`gridduels serve` has every move on the disk before anybody hears of it; boardgame.io keeps its matches in memory.
"""

import asyncio
import os
import random
from contextlib import suppress
from importlib.util import find_spec
from statistics import median
from typing import Final

from tables import Cell, Column, Table
from web_client import Load, Script, play
from web_servers import BoardgameIo, GridDuels

from gridduels import Duel, load_game

__all__ = ["run"]

_HELD: Final = 2_000
_INTERVAL: Final = 3.0
"""Seconds between the moves of a game in the first table."""
_HELD_ROUNDS: Final = 2
_AT_ONCE: Final = 300
_ROUNDS: Final = 5


def run() -> list[Table]:
    """Two tables: many games at the pace of people, and as many moves as possible."""
    _allow_many_files()
    missing = BoardgameIo.set_up()
    servers: list[type[GridDuels] | type[BoardgameIo]] = [GridDuels]
    if not missing:
        servers.append(BoardgameIo)
    note = [f"boardgame.io is not in these tables: {missing}."] if missing else []
    return [_held(servers, note), _saturated(servers, note)]


def _held(servers: list[type[GridDuels] | type[BoardgameIo]], note: list[str]) -> Table:
    found: dict[str, list[tuple[Load, float | None]]] = {server.name: [] for server in servers}
    for _ in range(_HELD_ROUNDS):
        for server in servers:
            found[server.name].append((_load(server, _HELD, _INTERVAL), _load_average()))
    rows = []
    for name, rounds in found.items():
        load, average = min(rounds, key=lambda each: each[0].delay(0.99))
        rows.append((name, load.games, load.moves / load.seconds, *_delays(load), *_cpu(load), average))
    return Table(
        f"{_HELD:,} games at once, a move in each every {_INTERVAL:g} seconds",
        (
            Column("server"),
            Column("games held"),
            Column("moves a second"),
            Column("p50 ms", "{:.1f}"),
            Column("p99 ms", "{:.1f}"),
            Column("server CPU us a move"),
            Column("clients CPU us a move"),
            Column("load average", "{:.1f}"),
        ),
        tuple(rows),
        (
            "p50 and p99: from when a move was due until both players had heard of it.",
            f"Of {_HELD_ROUNDS} rounds, taken in turn, each server's least disturbed one: that with the lower p99.",
            "The load average is the machine's at the end of the round, other work on it included.",
            f"gridduels ran on {'uvloop' if find_spec('uvloop') else 'asyncio'}.",
            *note,
        ),
    )


def _saturated(servers: list[type[GridDuels] | type[BoardgameIo]], note: list[str]) -> Table:
    loads: dict[str, list[Load]] = {server.name: [] for server in servers}
    for _ in range(_ROUNDS):
        for server in servers:
            loads[server.name].append(_load(server, _AT_ONCE, 0.0))
    rates = {name: [load.moves / load.seconds for load in each] for name, each in loads.items()}
    peer = median(rates[servers[-1].name])
    rows: list[tuple[Cell, ...]] = []
    for name, each in loads.items():
        middle = sorted(each, key=lambda load: load.moves / load.seconds)[len(each) // 2]
        ratio = median(rates[name]) / peer if len(servers) > 1 else None
        rows.append((name, median(rates[name]), max(rates[name]), ratio, *_delays(middle), *_cpu(middle)))
    return Table(
        f"As fast as it goes: {_AT_ONCE} games at once, each move as soon as both have heard of the last",
        (
            Column("server"),
            Column("moves a second"),
            Column("best"),
            Column("ratio", "{:.2f}x"),
            Column("p50 ms", "{:.1f}"),
            Column("p99 ms", "{:.1f}"),
            Column("server CPU us a move"),
            Column("clients CPU us a move"),
        ),
        tuple(rows),
        (
            f"Moves a second: the median of {_ROUNDS} rounds, taken in turn; the rest is of the round in the middle.",
            *note,
        ),
    )


def _load(kind: type[GridDuels] | type[BoardgameIo], games: int, interval: float) -> Load:
    with kind.running() as server:
        scripts = [Script(server.chairs(), _moves(seed)) for seed in range(games)]
        return asyncio.run(play(server.port, scripts, interval, server.cpu))


def _moves(seed: int) -> tuple[str, ...]:
    """A game played at random."""
    duel, rng = Duel(load_game("light-cycle")), random.Random(seed)
    while not duel.outcome:
        duel = duel.play(rng.choice(duel.legal_moves))
    return duel.moves


def _delays(load: Load) -> tuple[float, float]:
    return load.delay(0.5) * 1e3, load.delay(0.99) * 1e3


def _cpu(load: Load) -> tuple[float | None, float]:
    return (load.server / load.moves * 1e6) or None, load.client / load.moves * 1e6


def _load_average() -> float | None:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _allow_many_files() -> None:
    """Every connection is a file."""
    with suppress(ImportError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
