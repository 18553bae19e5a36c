"""The lobby over HTTP, as an external bot uses it, with a real server."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.web.asking import refused
from tests.web.server import Server, bearer


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots step in soon and that applies limits per address."""
    with Server(tmp_path_factory.mktemp("lobby"), rate="1000", pair_seconds=1.0, lobby_seconds=0.05) as running:
        yield running


def test_a_bot_finds_a_challenge_takes_it_and_plays(quick: Server) -> None:
    with quick.http() as http:
        empty = http.get("/api/lobby").json()
        made = quick.create(offer=True, size=3, seat=2, name="Robo", clock={"seconds": 60, "increment": 1})
        lobby = http.get("/api/lobby", params={"after": empty["version"]}).json()
        [challenge] = lobby["challenges"]
        facts = {
            "game": "light-cycle",
            "size": 3,
            "seat": 1,
            "name": "Robo",
            "clock": {"seconds": 60.0, "increment": 1.0},
        }
        assert challenge == challenge | facts | {"id": made["id"]}
        taken = http.post(f"/api/duels/{challenge['id']}/join", json={}).json()
        assert taken["player"] == 1
        move = http.post(
            f"/api/duels/{made['id']}/move", json={"ply": 0, "move": "up"}, headers=bearer(taken["secret"])
        )
        assert move.status_code == 200
        [game] = http.get("/api/lobby", params={"after": lobby["version"]}).json()["games"]
        assert (game["id"], game["ply"], game["board"]) == (made["id"], 1, move.json()["board"])
        late = refused(http.post(f"/api/duels/{made['id']}/join", json={}))
        assert late[:2] == (409, "taken")
        assert quick.post(made["id"], "resign", taken["secret"], ply=1).status_code == 200


@pytest.mark.heavy
def test_without_a_partner_a_bot_plays_and_is_called_one(quick: Server) -> None:
    with quick.http() as http:
        found = http.post("/api/lobby/pair", json={"game": "gridlock"}).json()
        secret, state = found["seat"]["secret"], found["state"]
        assert "open" in state["seats"].values()
        while "open" in state["seats"].values():
            query = {"after": state["version"], "wait": 20}
            state = http.get(f"/api/duels/{found['id']}", params=query, headers=bearer(secret)).json()
        assert sorted(state["seats"].values()) == ["computer", "taken"]
        assert quick.post(found["id"], "resign", secret, ply=state["ply"]).status_code in (200, 409)


@pytest.mark.heavy
def test_when_many_want_the_same_seat_one_gets_it(quick: Server) -> None:
    made = quick.create(offer=True, size=3)
    start = threading.Barrier(20)

    def join(_: int) -> int:
        with quick.http() as http:
            start.wait()
            return http.post(f"/api/duels/{made['id']}/join", json={}).status_code

    with ThreadPoolExecutor(20) as pool:
        codes = list(pool.map(join, range(20)))
    assert sorted(codes) == [200] + [409] * 19


@pytest.mark.heavy
def test_one_address_with_a_thousand_challenges_does_not_fill_the_lobby(tmp_path: Path) -> None:
    with Server(tmp_path, rate="100000", duels_a_minute=1e9, duels_at_once=1e9) as server, server.http() as http:
        codes = [http.post("/api/duels", json={"game": "pathway", "offer": True}).status_code for _ in range(1000)]
        assert codes == [201] * 5 + [422] * 995
        assert len(http.get("/api/lobby").json()["challenges"]) == 5
        assert http.post("/api/duels", json={"game": "pathway"}).status_code == 201


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "offer": True}, "setup"),
        ({"game": "pathway", "offer": True, "p2": "easy"}, "setup"),
        ({"game": "pathway", "offer": "yes"}, "malformed"),
        ({"game": "pathway", "stand_in": "easy"}, "setup"),
        ({"game": "pathway", "offer": True, "name": "Player 1"}, "name"),
    ],
)
def test_an_impossible_offer_is_refused_with_a_sentence(quick: Server, body: dict[str, object], code: str) -> None:
    with httpx.Client(base_url=quick.url) as http:
        assert refused(http.post("/api/duels", json=body))[1] == code
        assert refused(http.post("/api/lobby/pair", json={**body, "strange": 1}))[1] == "malformed"
