"""Ten thousand hostile messages: each is answered by a State or a Refusal."""

import asyncio
import json
import math
import tempfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from gridduels.protocol.requests import NewDuel
from gridduels.web.app import create_app
from gridduels.web.room import Room
from gridduels.web.saved import live_of
from gridduels.web.settings import Settings
from gridduels.web.site import Site
from gridduels.web.transport.socket import DuelSocket
from tests.web.server import Server

EXAMPLES, MESSAGES, PATIENCE = 200, 45, 10
"""Sent in this process; together with the requests below and the real sockets, more than 10,000."""

junk: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
words = st.sampled_from(["up", "down", "left", "right", "up1", "@1,1", "", "pass", "\ud800", "x" * 50])
near = {
    "type": st.sampled_from(["hello", "move", "resign", "takeback", "takeback-answer", "rematch", "why", "ping"]),
    "ply": st.integers(-1, 6) | junk,
    "move": words | junk,
    "to": st.integers(-1, 6) | junk,
    "accept": st.booleans() | junk,
    "seat": st.sampled_from([None, "SECRET"]) | junk,
}
likely = st.fixed_dictionaries({"type": near["type"]}, optional={name: near[name] for name in near if name != "type"})
messages = st.one_of(
    likely.map(lambda fields: json.dumps(fields)),
    likely.map(lambda fields: json.dumps(fields)),
    junk.map(lambda value: json.dumps(value)),
    st.text(max_size=40),
    st.binary(max_size=40),
    st.sampled_from(
        ["[" * 4000, '{"type":' * 500, '{"type":"move","ply":' + "1" * 4000 + "}", "\x00", "{}", "9" * 4096]
    ),
)


class Wire:
    """A websocket without a network: sends to the application and collects its answers."""

    def __init__(self, app: Starlette, room: Room, sent: list[str | bytes]) -> None:
        self._scope = {"type": "websocket", "app": app, "path_params": {"id": room.live.saved.id}, "client": None}
        self._scope["headers"] = []
        self._sent = iter(sent)
        self.answers: list[dict[str, Any]] = []

    async def run(self) -> None:
        await DuelSocket()(self._scope, self._receive, self._answer)

    async def _receive(self) -> dict[str, Any]:
        if not self.answers and not hasattr(self, "_began"):
            self._began = True
            return {"type": "websocket.connect"}
        await asyncio.sleep(0)
        for sent in self._sent:
            return {"type": "websocket.receive", "text" if isinstance(sent, str) else "bytes": sent}
        return {"type": "websocket.disconnect", "code": 1000}

    async def _answer(self, message: Any) -> None:
        self.answers.append(message)


@pytest.mark.heavy
@settings(max_examples=EXAMPLES)
@given(
    st.sampled_from(["light-cycle", "gridlock", "blockade"]), st.lists(messages, min_size=MESSAGES, max_size=MESSAGES)
)
def test_no_message_corrupts_a_game(game: str, sent: list[str | bytes]) -> None:
    async def send(folder: Path) -> None:
        app = create_app(Settings(folder / "db", messages_a_second=math.inf, presence_seconds=0.0))
        site: Site = app.state.site
        await site.store.open()
        async with app.router.lifespan_context(app):
            room, made = await site.rooms.create(NewDuel(game=game, size=3, seat="both"))
            hello = json.dumps({"type": "hello", "seat": made.secret})
            known = [each.replace("SECRET", str(made.secret)) if isinstance(each, str) else each for each in sent]
            wire = Wire(app, room, [hello, *known])
            await wire.run()
            check_answers(wire.answers, len(sent))
            room = await site.rooms.find(room.live.saved.id)
            async with asyncio.timeout(PATIENCE):  # the last message may still be on its way to the disk
                while (kept := await site.store.load(room.live.saved.id)) != room.live.saved:
                    await asyncio.sleep(0)
            assert live_of(kept).duel == room.live.duel

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(send(Path(folder)))


def check_answers(answers: list[Any], least: int) -> None:
    assert answers[0]["type"] == "websocket.accept"
    told = [json.loads(answer["text"]) for answer in answers[1:] if answer["type"] == "websocket.send"]
    assert {each["type"] for each in told} <= {"state", "refused", "why", "pong", "presence"}
    assert "error" not in {each.get("code") for each in told}
    assert len(told) >= least  # nothing goes unanswered


wishes = st.fixed_dictionaries(
    {"game": st.sampled_from(["light-cycle", "gridlock", "blockade", "pathway", "grid-runner"]) | junk},
    optional={
        "size": st.integers(0, 8) | junk,
        "rule": st.dictionaries(st.sampled_from(["goal", "stuck", "obstacles", "x"]), junk, max_size=2) | junk,
        "p1": st.sampled_from(["human", "easy", "mcts:5", "mcts:0", "cmd:true"]) | junk,
        "p2": st.sampled_from(["human", "random", "mcts:99999999999"]) | junk,
        "first": st.sampled_from(["1", "2", "toss"]) | junk,
        "seat": st.sampled_from([1, 2, "both", "none"]) | junk,
        "clock": st.fixed_dictionaries({"seconds": st.floats() | junk}, optional={"increment": junk}) | junk,
        "start": st.text("12o#./ 0", max_size=40) | junk,
        "moves": st.lists(words, max_size=3) | junk,
    },
)


@pytest.mark.heavy
def test_every_http_request_is_answered(server: Server) -> None:
    with server.http() as http:

        @settings(max_examples=400)
        @given(
            wishes.map(lambda fields: json.dumps(fields).encode())
            | junk.map(lambda value: json.dumps(value).encode())
            | st.binary(max_size=60),
            st.sampled_from(["", "/nosuchduel12/move", "/nosuchduel12/join"]),
        )
        def ask(body: bytes, path: str) -> None:
            answer(http.post(f"/api/duels{path}", content=body))

        ask()


def answer(response: httpx.Response) -> None:
    data = response.json()
    assert response.status_code in (201, 400, 404, 409, 413, 422), response.text
    assert response.status_code == 201 or (data["type"] == "refused" and data["sentence"])


@pytest.mark.heavy
def test_the_server_survives_any_bytes_on_a_socket(server: Server) -> None:
    made = server.create(size=3, seat="both")
    address = f"{server.url.replace('http', 'ws')}/api/duels/{made['id']}/socket"

    ends: list[int | None] = []

    async def send(sent: list[str | bytes]) -> None:
        async with connect(address) as socket:
            await socket.send(json.dumps({"type": "hello", "seat": None}))
            try:
                for message in sent:
                    await socket.send(
                        message.encode("utf-8", "replace").decode() if isinstance(message, str) else message
                    )
                await socket.send('{"type": "ping"}')
                while json.loads(await socket.recv())["type"] != "pong":
                    pass
            except ConnectionClosed:
                ends.append(socket.close_code)

    @settings(max_examples=40)
    @given(st.lists(messages, max_size=20))
    def fuzz(sent: list[str | bytes]) -> None:
        asyncio.run(send(sent))

    fuzz()
    assert set(ends) <= {1008, 1009}  # too fast, too big
    assert server.state(made["id"])["version"] == 0
