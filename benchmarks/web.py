"""The server under load: pairs of websocket clients play games of Light Cycle, on our server and on boardgame.io.

All servers get the same games from the same client process on this machine, one server at a time. A move counts once
both players have received it. Its delay is measured from when it was due, so waiting is included. `gridduels serve`
persists every move before announcing it, in SQLite or in PostgreSQL, with one server and with two; boardgame.io keeps
its matches in memory.
"""

import asyncio
import os
import random
from contextlib import suppress
from importlib.util import find_spec
from statistics import median
from typing import Final

from tables import Cell, Column, Table
from timing import show
from web_client import Load, Script, play
from web_servers import BoardgameIo, GridDuels, Postgres, PostgresTwice

from gridduels import Duel, load_game

_HELD: Final = 2_000
_INTERVAL: Final = 3.0
"""The time between moves in a game in the first table, in seconds."""
_HELD_ROUNDS: Final = 2
_AT_ONCE: Final = 300
_ROUNDS: Final = 5
Kind = type[GridDuels] | type[BoardgameIo]


def run() -> list[Table]:
    """Measure many games at a human pace, then as many moves as possible; extrapolate to a million games."""
    _allow_many_files()
    servers: list[Kind] = [GridDuels]
    note = []
    for kinds in ((Postgres, PostgresTwice), (BoardgameIo,)):
        if missing := kinds[0].set_up():
            note.append(f"{kinds[0].name} is left out: {missing}.")
        else:
            servers += kinds
    held, loads = _held(servers, note)
    saturated, busy = _saturated(servers, note)
    return [held, saturated, _million(loads, busy)]


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
            "p50 and p99: from when a move was due until both players had received it.",
            f"Of {_HELD_ROUNDS} rounds, taken in turn: the one with the lower p99.",
            "The load average is that of the whole machine at the end of the round.",
            f"gridduels ran on {'uvloop' if find_spec('uvloop') else 'asyncio'}; SQLite runs inside the server.",
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
        f"Throughput: {_AT_ONCE} games at once, each move as soon as both players have received the last",
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
            f"Moves a second: the median of {_ROUNDS} rounds, taken in turn; all else is from the median round.",
            *note,
        ),
    )
    return table, busy


def _load(kind: Kind, games: int, interval: float) -> Load:
    pace = f"a move every {interval:g} s" if interval else "as fast as possible"
    show(f"{kind.name}: {games:,} games, {pace}")
    with kind.running() as server:
        scripts = [Script(server.chairs(), _moves(seed)) for seed in range(games)]
        cpu, log = server.database()
        load = asyncio.run(play(server.port, scripts, interval, server.cpu))
        cpu_after, log_after = server.database()
        return load._replace(database=cpu_after - cpu, logged=log_after - log, memory=server.memory())


def _moves(seed: int) -> tuple[str, ...]:
    """Return the moves in a random game."""
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
    """Raise the limit on open files, since every connection is a file."""
    with suppress(ImportError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


# --- Extrapolation to a million games


_GAMES: Final = 1_000_000
_BUSY: Final = 0.6
"""The share of each core to use, which leaves room for short delays and for the failure of a machine."""
_CORES: Final = 16
"""The number of cores per machine."""


def _million(held: dict[str, Load], busy: dict[str, Load]) -> Table:
    """Return what a million simultaneous games would need if each move cost as much as on a busy server here."""
    rows: list[tuple[Cell, ...]] = []
    rate = _GAMES / _INTERVAL
    for name, load in busy.items():
        memory = held[name].memory / held[name].games
        server, database = (rate * seconds / load.moves / _BUSY for seconds in (load.server, load.database))
        rows.append(
            (
                name,
                server,
                -(-server // _CORES),
                database or None,
                load.received / load.moves,
                rate * load.received / load.moves * 8 / 1e9,
                load.logged / load.moves or None,
                rate * load.logged / load.moves / 1e6 or None,
                memory / 1e3 or None,
                _GAMES * memory / 1e9 or None,
            )
        )
    return Table(
        f"{_GAMES:,} games at once, a move in each every {_INTERVAL:g} seconds: {rate:,.0f} moves a second",
        (
            Column("server"),
            Column("server cores"),
            Column(f"machines of {_CORES}"),
            Column("database cores"),
            Column("bytes a move"),
            Column("Gbit a second", "{:.1f}"),
            Column("log bytes a move"),
            Column("log MB a second"),
            Column("KB a game", "{:.1f}"),
            Column("GB in memory", "{:.1f}"),
        ),
        tuple(rows),
        (
            f"Computed: the cost of a move in the second table, times the moves, with {_BUSY:.0%} of each core in use.",
            "Bytes are those that the players received; the log is PostgreSQL's write-ahead log.",
            "KB a game: the total memory of the servers divided by the games of the first table.",
        ),
    )
