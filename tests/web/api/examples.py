"""Play on a real server and record the messages: the examples in the description of the API.

`python -m tests.web.api.examples` writes them.
"""

import asyncio
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect

from gridduels.protocol.answers import Sample
from gridduels.protocol.schemas import SCHEMAS, Schema, schema_of
from gridduels.web.api.openapi import FILE, PATHS
from tests.web.asking import compile_measures
from tests.web.server import Client, Server, bearer

Data = dict[str, Any]
PAGE: Final = "https://example.org/duel/"
CLAIM: Final = "a secret of my own making"
GAMES: Final = {"light-cycle": 3, "pathway": 3, "grid-runner": 3, "gridlock": 3, "blockade": 3}
MONDAYS: Final = ("2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26", "2026-02-02")


class Heard:
    """The recorded messages, by name."""

    def __init__(self) -> None:
        self.messages: dict[str, list[Data]] = {}

    def note(self, schema: Schema, data: Any) -> None:
        """Record data and all messages in it, under their schema names."""
        if "$ref" in schema:
            self._note_named(schema["$ref"].rpartition("/")[2], data)
        for each in schema.get("anyOf", []):
            self.note(each, data)
        if isinstance(data, dict):
            inner = schema.get("additionalProperties") or {}
            for name, value in data.items():
                self.note(schema.get("properties", {}).get(name, inner), value)
        if isinstance(data, list):
            for value in data:
                self.note(schema.get("items", {}), value)

    def _note_named(self, name: str, data: Any) -> None:
        schema = SCHEMAS[name]
        fields = schema.get("properties")
        if fields is None:
            return self.note(schema, data)
        if isinstance(data, dict) and data.get("type") in fields.get("type", {}).get("enum", [data.get("type")]):
            self.messages.setdefault(name, []).append(data)
            self.note(schema, data)
        return None


class Visitor:
    """A visitor over HTTP; everything is recorded."""

    def __init__(self, http: httpx.Client, heard: Heard) -> None:
        self._http, self._heard = http, heard

    def get(self, path: str, *, patient: bool = True, **query: Any) -> Any:
        """Return an answer; ask again while it is being computed."""
        asked = {name: value for name, value in query.items() if f"{{{name}}}" not in path}
        asked |= {f"rule.{name}": value for name, value in asked.pop("rule", {}).items()}
        while True:
            response = self._http.get(path.format_map(query), params=asked)
            data = self._keep(path, "get", response)
            if response.status_code != 202 or not patient:
                return data

    def post(self, path: str, body: Data, secret: str | None = None, id: str = "") -> Any:
        operation = PATHS[path]["post"]
        self._heard.note(operation["requestBody"]["content"]["application/json"]["schema"], body)
        response = self._http.post(path.replace("{id}", id), json=body, headers=bearer(secret))
        return self._keep(path, "post", response)

    def _keep(self, path: str, method: str, response: httpx.Response) -> Any:
        responses = PATHS[path][method]["responses"]
        content = responses.get(str(response.status_code), responses["default"])["content"]
        assert response.status_code < 300, response.text
        data = response.json()
        self._heard.note(content["application/json"]["schema"], data)
        return data


class Player(Client):
    """A player at a websocket; everything is recorded."""

    heard: Heard

    async def say(self, kind: str, **fields: Any) -> None:
        self.heard.note({"$ref": "Said"}, {"type": kind, **fields})
        await super().say(kind, **fields)

    async def hear_all(self, kind: str, **wanted: Any) -> Data:
        """Return the next message of a kind in which the given fields are not empty; record all messages before it,
        too."""
        while True:
            message: Data = json.loads(await asyncio.wait_for(self.socket.recv(), 20))
            self.heard.note({"$ref": "Told"}, message)
            if message["type"] == kind and all(bool(message[name]) == value for name, value in wanted.items()):
                return message


def server_of(folder: Path) -> Server:
    """Return a server that quickly misses absent players and, lacking tables, has to compute values."""
    return Server(folder, missed_seconds=0.2)


def play(server: Server) -> Heard:
    """Send a server every kind of message and record its answers."""
    heard = Heard()
    with server.http() as http:
        visitor = Visitor(http, heard)
        _study(visitor)
        _solve_puzzles(visitor)
        _meet(visitor)
        heard.note(schema_of(dict[str, Sample]), http.get("/samples.json").json())
    asyncio.run(_play(server, heard))
    return heard


def _study(visitor: Visitor) -> None:
    """Ask about games and the values of moves; the last question takes a while to answer."""
    compile_measures()
    for path in ("/api/players", "/api/ladder", "/health"):
        visitor.get(path)
    visitor.get("/api/days", count=2, day=MONDAYS[0], examples=1)
    visitor.get("/api/gallery")
    visitor.get("/api/workshop", code="duel1-3x4-o1-t0-r1tpb-gr-l-sc")
    for game, size in GAMES.items():
        visitor.get("/api/games/{game}", game=game, size=size)
        visitor.get("/api/games/{game}/lessons", game=game)
    for moves in ("up,down", "up,up,right", "up,down,right,left,down,left"):
        visitor.get("/api/line", game="light-cycle", size=3, moves=moves, values=1)
    visitor.get("/api/hint", game="light-cycle", size=3)
    for move in ("left", "right"):
        visitor.get("/api/why", game="light-cycle", size=3, move=move)
    visitor.get("/api/line", patient=False, game="blockade", size=4, rule={"obstacles": 5}, values=1)


def _solve_puzzles(visitor: Visitor) -> None:
    for day in MONDAYS:
        visitor.get("/api/puzzles/solution", day=day)
    puzzle = visitor.get("/api/puzzles/next", game="blockade", size=3, seed="7")
    visitor.get("/api/puzzles/at", game="blockade", size=3, start=puzzle["start"])
    asked = {name: puzzle[name] for name in ("game", "size", "start")} | {"rule": puzzle["rules"], "moves": []}
    for legal in puzzle["legal"]:
        answer = visitor.post("/api/puzzles/answer", {**asked, "move": legal["move"]})
        if answer["right"] and answer["legal"]:
            further = {**asked, "moves": answer["moves"], "move": answer["legal"][0]["move"]}
            visitor.post("/api/puzzles/answer", further)


def _meet(visitor: Visitor) -> None:
    """Play a duel in the lobby, one to watch, and one that moves to another device."""
    new = {
        "game": "blockade",
        "size": 4,
        "rule": {"obstacles": 2},
        "p1": "human",
        "p2": "human",
        "first": 1,
        "seat": 1,
        "clock": {"seconds": 300, "increment": 2},
        "start": visitor.get("/api/line", game="blockade", size=4, rule={"obstacles": 2})["start"],
        "moves": ["right"],
        "offer": True,
        "listed": True,
        "stand_in": "medium",
        "name": "Ann",
    }
    begun = visitor.post("/api/duels", new)
    id, secret = begun["id"], begun["seat"]["secret"]
    visitor.post("/api/duels/{id}/invitation", {"invite": begun["invite"], "page": f"{PAGE}{id}"}, id=id)
    moved = visitor.post("/api/duels/{id}/seat-code", {"page": f"{PAGE}{id}"}, secret, id)
    visitor.post("/api/duels/{id}/seat", {"code": moved["code"], "claim": CLAIM}, id=id)
    visitor.post("/api/duels", {"game": "blockade", "size": 4, "listed": True, "moves": ["right"], "seat": "both"})
    visitor.get("/api/lobby")
    visitor.post(
        "/api/duels/{id}/join", {"invite": begun["invite"], "claim": CLAIM, "listed": True, "name": "Ben"}, id=id
    )
    visitor.post("/api/lobby/pair", {"game": "pathway", "listed": True, "name": "Ann"})
    visitor.get("/api/duels/{id}/ready", id=id)
    visitor.get("/api/duels/{id}/analysis", id=id)


async def _play(server: Server, heard: Heard) -> None:
    """Over websockets, play a duel with a takeback request and a rematch, one with an absence, and one with a swap."""
    id, one, two = await asyncio.to_thread(server.friends, size=3, clock={"seconds": 300, "increment": 2})
    first, second = await _sit(server, heard, id, one), await _sit(server, heard, id, two)
    await first.say("ping")
    await first.hear_all("pong")
    await first.say("why", move="left")
    await first.hear_all("why")
    await second.say("mute", muted=False)
    await first.say("emote", emote="good-luck")
    await second.hear_all("emote")
    await first.say("move", ply=0, move="right")
    await first.hear_all("state", moves=True)
    await first.say("move", ply=7, move="right")
    await first.hear_all("refused")
    await first.say("takeback", ply=1)
    asked = await second.hear_all("state", takeback=True)
    await second.say("takeback-answer", ply=1, to=asked["takeback"]["to"], accept=False)
    await second.hear_all("state", takeback=False)
    await second.socket.close()
    await first.hear_all("state", missed=True)
    for end in ("claim", "abort"):
        await first.say(end, ply=1)
        await first.hear_all("refused")
    second = await _sit(server, heard, id, two)
    await second.say("resign", ply=1)
    await first.hear_all("state", outcome=True)
    await first.say("rematch", ply=1)
    await second.hear_all("state", rematch=True)
    await second.say("rematch", ply=1)
    await first.hear_all("state", next=True)
    for client in (first, second):
        await client.socket.close()
    await _offer(server, heard)


async def _offer(server: Server, heard: Heard) -> None:
    """Play a duel that is withdrawn from the lobby, and one whose second player changes sides."""
    made = await asyncio.to_thread(server.create, offer=True, seat=1)
    async with await _sit(server, heard, made["id"], made["seat"]["secret"]) as host:
        await host.say("withdraw", ply=0)
        await host.hear_all("state")
    id, one, two = await asyncio.to_thread(server.friends, first="swap")
    async with await _sit(server, heard, id, one) as first, await _sit(server, heard, id, two) as second:
        await first.say("move", ply=0, move="right")
        await second.hear_all("state", swap=True)
        await second.say("swap", ply=1)
        await second.hear_all("state", swap=False)


async def _sit(server: Server, heard: Heard, id: str, secret: str) -> Player:
    player = Player(await connect(f"{server.url.replace('http', 'ws')}/api/duels/{id}/socket"))
    player.heard = heard
    await player.say("hello", seat=secret)
    await player.hear_all("state")
    return player


def chosen(heard: Heard) -> dict[str, list[Data]]:
    """Choose the fullest, then shortest example of each message; add others that have a field it lacks."""
    return {name: _fewest(messages) for name, messages in sorted(heard.messages.items())}


def _fewest(messages: list[Data]) -> list[Data]:
    def order(message: Data) -> tuple[int, int]:
        filled = sum(value not in (None, "", [], {}) for value in message.values())
        return -filled, len(json.dumps(message))

    kept: list[Data] = []
    for message in sorted(messages, key=order):
        if not kept or set(message) - set().union(*kept):
            kept.append(message)
    return kept


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GRIDDUELS_CACHE"] = folder
        with server_of(Path(folder)) as server:
            found = chosen(play(server))
    FILE.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
