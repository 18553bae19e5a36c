"""Compare websocket libraries by the cost of delivering a message to two players, and nothing else.

Each library in turn gets the same messages from the same clients as in `python benchmarks web`, but without rules or
disk access.
"""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from tables import Cell, Column, Table
from timing import show
from transport_servers import SERVERS
from web_client import Chair, Load, Script, play
from web_servers import Server, ended

_PAIRS: Final = 200
_MESSAGES: Final = 40
_ROUNDS: Final = 5
_START: Final = 20.0
_ONE_PORT: Final = {name: name.startswith(("uvicorn", "granian")) for name in SERVERS}


def run() -> list[Table]:
    """Return one table."""
    loads: dict[str, list[Load]] = {name: [] for name in SERVERS}
    for number in range(1, _ROUNDS + 1):
        for name in SERVERS:
            show(f"round {number} of {_ROUNDS}: {name}")
            loads[name].append(_load(name))
    rows: list[tuple[Cell, ...]] = []
    for name, each in loads.items():
        rate = [load.moves / load.seconds for load in each]
        cpu = [load.server / load.moves * 1e6 for load in each]
        rows.append((name, median(rate), max(rate), median(cpu), min(cpu), "yes" if _ONE_PORT[name] else "no"))
    return [
        Table(
            f"{_PAIRS} pairs, a message as soon as both have received the last",
            (
                Column("library"),
                Column("messages a second"),
                Column("best"),
                Column("server CPU us a message"),
                Column("least"),
                Column("HTTP on the same port"),
            ),
            tuple(rows),
            (f"Medians of {_ROUNDS} rounds, taken in turn. The CPU time is the steadier figure on a busy machine.",),
        )
    ]


def _load(name: str) -> Load:
    words = tuple("x" for _ in range(_MESSAGES))
    with _running(name) as server:
        scripts = [Script((_chair(number), _chair(number)), words) for number in range(_PAIRS)]
        return asyncio.run(play(server.port, scripts, 0.0, server.cpu))


def _chair(number: int) -> Chair:
    return Chair(
        f"/{number}",
        ((b"", "hello"),),
        b'"heard":"hello"',
        lambda ply, word: f"this is about as long as a move {ply};",
        lambda ply: b" %d;" % ply,
    )


@contextmanager
def _running(name: str) -> Iterator[Server]:
    server = Server()
    with socket.create_server(("127.0.0.1", 0)) as free:
        server.port = free.getsockname()[1]
    command = [sys.executable, "transport_servers.py", name, str(server.port)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=Path(__file__).parent, stdout=quiet, stderr=quiet, text=True)
    with ended(process) as server.process:
        until = time.monotonic() + _START
        while not _answers(server.port):
            if time.monotonic() > until:
                raise ConnectionError(f"{name} does not start")
            time.sleep(0.05)
        yield server


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True
