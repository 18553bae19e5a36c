"""Atomic file writes, and locks between processes."""

import os
import stat
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridduels.files import process_lock, write_atomically
from tests.skips import require

needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    write_atomically(path, "ein Spiel\nnoch eins — ja\r\n")
    assert path.read_bytes() == "ein Spiel\nnoch eins — ja\r\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_of_bytes_is_written_part_by_part(tmp_path: Path) -> None:
    path = tmp_path / "table"
    write_atomically(path, (part for part in (b"GRID", memoryview(b"\x00\xff"), b"")))
    assert path.read_bytes() == b"GRID\x00\xff"


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    write_atomically(path, "a long first text\n")
    write_atomically(path, "short\n")
    assert path.read_text(encoding="utf-8") == "short\n"
    assert list(tmp_path.iterdir()) == [path]


@needs_modes
def test_a_new_file_gets_the_ordinary_permissions(tmp_path: Path) -> None:
    plain, path = tmp_path / "plain.txt", tmp_path / "games.txt"
    plain.write_text("", encoding="utf-8")
    write_atomically(path, "")
    assert mode(path) == mode(plain)


@needs_modes
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("", encoding="utf-8")
    path.chmod(0o640)
    write_atomically(path, "new\n")
    assert mode(path) == 0o640


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "\ud800")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.txt"
    path.write_text("old\n", encoding="utf-8")

    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new\n")
    assert path.read_text(encoding="utf-8") == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(OSError, match="folder"):
        write_atomically(path, "text\n")
    assert path.is_dir()
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "missing" / "games.txt", "text\n")


def test_a_lock_file_is_held_inside_and_free_outside(tmp_path: Path) -> None:
    require(find_spec("fcntl"), "this platform cannot lock files")
    from fcntl import LOCK_EX, LOCK_NB, flock

    lock = tmp_path / "lock"
    with process_lock(lock), lock.open("rb") as other, pytest.raises(BlockingIOError):
        flock(other, LOCK_EX | LOCK_NB)
    with lock.open("rb") as other:
        flock(other, LOCK_EX | LOCK_NB)


def test_without_a_lock_file_no_one_waits_and_errors_pass(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="mine"), process_lock(tmp_path / "nowhere" / "lock"):
        raise OSError("mine")
    with pytest.raises(OSError, match="mine"), process_lock(tmp_path / "lock"):
        raise OSError("mine")
