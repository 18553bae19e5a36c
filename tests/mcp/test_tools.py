"""Tools, resources and prompts over both transports; hostile calls are refused and affect nothing else."""

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

from gridduels import Duel, Record, load_game
from gridduels.record import dumps
from tests.mcp.assistant import Assistant, stdio, text_of, with_assistant
from tests.web.server import Server

pytestmark = pytest.mark.filterwarnings("ignore")  # the SDK's client leaves streams open

TRUTH = {"values", "hint", "explain_move", "puzzle", "solve_puzzle", "analyse_record"}
PLAY = {"list_games", "read_rules", "begin_duel", "look", "legal_moves", "move", "wait_for_turn"}


@pytest.fixture(params=["http", "stdio"])
def target(request: pytest.FixtureRequest, server: Server) -> str | StdioServerParameters:
    return f"{server.url}/mcp" if request.param == "http" else stdio()


@pytest.mark.heavy
def test_a_whole_duel_with_every_tool(target: str | StdioServerParameters) -> None:
    async def work(assistant: Assistant) -> None:
        names = {tool.name for tool in (await assistant.client.list_tools()).tools}
        assert names == PLAY | TRUTH
        for tool in (await assistant.client.list_tools()).tools:
            assert tool.output_schema
            assert tool.annotations
            assert tool.annotations.read_only_hint == (tool.name not in ("begin_duel", "move"))
        assert "light-cycle: Light Cycle Duel." in await assistant.call("list_games")
        assert "obstacles=2" in await assistant.call("read_rules", game="blockade", rules={"obstacles": 2})
        duel, told = await assistant.begin(opponent="perfect", seat=2, size=3)
        assert "Player 1: perfect. Player 2: Assistant. You are Player 2." in told
        shown = await assistant.client.call_tool("wait_for_turn", {"duel": duel})
        assert [part.type for part in shown.content] == ["text", "image"]
        assert "ply 1;" in text_of(shown)
        data = shown.structured_content or {}
        assert (data["ply"], data["you"], data["to_move"], data["winner"]) == (1, 2, 2, None)
        move = (await assistant.call("legal_moves", duel=duel)).split(", ")[0]
        assert move in await assistant.call("values", duel=duel)
        assert "it " in await assistant.call("hint", duel=duel)
        assert f"{move} is " in await assistant.call("explain_move", duel=duel, move=move)
        assert f"{move}" in await assistant.call("move", duel=duel, move=move)
        assert "ply" in await assistant.call("look", duel=duel.partition(":")[0])

    with_assistant(target, work)


@pytest.mark.heavy
def test_puzzles_and_records(target: str | StdioServerParameters) -> None:
    async def work(assistant: Assistant) -> None:
        told = await assistant.call("puzzle", game="gridlock", size=5, seed="one")
        position = re.search(r"position: (.+)", told)
        assert position
        assert told == await assistant.call("puzzle", game="gridlock", size=5, seed="one")
        duel = Duel(load_game("gridlock", 5), start=position[1])
        asked: dict[str, Any] = {"game": "gridlock", "size": 5, "position": position[1]}
        answers = [await assistant.call("solve_puzzle", **asked, move=move) for move in duel.legal_moves]
        assert [answer.split(":")[0] for answer in answers].count("Right") == 1
        record = dumps(Record(Duel(load_game("light-cycle"), "right left up")))
        assert (await assistant.call("analyse_record", record=record)).startswith("1. right: ")

    with_assistant(target, work)


@pytest.mark.heavy
def test_resources_and_prompts(target: str | StdioServerParameters) -> None:
    async def work(assistant: Assistant) -> None:
        client = assistant.client
        duel, _ = await assistant.begin(opponent="random")
        await assistant.call("move", duel=duel, move="right")
        texts = [
            str(getattr((await client.read_resource(f"gridduels://{name}")).contents[0], "text", ""))
            for name in ("rules", "rules/pathway", f"records/{duel.partition(':')[0]}")
        ]
        assert "pathway: Pathway Duel." in texts[0]
        assert texts[1].startswith("Pathway Duel\n")
        assert '[Player1 "human"]\n[Player2 "random"]\n' in texts[2]
        assert '[Name1 "Assistant"]\n' in texts[2]
        assert "1. right" in texts[2]
        assert {prompt.name for prompt in (await client.list_prompts()).prompts} == {"play", "teach"}
        told = (await client.get_prompt("play", {"game": "pathway", "opponent": "person"})).messages[0].content
        assert "opponent 'person'" in str(getattr(told, "text", ""))
        with pytest.raises(MCPError, match="unknown game 'chess'"):
            await client.get_prompt("teach", {"game": "chess"})

    with_assistant(target, work)


@pytest.mark.heavy
def test_without_values_no_tool_reveals_them(tmp_path: Path) -> None:
    async def tools(assistant: Assistant) -> set[str]:
        return {tool.name for tool in (await assistant.client.list_tools()).tools}

    assert with_assistant(stdio("--no-values"), tools) == PLAY
    with Server(tmp_path, "--mcp", "no-values") as server:
        assert with_assistant(f"{server.url}/mcp", tools) == PLAY


def test_an_assistant_and_a_person_meet_in_the_same_duel(server: Server) -> None:
    async def work(assistant: Assistant) -> None:
        duel, told = await assistant.begin(opponent="person")
        link = re.search(rf"{server.url}/duel/(\w+)#join=(\S+)", told)
        assert link
        joined = await asyncio.to_thread(server.post, link[1], "join", None, invite=link[2])
        await assistant.call("move", duel=duel, move="right")
        waiting = asyncio.create_task(assistant.call("wait_for_turn", duel=duel))
        played = await asyncio.to_thread(server.post, link[1], "move", joined.json()["secret"], ply=1, move="left")
        assert played.status_code == 200
        assert "Moves so far: right left" in await waiting

    with_assistant(f"{server.url}/mcp", work)


def test_hostile_calls_are_refused_with_a_sentence_and_affect_nothing_else(server: Server) -> None:
    id, secret, _ = server.friends()

    async def work(assistant: Assistant) -> list[str]:
        duel, _ = await assistant.begin(opponent="random")
        own = duel.partition(":")[0]
        return [
            await assistant.refused("begin_duel", game="chess"),
            await assistant.refused("begin_duel", game="light-cycle", opponent="cmd:rm -rf /"),
            await assistant.refused("begin_duel", game="light-cycle", size=999),
            await assistant.refused("begin_duel", game="blockade", rules={"obstacles": 10**30}),
            await assistant.refused("move", duel=f"{id}:{'x' * 30}", move="right"),
            await assistant.refused("move", duel=own, move="right"),
            await assistant.refused("move", duel=duel, move="left"),
            await assistant.refused("look", duel="../../etc/passwd"),
            await assistant.refused("solve_puzzle", game="pathway", position="1../2", move="up"),
            await assistant.refused("analyse_record", record='[Game "light-cycle"]\n\n1. sideways\n'),
            await assistant.refused("puzzle", game="gridlock", plies=4),
            await assistant.refused("move", duel=duel, move="x" * 10_000),
        ]

    sentences = with_assistant(f"{server.url}/mcp", work)
    assert sentences[0].startswith("unknown game 'chess'")
    assert sentences[1].startswith("there is no player 'cmd:rm -rf /' here")
    assert sentences[4] == sentences[5] == "You're watching. Only the players can do that."
    assert sentences[6] == "You cannot move left: that is off the grid."
    assert sentences[7] == "There is no such duel."
    assert not any("Traceback" in sentence or "internal" in sentence for sentence in sentences)
    assert server.post(id, "move", secret, ply=0, move="right").status_code == 200


def test_the_servers_guard_protects_mcp_too(server: Server, tmp_path: Path) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    kind = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    with server.http() as http:
        assert http.post("/mcp", json=call, headers=kind | {"Origin": "https://evil.example"}).status_code == 403
        assert http.post("/mcp", json=call, headers=kind | {"Host": "evil.example"}).json()["code"] == "wrong-host"
        assert http.post("/mcp", content=b"[" * 20_000, headers=kind).status_code == 413
        assert http.post("/mcp", content=b"\xff{", headers=kind).status_code == 400
    with Server(tmp_path, "--mcp", rate="1") as limited, limited.http() as http:
        statuses = {http.post("/mcp", json=call, headers=kind).status_code for _ in range(40)}
    assert 429 in statuses


def test_mcp_is_off_by_default(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        assert http.post("/mcp", json={}).status_code in (404, 405)


def test_a_server_works_after_an_assistant_disconnects(server: Server) -> None:
    async def leave() -> None:
        async with Client(f"{server.url}/mcp") as client:
            asking = asyncio.create_task(client.call_tool("puzzle", {"game": "gridlock", "plies": 3}))
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

    asyncio.run(leave())
    with server.http() as http:
        assert http.get("/health").json()["status"] == "ok"
    assert isinstance(httpx.get(f"{server.url}/api/games").json(), list)
