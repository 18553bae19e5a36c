"""Faults around the server: it is killed during a game, its disk fails, or its computer player fails."""

import asyncio
import random
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from gridduels import Duel, load_game
from tests.web.server import Client, Server, free_port

GAMES = 40


class Story:
    """Synchronises the players and the fault: they wait for the server, or for an announced move."""

    def __init__(self) -> None:
        self.up, self.told = asyncio.Event(), asyncio.Event()
        self.up.set()


class Friends:
    """Two people who play one game to its end, whatever happens to the server."""

    def __init__(self, server: Server, story: Story, seed: int) -> None:
        self._server, self._story, self._rng = server, story, random.Random(seed)
        self.id, *self.secrets = server.friends(size=7)
        self.acknowledged: list[str] = []
        self.resumed = 0

    async def play(self) -> None:
        await asyncio.gather(*(self._player(number) for number in (1, 2)))

    async def _player(self, number: int) -> None:
        while True:
            try:
                async with await self._server.client(self.id, self.secrets[number - 1]) as client:
                    if await self._session(client, number):
                        return
            except (OSError, ConnectionClosed, httpx.HTTPError, EOFError):
                self.resumed += 1
                await self._story.up.wait()

    async def _session(self, client: Client, number: int) -> bool:
        state = client.state
        while not state["outcome"]:
            self._notice(state)
            if state["turn"] == number:
                word = self._rng.choice([legal["move"] for legal in state["legal"]])
                await client.say("move", ply=state["ply"], move=word)
            before = state["version"]
            state = await client.hear("state", lambda state: state["version"] > before)  # noqa: B023
        self._notice(state)
        return True

    def _notice(self, state: dict[str, Any]) -> None:
        """Check that everything announced stays true."""
        told = state["moves"]
        shared = min(len(told), len(self.acknowledged))
        assert told[:shared] == self.acknowledged[:shared]
        if len(told) > len(self.acknowledged):
            self.acknowledged = told
            self._story.told.set()


@pytest.mark.heavy
def test_killed_under_load_it_has_every_acknowledged_move_and_everyone_resumes(tmp_path: Path) -> None:
    with Server(tmp_path, port=free_port()) as server:
        story = Story()
        friends = [Friends(server, story, seed) for seed in range(GAMES)]

        async def disturb() -> None:
            for moves in (4, 9, 14):
                while sum(len(each.acknowledged) for each in friends) < moves * GAMES:
                    story.told.clear()
                    await story.told.wait()
                story.up.clear()
                await asyncio.to_thread(server.kill)
                known = {each.id: list(each.acknowledged) for each in friends}
                await asyncio.to_thread(server.start)
                story.up.set()
                for id, told in known.items():
                    assert server.state(id)["moves"][: len(told)] == told

        async def play() -> None:
            async with asyncio.timeout(100):
                await asyncio.gather(disturb(), *(each.play() for each in friends))

        asyncio.run(play())
        assert sum(each.resumed for each in friends) >= 3 * GAMES
        for each in friends:
            state = server.state(each.id)
            duel = Duel(load_game("light-cycle", 7), state["moves"])
            assert state["moves"] == each.acknowledged
            assert duel.outcome is not None
            assert duel.outcome.winner == state["outcome"]["winner"]


@pytest.mark.heavy
def test_a_restart_costs_no_player_time(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        id, one, _ = server.friends(clock={"seconds": 30})
        server.post(id, "move", one, ply=0, move="up")
        assert server.stop() == 0
        server.start()
        state = server.state(id)
        assert state["clock"]["running"] == 2
        assert 25 < state["clock"]["left"]["2"] < 30  # time used before a clean stop stays used
        server.kill()
        server.start()
        assert server.state(id)["clock"]["left"]["2"] > 25


@pytest.mark.heavy
def test_a_restart_asks_the_computer_again(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.create(p2="easy")
        id, secret = made["id"], made["seat"]["secret"]
        assert server.post(id, "move", secret, ply=0, move="up").json()["thinking"]
        server.kill()
        server.start()
        with server.http() as http:
            state = server.state(id, secret)
            if state["thinking"]:
                state = http.get(f"/api/duels/{id}", params={"after": state["version"], "wait": 20}).json()
        assert (state["ply"], state["thinking"]) == (2, False)


@pytest.mark.heavy
def test_duels_whose_clocks_run_unwatched_do_not_fill_the_server(tmp_path: Path) -> None:
    with Server(tmp_path, rooms=5, least_idle_seconds=0) as server, server.http() as http:
        duels = [server.create(seat="both", clock={"seconds": 1}) for _ in range(20)]
        for made in duels:
            moved = server.post(made["id"], "move", made["seat"]["secret"], ply=0, move="up")
            assert moved.json()["clock"]["running"] == 2
        assert http.get("/health").json()["rooms"] <= 5
        last = http.get(f"/api/duels/{duels[-1]['id']}", params={"after": 1, "wait": 20}).json()
        for state in (last, *(server.state(made["id"]) for made in duels)):
            assert state["outcome"]["reason"] == "time"


@pytest.mark.heavy
def test_health_reports_a_duel_that_waits_too_long_for_the_database(tmp_path: Path) -> None:
    with Server(tmp_path, waiting_seconds=0.5) as server, server.http() as http, ThreadPoolExecutor() as others:
        made = server.create(seat="both")
        assert http.get("/health").json()["waiting"] == 0
        with closing(sqlite3.connect(server.db, isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")  # no one else can write at this point
            moving = others.submit(server.post, made["id"], "move", made["seat"]["secret"], ply=0, move="up")
            until = time.monotonic() + 4
            while (answer := http.get("/health")).status_code == 200 and time.monotonic() < until:
                time.sleep(0.1)
            assert answer.status_code == 503
            found = answer.json()
            assert (found["status"], found["waiting"]) == ("failing", 1)
            assert found["trouble"] == "1 duel waiting for the database for more than 0.5 seconds"
            assert "gridduels_rooms_waiting 1.0" in http.get("/metrics").text
            assert moving.result().json()["code"] == "busy"
        assert server.post(made["id"], "move", made["seat"]["secret"], ply=0, move="up").status_code == 200
        found = http.get("/health").json()
        assert (found["status"], found["waiting"]) == ("ok", 0)
