"""People who keep playing whatever happens to the servers: on any server that answers, from the state it reports."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from gridduels import Duel, load_game
from tests.web.server import Client, Server

Pair = tuple[Server, Server]


class Wanderers:
    """Two people who play one game to its end on any server that answers."""

    def __init__(self, servers: Pair, seed: int) -> None:
        self._servers, self._rng = servers, random.Random(seed)
        self.id, *self.secrets = servers[seed % 2].friends(size=7)
        self.acknowledged: list[str] = []
        self.resumed = self.busy = 0

    async def play(self) -> None:
        await asyncio.gather(*(self._player(number) for number in (1, 2)))

    async def _player(self, number: int) -> None:
        at = self._rng.randrange(2)
        while True:
            try:
                async with await self._servers[at].client(self.id, self.secrets[number - 1]) as client:
                    if await self._session(client, number):
                        return
            except (OSError, ConnectionClosed, InvalidHandshake, httpx.HTTPError, EOFError, TimeoutError):
                self.resumed += 1
                at = 1 - at
                await asyncio.sleep(self._rng.uniform(0.05, 0.3))

    async def _session(self, client: Client, number: int) -> bool:
        """Continue playing; return False if the server could not save a move and the state is unknown."""
        state = client.state
        while not state["outcome"]:
            self._notice(state)
            if state["turn"] == number:
                word = self._rng.choice([legal["move"] for legal in state["legal"]])
                await client.say("move", ply=state["ply"], move=word)
            told = await self._later(client, state["version"])
            if told["type"] == "refused":
                self.busy += told["code"] == "busy"
                assert told["code"] in ("busy", "stale"), told
                await asyncio.sleep(self._rng.uniform(0.05, 0.3))
                return False
            state = told
        self._notice(state)
        return True

    async def _later(self, client: Client, version: int) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while True:
                message: dict[str, Any] = json.loads(await client.socket.recv())
                if message["type"] == "refused" or (message["type"] == "state" and message["version"] > version):
                    return message

    def _notice(self, state: dict[str, Any]) -> None:
        """Check that everything announced stays true."""
        told = state["moves"]
        shared = min(len(told), len(self.acknowledged))
        assert told[:shared] == self.acknowledged[:shared]
        if len(told) > len(self.acknowledged):
            self.acknowledged = told


def play_through(games: list[Wanderers], disturb: Callable[[], Awaitable[None]]) -> None:
    async def play() -> None:
        async with asyncio.timeout(100 + 2 * len(games)):
            await asyncio.gather(disturb(), *(each.play() for each in games))

    asyncio.run(play())


async def until_moves(games: list[Wanderers], each: int) -> None:
    while sum(len(game.acknowledged) for game in games) < each * len(games):
        await asyncio.sleep(0.01)


def check(games: list[Wanderers], server: Server) -> None:
    """Check that everything announced is stored, and that every game has ended."""
    for each in games:
        state = server.state(each.id)
        duel = Duel(load_game("light-cycle", 7), state["moves"])
        assert state["moves"] == each.acknowledged
        assert duel.outcome is not None
        assert duel.outcome.winner == state["outcome"]["winner"]


async def until_busy(games: list[Wanderers]) -> None:
    while not any(game.busy for game in games):
        await asyncio.sleep(0.01)
