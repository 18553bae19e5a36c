"""Two servers on one PostgreSQL: both serve the same duel, and when one dies, the other continues."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from gridduels import Duel, load_game
from tests.postgres import Cluster
from tests.web.server import Server, bearer
from tests.web.wanderers import Pair, Wanderers, check, play_through, until_busy, until_moves


@pytest.fixture
def pair(postgres: Cluster, tmp_path: Path) -> Iterator[Pair]:
    """Start two servers on a new database."""
    db = postgres.database()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with Server(tmp_path / "one", db=db) as one, Server(tmp_path / "two", db=db) as two:
        yield one, two
        assert '"internal error"' not in one.log + two.log


@pytest.mark.heavy
def test_a_move_and_presence_at_one_server_are_seen_at_the_other(pair: Pair) -> None:
    one, two = pair
    id, *secrets = one.friends(size=7)

    async def play() -> None:
        async with await one.client(id, secrets[0]) as first, await two.client(id, secrets[1]) as second:
            await first.hear("presence", lambda told: told["present"] == {"1": True, "2": True})
            state = first.state
            for ply, (mover, other) in enumerate([(first, second), (second, first)] * 2):
                await mover.say("move", ply=ply, move=state["legal"][0]["move"])
                state = await other.at_ply(ply + 1)
            await second.socket.close()
            await first.hear("presence", lambda told: told["present"] == {"1": True, "2": False})

    asyncio.run(play())
    assert one.state(id)["moves"] == two.state(id)["moves"]
    assert len(one.state(id)["moves"]) == 4


def test_a_duel_can_be_continued_at_the_other_server_at_once(pair: Pair) -> None:
    made = pair[0].create(seat=1, size=7)
    id, secrets = made["id"], [made["seat"]["secret"]]
    pair[1].state(id)  # so that both have it in memory
    secrets.append(pair[1].post(id, "join", None, invite=made["invite"]).json()["secret"])
    duel = Duel(load_game("light-cycle", 7))
    while not duel.outcome and duel.ply < 12:
        server = pair[random.Random(duel.ply).randrange(2)]
        word = duel.legal_moves[0]
        answer = server.post(id, "move", secrets[duel.turn - 1], ply=duel.ply, move=word)
        assert answer.status_code == 200, answer.text
        duel = duel.play(word)
    if not duel.outcome:
        assert pair[0].post(id, "resign", secrets[0], ply=duel.ply).status_code == 200
    for server, secret in zip(pair, secrets, strict=True):
        answer = server.post(id, "rematch", secret, ply=duel.ply)
        assert answer.status_code == 200, answer.text
    next = answer.json()["next"]
    assert pair[0].state(next["id"], next["seat"])["you"] == 1  # sides are swapped


@pytest.mark.heavy
@pytest.mark.parametrize(("action", "winner", "reason"), [("claim", 1, "forfeit"), ("abort", None, "aborted")])
def test_a_player_who_leaves_one_server_is_missed_at_the_other(
    postgres: Cluster, tmp_path: Path, action: str, winner: int | None, reason: str
) -> None:
    db = postgres.database()
    soon: Any = {"missed_seconds": 0.1, "claim_unclocked_seconds": 0.1}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()

    async def play(one: Server, two: Server) -> None:
        id, *secrets = one.friends(size=7)
        async with await one.client(id, secrets[0]) as first:
            async with await two.client(id, secrets[1]):
                await first.hear("presence", lambda told: told["present"] == {"1": True, "2": True})
            await first.hear("state", lambda told: told["missed"] is not None)
            async with await two.client(id, secrets[1]):
                await first.hear("state", lambda told: told["missed"] is None)
            await first.hear("state", lambda told: told["missed"] is not None)
            while (answer := two.post(id, action, secrets[0], ply=0)).status_code != 200:
                assert answer.json()["code"] == "not-now"
        outcome = one.state(id)["outcome"]
        assert (outcome["winner"], outcome["reason"]) == (winner, reason)

    with Server(tmp_path / "one", db=db, **soon) as one, Server(tmp_path / "two", db=db, **soon) as two:
        asyncio.run(play(one, two))


@pytest.mark.heavy
def test_a_clock_runs_out_at_the_server_that_is_left(pair: Pair) -> None:
    one, two = pair
    id, first, _ = one.friends(clock={"seconds": 2})
    assert one.post(id, "move", first, ply=0, move="up").status_code == 200
    one.kill()
    with two.http() as http:
        state = http.get(f"/api/duels/{id}", params={"after": 2, "wait": 20}).json()
    assert state["outcome"] == {"winner": 1, "reason": "time"} | state["outcome"]


def test_one_server_computes_a_move_and_another_takes_over_when_it_dies(pair: Pair) -> None:
    one, two = pair
    made = one.create(p2="mcts:20000", size=7)
    id, secret = made["id"], made["seat"]["secret"]

    async def play() -> None:
        async with await two.client(id, secret) as client:  # both have it in memory, so both could think
            assert one.post(id, "move", secret, ply=0, move="up").status_code == 200
            await client.at_ply(1)
            one.process.kill()
            state = await client.at_ply(2)
            assert not state["thinking"]

    asyncio.run(play())
    one.ended()


@pytest.mark.heavy
def test_new_duels_of_an_address_are_counted_at_both_together(postgres: Cluster, tmp_path: Path) -> None:
    db = postgres.database()
    (tmp_path / "two").mkdir()
    with Server(tmp_path, db=db, rate="1000") as one, Server(tmp_path / "two", db=db, rate="1000") as two:
        codes = []
        with one.http() as first, two.http() as second:
            for _ in range(40):
                codes += [http.post("/api/duels", json={"game": "pathway"}).status_code for http in (first, second)]
        assert codes.count(201) < 75  # 60 at once, and one every two seconds
        assert set(codes) == {201, 429}


@pytest.mark.parametrize("count", [20, pytest.param(100, marks=pytest.mark.heavy)])
def test_games_continue_at_the_other_server_when_one_is_killed(count: int, pair: Pair) -> None:
    one, two = pair
    games = [Wanderers(pair, seed) for seed in range(count)]

    async def disturb() -> None:
        await until_moves(games, 5)
        one.process.kill()
        known = {each.id: list(each.acknowledged) for each in games}
        for id, told in known.items():
            assert (await asyncio.to_thread(two.state, id))["moves"][: len(told)] == told

    play_through(games, disturb)
    one.ended()
    assert sum(each.resumed for each in games) >= count // 2
    check(games, two)


@pytest.mark.heavy
def test_the_database_is_restarted_under_load_and_nothing_is_lost(pair: Pair, postgres: Cluster) -> None:
    games = [Wanderers(pair, seed) for seed in range(20)]
    codes: list[int] = []

    async def disturb() -> None:
        await until_moves(games, 4)
        await asyncio.to_thread(postgres.stop)
        codes.append(await asyncio.to_thread(health))
        await until_busy(games)
        await asyncio.to_thread(postgres.start)

    def health() -> int:
        with pair[0].http() as http:
            return http.get("/health").status_code

    play_through(games, disturb)
    assert codes == [503]
    assert health() == 200
    check(games, pair[1])


@pytest.mark.parametrize("times", [20, pytest.param(200, marks=pytest.mark.heavy)])
def test_five_visitors_race_for_a_seat_and_a_turn_at_two_servers(times: int, pair: Pair) -> None:
    async def race() -> None:
        clients = [httpx.AsyncClient(base_url=pair[at % 2].url, timeout=20) for at in range(5)]
        try:
            for _ in range(times):
                await race_once(clients)
        finally:
            for client in clients:
                await client.aclose()

    asyncio.run(race())


async def race_once(clients: list[httpx.AsyncClient]) -> None:
    made = (await clients[0].post("/api/duels", json={"game": "light-cycle", "seat": 1})).json()
    id, secret = made["id"], made["seat"]["secret"]
    joins = await asyncio.gather(
        *(client.post(f"/api/duels/{id}/join", json={"invite": made["invite"]}) for client in clients)
    )
    assert sorted(answer.status_code for answer in joins) == [200, 409, 409, 409, 409]
    words = [legal["move"] for legal in made["state"]["legal"]]
    wanted = [{"ply": 0, "move": words[at % len(words)]} for at in range(len(clients))]
    moves = await asyncio.gather(
        *(
            client.post(f"/api/duels/{id}/move", json=move, headers=bearer(secret))
            for client, move in zip(clients, wanted, strict=True)
        )
    )
    states = [(await client.get(f"/api/duels/{id}")).json() for client in clients]
    [[played]] = {tuple(state["moves"]) for state in states}  # one move, the same on both servers
    for move, answer in zip(wanted, moves, strict=True):  # senders of this move succeed; the others were too late
        assert answer.status_code == (200 if move["move"] == played else 409), answer.text


@pytest.mark.heavy
def test_a_seat_offered_at_one_server_is_taken_once_at_any(pair: Pair) -> None:
    one, two = pair
    with two.http() as http:
        empty = http.get("/api/lobby").json()
        made = one.create(offer=True, size=3)
        [challenge] = http.get("/api/lobby", params={"after": empty["version"]}).json()["challenges"]
    assert challenge["id"] == made["id"]
    start = threading.Barrier(12)

    def join(number: int) -> int:
        with pair[number % 2].http() as http:
            start.wait()
            return http.post(f"/api/duels/{made['id']}/join", json={}).status_code

    with ThreadPoolExecutor(12) as pool:
        assert sorted(pool.map(join, range(12))) == [200] + [409] * 11


@pytest.mark.heavy
def test_visitors_at_two_servers_are_all_paired(pair: Pair) -> None:
    start = threading.Barrier(12)

    def wait(number: int) -> str:
        with pair[number % 2].http() as http:
            start.wait()
            return str(http.post("/api/lobby/pair", json={"game": "pathway"}).json()["id"])

    with ThreadPoolExecutor(12) as pool:
        found = Counter(pool.map(wait, range(12)))
    assert sorted(found.values()) == [2] * 6
