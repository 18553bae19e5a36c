"""How long one visitor waits for a computer's reply while another sends as many requests as possible.

There are two attacks, each from one address: requests for tables of Blockade Runner with varied rulings, and 60 games
between computers, all of them watched. The server uses its default limits; `--proxy` lets one machine act as several
visitors.
"""

import asyncio
import itertools
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from statistics import median
from typing import Any, Final

from tables import Cell, Column, Table
from timing import show
from web_servers import ended
from websockets.asyncio.client import connect

_OPPONENTS: Final = ("mcts", "perfect")
_MOVES: Final = 8
"""The number of moves measured for each row."""
_GAMES: Final = 60
_TABLES: Final = 24
_ATTACKER, _OTHER = "192.0.2.1", "192.0.2.2"
_UNDER_WAY: Final = 2.0
"""Seconds to wait for an attack to get going."""


def run() -> list[Table]:
    """Measure the reply times of two opponents, without an attack and under each attack."""
    rows: list[tuple[Cell, ...]] = []
    with _server() as port:
        show("warming up")
        for opponent in _OPPONENTS:
            _Player(port, opponent).replies(2)
        while _under_way(port):  # wait for one-off compilation
            time.sleep(0.1)
        quiet = {opponent: _Player(port, opponent).replies(_MOVES) for opponent in _OPPONENTS}
        for opponent, times in quiet.items():
            rows.append((*_row(opponent, "quiet", times, times), 0))
        for name, attack in (("tables", _ask_for_tables), ("games", _watch_games)):
            show(f"attack: {name}")
            with _under(attack, port):
                for opponent in _OPPONENTS:
                    times = _Player(port, opponent).replies(_MOVES)
                    rows.append((*_row(opponent, name, times, quiet[opponent]), _under_way(port)))
    return [
        Table(
            "A computer's reply to one visitor while another one asks for as much as possible",
            (
                Column("opponent"),
                Column("attack"),
                Column("median ms"),
                Column("worst ms"),
                Column("ratio of medians", "{:.2f}x"),
                Column("under way"),
            ),
            tuple(rows),
            (
                f"tables: {_TABLES} tables of Blockade Runner with varied rulings.",
                f"games: {_GAMES} games of computers, watched.",
                f"{_MOVES} replies each, from sending the move to receiving the computer's.",
                "under way: questions of the other visitor in progress or waiting when the last reply came.",
            ),
        )
    ]


def _row(opponent: str, name: str, times: list[float], quiet: list[float]) -> tuple[Cell, ...]:
    return opponent, name, 1000 * median(times), 1000 * max(times), median(times) / median(quiet)


@contextmanager
def _server() -> Iterator[int]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gridduels", "serve", "--port", "0", "--proxy", "--db", f"{folder}/db"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        with ended(process) as running:
            assert running.stdout is not None
            yield int(running.stdout.readline().split(":")[2].split("/")[0])


def _under_way(port: int) -> float:
    """Return the number of questions that the server is answering or has queued, according to its own metrics."""
    http = HTTPConnection("127.0.0.1", port, timeout=120)
    http.request("GET", "/metrics")
    lines = http.getresponse().read().decode().splitlines()
    return sum(
        float(line.split()[1]) for line in lines if line.startswith(("gridduels_pool_busy{", "gridduels_pool_waiting{"))
    )


class _Player:
    """A person who plays random moves against a computer and times its replies."""

    def __init__(self, port: int, opponent: str, address: str = _OTHER) -> None:
        self._http = HTTPConnection("127.0.0.1", port, timeout=120)
        self._address, self._opponent, self._rng = address, opponent, random.Random(1)

    def ask(self, path: str, body: dict[str, Any] | None = None, secret: str = "") -> Any:
        headers = {"X-Forwarded-For": self._address} | ({"Authorization": f"Bearer {secret}"} if secret else {})
        self._http.request("POST" if body else "GET", f"/api/{path}", json.dumps(body) if body else None, headers)
        return json.load(self._http.getresponse())

    def replies(self, count: int) -> list[float]:
        """Return the time that each of `count` replies took, in seconds."""
        found: list[float] = []
        while len(found) < count:
            made = self.ask("duels", {"game": "blockade", "p2": self._opponent, "seat": 1})
            found += self._game(made["id"], made["seat"]["secret"], made["state"], count - len(found))
        return found

    def _game(self, id: str, secret: str, state: Any, most: int) -> list[float]:
        found: list[float] = []
        while not state["outcome"] and len(found) < most:
            move, ply, began = self._rng.choice(state["legal"])["move"], state["ply"], time.perf_counter()
            state = self.ask(f"duels/{id}/move", {"ply": ply, "move": move}, secret)
            while state["ply"] == ply + 1 and not state["outcome"]:
                state = self.ask(f"duels/{id}?after={state['version']}", secret=secret)
            if state["ply"] == ply + 2:
                found.append(time.perf_counter() - began)
        return found


Attack = Callable[[int], Coroutine[Any, Any, None]]


@contextmanager
def _under(attack: Attack, port: int) -> Iterator[None]:
    """Run an attack in its own thread while the context is active."""
    runner = asyncio.Runner()
    loop = runner.get_loop()
    task = loop.create_task(attack(port))
    thread = threading.Thread(target=_until_cancelled, args=(runner, task))
    thread.start()
    time.sleep(_UNDER_WAY)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


def _until_cancelled(runner: asyncio.Runner, task: "asyncio.Task[None]") -> None:
    with runner, suppress(asyncio.CancelledError):
        runner.get_loop().run_until_complete(task)


async def _ask_for_tables(port: int) -> None:
    """Keep asking for unknown values, like a page that waits for them."""
    attacker = _Player(port, "", _ATTACKER)
    choices = itertools.product((4, 5), (3, 4, 5), ("both", "opponent"), ("barred", "endless"))
    queries = [
        f"line?game=blockade&size={size}&rule.obstacles={obstacles}&rule.paths={paths}&rule.repetition={repetition}&values=1"
        for size, obstacles, paths, repetition in choices
    ]
    assert len(queries) == _TABLES
    while True:
        for query in queries:
            await asyncio.to_thread(attacker.ask, query)


async def _watch_games(port: int) -> None:
    """Start games between computers, which continue for as long as they are watched."""
    attacker = _Player(port, "", _ATTACKER)
    wish = {"game": "blockade", "p1": "mcts", "p2": "mcts"}
    made = [await asyncio.to_thread(attacker.ask, "duels", wish) for _ in range(_GAMES)]
    await asyncio.gather(*(_watch(port, each["id"]) for each in made))


async def _watch(port: int, id: str) -> None:
    headers = {"X-Forwarded-For": _ATTACKER}
    async with connect(f"ws://127.0.0.1:{port}/api/duels/{id}/socket", additional_headers=headers) as socket:
        await socket.send('{"type": "hello", "seat": null}')
        async for _ in socket:
            pass
