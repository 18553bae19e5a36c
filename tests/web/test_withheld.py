"""While two people play by the clock, no one connected to their duel sees the values of moves."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gridduels import load_game
from gridduels.duel import Duel
from gridduels.record import Record, dumps
from tests.postgres import Cluster
from tests.web.asking import ask, refused
from tests.web.server import Server
from tests.web.test_one_way_in import ACCEPT, call, called, told

CLOCK = {"seconds": 600}
LINE = {"game": "light-cycle", "size": 3}
ELSEWHERE = {"X-Forwarded-For": "192.0.2.99"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tells its visitors apart."""
    with Server(tmp_path_factory.mktemp("server"), "--mcp", "--proxy", rate="1000") as running:
        yield running
        assert '"internal error"' not in running.log


def moved(server: Server, **wishes: Any) -> tuple[str, str, str]:
    """Return a duel between two people after its first move."""
    id, one, two = server.friends(size=3, **wishes)
    assert server.post(id, "move", one, ply=0, move="right").status_code == 200
    return id, one, two


def through_the_duel(http: httpx.Client, id: str) -> list[httpx.Response]:
    paths = [f"/api/duels/{id}/analysis", f"/api/duels/{id}/picture.svg?values=1"]
    return [ask(http, path) for path in paths]


def through_its_moves(http: httpx.Client, moves: str = "right", start: str | None = None) -> list[httpx.Response]:
    line: dict[str, Any] = LINE | {"moves": moves} | ({"start": start} if start else {})
    paths = [("/api/line", {"values": 1}), ("/api/hint", {}), ("/api/line/picture.svg", {"values": 1})]
    return [ask(http, path, **line | more) for path, more in paths]


def test_a_clocked_duel_reveals_no_values_until_it_is_over(server: Server) -> None:
    id, one, _ = moved(server, clock=CLOCK)
    with server.http() as http:
        for answer in through_the_duel(http, id):
            assert refused(answer)[:2] == (422, "not-now")
            assert "when the game is over" in refused(answer)[2]
        told = [call(http, tool, duel=id) for tool in ("values", "hint")]
        told.append(call(http, "explain_move", duel=id, move="left"))
        assert all("when the game is over" in text for text in told)
        assert http.get(f"/api/duels/{id}/picture.svg").status_code == 200
        assert server.post(id, "resign", one, ply=1).status_code == 200
        assert {answer.status_code for answer in through_the_duel(http, id)} == {200}


@pytest.mark.parametrize("wishes", [{}, {"clock": CLOCK, "p2": "random"}, {"clock": CLOCK, "seat": "both"}])
def test_other_duels_reveal_their_values(server: Server, wishes: dict[str, Any]) -> None:
    id = server.create(size=3, **wishes)["id"] if wishes else moved(server)[0]
    with server.http() as http:
        assert {answer.status_code for answer in through_the_duel(http, id)} == {200}


@pytest.mark.parametrize("seated", [True, False])
def test_copying_the_moves_of_a_clocked_duel_reveals_nothing(server: Server, seated: bool) -> None:
    id, one, _ = moved(server, clock=CLOCK)

    async def connected() -> None:
        async with await server.client(id, one if seated else None):
            with server.http() as http:
                state = http.get(f"/api/duels/{id}").json()
                word = state["legal"][0]["move"]
                for answers in (
                    through_its_moves(http),
                    through_its_moves(http, f"right,{word}"),
                    through_its_moves(http, "", start=state["position"]),
                    through_its_moves(http, "left", start=".../1.2/... 2"),  # its mirror image
                ):
                    assert {refused(answer)[:2] for answer in answers} == {(422, "not-now")}
                puzzle = LINE | {"start": state["position"], "move": word}
                assert http.post("/api/puzzles/answer", json=puzzle).status_code == 422
                for wish in ({"moves": ["right"]}, {"start": state["position"]}):
                    begun = http.post("/api/duels", json=LINE | wish | {"p1": "perfect", "p2": "perfect"})
                    assert refused(begun)[:2] == (422, "not-now")  # its move would be the best one
                assert ask(http, "/api/line", **LINE, values=1).status_code == 200  # not this position
                assert http.post("/api/duels", json=LINE | {"p2": "easy"}).status_code == 201
                assert ask(http, "/api/line", **LINE, moves="right").status_code == 200  # not its values
            with httpx.Client(base_url=server.url, headers=ELSEWHERE, timeout=20) as other:
                assert {answer.status_code for answer in through_its_moves(other)} == {200}

    asyncio.run(connected())
    with server.http() as http:
        for _ in range(100):  # until the server has noticed the end of the connection
            if {answer.status_code for answer in through_its_moves(http)} == {200}:
                return
    raise AssertionError("it is withheld from someone who has left")


def test_no_other_game_with_the_same_positions_reveals_them(server: Server) -> None:
    """Another ruling changes few values, and some invented duels have the rules of the game from the book."""
    id, one, _ = server.friends(game="pathway", size=3, clock=CLOCK)
    assert server.post(id, "move", one, ply=0, move="down").status_code == 200

    async def connected() -> None:
        async with await server.client(id, one):
            with server.http() as http:
                same: list[dict[str, Any]] = [
                    {"game": "pathway", "size": 3, "rule.goal": "sealed", "moves": "down"},
                    {"game": "duel1-3x3-o1-t1-gso-l-sc", "moves": "down"},
                    {"game": "duel1-3x3-o1-t1-gso-l-sc", "moves": "right,left"},  # and one move further, transposed
                    {"game": "duel1-3x3-o1-t1-gs-l-sc", "start": "..#/..1/2.. 2"},
                ]
                for line in same:
                    assert refused(ask(http, "/api/line", **line, values=1))[:2] == (422, "not-now"), line
                other = ask(http, "/api/line", game="grid-runner", size=3, moves="down", values=1)
                assert other.status_code == 200

    asyncio.run(connected())


def test_an_invented_duel_s_report_and_book_are_withheld_while_it_is_played_by_the_clock(server: Server) -> None:
    """The report names the winner; the book shows best play."""
    code = "duel1-3x3-k1-t1-gn-l-sc"
    id, one, _ = server.friends(game=code, clock=CLOCK)

    async def connected() -> None:
        async with await server.client(id, one):
            with server.http() as http:
                for path in (f"/api/workshop?code={code}", f"/api/games/{code}/book.html"):
                    assert refused(http.get(path))[:2] == (422, "not-now")
                assert http.get("/api/workshop?code=duel1-3x3-o1-t1-gn-l-sc").status_code in (200, 202)
            with httpx.Client(base_url=server.url, headers=ELSEWHERE, timeout=20) as other:
                assert other.get(f"/api/workshop?code={code}").status_code in (200, 202)

    asyncio.run(connected())


def test_the_computer_does_not_show_what_to_play_in_a_clocked_duel(server: Server) -> None:
    """Not even in a duel that began before, from the usual start."""
    copy = server.create(**LINE, p2="perfect")
    id, _, two = moved(server, clock=CLOCK)

    async def connected() -> None:
        async with await server.client(id, two):
            moves = [
                server.post(copy["id"], "move", copy["seat"]["secret"], ply=0, move=move) for move in ("right", "up")
            ]
        assert refused(moves[0])[:2] == (422, "not-now")
        assert moves[1].status_code == 200

    asyncio.run(connected())


def test_an_assistant_that_waits_for_its_turn_is_connected_too(server: Server) -> None:
    id, one, _ = moved(server, clock=CLOCK)
    record = dumps(Record(Duel(load_game("light-cycle", 3), ["right"])))

    async def work() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            waits = http.post("/mcp", json=called("wait_for_turn", duel=f"{id}:{one}", seconds=5), headers=ACCEPT)
            waiting = asyncio.create_task(waits)
            while (await http.get(f"/api/duels/{id}")).json()["present"]["1"] is False:
                await asyncio.sleep(0.05)
            text = told(await http.post("/mcp", json=called("analyse_record", record=record), headers=ACCEPT))
            assert "when the game is over" in text
            waiting.cancel()

    asyncio.run(work())


@pytest.mark.parametrize("known", [True, False])
def test_a_spectator_at_one_server_gets_no_values_from_another(postgres: Cluster, tmp_path: Path, known: bool) -> None:
    """The other server may have the duel in memory, or not even have been started when the spectator connected."""
    db = postgres.database()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = (Server(tmp_path / name, "--proxy", db=db, rate="1000") for name in ("one", "two"))

    async def watched(id: str) -> None:
        async with await one.client(id):
            if not known:
                two.start()
            with two.http() as http, httpx.Client(base_url=two.url, headers=ELSEWHERE, timeout=20) as other:
                await until({(422, "not-now")}, http)
                assert {answer.status_code for answer in through_its_moves(other)} == {200}
        with two.http() as http:
            await until({200}, http)

    async def until(expected: set[Any], http: httpx.Client) -> None:
        async with asyncio.timeout(20):  # a notice from the other server takes a moment
            while True:
                answers = await asyncio.to_thread(through_its_moves, http)
                told = {refused(each)[:2] if each.status_code == 422 else each.status_code for each in answers}
                if told == expected:
                    return
                await asyncio.sleep(0.05)

    with one:
        id, _, _ = moved(one, clock=CLOCK)
        if known:
            two.start()
            two.state(id)
        try:
            asyncio.run(watched(id))
        finally:
            two.stop()
        assert '"internal error"' not in one.log + two.log
