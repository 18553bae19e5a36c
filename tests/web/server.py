"""A real server process that can be stopped, killed and restarted, and players who use it."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

State = dict[str, Any]
_LONG = 20.0
_CHANGED = """
import functools, sys
from gridduels.web import settings
settings.Settings = functools.partial(settings.Settings, **{})
from gridduels.cli import main
sys.exit(main(sys.argv[1:]))
"""


def free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


class Server:
    """`gridduels serve` in its own process, on a database in a folder or a given one.

    `settings` are those without a command-line option.
    """

    def __init__(
        self, folder: Path, *options: str, port: int = 0, rate: str = "0", db: str | None = None, **settings: float
    ) -> None:
        self.db, self._log = folder / "duels.sqlite", folder / "server.log"
        self._place = db or str(self.db)
        self._options, self._port, self._rate, self._settings = options, port, rate, settings
        self.url = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            assert self.stop() == 0

    def start(self) -> None:
        """Start it; return when it is ready."""
        command = [sys.executable, *self.program(), "serve", "--db", self._place, "--port", str(self._port)]
        with self._log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--rate", self._rate, *self._options], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + self.log
        self.url = found[0].rstrip("/")

    def program(self) -> list[str]:
        """Return the command line for Python."""
        return ["-c", _CHANGED.format(self._settings)] if self._settings else ["-m", "gridduels"]

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it; return its exit code."""
        self.process.send_signal(how)
        return self.ended()

    def kill(self) -> None:
        """Kill it without warning."""
        self.process.kill()
        self.ended()

    def ended(self) -> int:
        """Wait for it to exit; return its exit code."""
        code = self.process.wait(_LONG)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    @property
    def log(self) -> str:
        """Everything it has logged."""
        return self._log.read_text()

    def http(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=_LONG)

    def create(self, **wishes: Any) -> State:
        """Create a duel; return it with its secrets."""
        with self.http() as http:
            response = http.post("/api/duels", json={"game": "light-cycle", **wishes})
        assert response.status_code == 201, response.text
        made: State = response.json()
        return made

    def friends(self, **wishes: Any) -> tuple[str, str, str]:
        """Create a duel between two people; return its id and both secrets."""
        made = self.create(seat=1, **wishes)
        joined = self.post(made["id"], "join", None, invite=made["invite"])
        return made["id"], made["seat"]["secret"], joined.json()["secret"]

    def post(self, id: str, action: str, secret: str | None, **fields: Any) -> httpx.Response:
        """Send an action over HTTP."""
        with self.http() as http:
            return http.post(f"/api/duels/{id}/{action}", json=fields, headers=bearer(secret))

    def state(self, id: str, secret: str | None = None) -> State:
        """Return the state of a duel."""
        with self.http() as http:
            response = http.get(f"/api/duels/{id}", headers=bearer(secret))
        assert response.status_code == 200, response.text
        state: State = response.json()
        return state

    async def client(self, id: str, secret: str | None = None, **options: Any) -> "Client":
        """Return a websocket that has said hello and received the state."""
        client = Client(await connect(f"{self.url.replace('http', 'ws')}/api/duels/{id}/socket", **options))
        await client.say("hello", seat=secret)
        client.state = await client.hear("state")
        return client


def bearer(secret: str | None) -> dict[str, str]:
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}


class Client:
    """One websocket of a player or spectator."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.state = socket, State()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def hear(self, kind: str, accept: Callable[[State], bool] = lambda message: True) -> State:
        """Return the next message of this kind that is accepted; skip those before it."""
        async with asyncio.timeout(_LONG):
            while True:
                message: State = json.loads(await self.socket.recv())
                if message["type"] == kind and accept(message):
                    return message

    async def ask(self, kind: str, **fields: Any) -> State:
        """Send a message; return the state or the refusal that answers it."""
        await self.say(kind, **fields)
        async with asyncio.timeout(_LONG):
            while True:
                message: State = json.loads(await self.socket.recv())
                if message["type"] != "presence":
                    return message

    async def at_ply(self, ply: int) -> State:
        """Return the state once this many moves have been played."""
        return await self.hear("state", lambda state: bool(state["ply"] == ply))


async def closed(client: Client) -> int | None:
    """Return the code with which the server closes a connection; skip messages before that."""
    async with asyncio.timeout(_LONG):
        try:
            while True:
                await client.socket.recv()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None
