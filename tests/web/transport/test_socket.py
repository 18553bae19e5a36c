"""Duels over websockets, against a real server."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.web.server import Client, Server, closed


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_everyone_hears_of_a_move_and_two_tabs_of_a_seat_agree(server: Server) -> None:
    async def play() -> None:
        id, one, two = server.friends()
        clients = [await server.client(id, secret) for secret in (one, one, two, None)]
        assert [client.state["you"] for client in clients] == [1, 1, 2, None]
        await clients[1].say("move", ply=0, move="up")
        states = [await client.at_ply(1) for client in clients]
        assert [state.pop("you") for state in states] == [1, 1, 2, None]
        assert states[0] == states[1] == states[2] == states[3]
        again = await clients[0].ask("move", ply=0, move="up")  # the other tab, which missed it
        assert (again["type"], again["version"]) == ("state", states[0]["version"])
        assert (await clients[0].ask("move", ply=0, move="down"))["code"] == "stale"
        for client in clients:
            await client.socket.close()

    run(play())


def test_a_takeback_needs_the_opponents_consent_to_this_very_request(server: Server) -> None:
    async def play() -> None:
        id, one, two = server.friends()
        async with await server.client(id, one) as first, await server.client(id, two) as second:
            assert (await first.ask("takeback", ply=0))["code"] == "no-takeback"
            for ply, client in enumerate((first, second, first)):
                await client.say("move", ply=ply, move="up" if ply < 2 else "right")
                await first.at_ply(ply + 1)
                await second.at_ply(ply + 1)
            asked = await second.ask("takeback", ply=3)
            assert asked["takeback"] == {"by": 2, "to": 1, "undoes": ["up", "right"]}
            assert asked["ply"] == 3
            assert (await second.ask("takeback", ply=3))["version"] == asked["version"]
            assert (await second.ask("takeback-answer", ply=3, to=1, accept=True))["code"] == "no-takeback"
            await first.hear("state", lambda state: state["takeback"])
            assert (await first.ask("takeback", ply=3))["code"] == "no-takeback"
            assert (await first.ask("takeback-answer", ply=3, to=2, accept=True))["code"] == "stale"
            assert (await first.ask("takeback-answer", ply=2, to=1, accept=True))["code"] == "stale"
            no = await first.ask("takeback-answer", ply=3, to=1, accept=False)
            assert (no["takeback"], no["ply"]) == (None, 3)
            await second.hear("state", lambda state: state["version"] == no["version"])
            assert (await second.ask("takeback", ply=3))["takeback"]["to"] == 1
            await first.hear("state", lambda state: state["takeback"])
            yes = await first.ask("takeback-answer", ply=3, to=1, accept=True)
            assert (yes["takeback"], yes["moves"], yes["turn"]) == (None, ["up"], 2)

    run(play())


def test_a_move_withdraws_the_takeback_request(server: Server) -> None:
    async def play() -> None:
        id, one, two = server.friends()
        async with await server.client(id, one) as first, await server.client(id, two) as second:
            await first.ask("move", ply=0, move="up")
            assert (await first.ask("takeback", ply=1))["takeback"]["undoes"] == ["up"]
            await second.hear("state", lambda state: state["takeback"])
            assert (await second.ask("move", ply=1, move="up"))["takeback"] is None
            assert (await second.ask("takeback-answer", ply=2, to=0, accept=True))["code"] == "stale"

    run(play())


def test_a_rematch_swaps_sides_and_each_player_gets_only_its_own_secret(server: Server) -> None:
    async def play() -> None:
        id, one, two = server.friends(clock={"seconds": 60, "increment": 1}, size=3, first="2")
        async with (
            await server.client(id, one) as first,
            await server.client(id, two) as second,
            await server.client(id) as watcher,
        ):
            assert (await first.ask("rematch", ply=0))["code"] == "not-now"
            await first.ask("resign", ply=0)
            await second.hear("state", lambda state: state["outcome"])
            asked = await second.ask("rematch", ply=0)
            assert (asked["rematch"], asked["next"]) == ({"by": 2}, None)
            await first.hear("state", lambda state: state["rematch"])
            mine = (await first.ask("rematch", ply=0))["next"]
            theirs = (await second.hear("state", lambda state: state["next"]))["next"]
            seen = (await watcher.hear("state", lambda state: state["next"]))["next"]
            assert mine["id"] == theirs["id"] == seen["id"]
            assert set(seen) == {"id"}
            assert mine["seat"] != theirs["seat"]
            assert server.state(id, one)["next"] == mine  # after a reload
            states = [server.state(mine["id"], secret) for secret in (mine["seat"], theirs["seat"])]
            assert [state["you"] for state in states] == [2, 1]
            assert (states[0]["first"], states[0]["size"], states[0]["moves"]) == (2, 3, [])
            assert states[0]["clock"]["left"] == {"1": 60, "2": 60}
            assert server.state(mine["id"], one)["you"] is None

    run(play())


def test_playing_together_takes_back_and_begins_again_at_once(server: Server) -> None:
    async def play() -> None:
        made = server.create(seat="both")
        async with await server.client(made["id"], made["seat"]["secret"]) as client:
            await client.ask("move", ply=0, move="up")
            await client.ask("move", ply=1, move="down")
            assert (await client.ask("takeback", ply=2))["moves"] == ["up"]
            assert (await client.ask("resign", ply=1))["outcome"]["winner"] == 1
            following = (await client.ask("rematch", ply=1))["next"]
            assert server.state(following["id"], following["seat"])["you"] == "both"

    run(play())


def test_presence_counts_a_seat_once_and_shows_who_has_left(server: Server) -> None:
    async def play() -> None:
        id, one, two = server.friends()
        async with await server.client(id, one) as first:
            assert first.state["present"] == {"1": True, "2": False}
            second, tab = await server.client(id, two), await server.client(id, two)
            watcher = await server.client(id)
            here = await first.hear("presence", lambda told: told["watchers"] == 1)
            assert here["present"] == {"1": True, "2": True}
            await second.socket.close()
            await watcher.socket.close()
            still = await first.hear("presence", lambda told: told["watchers"] == 0)
            assert still["present"] == {"1": True, "2": True}
            await tab.socket.close()
            gone = await first.hear("presence", lambda told: not told["present"]["2"])
            assert gone["present"] == {"1": True, "2": False}
            assert server.state(id)["version"] == 1  # presence is not a change

    run(play())


def test_a_player_out_of_time_loses_without_a_move(server: Server) -> None:
    async def play() -> None:
        id, one, two = server.friends(clock={"seconds": 1, "increment": 0.5})
        async with await server.client(id, one) as first, await server.client(id, two) as second:
            assert first.state["clock"]["running"] is None  # until the first move
            moved = await first.ask("move", ply=0, move="up")
            clock = moved["clock"]
            assert (clock["seconds"], clock["increment"], clock["left"]["1"], clock["running"]) == (1, 0.5, 1, 2)
            assert 0 < clock["left"]["2"] <= 1  # it started running while the move was being saved
            await second.at_ply(1)
            state = await second.ask("move", ply=1, move="up")
            assert 1 < state["clock"]["left"]["2"] <= 1.5
            assert state["clock"]["running"] == 1
            lost = await second.hear("state", lambda state: state["outcome"])
            assert (lost["outcome"]["winner"], lost["outcome"]["reason"]) == (2, "time")
            assert (lost["clock"]["left"]["1"], lost["clock"]["running"]) == (0, None)

    run(play())


def test_clocks_wait_for_the_opponent_to_join(server: Server) -> None:
    made = server.create(seat=1, clock={"seconds": 1})
    state = server.post(made["id"], "move", made["seat"]["secret"], ply=0, move="up").json()
    assert state["clock"]["running"] is None
    server.post(made["id"], "join", None, invite=made["invite"])
    assert server.state(made["id"])["clock"]["running"] == 2


def test_why_is_explained_and_ping_is_answered(server: Server) -> None:
    async def ask() -> None:
        id, one, _ = server.friends()
        async with await server.client(id, one) as client:
            await client.say("why", move="left")
            why = await client.hear("why")
            assert (why["legal"], why["code"]) == (False, "edge")
            await client.say("why", move="up")
            assert (await client.hear("why"))["legal"] is True
            await client.say("ping")
            await client.hear("pong")

    run(ask())


def test_a_client_with_a_wrong_secret_watches(server: Server) -> None:
    async def ask() -> None:
        id, *_ = server.friends()
        async with await server.client(id, "x" * 32) as client:
            assert client.state["you"] is None
            assert (await client.hear("refused"))["code"] == "not-seated"
            assert (await client.ask("move", ply=0, move="up"))["code"] == "not-seated"

    run(ask())


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("", "malformed"),
        ("null", "malformed"),
        ('{"type": 1}', "malformed"),
        ('{"type": "dance"}', "malformed"),
        (b'{"type": "ping"}', "malformed"),
        ("[" * 4000, "malformed"),
        ('{"type": "move", "ply": ' + "9" * 3900 + "}", "malformed"),
        ('{"type": "hello", "seat": 5}', "malformed"),
        ('{"type": "why"}', "malformed"),
    ],
)
def test_a_malformed_message_is_refused_and_the_connection_stays_open(
    server: Server, sent: str | bytes, code: str
) -> None:
    async def ask() -> None:
        id, one, _ = server.friends()
        async with await server.client(id, one) as client:
            await client.socket.send(sent)
            assert (await client.hear("refused"))["code"] == code
            assert (await client.ask("move", ply=0, move="up"))["ply"] == 1

    run(ask())


def test_messages_before_hello_are_refused(server: Server) -> None:
    async def ask() -> None:
        id, *_ = server.friends()
        async with connect(f"{server.url.replace('http', 'ws')}/api/duels/{id}/socket") as socket:
            await socket.send(json.dumps({"type": "ping"}))
            assert json.loads(await socket.recv())["code"] == "malformed"
            await socket.send(json.dumps({"type": "hello", "seat": None}))
            assert json.loads(await socket.recv())["type"] == "state"

    run(ask())


def test_a_message_that_is_too_big_ends_the_connection(server: Server) -> None:
    async def ask() -> None:
        id, *_ = server.friends()
        async with await server.client(id) as client:
            await client.socket.send("x" * 5000)
            assert await closed(client) == 1009

    run(ask())


def test_a_fast_sender_is_slowed_down_and_then_disconnected(tmp_path: Path) -> None:
    async def ask(server: Server) -> None:
        id, *_ = server.friends()
        async with await server.client(id) as client:
            for _ in range(60):
                await client.say("ping")
            for _ in range(60):
                await client.hear("pong")
            for _ in range(200):
                await client.say("ping")
            assert (await client.hear("refused"))["code"] == "too-fast"
            assert await closed(client) == 1008

    with Server(tmp_path, messages_a_second=50, messages_slowed=25) as server:
        run(ask(server))


def test_an_unknown_duel_closes_with_4404(server: Server) -> None:
    async def ask() -> None:
        client = Client(await connect(f"{server.url.replace('http', 'ws')}/api/duels/nosuchduel12/socket"))
        await client.say("hello", seat=None)
        assert (await client.hear("refused"))["code"] == "no-such-duel"
        assert await closed(client) == 4404

    run(ask())


def test_pages_of_other_sites_may_not_connect(server: Server) -> None:
    async def ask() -> None:
        id, *_ = server.friends()
        for origin in ("http://evil.example", "null", server.url.replace("http", "ftp"), "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus) as refused:
                await server.client(id, additional_headers={"Origin": origin})
            assert refused.value.response.status_code == 403
        async with await server.client(id, additional_headers={"Origin": server.url}) as client:
            assert client.state["id"] == id

    run(ask())
    with server.http() as http:
        refused = http.post("/api/duels", json={"game": "pathway"}, headers={"Origin": "http://evil.example"})
        assert refused.status_code == 403


def test_a_slow_reader_does_not_hold_up_the_others(server: Server) -> None:
    async def play() -> None:
        made = server.create(game="grid-runner", rule={"repetition": "endless"}, seat="both", size=7)
        slow = await server.client(made["id"])
        slow.socket.transport.pause_reading()
        async with await server.client(made["id"], made["seat"]["secret"]) as client:
            for ply in range(20):
                word = ("down", "up", "up", "down")[ply % 4]
                assert (await client.ask("move", ply=ply, move=word))["ply"] == ply + 1
        slow.socket.transport.abort()

    run(play())


def test_messages_of_any_length_and_fragmentation_are_answered_in_order(server: Server) -> None:
    async def play() -> None:
        secret, long = server.create(seat="both"), " " * 300
        async with await server.client(secret["id"], secret["seat"]["secret"]) as client:
            words = [json.dumps({"type": "why", "move": f"m{number}"}) for number in range(12)]
            for number, word in enumerate(words):
                sent = (word, word + long, [word[:9], word[9:20], word[20:]])[number % 3]
                await client.socket.send(sent)
            heard = [(await client.hear("why"))["move"] for _ in words]
            assert heard == [f"m{number}" for number in range(12)]

    run(play())


def test_actions_sent_before_leaving_are_done(server: Server) -> None:
    async def play() -> None:
        made = server.create(seat="both")
        async with await server.client(made["id"], made["seat"]["secret"]) as client:
            for ply, word in enumerate(("up", "down", "right", "left")):
                await client.say("move", ply=ply, move=word)
        async with await server.client(made["id"]) as watcher:
            assert watcher.state["ply"] == 4 or await watcher.at_ply(4)

    run(play())


@pytest.mark.parametrize("payload", [b"\xff", b"\xff" * 200])
def test_a_text_that_is_not_utf_8_ends_the_connection(server: Server, payload: bytes) -> None:
    async def play() -> None:
        async with await server.client(server.create(seat=1)["id"]) as client:
            await client.socket.send(payload, text=True)
            assert await closed(client) == 1007

    run(play())
