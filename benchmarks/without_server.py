"""Playing without a server: how soon the computer moves in a browser, on the first visit and on a later one.

The folder created by `website/alone.py` is served by a plain file server. A visitor opens the start page and
immediately starts a game in which the computer moves first. The browser is closed before a later visit.
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import BrowserType, sync_playwright
from tables import Cell, Column, Table
from timing import show

from gridduels import definitions

_RUNS: Final = 3
_ROOT: Final = Path(__file__).resolve().parents[1]
_BOARDS: Final = "document.querySelectorAll('.mini svg').length >= 5"
_FIRST_MOVE: Final = """async (game) => {
  const workers = navigator.serviceWorker;
  while (!workers.controller) await new Promise((done) => setTimeout(done, 5));
  const wish = { game, p1: "perfect", p2: "human", seat: 2 };
  const { id, state } = await (await fetch("api/duels", { method: "POST", body: JSON.stringify(wish) })).json();
  const moved = await (await fetch(`api/duels/${id}?after=${state.version}&wait=20`)).json();
  if (moved.ply !== 1) throw new Error("no move");
  return performance.now();
}"""
"""Returns the milliseconds from the start of the page load to the computer's move."""


def run() -> list[Table]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(_ROOT / "website" / "alone.py"), "--output", f"{folder}/play"]
        subprocess.run(command, check=True, capture_output=True)
        size = sum(path.stat().st_size for path in Path(folder, "play").rglob("*") if path.is_file())
        with _served(folder) as url, sync_playwright() as playwright:
            rows = [_measured(playwright.chromium, url, definition.id) for definition in definitions()]
    return [_table(rows, size)]


@contextmanager
def _served(folder: str) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/play/"
    server.shutdown()


class _Files(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *values: object) -> None:
        """Log nothing."""


def _measured(chromium: BrowserType, url: str, game: str) -> tuple[Cell, ...]:
    """Return a game's row: the times for the boards and for the computer's move, on first and later visits."""
    show(game)
    first, later = [], []
    for _ in range(_RUNS):
        with tempfile.TemporaryDirectory() as profile:
            first.append(_visit(chromium, profile, url, game))
            later.append(_visit(chromium, profile, url, game))
    return game, *(median(each) for visits in (first, later) for each in zip(*visits, strict=True))


def _visit(chromium: BrowserType, profile: str, url: str, game: str) -> tuple[float, float, float]:
    """Return the milliseconds until the boards are shown and until the computer has moved, and the CPU milliseconds."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    options: dict[str, Any] = {"executable_path": program, "args": ["--no-sandbox"]}
    browser = chromium.launch_persistent_context(profile, **options)
    page = browser.new_page()
    before = _processor()
    page.goto(url)
    page.wait_for_function(_BOARDS)
    boards = page.evaluate("performance.now()")
    moved, processor = page.evaluate(_FIRST_MOVE, game), _processor() - before
    browser.close()
    return float(boards), float(moved), processor


def _processor() -> float:
    """Return the CPU milliseconds of all processes below this one; 0 if there is no /proc."""
    children: dict[int, list[tuple[int, int]]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            fields = path.read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append((int(path.parent.name), int(fields[11]) + int(fields[12])))
    below, ticks = [os.getpid()], 0
    for parent in below:
        below += [child for child, _ in children.get(parent, ())]
        ticks += sum(taken for _, taken in children.get(parent, ()))
    return 1000 * ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def _table(rows: list[tuple[Cell, ...]], size: int) -> Table:
    titles = [f"{visit}: {what}" for visit in ("first visit", "later") for what in ("boards", "move", "CPU")]
    return Table(
        f"Without a server, milliseconds in Chromium: median of {_RUNS} visits",
        (Column("game"), *(Column(title, "{:.0f}") for title in titles)),
        tuple(rows),
        (
            "Aim: the first move within 5000 ms at the first visit, 1000 ms later.",
            "CPU milliseconds are those of the whole browser on all cores; on a busy machine, only these are reliable.",
            f"The folder has {size / 1e6:.1f} MB. Load of this machine at the end: {os.getloadavg()[0]:.1f}"
            f" on {os.cpu_count()} cores.",
        ),
    )
