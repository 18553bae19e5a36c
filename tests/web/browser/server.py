"""The server as people run it: `gridduels serve` in its own process."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from tests.terminal.processes import PATIENCE, environment


class Server:
    """A server that can be killed and restarted at the same address."""

    def __init__(
        self, folder: Path, *options: str, program: tuple[str, ...] = ("-m", "gridduels"), port: int = 0
    ) -> None:
        self._folder, self._options, self._program = folder, options, program
        self.port = port
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop(signal.SIGTERM)
        assert '"internal error"' not in (self._folder / "server.log").read_text()

    def start(self) -> None:
        command = [sys.executable, *self._program, "serve", "--port", str(self.port), "--rate", "0"]
        env = environment(GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"], GRIDDUELS_CONFIG=str(self._folder))
        command += ["--db", str(self._folder / "duels.db"), *self._options]
        with (self._folder / "server.log").open("a") as log:
            self._process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self._process.stdout is not None
        found = re.search(r"http://[\d.]+:(\d+)", self._process.stdout.readline())
        assert found, (self._folder / "server.log").read_text()
        self.url, self.port = found[0], int(found[1])

    def stop(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def post(self, path: str, body: dict[str, Any], seat: str = "") -> Any:
        """Post JSON to the API."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {seat}"} if seat else {})
        request = urllib.request.Request(f"{self.url}/api/{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(f"{self.url}/api/{path}", timeout=PATIENCE) as answer:
            return json.load(answer)

    def get_whole(self, path: str) -> Any:
        """Return the answer once the server has computed it."""
        while "stage" in (found := self.get(path)):
            pass
        return found

    def begin(self, game: str, **options: Any) -> Any:
        """Begin a duel, by default with both seats here."""
        return self.post("duels", {"game": game, "p1": "human", "p2": "human", "seat": "both"} | options)
