"""The games without a server: the built folder, a plain file server, and a real browser."""

import functools
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from gridduels.files import process_lock
from tests.skips import require_package
from tests.web.browser.conftest import browser as browser
from tests.web.browser.visitor import Visitor

ROOT = Path(__file__).parents[3]
LAST_FILE = "files.js"
"""The file that the build writes last."""


class FileServer:
    """Serves only files; Python's files are held back until `python` is set."""

    def __init__(self, folder: Path) -> None:
        self.python = threading.Event()
        self.python.set()
        handler = functools.partial(_Files, self.python, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/play"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Stop answering."""
        self.python.set()
        self._server.shutdown()
        self._server.server_close()


class _Files(SimpleHTTPRequestHandler):
    def __init__(self, python: threading.Event, *connection: object, directory: str) -> None:
        self._python = python
        super().__init__(*connection, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        if "/python/" in self.path:
            self._python.wait()
        super().do_GET()

    def log_message(self, format: str, *values: object) -> None:
        """Log nothing."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder, built once for all workers: the first one builds it, and the others wait."""
    own = tmp_path_factory.getbasetemp()
    place = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    with process_lock(place.with_suffix(".lock")):
        if not (place / "play" / LAST_FILE).exists():
            make(place / "play")
    return place


def make(play: Path) -> None:
    command = [sys.executable, "website/alone.py", "--output", str(play), "--server", "http://127.0.0.1:9/"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    require_package("npm" not in made.stderr or not made.returncode, "the site needs Node.js, with npm")
    assert made.returncode == 0, made.stderr


@pytest.fixture
def files(folder: Path) -> Iterator[FileServer]:
    server = FileServer(folder)
    yield server
    server.stop()


@pytest.fixture
def visitor(browser: Browser, files: FileServer) -> Iterator[Visitor]:
    """A visitor with a new browser; any error in its console fails the test."""
    person = Visitor(browser, files.url, service_workers="allow")
    yield person
    assert person.close() == []
