"""Two actions at the same time: whatever their order, each acts for its sender and for no one else."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from typing import Any

import httpx
import pytest

from gridduels.protocol.requests import ACTIONS, Emote, tag_of
from gridduels.web.saved import derive_secret
from tests.web.server import Client, Server, State, bearer

EMOTE, JOIN, SEAT_CODE, TAKE_SEAT = str(Emote.__struct_config__.tag), "join", "seat-code", "seat"
BY_HTTP = {JOIN, SEAT_CODE, TAKE_SEAT}
BY_SOCKET = {EMOTE}
KINDS = (*map(tag_of, ACTIONS), EMOTE, JOIN, SEAT_CODE, TAKE_SEAT)
WITH_A_FREE_SEAT = {JOIN, "withdraw"}
SENDER, OPPONENT = PLAYERS = "sender", "opponent"
EMOTES = {SENDER: "hello", OPPONENT: "nice"}
CLAIM = "a secret that the sender has chosen"
AT_ONCE = 8

Sent = tuple[str, str]
"""The sender and the action."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that allows a duel to be claimed as soon as the opponent is away."""
    soon: Any = {"missed_seconds": 0.01, "claim_unclocked_seconds": 0.0, "presence_seconds": 0.01}
    with Server(tmp_path_factory.mktemp("server"), "--mcp", **soon) as running:
        yield running
        assert '"internal error"' not in running.log


@dataclass
class Scene:
    """A duel after its first move, where the player to move (the sender) may change sides.

    With a free seat, the lobby offers it and the sender has yet to join.
    """

    server: Server
    http: httpx.AsyncClient
    id: str
    invite: str
    secrets: dict[str, str]
    free_seat: bool
    sent: list[Sent] = field(default_factory=list)
    joined: set[str] = field(default_factory=set)
    codes: list[tuple[str, str]] = field(default_factory=list)
    """Each sender of a request for a code, and the code."""
    moving: dict[str, str] = field(default_factory=dict)
    """The code of each player who is about to move to another device."""
    misshown: list[str] = field(default_factory=list)
    """The emotes that were attributed to the wrong player."""

    async def post(self, who: str | None, kind: str, **fields: Any) -> httpx.Response:
        headers = bearer(self.secrets[who] if who else None)
        return await self.http.post(f"/api/duels/{self.id}/{kind}", json=fields, headers=headers)

    async def by_http(self, who: str, kind: str) -> None:
        self.sent.append((who, kind))
        fields = fields_of(kind)
        if kind == TAKE_SEAT:
            fields = {"code": self.moving.get(who, "")}
        elif kind == JOIN:
            fields = {"invite": self.invite} | ({"claim": CLAIM} if who == SENDER else {})
        answer = await self.post(None if kind in (JOIN, TAKE_SEAT) else who, kind, **fields)
        assert answer.status_code < 500, answer.text
        if kind == SEAT_CODE and answer.status_code == 200:
            self.codes.append((who, answer.json()["code"]))
        if kind == TAKE_SEAT and answer.status_code == 200:
            self.secrets[who] = answer.json()["secret"]
        if kind == JOIN and answer.status_code == 200:
            self.joined.add(who)

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
        """Return everything that was done for someone who did not ask for it."""
        states = {who: await self.state(who) for who in self.secrets}
        state, people = states[OPPONENT], {states[who]["you"]: who for who in states if states[who]["you"]}
        seated = {OPPONENT} if self.free_seat and SENDER not in self.joined else {*PLAYERS}
        if {*people.values()} != seated or len(self.joined) > 1:
            return [f"the seats are {people}, and {self.joined} joined"]
        undone = state["moves"][:1] != ["right"]
        outcome = state["outcome"] or {"reason": None, "winner": None}
        done = [
            ("resign", people.get(3 - (outcome["winner"] or 0)) if outcome["reason"] == "resigned" else None),
            ("claim", people.get(outcome["winner"]) if outcome["reason"] == "forfeit" else None),
            ("abort", self.aborter() if outcome["reason"] == "aborted" else None),
            ("takeback", people[state["takeback"]["by"]] if state["takeback"] else None),
            ("takeback-answer", SENDER if undone else None),  # the opponent has asked
            ("withdraw", OPPONENT if self.free_seat and await self.withdrawn(state) else None),
            ("rematch", people[state["rematch"]["by"]] if state["rematch"] else None),
            *(("move", people[side]) for side in state["movers"][0 if undone else 1 :]),
        ]
        found = self.misshown + [f"{kind} for the {who}" for kind, who in done if who and (who, kind) not in self.sent]
        for who, code in self.codes:
            taken = await self.post(None, "seat", code=code)
            if taken.status_code != 200:
                continue  # a later code has replaced it
            lost = [each for each in seated if (await self.state(each))["you"] is None]
            if lost != [who]:
                found.append(f"a code of the {who} took the seat of the {' and the '.join(lost)}")
            self.secrets[who] = taken.json()["secret"]
        return found

    def aborter(self) -> str:
        """Return who must have aborted: the sender, whose opponent is away. A sender who has just joined also counts as
        away for a moment."""
        return OPPONENT if self.free_seat and (OPPONENT, "abort") in self.sent else SENDER

    async def withdrawn(self, state: State) -> bool:
        """Return whether the lobby no longer offers the seat, although it is free."""
        return not (self.joined or state["outcome"]) and (await self.post(None, JOIN)).status_code != 200


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
    free_seat = not WITH_A_FREE_SEAT.isdisjoint(kinds)
    wish = {"game": "light-cycle", "size": 5, "seat": 1, "first": "swap", "offer": free_seat}
    made = (await http.post("/api/duels", json=wish)).json()
    secrets = {OPPONENT: made["seat"]["secret"], SENDER: derive_secret(CLAIM, made["id"])}
    here = Scene(server, http, made["id"], made["invite"], secrets, free_seat)
    if not free_seat:
        joined = await here.post(None, JOIN, invite=here.invite, claim=CLAIM)
        assert joined.json()["secret"] == secrets[SENDER]
    played = await here.post(OPPONENT, "move", ply=0, move="right")
    assert played.status_code == 200, played.text
    if "takeback-answer" in kinds and not free_seat:
        asked = await here.post(OPPONENT, "takeback", ply=1)
        assert asked.status_code == 200, asked.text
        here.sent.append((OPPONENT, "takeback"))
    if TAKE_SEAT in kinds:
        movers = [OPPONENT] if free_seat else PLAYERS
        here.moving = {who: (await here.post(who, SEAT_CODE)).json()["code"] for who in movers}
    clients = {SENDER: await server.client(here.id, here.secrets[SENDER])}
    if not free_seat and {"claim", "abort"} & {*kinds}:
        await clients[SENDER].hear("state", lambda state: bool(state["missed"]))
    else:
        clients[OPPONENT] = await server.client(here.id, here.secrets[OPPONENT])
    try:
        yield here, clients
    finally:
        for client in clients.values():
            await client.socket.close()


async def by_socket(here: Scene, clients: dict[str, Client], *actions: Sent) -> None:
    """Send actions right after each other, then wait until each has been answered."""
    for who, kind in actions:
        here.sent.append((who, kind))
        if who not in clients:
            clients[who] = await here.server.client(here.id, here.secrets[who])
        await clients[who].say(kind, **({"emote": EMOTES[who]} if kind == EMOTE else fields_of(kind)))
    senders = {who for who, _ in actions}
    for who in (*senders, *(clients.keys() - senders)):  # once the senders are answered, the others have been told
        await up_to_pong(here, who, clients[who])


async def up_to_pong(here: Scene, who: str, client: Client) -> None:
    """Read everything that a client was told; note emotes attributed to the wrong player."""
    await client.say("ping")
    async with asyncio.timeout(60):
        while (message := json.loads(await client.socket.recv()))["type"] != "pong":
            if message["type"] == "state":
                client.state = message
            elif message["type"] == EMOTE:
                own = message["player"] == client.state["you"]
                if own != (message["emote"] == EMOTES[who]):
                    here.misshown.append(f"the {who} saw the emote {message['emote']} of player {message['player']}")


def pairs_of(way: str) -> list[tuple[Sent, Sent]]:
    """Return the pairs that can be sent in this way."""
    both = [((SENDER, first), (SENDER, second)) for first, second in product(KINDS, KINDS)]
    if way == "http":  # where order is undefined
        both = [((SENDER, first), (SENDER, second)) for first, second in combinations_with_replacement(KINDS, 2)]
    both += [((SENDER, first), (OPPONENT, second)) for first, second in product(KINDS, KINDS)]
    kept = {
        "websocket": [pair for pair in both if BY_HTTP.isdisjoint(kind for _, kind in pair)],
        "http": [pair for pair in both if BY_SOCKET.isdisjoint(kind for _, kind in pair)],
        "both": [pair for pair in both if pair[0][1] not in BY_HTTP and pair[1][1] not in BY_SOCKET],
        "mcp": [((one, "move"), (two, kind)) for one, two, kind in product(PLAYERS, PLAYERS, KINDS)],
    }
    return kept[way]


async def violations(server: Server, way: str) -> list[str]:
    """Try every pair of actions, each in its own duel; return everything that went wrong."""
    found: list[str] = []
    limit = asyncio.Semaphore(AT_ONCE)

    async def run(http: httpx.AsyncClient, first: Sent, second: Sent) -> None:
        async with limit, scene(server, http, first[1], second[1]) as (here, clients):
            if way == "websocket":
                await by_socket(here, clients, first, second)
            elif way == "http":
                await asyncio.gather(here.by_http(*first), here.by_http(*second))
            elif way == "both":
                await asyncio.gather(by_socket(here, clients, first), here.by_http(*second))
            else:
                other = here.by_http(*second) if second[1] in BY_HTTP else by_socket(here, clients, second)
                await asyncio.gather(other, here.by_mcp(first[0], "left"))
            found.extend(f"{first} and {second}: {wrong}" for wrong in await here.wrongs())

    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        await asyncio.gather(*(run(http, *pair) for pair in pairs_of(way)))
    return found


@pytest.mark.parametrize("way", ["websocket", "http", "both", "mcp"])
def test_two_simultaneous_actions_each_act_for_their_sender(server: Server, way: str) -> None:
    assert asyncio.run(violations(server, way)) == []
