"""The servers compared by `python benchmarks web`: how to start each one and how to talk to it."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

from web_client import Chair

sys.path.insert(0, str(Path(__file__).parent.parent))  # uses the tests' cluster
from tests.postgres import Cluster, binaries

_PEER: Final = Path(__file__).parent / "boardgame_io"


class Server:
    """A server process on a port of this machine."""

    name: str
    port: int
    process: subprocess.Popen[str]

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send a POST request and return the answer."""
        self._http.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        response = self._http.getresponse()
        text = response.read()
        if response.status >= 300:
            raise ConnectionError(f"{self.name}: {path}: {response.status} {text[:200]!r}")
        answer: dict[str, Any] = json.loads(text)
        return answer

    def connect(self) -> None:
        self._http = HTTPConnection("127.0.0.1", self.port, timeout=60)

    def cpu(self) -> float:
        """Return the CPU seconds of the server and its child processes; 0 if the system doesn't report them."""
        try:
            return cpu_of(self.process.pid)
        except OSError:
            return 0.0

    def memory(self) -> int:
        """Return the server's memory use in bytes; 0 if the system doesn't report it."""
        try:
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        except OSError:
            return 0
        return pages * os.sysconf("SC_PAGE_SIZE")

    def database(self) -> tuple[float, int]:
        """Return the CPU seconds of a separate database, and the size of its log in bytes."""
        return 0.0, 0

    def chairs(self) -> tuple[Chair, Chair]:
        """Return the two ends of a new match."""
        raise NotImplementedError


class GridDuels(Server):
    """`gridduels serve`: every move is persisted before it is announced."""

    name = "gridduels, SQLite"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["GridDuels"]:
        """Run a server with its own database."""
        with tempfile.TemporaryDirectory() as folder, cls.started(f"{folder}/db") as server:
            yield server

    @classmethod
    @contextmanager
    def started(cls, db: str) -> Iterator["GridDuels"]:
        """Run a server with the given database."""
        command = [sys.executable, "-m", "gridduels", "serve", "--port", "0", "--rate", "0", "--db", db]
        server = cls()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        with ended(process) as server.process:
            assert server.process.stdout is not None
            server.port = int(server.process.stdout.readline().split(":")[2].split("/")[0])
            server.connect()
            yield server

    def chairs(self) -> tuple[Chair, Chair]:
        made = self.post("/api/duels", {"game": "light-cycle", "seat": 1})
        joined = self.post(f"/api/duels/{made['id']}/join", {"invite": made["invite"]})
        path = f"/api/duels/{made['id']}/socket"
        return our_chair(path, made["seat"]["secret"]), our_chair(path, joined["secret"])


def our_chair(path: str, secret: str) -> Chair:
    """Return one end of a duel on a gridduels server."""
    return Chair(
        path,
        ((b"", json.dumps({"type": "hello", "seat": secret})),),
        b'"state"',
        lambda ply, word: f'{{"type":"move","ply":{ply},"move":"{word}"}}',
        lambda ply: b'"ply":%d,' % (ply + 1),
    )


class Postgres(GridDuels):
    """One server with PostgreSQL in its default settings, so that it also persists every move (fsync,
    synchronous_commit)."""

    name = "gridduels, PostgreSQL"
    servers = 1
    cluster: Cluster
    others: list[GridDuels]

    @staticmethod
    def set_up() -> str | None:
        """Return the reason why PostgreSQL isn't available, or None."""
        return None if binaries() else "PostgreSQL is not installed"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["Postgres"]:
        """Run servers with their own database cluster."""
        programs = binaries()
        assert programs
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            cluster = stack.enter_context(Cluster(folder, programs, settings=("listen_addresses=",)))
            db = cluster.database()
            first, *others = [stack.enter_context(cls.started(db)) for _ in range(cls.servers)]
            assert isinstance(first, Postgres)
            first.cluster, first.others = cluster, others
            yield first

    def cpu(self) -> float:
        return super().cpu() + sum(GridDuels.cpu(other) for other in self.others)

    def memory(self) -> int:
        return super().memory() + sum(GridDuels.memory(other) for other in self.others)

    def database(self) -> tuple[float, int]:
        return cpu_of(self.cluster.process), int(self.cluster.ask("SELECT pg_current_wal_lsn() - '0/0'"))


class PostgresTwice(Postgres):
    """Two servers. The players of each game are on different ones, so every move passes from one to the other."""

    name = "gridduels, PostgreSQL, 2 servers"
    servers = 2

    def chairs(self) -> tuple[Chair, Chair]:
        one, two = super().chairs()
        return one, two._replace(port=self.others[0].port)


class BoardgameIo(Server):
    """boardgame.io with its default storage, which keeps moves only in memory."""

    name = "boardgame.io"

    @staticmethod
    def set_up() -> str | None:
        """Install boardgame.io if necessary; return the reason why it isn't available, or None."""
        npm = shutil.which("npm")
        if not npm or not shutil.which("node"):
            return "node and npm are not installed"
        if (_PEER / "node_modules" / "boardgame.io").is_dir():
            return None
        install = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund"]
        done = subprocess.run(install, cwd=_PEER, capture_output=True)
        return None if done.returncode == 0 else "npm could not install it"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator["BoardgameIo"]:
        """Run the server in node's production mode."""
        server = cls()
        with socket.create_server(("127.0.0.1", 0)) as free:
            server.port = free.getsockname()[1]
        process = subprocess.Popen(
            ["node", "server.js", str(server.port)],
            cwd=_PEER,
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            text=True,
        )
        with ended(process) as server.process:
            assert server.process.stdout is not None
            while "ready" not in server.process.stdout.readline():
                pass
            server.connect()
            yield server

    def chairs(self) -> tuple[Chair, Chair]:
        id = secrets.token_urlsafe(9)
        return _their_chair(id, "0"), _their_chair(id, "1")


def _their_chair(id: str, player: str) -> Chair:
    """Return one end of a match. The first request creates the match. There are no credentials, which saves the server
    a check."""
    space = "/light-cycle,"

    def move(ply: int, word: str) -> str:
        action = {"type": "MAKE_MOVE", "payload": {"type": word, "args": [], "playerID": player}}
        return f"42{space}{json.dumps(['update', action, ply, id, player])}"

    return Chair(
        "/socket.io/?EIO=4&transport=websocket",
        ((b"0{", f"40{space}"), (b"40/", f"42{space}{json.dumps(['sync', id, player, None, 2])}")),
        b'["sync"',
        move,
        lambda ply: b'"_stateID":%d}' % (ply + 1),
    )


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process and its children."""
    return sum(_cpu(each) for each in (pid, *_children(pid)))


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    """Terminate a process when the context ends."""
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)
        if process.stdout:
            process.stdout.close()
