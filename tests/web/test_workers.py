"""Several workers on one port, and copies of a database, as a server's operator uses them."""

import json
import os
import signal
import time
from pathlib import Path

import pytest

from tests.players.bots.hostile import is_running
from tests.postgres import Cluster
from tests.web.server import Server
from tests.web.test_serving import complaint, serve


def workers_of(server: Server) -> list[int]:
    """Return the processes of all workers that have started."""
    events = [json.loads(line) for line in server.log.splitlines()]
    return [event["pid"] for event in events if event["event"] == "started"]


@pytest.mark.heavy
def test_workers_share_a_port_and_a_dead_one_is_restarted(postgres: Cluster, tmp_path: Path) -> None:
    with Server(tmp_path, "--processes", "2", db=postgres.database()) as server:
        made = server.create(seat="both", size=7)
        id, secret, state = made["id"], made["seat"]["secret"], made["state"]
        os.kill(workers_of(server)[0], signal.SIGKILL)
        for _ in range(8):  # each request may reach another worker, or the socket of the dead one
            answer = server.post(id, "move", secret, ply=state["ply"], move=state["legal"][0]["move"])
            assert answer.status_code == 200, answer.text
            state = answer.json()
        while len(workers_of(server)) < 3:
            time.sleep(0.05)
        assert len({*workers_of(server)}) == 3
    assert '"a worker has died"' in server.log
    assert '"internal error"' not in server.log


@pytest.mark.heavy
def test_workers_end_when_their_parent_is_killed(postgres: Cluster, tmp_path: Path) -> None:
    with Server(tmp_path, "--processes", "2", db=postgres.database()) as server:
        while len(both := workers_of(server)) < 2:
            time.sleep(0.05)
        server.kill()
        while any(is_running(pid) for pid in both):
            time.sleep(0.05)


@pytest.mark.heavy
def test_workers_need_postgresql_and_a_sensible_number(tmp_path: Path) -> None:
    db = str(tmp_path / "db")
    assert complaint("--processes", "2", "--port", "0", "--db", db) == (
        "several processes need PostgreSQL: give its address with --db"
    )
    assert complaint("--processes", "0", "--db", db).startswith(
        "argument --processes: '0' is not a number of processes"
    )
    assert complaint("--db", "postgresql:///duels", "--backup", db) == (
        "use pg_dump to back up PostgreSQL, or copy the duels to a file with --copy-to"
    )


@pytest.mark.heavy
def test_a_site_moves_to_postgresql_and_back(postgres: Cluster, tmp_path: Path) -> None:
    url, back = postgres.database(), tmp_path / "back"
    back.mkdir()
    with Server(tmp_path) as server:
        id, one, two = server.friends()
        server.post(id, "move", one, ply=0, move="up")
    assert serve("--db", str(server.db), "--copy-to", url).stdout == f"Copied {server.db} to {url}: 1 duel.\n"
    with Server(tmp_path, db=url) as server:
        assert server.post(id, "move", two, ply=1, move="down").status_code == 200
    copied = serve("--db", url, "--copy-to", str(back / "duels.sqlite"))
    assert copied.stdout == f"Copied {url} to {back / 'duels.sqlite'}: 1 duel.\n", copied.stderr
    with Server(back) as server:
        assert server.state(id, one)["moves"] == ["up", "down"]
