"""Two actions at the same time: whatever their order, each acts for its sender and for no one else."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import httpx
import pytest

from gridduels.protocol.requests import ACTIONS, tag_of
from tests.web.server import Client, Server, State, bearer

SEAT_CODE, TAKE_SEAT = "seat-code", "seat"
BY_HTTP = {SEAT_CODE, TAKE_SEAT}
KINDS = (*map(tag_of, ACTIONS), SEAT_CODE, TAKE_SEAT)
SENDERS = (("sender", "sender"), ("sender", "opponent"))
AT_ONCE = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that allows a duel to be claimed as soon as the opponent is away."""
    soon: Any = {"missed_seconds": 0.01, "claim_unclocked_seconds": 0.0, "presence_seconds": 0.01}
    with Server(tmp_path_factory.mktemp("server"), "--mcp", **soon) as running:
        yield running
        assert '"internal error"' not in running.log


@dataclass
class Scene:
    """A duel after its first move, where the player to move (the sender) may change sides."""

    server: Server
    http: httpx.AsyncClient
    id: str
    secrets: dict[str, str]
    sent: list[tuple[str, str]] = field(default_factory=list)
    codes: list[tuple[str, str]] = field(default_factory=list)
    """Each sender of a request for a code, and the code."""
    moving: dict[str, str] = field(default_factory=dict)
    """The code of each player who is about to move to another device."""

    async def post(self, who: str | None, kind: str, **fields: Any) -> httpx.Response:
        headers = bearer(self.secrets[who] if who else None)
        return await self.http.post(f"/api/duels/{self.id}/{kind}", json=fields, headers=headers)

    async def by_http(self, who: str, kind: str) -> None:
        self.sent.append((who, kind))
        fields = {"code": self.moving[who]} if kind == TAKE_SEAT else fields_of(kind)
        answer = await self.post(None if kind == TAKE_SEAT else who, kind, **fields)
        assert answer.status_code < 500, answer.text
        if kind == SEAT_CODE and answer.status_code == 200:
            self.codes.append((who, answer.json()["code"]))
        if kind == TAKE_SEAT and answer.status_code == 200:
            self.secrets[who] = answer.json()["secret"]

    async def by_mcp(self, who: str, move: str) -> None:
        self.sent.append((who, "move"))
        arguments = {"duel": f"{self.id}:{self.secrets[who]}", "move": move}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "move", "arguments": arguments}}
        accept = {"Accept": "application/json, text/event-stream"}
        assert (await self.http.post("/mcp", json=call, headers=accept)).status_code == 200

    async def state(self, who: str) -> State:
        state: State = (await self.http.get(f"/api/duels/{self.id}", headers=bearer(self.secrets[who]))).json()
        return state

    async def wrongs(self) -> list[str]:
        """Return what was done for someone who did not ask for it."""
        states = {who: await self.state(who) for who in self.secrets}
        state, people = states["sender"], {states[who]["you"]: who for who in states}
        if set(people) != {1, 2}:
            return [f"the seats are {people}"]
        found = []
        outcome = state["outcome"] or {"reason": None, "winner": None}
        done = [
            ("resign", people.get(3 - (outcome["winner"] or 0)) if outcome["reason"] == "resigned" else None),
            ("claim", people.get(outcome["winner"]) if outcome["reason"] == "forfeit" else None),
            ("takeback", people[state["takeback"]["by"]] if state["takeback"] else None),
            ("rematch", people[state["rematch"]["by"]] if state["rematch"] else None),
            *(("move", people[side]) for side in state["movers"][1:]),
        ]
        found += [f"{kind} for the {who}" for kind, who in done if who and (who, kind) not in self.sent]
        for who, code in self.codes:
            taken = await self.post(None, "seat", code=code)
            if taken.status_code != 200:
                continue  # a later code has replaced it
            lost = [each for each in self.secrets if (await self.state(each))["you"] is None]
            if lost != [who]:
                found.append(f"a code of the {who} took the seat of the {' and the '.join(lost)}")
            self.secrets[who] = taken.json()["secret"]
        return found


def fields_of(kind: str) -> dict[str, Any]:
    more: dict[str, dict[str, Any]] = {
        "move": {"ply": 1, "move": "left"},
        "takeback-answer": {"ply": 1, "to": 0, "accept": True},
        SEAT_CODE: {},
    }
    return more.get(kind, {"ply": 1})


@asynccontextmanager
async def scene(server: Server, http: httpx.AsyncClient, *kinds: str) -> AsyncIterator[tuple[Scene, dict[str, Client]]]:
    """A scene in which these actions are possible, and the players' websockets where they are needed."""
    wish = {"game": "light-cycle", "size": 5, "seat": 1, "first": "swap"}
    made = (await http.post("/api/duels", json=wish)).json()
    here = Scene(server, http, made["id"], {"opponent": made["seat"]["secret"]})
    here.secrets["sender"] = (await here.post(None, "join", invite=made["invite"])).json()["secret"]
    played = await here.post("opponent", "move", ply=0, move="right")
    assert played.status_code == 200, played.text
    if "takeback-answer" in kinds:
        asked = await here.post("opponent", "takeback", ply=1)
        assert asked.status_code == 200, asked.text
        here.sent.append(("opponent", "takeback"))
    if TAKE_SEAT in kinds:
        here.moving = {who: (await here.post(who, SEAT_CODE)).json()["code"] for who in here.secrets}
    clients = {"sender": await server.client(here.id, here.secrets["sender"])}
    if {"claim", "abort"} & {*kinds}:
        await clients["sender"].hear("state", lambda state: bool(state["missed"]))
    else:
        clients["opponent"] = await server.client(here.id, here.secrets["opponent"])
    try:
        yield here, clients
    finally:
        for client in clients.values():
            await client.socket.close()


async def by_socket(here: Scene, clients: dict[str, Client], *actions: tuple[str, str]) -> None:
    """Send actions right after each other, then wait until each has been answered."""
    for who, kind in actions:
        here.sent.append((who, kind))
        if who not in clients:
            clients[who] = await here.server.client(here.id, here.secrets[who])
        await clients[who].say(kind, **fields_of(kind))
    for who in {who for who, _ in actions}:
        await clients[who].say("ping")
        await clients[who].hear("pong")


async def violations(server: Server, way: str) -> list[str]:
    """Try every pair of actions, each in its own duel; return what went wrong."""
    found: list[str] = []
    limit = asyncio.Semaphore(AT_ONCE)

    async def run(http: httpx.AsyncClient, first: tuple[str, str], second: tuple[str, str]) -> None:
        async with limit, scene(server, http, first[1], second[1]) as (here, clients):
            if way == "websocket":
                await by_socket(here, clients, first, second)
            elif way == "http":
                await asyncio.gather(here.by_http(*first), here.by_http(*second))
            else:
                await asyncio.gather(by_socket(here, clients, first), here.by_http(*second))
            found.extend(f"{first} and {second}: {wrong}" for wrong in await here.wrongs())

    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        pairs = [
            ((one, first), (two, second))
            for (one, two), (first, second) in product(SENDERS, product(KINDS, KINDS))
            if not (way == "websocket" and BY_HTTP & {first, second})
            if not (way == "both" and first in BY_HTTP)
        ]
        await asyncio.gather(*(run(http, *pair) for pair in pairs))
    return found


@pytest.mark.parametrize("way", ["websocket", "http", "both"])
def test_two_simultaneous_actions_each_act_for_their_sender(server: Server, way: str) -> None:
    assert asyncio.run(violations(server, way)) == []


def test_an_assistants_move_acts_for_its_sender_too(server: Server) -> None:
    async def found() -> list[str]:
        wrongs: list[str] = []
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
            for who, _ in product(("sender", "opponent"), range(10)):
                async with scene(server, http, "swap", "move") as (here, clients):
                    await asyncio.gather(by_socket(here, clients, ("sender", "swap")), here.by_mcp(who, "left"))
                    wrongs += await here.wrongs()
        return wrongs

    assert asyncio.run(found()) == []
