"""A real Ray cluster on this machine plays the same games, and loses none when a worker is killed."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridduels.arena import workers as ray_workers
from gridduels.arena.workers import play_all
from gridduels.engine import ray_cluster
from gridduels.engine.ray_cluster import connected
from gridduels.errors import SetupError
from gridduels.extras import install_command
from tests.arena.helpers import games_in, match_of, steady_bot
from tests.players.bots.hostile import posix_only
from tests.ray_clusters import cluster, free_port, node, short
from tests.skips import require
from tests.terminal.processes import COMMAND, environment, run

__all__ = ["short"]


def command(bot: str, path: Path, *options: str) -> list[str]:
    return [
        "match",
        "light-cycle",
        "random",
        bot,
        "--pairs",
        "12",
        "--results",
        str(path),
        "--json",
        *options,
    ]


def descendants(number: int) -> dict[int, bytes]:
    """Return the descendants of a process with their command lines."""
    found: dict[int, bytes] = {}
    waiting = [number]
    while waiting:
        current = waiting.pop()
        try:
            for thread in Path(f"/proc/{current}/task").iterdir():
                waiting += map(int, (thread / "children").read_text().split())
            found[current] = Path(f"/proc/{current}/cmdline").read_bytes()
        except OSError:
            continue  # it has just ended
    return found


@pytest.mark.heavy
@posix_only
def test_killing_a_worker_loses_no_game_and_ray_plays_the_same_games(tmp_path: Path) -> None:
    require(find_spec("ray"), "Ray is not installed")
    require(Path("/proc/self/task").exists(), "processes can be looked into only through /proc")
    bot, cache = steady_bot(tmp_path, 0.05), os.environ["GRIDDUELS_CACHE"]
    process = subprocess.Popen(
        [*COMMAND, *command(bot, tmp_path / "ray", "--engine", "ray", "--workers", "3")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(GRIDDUELS_CACHE=cache),
    )
    until = time.monotonic() + 60
    path = tmp_path / "ray"
    while not (path.exists() and path.read_bytes().count(b"\n") >= 3):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until, "no game has ended"
        time.sleep(0.02)
    workers = [number for number, line in descendants(process.pid).items() if b"ArenaWorker" in line]
    assert len(workers) > 1
    os.kill(workers[0], signal.SIGKILL)
    output, complaint = process.communicate(timeout=90)
    assert process.returncode == 0, complaint

    local = run(*command(bot, tmp_path / "local", "--workers", "2"), GRIDDUELS_CACHE=cache)
    ray, here = json.loads(output), json.loads(local.output)
    assert ray | {"results": ""} == here | {"results": ""}
    assert games_in(tmp_path / "ray") == games_in(tmp_path / "local")
    assert len(games_in(tmp_path / "ray")) == 25


def test_without_ray_one_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SetupError) as caught:
        list(play_all(match_of().tasks(0), 2, "ray"))
    assert str(caught.value) == f"--engine ray needs the extra 'ray': {install_command('ray')}"


def test_ray_is_not_started_when_nothing_is_to_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_workers, "load_ray", object)
    assert list(play_all([], 2, "ray")) == []


@contextmanager
def answering(answer: bytes | None) -> Iterator[str]:
    """Yield the address of a server that greets its first visitor and closes, or stays silent."""

    def serve() -> None:
        connection, _ = server.accept()
        with connection:
            connection.recv(100)
            connection.sendall(answer or b"")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=serve)
        if answer is not None:
            thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        if answer is not None:
            thread.join()


@pytest.mark.parametrize("answer", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"", None])
def test_a_server_without_a_cluster_is_refused(answer: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_cluster, "_PATIENCE", 0.2)
    with answering(answer) as address, pytest.raises(SetupError) as caught:
        ray_cluster._check_reachable(address)
    assert str(caught.value).endswith(": the server there does not speak Ray's protocol")


def test_an_unreachable_machine_and_one_without_a_cluster_get_different_errors() -> None:
    with answering(bytes([0, 0, 18, 4, 0, 0, 0, 0, 0])) as address:
        ray_cluster._check_reachable(address)
    with pytest.raises(SetupError) as caught:
        ray_cluster._check_reachable(address)
    port = address.rpartition(":")[2]
    assert (
        str(caught.value) == f"there is no Ray cluster at {address}: nothing is listening on port {port} of 127.0.0.1"
    )
    with pytest.raises(SetupError, match=r"^cannot reach no-such-host\.invalid, the host of the Ray cluster"):
        ray_cluster._check_reachable("ray://no-such-host.invalid:6379")
    ray_cluster._check_reachable("auto")


def test_a_cluster_that_refuses_us_is_reported_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ray:
        def init(self, address: str, **options: object) -> None:
            told = "Initialization failure from server:\nTraceback:\n  File ...\nRuntimeError: too slow\n"
            raise ConnectionAbortedError(told)

    monkeypatch.setenv("RAY_ADDRESS", "auto")
    with pytest.raises(SetupError, match=r"^Ray cannot join auto: RuntimeError: too slow$"), connected(Ray(), 1):
        pass


@pytest.mark.heavy
@posix_only
def test_a_wrong_token_is_reported_in_one_sentence(short: Path, tmp_path: Path) -> None:
    require(find_spec("ray"), "Ray is not installed")
    secret, clients = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "a" * 64}, free_port()
    with cluster(short, clients, **secret) as address:
        options = command("greedy", tmp_path / "results", "--engine", "ray")
        for named in (address, f"ray://127.0.0.1:{clients}"):
            wrong = run(*options, RAY_ADDRESS=named, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN="b" * 64)
            missing = run(*options, RAY_ADDRESS=named)
            how = "set RAY_AUTH_MODE=token, and RAY_AUTH_TOKEN to its token"
            sentence = f"gridduels: the Ray cluster at {named} needs a different token: {how}\n"
            assert wrong == missing == (2, "", sentence)
        right = run(*options, RAY_ADDRESS=address, RAY_AUTH_MODE="token", RAY_AUTH_TOKEN="a" * 64)
        assert right.code == 0, right.complaint
        assert json.loads(right.output)["pairs"] == 12


@pytest.mark.heavy
def test_a_server_without_a_cluster_at_a_client_port_is_refused(tmp_path: Path) -> None:
    require(find_spec("ray"), "Ray is not installed")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"ray://127.0.0.1:{server.getsockname()[1]}"
        found = run(*command("greedy", tmp_path / "results", "--engine", "ray"), RAY_ADDRESS=address)
    sentence = f"gridduels: there is no Ray cluster at {address}: the server there does not speak Ray's protocol\n"
    assert found == (2, "", sentence)


@pytest.mark.heavy
@posix_only
def test_a_lost_machine_is_reported_and_its_games_are_played_again(short: Path, tmp_path: Path) -> None:
    require(find_spec("ray"), "Ray is not installed")
    bot, path = steady_bot(tmp_path, 0.25), tmp_path / "results"
    open_to_all = {"RAY_AUTH_MODE": "disabled"}
    with (
        cluster(short, **open_to_all) as address,
        node(tmp_path, f"--address={address}", "--num-cpus=2", **open_to_all) as other,
    ):
        process = subprocess.Popen(
            [*COMMAND, *command(bot, path, "--engine", "ray", "--workers", "3")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"], RAY_ADDRESS=address, **open_to_all),
        )
        until = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") >= 5):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until, "no game has ended"
            time.sleep(0.05)
        os.killpg(other.pid, signal.SIGKILL)
        _, complaint = process.communicate(timeout=120)
    assert process.returncode == 0
    assert len(games_in(path)) == 25
    lost = rb"gridduels: the cluster lost the machine [\d.]+: its games are played again elsewhere\n"
    assert re.fullmatch(rb"(%b)?" % lost, complaint), complaint.decode()  # empty if it happened to be idle
