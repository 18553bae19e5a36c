"""Tables as files: whole or not there, checked, rebuilt with a sentence, safe from other processes and from signals."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gridduels import load_game
from gridduels.engine import Table, solve
from gridduels.engine.storage import DamagedTable, TableFile, table_files
from gridduels.engine.table import table_path

GAME = load_game("pathway", 4)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A table of its own; compiled code is still shared."""
    shared = Path(os.environ["GRIDDUELS_CACHE"])
    (shared / "compiled").mkdir(exist_ok=True)
    (tmp_path / "compiled").symlink_to(shared / "compiled")
    monkeypatch.setenv("GRIDDUELS_CACHE", str(tmp_path))
    solve(GAME)
    return table_path(GAME)


def start_value() -> str:
    return str(solve(GAME).value(GAME.start()))


def test_a_table_is_one_file_that_is_opened_again(table: Path) -> None:
    assert table_files() == [table]
    before = table.stat().st_mtime_ns
    first = start_value()
    assert first == start_value()
    assert table.stat().st_mtime_ns == before


def test_a_flipped_bit_is_found_wherever_it_is(table: Path) -> None:
    whole = table.read_bytes()
    for place in [0, 5, 20, 40, 200, *range(4096, len(whole), 997), len(whole) - 1]:
        if whole[place : place + 1] == b"\0" and place < 4096:
            continue  # padding behind the header carries nothing
        table.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        with pytest.raises(DamagedTable, match=table.name):
            TableFile(table).check_all()


@pytest.mark.parametrize("keep", [0, 10, 100, 4096, 5000])
def test_a_truncated_table_is_named_and_solved_again(table: Path, keep: int) -> None:
    right = start_value()
    table.write_bytes(table.read_bytes()[:keep])
    with pytest.warns(UserWarning, match=rf"{table.name}.*solving pathway again"):
        assert start_value() == right
    TableFile(table).check_all()


def test_a_table_damaged_in_its_values_is_named_and_solved_again(table: Path) -> None:
    opened = solve(GAME)
    assert isinstance(opened, Table)
    right = opened.value(GAME.start())
    data = bytearray(table.read_bytes())
    for place in range(4096, len(data), 64):
        data[place] ^= 1
    table.write_bytes(bytes(data))
    fresh = solve(GAME)
    with pytest.warns(UserWarning, match=r"damaged near byte \d+: solving pathway again"):
        assert fresh.value(GAME.start()) == right
    TableFile(table).check_all()


def test_a_table_of_other_rules_is_removed_and_solved_again(table: Path) -> None:
    stale = table.with_name(f"pathway-4-{'0' * 16}.table")
    table.rename(stale)
    with pytest.warns(UserWarning, match="made from other rules: solving pathway again"):
        solve(GAME)
    assert table_files() == [table]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gridduels", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **environment}
    )


def test_processes_that_solve_at_once_do_not_disturb_each_other(table: Path) -> None:
    table.unlink()
    command = [sys.executable, "-m", "gridduels", "solve", "pathway", "--size", "4", "--json"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    results = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len({out.split('"seconds"')[0] for out, _ in results}) == 1
    assert table_files() == [table]
    TableFile(table).check_all()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_process_ended_in_the_middle_leaves_nothing_broken(table: Path, sent: signal.Signals, code: int) -> None:
    command = [sys.executable, "-m", "gridduels", "solve", "pathway", "--size", "6"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2.5)
    process.send_signal(sent)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in complaints
    assert table_files() == [table]
    assert solve(GAME).value(GAME.start()).outcome in ("win", "loss")


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("solve", "pathway", "--size", "3", GRIDDUELS_CACHE=str(tmp_path / "file" / "below"))
    assert done.returncode == 2
    assert done.stderr.startswith("gridduels: cannot keep files in")
    assert done.stderr.count("\n") == 1


def test_tables_lists_and_removes(table: Path) -> None:
    listed = run("tables")
    assert table.name in listed.stdout
    assert "goal=open" in listed.stdout
    assert run("tables", "--remove", "no-such").returncode == 2
    removed = run("tables", "--remove", table.stem)
    assert removed.stdout == "Removed 1 table.\n"
    assert table_files() == []
    assert "No tables in" in run("tables").stdout
