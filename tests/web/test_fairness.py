"""One visitor with many requests does not make the others wait."""

import time
from pathlib import Path

import httpx
import pytest

from tests.web.server import Server

GREEDY, MODEST = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.2"}
COMPUTER = {"game": "blockade", "size": 6, "p1": "mcts:20000", "p2": "human", "seat": 2}
GAMES = 30


def begin(http: httpx.Client, visitor: dict[str, str]) -> str:
    """Begin a duel in which the computer is to move; return its id."""
    return str(http.post("/api/duels", json=COMPUTER, headers=visitor).json()["id"])


def ply(http: httpx.Client, id: str, visitor: dict[str, str], wait: float = 0) -> int:
    state = http.get(f"/api/duels/{id}", params={"after": 0, "wait": wait}, headers=visitor).json()
    return int(state["ply"])


def pools_total(http: httpx.Client, measure: str) -> float:
    """Return the sum of a measure over all pools, from the metrics."""
    lines = http.get("/metrics").text.splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith(f"gridduels_pool_{measure}{{"))


@pytest.mark.heavy
def test_a_computer_answers_one_visitor_before_the_thirty_games_of_another(tmp_path: Path) -> None:
    with Server(tmp_path, "--proxy", rate="20") as server, server.http() as http:
        assert ply(http, begin(http, MODEST), MODEST, wait=25) == 1
        while pools_total(http, "busy"):  # until the search is compiled, a computer plays greedy moves at once
            time.sleep(0.1)
        for _ in range(GAMES):
            begin(http, GREEDY)
        assert ply(http, begin(http, MODEST), MODEST, wait=25) == 1
        assert pools_total(http, "waiting") > 0
