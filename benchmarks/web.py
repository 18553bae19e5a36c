"""The server under load: paired websocket clients play full games of Light Cycle, here and on boardgame.io.

All servers get the same games from the same clients in one process of this machine, one server at a time and in turn.
A move counts once both of its players have heard of it; its delay begins when it was due, so that waiting counts too.
`gridduels serve` has every move on the disk before anybody hears of it, in SQLite or in PostgreSQL, with one server and
with two; boardgame.io keeps its matches in memory.
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
from web_million import million
from web_postgres import Postgres, PostgresTwice
from web_servers import BoardgameIo, GridDuels

from gridduels import Duel, load_game

__all__ = ["run"]

_HELD: Final = 2_000
_INTERVAL: Final = 3.0
"""Seconds between the moves of a game in the first table."""
_HELD_ROUNDS: Final = 2
_AT_ONCE: Final = 300
_ROUNDS: Final = 5
Kind = type[GridDuels] | type[BoardgameIo]


def run() -> list[Table]:
    """Many games at the pace of people, as many moves as possible, and what a million games would take."""
    _allow_many_files()
    servers: list[Kind] = [GridDuels]
    note = []
    for kinds in ((Postgres, PostgresTwice), (BoardgameIo,)):
        if missing := kinds[0].set_up():
            note.append(f"{kinds[0].name} is not in these tables: {missing}.")
        else:
            servers += kinds
    held, loads = _held(servers, note)
    saturated, busy = _saturated(servers, note)
    return [held, saturated, million(loads, busy, _INTERVAL)]


def _held(servers: list[Kind], note: list[str]) -> tuple[Table, dict[str, Load]]:
    found: dict[str, list[tuple[Load, float | None]]] = {server.name: [] for server in servers}
    for _ in range(_HELD_ROUNDS):
        for server in servers:
            found[server.name].append((_load(server, _HELD, _INTERVAL), _load_average()))
    rows, best = [], {}
    for name, rounds in found.items():
        load, average = min(rounds, key=lambda each: each[0].delay(0.99))
        best[name] = load
        rows.append((name, load.games, load.moves / load.seconds, *_delays(load), *_cpu(load), average))
    table = Table(
        f"{_HELD:,} games at once, a move in each every {_INTERVAL:g} seconds",
        (
            Column("server"),
            Column("games held"),
            Column("moves a second"),
            Column("p50 ms", "{:.1f}"),
            Column("p99 ms", "{:.1f}"),
            Column("server CPU us a move"),
            Column("database CPU us a move"),
            Column("clients CPU us a move"),
            Column("load average", "{:.1f}"),
        ),
        tuple(rows),
        (
            "p50 and p99: from when a move was due until both players had heard of it.",
            f"Of {_HELD_ROUNDS} rounds, taken in turn, each server's least disturbed one: that with the lower p99.",
            "The load average is the machine's at the end of the round, other work on it included.",
            f"gridduels ran on {'uvloop' if find_spec('uvloop') else 'asyncio'}; SQLite is a part of the server.",
            *note,
        ),
    )
    return table, best


def _saturated(servers: list[Kind], note: list[str]) -> tuple[Table, dict[str, Load]]:
    loads: dict[str, list[Load]] = {server.name: [] for server in servers}
    for _ in range(_ROUNDS):
        for server in servers:
            loads[server.name].append(_load(server, _AT_ONCE, 0.0))
    rates = {name: [load.moves / load.seconds for load in each] for name, each in loads.items()}
    peer = median(rates[BoardgameIo.name]) if BoardgameIo in servers else None
    rows: list[tuple[Cell, ...]] = []
    busy = {}
    for name, each in loads.items():
        middle = busy[name] = sorted(each, key=lambda load: load.moves / load.seconds)[len(each) // 2]
        ratio = median(rates[name]) / peer if peer else None
        rows.append((name, median(rates[name]), max(rates[name]), ratio, *_delays(middle), *_cpu(middle)))
    table = Table(
        f"As fast as it goes: {_AT_ONCE} games at once, each move as soon as both have heard of the last",
        (
            Column("server"),
            Column("moves a second"),
            Column("best"),
            Column("ratio", "{:.2f}x"),
            Column("p50 ms", "{:.1f}"),
            Column("p99 ms", "{:.1f}"),
            Column("server CPU us a move"),
            Column("database CPU us a move"),
            Column("clients CPU us a move"),
        ),
        tuple(rows),
        (
            f"Moves a second: the median of {_ROUNDS} rounds, taken in turn; the rest is of the round in the middle.",
            *note,
        ),
    )
    return table, busy


def _load(kind: Kind, games: int, interval: float) -> Load:
    with kind.running() as server:
        scripts = [Script(server.chairs(), _moves(seed)) for seed in range(games)]
        cpu, log = server.database()
        load = asyncio.run(play(server.port, scripts, interval, server.cpu))
        cpu_after, log_after = server.database()
        return load._replace(database=cpu_after - cpu, logged=log_after - log, memory=server.memory())


def _moves(seed: int) -> tuple[str, ...]:
    """A game played at random."""
    duel, rng = Duel(load_game("light-cycle")), random.Random(seed)
    while not duel.outcome:
        duel = duel.play(rng.choice(duel.legal_moves))
    return duel.moves


def _delays(load: Load) -> tuple[float, float]:
    return load.delay(0.5) * 1e3, load.delay(0.99) * 1e3


def _cpu(load: Load) -> tuple[float | None, float | None, float]:
    server, database, client = (seconds / load.moves * 1e6 for seconds in (load.server, load.database, load.client))
    return server or None, database or None, client


def _load_average() -> float | None:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _allow_many_files() -> None:
    """Every connection is a file."""
    with suppress(ImportError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
