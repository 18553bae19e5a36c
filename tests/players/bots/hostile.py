"""Start a hostile bot and check what has happened to its processes."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = f"import sys; sys.path[:0] = [{str(ROOT)!r}]; from tests.players.bots.hostile_bot import main; main()"
"""The bot cannot import anything of ours except itself. No comma, because it is used in lists of players."""

posix_only = pytest.mark.skipif(os.name != "posix", reason="it is about POSIX processes")


def hostile(way: str, folder: Path) -> str:
    """Return the command line of a bot that misbehaves in the given way."""
    return shlex.join([sys.executable, "-I", "-S", "-c", SCRIPT, way, str(folder)])


def numbers(folder: Path) -> list[int]:
    """Return the processes a hostile bot has started, beginning with itself."""
    path = folder / "numbers"
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def is_running(number: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        os.kill(number, 0)
    except OSError:
        return False
    try:
        state = Path(f"/proc/{number}/stat").read_bytes().rpartition(b")")[2].split()[0]
    except OSError:
        return not Path("/proc/self/stat").exists()
    return state not in (b"Z", b"X")


def assert_nothing_is_left(folder: Path) -> None:
    assert numbers(folder)
    assert [number for number in numbers(folder) if is_running(number)] == []


def wait_until_noted(folder: Path, count: int) -> None:
    """Wait until a hostile bot has recorded its processes."""
    until = time.monotonic() + 10
    while len(numbers(folder)) < count:
        assert time.monotonic() < until, "the bot has not started its processes"
        time.sleep(0.01)
