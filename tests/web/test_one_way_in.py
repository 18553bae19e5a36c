"""Everything that begins or changes a duel has the same limits, quotas and metrics, whichever way it arrives."""

import asyncio
import re
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from gridduels.duel import Duel
from gridduels.web.app import create_app
from gridduels.web.settings import Settings
from tests.postgres import Cluster
from tests.web.server import Server

ACCEPT = {"Accept": "application/json, text/event-stream"}


def called(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def told(answer: httpx.Response) -> str:
    """Return a tool's answer or refusal."""
    assert answer.status_code == 200, answer.text
    return str(answer.json()["result"]["content"][0]["text"])


def call(http: httpx.Client, tool: str, headers: dict[str, str] | None = None, **arguments: Any) -> str:
    return told(http.post("/mcp", json=called(tool, **arguments), headers=ACCEPT | (headers or {})))


def handle_in(text: str) -> str:
    found = re.search(r"; duel (\S+)", text)
    assert found, text
    return found[1]


def count(server: Server, metric: str) -> float:
    with server.http() as http:
        found = re.search(rf"^{re.escape(metric)} (\S+)$", http.get("/metrics").text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_an_assistant_has_the_same_limit_of_duels_as_any_visitor(postgres: Cluster, tmp_path: Path) -> None:
    db = postgres.database()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    few: Any = {"duels_at_once": 5, "duels_a_minute": 0.001}
    with (
        Server(tmp_path / "one", "--mcp", db=db, rate="100", **few) as one,
        Server(tmp_path / "two", "--mcp", db=db, rate="100", **few) as two,
        one.http() as first,
        two.http() as second,
    ):
        answers = [call(http, "begin_duel", game="light-cycle") for http in (first, second) * 6]
    begun = [answer for answer in answers if "; duel " in answer]
    assert len(begun) == 5
    assert answers[-1].startswith("Too many new duels")


def test_every_way_to_begin_a_duel_is_counted_once(tmp_path: Path) -> None:
    created = "gridduels_duels_created_total"
    with Server(tmp_path, "--mcp") as server, server.http() as http:
        id, one, two = server.friends()
        assert count(server, created) == 1
        server.create(offer=True)
        assert count(server, created) == 2
        call(http, "begin_duel", game="light-cycle")
        assert count(server, created) == 3
        assert http.post("/api/lobby/pair", json={"game": "pathway"}).status_code == 200
        assert count(server, created) == 4
        assert http.post("/api/lobby/pair", json={"game": "pathway"}).status_code == 200  # finds the first one waiting
        assert count(server, created) == 4
        server.post(id, "resign", one, ply=0)
        for secret in (one, two):
            assert server.post(id, "rematch", secret, ply=0).status_code == 200
        assert count(server, created) == 5
        assert http.get("/health").json()["duels"] == 5  # the resigned duel is no longer counted after a minute


def test_a_rematch_is_refused_at_the_limit_of_duels(tmp_path: Path) -> None:
    few: Any = {"duels_at_once": 2, "duels_a_minute": 0.001}
    with Server(tmp_path, rate="100", **few) as server:
        id, one, two = server.friends()
        server.post(id, "resign", one, ply=0)
        answers = [server.post(id, "rematch", secret, ply=0) for secret in (one, two)]
    assert [answer.status_code for answer in answers] == [200, 429]


def test_an_assistants_actions_are_in_the_metrics(tmp_path: Path) -> None:
    with Server(tmp_path, "--mcp") as server, server.http() as http:
        duel = handle_in(call(http, "begin_duel", game="light-cycle", opponent="person"))
        call(http, "move", duel=duel, move="right")
        call(http, "move", duel=duel, move="right")
        assert count(server, 'gridduels_actions_total{kind="move"}') == 1
        assert count(server, "gridduels_action_seconds_count") == 1
        assert count(server, 'gridduels_refusals_total{code="not-your-turn"}') == 1


@pytest.mark.parametrize("way", ["http", "mcp"])
def test_the_computers_reply_is_charged_to_the_player_who_moved_after_a_restart(tmp_path: Path, way: str) -> None:
    charged: list[str] = []

    async def choose(duel: Duel, player: str, seed: int | str, visitor: str = "") -> tuple[str, str]:
        charged.append(visitor)
        return duel.legal_moves[0], ""

    async def served(work: Any) -> Any:
        app = create_app(Settings(tmp_path / "db", mcp="values"))
        app.state.site.evaluator.choose = choose
        await app.state.site.store.open()
        transport = httpx.ASGITransport(app, client=("192.0.2.7", 1234))
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as http,
        ):
            return await work(http)

    async def begin(http: httpx.AsyncClient) -> str:
        wish = called("begin_duel", game="light-cycle", size=5, opponent="easy")
        return handle_in(told(await http.post("/mcp", json=wish, headers=ACCEPT)))

    async def move(http: httpx.AsyncClient) -> None:
        id, _, secret = duel.partition(":")
        if way == "mcp":
            told(await http.post("/mcp", json=called("move", duel=duel, move="right"), headers=ACCEPT))
        else:
            bearer = {"Authorization": f"Bearer {secret}"}
            await http.post(f"/api/duels/{id}/move", json={"ply": 0, "move": "right"}, headers=bearer)
        await http.get(f"/api/duels/{id}", params={"after": 1, "wait": 5})

    duel = asyncio.run(served(begin))
    asyncio.run(served(move))
    assert charged == ["192.0.2.7"]


@pytest.mark.parametrize("path", ["/api/duels", "/mcp"])
def test_a_body_must_arrive_in_time(tmp_path: Path, path: str) -> None:
    soon: Any = {"request_seconds": 0.5}
    with Server(tmp_path, "--mcp", **soon) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=15) as slow:
            began = time.monotonic()
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            slow.sendall(f"{head}Accept: {ACCEPT['Accept']}\r\nContent-Length: 50\r\n\r\n{{".encode())
            answer = slow.recv(9999)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began < 10


def test_behind_a_proxy_an_assistants_links_lead_to_the_proxy(tmp_path: Path) -> None:
    forwarded = {
        "Host": "duels.example",
        "X-Forwarded-For": "192.0.2.1",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Prefix": "/games",
    }
    with Server(tmp_path, "--mcp", "--proxy", "--allow-host", "duels.example") as server, server.http() as http:
        text = call(http, "begin_duel", forwarded, game="light-cycle", opponent="person")
    assert "https://duels.example/games/duel/" in text
    assert "http://" not in text
