"""The server as a process: how it starts, what it prints, how it stops."""

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from gridduels.extras import install_command
from tests.web.server import Server, closed


def serve(*options: str) -> subprocess.CompletedProcess[str]:
    """Run a server that is expected to end on its own."""
    command = [sys.executable, "-m", "gridduels", "serve", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def complaint(*options: str) -> str:
    """Return the one sentence of a server that cannot start."""
    done = serve(*options)
    assert (done.returncode, done.stdout) == (2, "")
    [sentence] = done.stderr.splitlines()
    return sentence.removeprefix("gridduels: ")


@pytest.mark.heavy
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_server_exits_with_0_and_disconnects_everyone(tmp_path: Path, how: int) -> None:
    with Server(tmp_path) as server:
        id = server.create()["id"]

        async def watch() -> int | None:
            async with await server.client(id) as client, httpx.AsyncClient(base_url=server.url) as http:
                waiting = asyncio.create_task(http.get(f"/api/duels/{id}?after=0&wait=20", timeout=30))
                await client.hear("presence", lambda told: bool(told["watchers"] == 2))
                server.process.send_signal(how)
                code = await closed(client)
                assert (await waiting).json()["version"] == 0
                return code

        assert asyncio.run(watch()) == 1012
        assert server.ended() == 0
        assert [json.loads(line)["event"] for line in server.log.splitlines()] == ["started", "duel began", "stopped"]


@pytest.mark.heavy
def test_after_it_has_stopped_everything_is_in_one_file(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        id, one, _ = server.friends()
        server.post(id, "move", one, ply=0, move="up")
    assert {path.name for path in tmp_path.iterdir()} - {"server.log", "duels.sqlite.lock"} == {"duels.sqlite"}
    with sqlite3.connect(tmp_path / "duels.sqlite") as database:
        assert database.execute("SELECT id, moves FROM duels").fetchall() == [(id, "up")]
    database.close()


def test_a_port_in_use_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        sentence = complaint("--port", str(port), "--db", str(tmp_path / "db"))
    assert sentence == (
        f"cannot listen on 127.0.0.1 port {port} (Address already in use); choose another with --host or --port"
    )
    assert not (tmp_path / "db").exists()


@pytest.mark.heavy
def test_a_database_in_use_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        sentence = complaint("--port", "0", "--db", str(server.db))
        assert sentence == f"{server.db} is in use by another server; stop it, or choose another file with --db"


def test_a_damaged_database_is_reported_and_left_unchanged(tmp_path: Path) -> None:
    damaged = tmp_path / "db"
    damaged.write_bytes(b"not a database, but long enough to look like one" * 100)
    before = damaged.read_bytes()
    sentence = complaint("--port", "0", "--db", str(damaged))
    assert sentence.startswith(
        f"{damaged} is damaged or not a database (file is not a database) and was left unchanged"
    )
    assert damaged.read_bytes() == before


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--port", "70000"], "argument --port: '70000' is not a port: use 0 to 65535"),
        (["--rate", "many"], "argument --rate: 'many' is not a number of requests per second from 0 to 1,000,000"),
        (["--expire", "0"], "argument --expire: '0' is not a number of days from 0.001 to 36,500"),
        (["--host", "no.such.host.invalid", "--port", "0"], "cannot listen on no.such.host.invalid port 0"),
    ],
)
def test_wrong_options_are_reported_in_a_sentence(options: list[str], sentence: str, tmp_path: Path) -> None:
    assert complaint(*options, "--db", str(tmp_path / "db")).startswith(sentence)


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    script = "import sys; sys.modules['starlette'] = None; from gridduels.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f"gridduels: gridduels serve needs the extra 'web': {install_command('web')}\n"


def test_nothing_heavy_is_loaded_before_it_is_needed() -> None:
    script = "import sys, gridduels.web.serve; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "textual", "PIL"} & set(done.stdout.split())


@pytest.mark.heavy
def test_a_copy_can_be_made_while_it_runs(tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "duels.sqlite"
    copy.parent.mkdir()
    with Server(tmp_path) as server:
        id, one, _ = server.friends()
        server.post(id, "move", one, ply=0, move="up")
        done = serve("--db", str(server.db), "--backup", str(copy))
        assert (done.returncode, done.stdout) == (0, f"Copied {server.db} to {copy}: 1 duel.\n")
        server.post(id, "resign", one, ply=1)
    with Server(copy.parent) as restored:
        state = restored.state(id, one)
        assert (state["moves"], state["outcome"], state["you"]) == (["up"], None, 1)


def test_a_copy_of_nothing_is_refused(tmp_path: Path) -> None:
    assert complaint("--db", str(tmp_path / "none"), "--backup", str(tmp_path / "copy")) == (
        f"there is no database {tmp_path / 'none'} to copy"
    )
    assert not list(tmp_path.iterdir())


def measured(http: httpx.Client) -> dict[str, float]:
    """Return every sample of the metrics."""
    families = text_string_to_metric_families(http.get("/metrics").text)
    return {named(sample.name, sample.labels): sample.value for family in families for sample in family.samples}


def named(name: str, labels: dict[str, str]) -> str:
    return name + "{" + ",".join(f'{label}="{value}"' for label, value in labels.items()) + "}" if labels else name


@pytest.mark.heavy
def test_health_and_metrics_describe_the_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        id, one, _ = server.friends()
        server.post(id, "move", one, ply=0, move="up")
        server.post(id, "move", one, ply=1, move="up")
        health = http.get("/health").json()
        assert (health["status"], health["trouble"], health["duels"], health["rooms"]) == ("ok", None, 1, 1)
        values = measured(http)
    assert values['gridduels_actions_total{kind="move"}'] == 1
    assert values['gridduels_actions_total{kind="join"}'] == 1
    assert values['gridduels_refusals_total{code="not-your-turn"}'] == 1
    assert values['gridduels_responses_total{status="409"}'] == 1
    assert values["gridduels_duels_created_total"] == 1
    assert values['gridduels_action_seconds_bucket{le="+Inf"}'] == values["gridduels_action_seconds_count"] == 2
    assert values["gridduels_saved_total"] == 3
    assert not [name for name in values if "_created" in name and "duels" not in name]


@pytest.mark.heavy
def test_metrics_cover_the_workers(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.http() as http:
        made = server.create(p1="hard", seat=2)
        state = http.get(f"/api/duels/{made['id']}", params={"after": made["state"]["version"], "wait": 25}).json()
        assert state["ply"] == 1
        values = measured(http)
    assert values['gridduels_pool_questions_total{pool="play",result="answered"}'] == 1
    assert values['gridduels_pool_questions_total{pool="study",result="lost"}'] == 0
    assert values['gridduels_pool_workers{pool="play"}'] == 1
    assert values['gridduels_pool_workers{pool="study"}'] == 0
    assert values['gridduels_pool_busy{pool="play"}'] == values['gridduels_pool_waiting{pool="play"}'] == 0


@pytest.mark.heavy
def test_log_lines_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        made = server.create(seat=1)
        id, one, invite = made["id"], made["seat"]["secret"], made["invite"]
        two = server.post(id, "join", None, invite=invite).json()["secret"]
        server.post(id, "join", None, invite="wrong")
        server.post(id, "move", one, ply=0, move="nonsense")
        server.post(id, "resign", two, ply=0)
        state = server.post(id, "rematch", one, ply=0).json()
        state = server.post(id, "rematch", two, ply=0).json()
        following = state["next"]["seat"]
        with server.http() as http:
            http.get(f"/api/duels/{id}", headers={"Authorization": "Basic x"})
            http.post("/api/duels", content=b"{")
    events = [json.loads(line) for line in server.log.splitlines()]
    assert [event["event"] for event in events] == ["started", "duel began", "duel over", "duel began", "stopped"]
    assert all({"time", "level", "event"} <= set(event) for event in events)
    for secret in (one, two, invite, following):
        assert secret not in server.log
        assert secret.encode() not in server.db.read_bytes()
