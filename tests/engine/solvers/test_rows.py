"""Solving in files gives the same table as in memory, byte for byte, even after interruptions."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from gridduels import SetupError, load_game
from gridduels.engine import solve
from gridduels.engine.solvers.layered import FiledRows
from gridduels.engine.solvers.limits import TooBig, allow_memory, memory_needed
from gridduels.engine.tables.catalogue import table_path
from tests.terminal.processes import run

GAME = load_game("blockade", 4)
TOO_LITTLE = (memory_needed(GAME) or 0) - 1


def in_memory() -> bytes:
    solve(GAME, rebuild=True)
    return taken()


def on_disk() -> bytes:
    with allow_memory(TOO_LITTLE):
        solve(GAME, rebuild=True, disk=True)
    return taken()


def taken() -> bytes:
    """Return the bytes of the new table, and remove it."""
    data = table_path(GAME).read_bytes()
    table_path(GAME).unlink()
    return data


@pytest.fixture
def small_parts(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the parts so small that even a small game needs many; return the folder for solving."""
    monkeypatch.setattr(FiledRows, "part", 200)
    return own_cache / "solving" / table_path(GAME).stem


def kept_until(stop: int, keep: Callable[[FiledRows], None]) -> Callable[[FiledRows], None]:
    """Return a replacement for `keep` that is interrupted at that call, after the arrays were written."""
    times = iter(range(stop, -1, -1))

    def keeping(rows: FiledRows) -> None:
        if next(times) == 0:
            raise KeyboardInterrupt
        keep(rows)

    return keeping


@pytest.mark.heavy
@pytest.mark.parametrize("stop", [0, 1, 3, 5, 7, 9, 11])
def test_solving_interrupted_after_any_part_continues_to_the_same_table(
    small_parts: Path, monkeypatch: pytest.MonkeyPatch, stop: int
) -> None:
    expected, keep = in_memory(), FiledRows.keep
    monkeypatch.setattr(FiledRows, "keep", kept_until(stop, keep))
    with pytest.raises(KeyboardInterrupt):
        on_disk()
    assert small_parts.exists()
    monkeypatch.setattr(FiledRows, "keep", keep)
    assert on_disk() == expected
    assert not small_parts.exists(), "the files are removed when the table is there"


KILLED = """
import os, signal, sys
from gridduels.cli import main
from gridduels.engine.solvers.layered import FiledRows
FiledRows.part = 200
keep, left = FiledRows.keep, iter(range({parts}, -1, -1))
def killed(rows):
    if next(left) == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    keep(rows)
FiledRows.keep = killed
main({arguments!r})
"""


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("parts", [1, 4, 9])
def test_solving_killed_halfway_continues_to_the_same_table(small_parts: Path, parts: int) -> None:
    expected = in_memory()
    command = ["solve", "blockade", "--size", "4", "--disk", "--again", "--memory", "0.001"]
    script = KILLED.format(parts=parts, arguments=command)
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -signal.SIGKILL
    assert small_parts.name in run("tables", GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"]).output
    assert run(*command, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"]).code == 0
    assert taken() == expected
    assert not small_parts.exists()


def test_a_disk_that_is_too_small_is_refused_before_anything_starts(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=1000))
    with pytest.raises(
        SetupError, match=r"solving on disk needs about 0\.\d GB in .*, but only 0.0 GB is free; set GRIDDUELS_C"
    ):
        on_disk()


def test_the_disk_is_suggested_only_if_that_helps(own_cache: Path) -> None:
    with allow_memory(TOO_LITTLE), pytest.raises(TooBig, match=r"try .* or gridduels solve --disk"):
        solve(GAME, rebuild=True)
    with allow_memory(1000), pytest.raises(TooBig, match=r"cannot be solved here(?!.*--disk)"):
        solve(GAME, rebuild=True, disk=True)


def test_unfinished_solutions_are_listed_and_removed(small_parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FiledRows, "keep", kept_until(3, FiledRows.keep))
    with pytest.raises(KeyboardInterrupt):
        on_disk()
    cache = os.environ["GRIDDUELS_CACHE"]
    listed = run("tables", GRIDDUELS_CACHE=cache).output
    assert f"{small_parts.name}  (unfinished: `gridduels solve --disk` continues it)\n" in listed
    assert run("tables", "--remove", small_parts.name, GRIDDUELS_CACHE=cache).output == "Removed 1 table.\n"
    assert not small_parts.exists()
