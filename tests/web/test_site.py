"""A whole site, started by the script: PostgreSQL, two servers and a proxy; and the same in containers."""

import os
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Self

import pytest

from gridduels.cli import command_line
from tests.documents import ROOT
from tests.postgres import binaries
from tests.skips import require, require_package
from tests.test_project import read
from tests.web.server import Server
from tests.web.wanderers import Wanderers, check, play_through, until_moves

LONG = 60.0


class Site(Server):
    """`deploy/site`, seen through its proxy."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder = folder

    def __enter__(self) -> Self:
        port = free_ports(3)
        command = ["sh", str(ROOT / "deploy" / "site"), str(self._folder), str(port)]
        environment = {**os.environ, "GRIDDUELS": f"{sys.executable} -m gridduels"}
        with (self._folder / "site.log").open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, env=environment, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"Grid Duels is at http://127.0.0.1:{port}/ (Ctrl-C stops it)\n", (
            self.log
        )
        self.url = f"http://127.0.0.1:{port}"
        return self

    def kill_server(self, number: int) -> None:
        """Kill one of the servers."""
        os.kill(int((self._folder / f"server{number}.pid").read_text()), signal.SIGKILL)

    def ask(self, path: str, headers: dict[str, str] | None = None, source: str = "127.0.0.1") -> tuple[int, str]:
        """Request a path exactly as it is written."""
        connection = HTTPConnection(self.url.removeprefix("http://"), timeout=LONG, source_address=(source, 0))
        with closing(connection):
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()

    @property
    def log(self) -> str:
        return "".join(path.read_text() for path in sorted(self._folder.glob("*.log")))


def free_ports(count: int) -> int:
    """Return the first of some consecutive free ports."""
    while True:
        first = random.randrange(20_000, 32_000)
        try:
            for port in range(first, first + count):
                socket.create_server(("127.0.0.1", port)).close()
            return first
        except OSError:
            continue


@pytest.fixture
def site() -> Iterator[Site]:
    require(os.name == "posix", "it is about POSIX processes")
    require_package(binaries(), "PostgreSQL is missing: apt-get install postgresql")
    haproxy = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    require_package(haproxy, "HAProxy is missing: apt-get install haproxy")
    with tempfile.TemporaryDirectory(prefix="gridduels-") as folder:
        Path(folder).chmod(0o755)  # another user may run PostgreSQL
        with Site(Path(folder)) as running:
            yield running
            assert '"internal error"' not in running.log


def test_a_site_survives_the_death_of_a_server(site: Site) -> None:
    games = [Wanderers((site, site), seed) for seed in range(10)]

    async def disturb() -> None:
        await until_moves(games, 4)
        site.kill_server(1)
        for each in games:
            site.state(each.id)  # a request that the dead server leaves unanswered goes to the other

    play_through(games, disturb)
    check(games, site)
    assert sum(each.resumed for each in games) > 0


def test_the_proxy_refuses_metrics_and_too_many_connections(site: Site) -> None:
    paths = ["/metrics", "/%6detrics", "/%6D%65%74rics", "/metrics/", "//metrics", "/metrics?x", f"{site.url}/metrics"]
    assert {path: site.ask(path)[0] for path in paths} == dict.fromkeys(paths, 403)
    status, page = site.ask("/", {"X-Forwarded-Prefix": "/elsewhere", "X-Forwarded-Proto": "https"})
    assert status == 200
    assert f'property="og:image" content="{site.url}/api/' in page
    check_limit(site)
    if sys.platform == "linux":  # where all of 127.0.0.0/8 is this machine
        check_malformed(site)


def check_malformed(site: Site) -> None:
    """Check that an address that keeps sending malformed HTTP has to wait, and others do not."""
    port = int(site.url.rpartition(":")[2])
    answers = []
    for _ in range(450):
        with (
            suppress(ConnectionResetError),
            socket.create_connection(("127.0.0.1", port), timeout=LONG, source_address=("127.0.0.3", 0)) as connection,
        ):
            connection.sendall(b"malformed\r\n\r\n")
            answers.append(connection.recv(12))
    assert 400 <= answers.count(b"HTTP/1.0 400") + answers.count(b"HTTP/1.1 400") <= 410
    with pytest.raises((OSError, HTTPException)):
        site.ask("/health", source="127.0.0.3")
    assert site.ask("/health", source="127.0.0.4")[0] == 200


def check_limit(site: Site) -> None:
    """Check that an address may have 400 connections: further ones are closed, and other addresses have their own."""
    port = int(site.url.rpartition(":")[2])
    with ExitStack() as stack:
        open_connections(stack, port, 400)
        # The proxy resets the connection, which may show in connect as well as in recv.
        with suppress(ConnectionResetError), socket.create_connection(("127.0.0.1", port), timeout=LONG) as refused:
            assert refused.recv(1) == b""
        if sys.platform == "linux":  # where all of 127.0.0.0/8 is this machine
            assert site.ask("/health", source="127.0.0.2")[0] == 200
    deadline = time.monotonic() + LONG
    while True:
        with suppress(OSError, HTTPException):
            assert site.ask("/health")[0] == 200
            return
        assert time.monotonic() < deadline


def open_connections(stack: ExitStack, port: int, count: int) -> None:
    """Open connections until this many remain open.

    The proxy may still count earlier connections whose end it has not noticed, and close that many of the new ones.
    """
    kept: list[socket.socket] = []
    deadline = time.monotonic() + LONG
    while len(kept) < count:
        assert time.monotonic() < deadline
        for _ in range(count - len(kept)):
            with suppress(ConnectionResetError):
                kept.append(stack.enter_context(socket.create_connection(("127.0.0.1", port))))
        closed = select.select(kept, [], [], 0.5)[0]
        kept = [each for each in kept if each not in closed]


def test_the_containers_run_the_same() -> None:
    compose = read("compose.yaml")
    one, two = compose["services"]["one"], compose["services"]["two"]
    assert one == two
    options = command_line().parse_args(["serve", *one["command"]])
    assert (options.db, options.proxy) == ("postgresql://gridduels@database/gridduels", True)
    proxy = compose["services"]["proxy"]
    assert proxy["volumes"][0].startswith("./deploy/haproxy.cfg:")
    config = (ROOT / "deploy" / "haproxy.cfg").read_text()
    assert all(f'"${{{name}}}"' in config for name in proxy["environment"])
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert dockerfile.index("USER gridduels") < dockerfile.index("HEALTHCHECK") < dockerfile.index("ENTRYPOINT")
