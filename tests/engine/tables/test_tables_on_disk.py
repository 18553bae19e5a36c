"""Tables as files: written atomically, checked, rebuilt with a warning, safe from other processes and signals."""

import os
import signal
import subprocess
import sys
import time
import warnings
from functools import partial
from pathlib import Path

import pytest

from gridduels import SetupError, load_game
from gridduels.engine import Table, Value, Values, solve
from gridduels.engine.tables import catalogue, format
from gridduels.engine.tables.catalogue import table_path
from gridduels.engine.tables.format import (
    BLOCK_BYTES,
    DamagedTable,
    TableFile,
    inflated,
    leftovers,
    table_files,
    trim_tables,
    write_table,
)
from tests.skips import require

GAME = load_game("pathway", 4)
RIGHT = Value("win", 11)


@pytest.fixture
def table(own_cache: Path) -> Path:
    """Return a new table file."""
    solve(GAME)
    return table_path(GAME)


@pytest.fixture(params=["as it came", "deflated"])
def either(own_cache: Path, request: pytest.FixtureRequest) -> Path:
    """Return a new table file, as shipped with the package or as written after solving."""
    came = solve(GAME)
    return deflate(came) if request.param == "deflated" else table_path(GAME)


def deflate(came: Values) -> Path:
    """Rewrite a shipped table like one that was solved here."""
    assert isinstance(came, Table)
    write_table(came.file.path, came.file.header, came.arrays._asdict())
    return came.file.path


def start_value() -> Value:
    return solve(GAME).value(GAME.start())


def all_arrays() -> Value:
    """Read the whole table; return the start's value."""
    opened = solve(GAME)
    assert isinstance(opened, Table)
    assert len(opened.arrays.keys) == opened.entries
    return opened.value(GAME.start())


def test_a_table_is_one_file_that_is_opened_again(table: Path) -> None:
    assert table_files() == [table]
    before = table.stat().st_mtime_ns
    assert [start_value(), start_value()] == [RIGHT, RIGHT]
    assert table.stat().st_mtime_ns == before


def test_a_table_is_named_after_its_game_size_rulings_and_rules(table: Path) -> None:
    sealed, larger = load_game("pathway", 4, goal="sealed"), load_game("pathway", 5)
    assert table.name.startswith("pathway-4-")
    assert len({table_path(game) for game in (GAME, sealed, larger)}) == 3
    endless = load_game("grid-runner", repetition="endless")
    assert table_path(endless) == table_path(load_game("grid-runner"))


def test_a_flipped_bit_is_found_wherever_it_is(either: Path) -> None:
    table, whole = either, either.read_bytes()
    places = [*range(0, 4096, 61), 4095, 4096, *range(4097, len(whole), 97), *range(len(whole) - 50, len(whole))]
    for number, place in enumerate(places):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << number % 8
        table.write_bytes(bytes(damaged))
        with pytest.raises(DamagedTable, match=table.name):
            TableFile(table).check_all()


def test_wherever_a_byte_is_wrong_the_answer_is_right_and_the_file_is_rebuilt(either: Path) -> None:
    table, whole = either, either.read_bytes()
    for place in (3, 20, 50, 4090, 4096 + 8 * 300, len(whole) - 100, len(whole) - 2):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        table.write_bytes(bytes(damaged))
        with pytest.warns(UserWarning, match=rf"{table.name}.*: it will be rebuilt"):
            assert all_arrays() == RIGHT
        TableFile(table).check_all()


@pytest.mark.parametrize("keep", [0, 10, 100, 4096, 5000, -1])
def test_a_truncated_table_is_reported_and_rebuilt(either: Path, keep: int) -> None:
    table = either
    table.write_bytes(table.read_bytes()[:keep])
    with pytest.warns(UserWarning, match=rf"{table.name}.*it will be rebuilt"):
        assert start_value() == RIGHT
    TableFile(table).check_all()


def test_a_table_damaged_while_open_is_reported_and_rebuilt(table: Path) -> None:
    opened = solve(GAME)
    data = bytearray(table.read_bytes())
    for place in range(4096, len(data), 64):
        data[place] ^= 1
    with table.open("r+b") as file:
        file.write(bytes(data))
    with pytest.warns(UserWarning, match=r"damaged near byte \d+: it will be rebuilt"):
        assert opened.value(GAME.start()) == RIGHT
    TableFile(table).check_all()


def test_a_block_is_checked_when_it_is_first_read(table: Path) -> None:
    data = bytearray(table.read_bytes())
    data[4096] ^= 1
    table.write_bytes(bytes(data))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        opened = solve(GAME)
    with pytest.warns(UserWarning, match="damaged near byte 4096"):
        opened.value(GAME.start())


def test_a_table_of_another_version_is_reported_and_rebuilt(table: Path) -> None:
    table.write_bytes(b"gridduels table 1\n" + table.read_bytes()[18:])
    sentence = rf"{table.name} was written by another version of gridduels: it will be rebuilt"
    with pytest.warns(UserWarning, match=sentence):
        assert start_value() == RIGHT
    TableFile(table).check_all()


def test_a_table_of_other_rules_is_removed_and_rebuilt(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = table.rename(table.with_name(f"pathway-4-{'0' * 16}.table"))
    sealed = load_game("pathway", 4, goal="sealed")
    solve(sealed)
    assert old.exists(), "another ruling's table is of use"
    with pytest.warns(UserWarning, match=f"{old.name} was made from other rules: it will be rebuilt"):
        assert start_value() == RIGHT
    assert set(table_files()) == {table, table_path(sealed)}


def test_a_changed_rule_changes_the_name_of_the_table(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "source_of", lambda _: "another")
    assert table_path(GAME) != table
    assert table_path(GAME).name.startswith("pathway-4-")


def test_arrays_are_read_as_they_were_written(own_cache: Path) -> None:
    import numpy as np

    (own_cache / "tables").mkdir()
    path = own_cache / "tables" / "any.table"
    rng = np.random.default_rng(1)
    arrays = {
        "keys": np.arange(20_000),
        "digit_sets": np.arange(0),
        "starts": np.arange(7),
        "codes": rng.integers(-9, 9, 9_000_000, np.int8),
    }  # enough for threads
    write_table(path, {**catalogue.board_header(GAME), "counts": None}, arrays)
    file = TableFile(path)
    assert file.header["game"] == "pathway"
    assert file.bytes < sum(array.nbytes for array in arrays.values()) * 0.7
    for name, array in arrays.items():
        section = file.section(name)
        assert len(section) == len(array)
        assert np.array_equal(file.whole(name), array)
        places = [*rng.integers(0, len(array), 200).tolist(), len(array) - 1] if len(array) else []
        assert [section[place] for place in places] == array[places].tolist()


def test_the_first_probe_inflates_one_block_of_each_section_and_the_next_one_none(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load_game("blockade", 4)
    deflate(solve(game))
    table, lengths = solve(game), []

    def watched(block: bytes | memoryview, length: int) -> bytes:
        lengths.append(length)
        return inflated(block, length)

    monkeypatch.setattr(format, "inflated", watched)
    value = table.value(game.start())
    assert len(lengths) == 2
    assert max(lengths) <= max(BLOCK_BYTES.values()) < table.entries
    assert table.value(game.start()) == value
    assert len(lengths) == 2


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gridduels", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **environment}
    )


@pytest.mark.heavy
def test_processes_that_solve_at_the_same_time_do_not_disturb_each_other(table: Path) -> None:
    table.unlink()
    command = [sys.executable, "-m", "gridduels", "solve", "pathway", "--size", "4", "--again", "--json"]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    results = [process.communicate(timeout=120) for process in running]
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len({out.split('"seconds"')[0] for out, _ in results}) == 1
    assert list(table.parent.iterdir()) == [table]
    TableFile(table).check_all()


STARTED = """
import signal, sys, threading
from gridduels.cli import main
from gridduels.engine.solvers import solver
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
solve_game = solver.solve_game
def solve_slowly(game, progress, *given):
    def tell_and_wait(*said):
        print("started", flush=True)
        threading.Event().wait(60)
    return solve_game(game, tell_and_wait, *given)
solver.solve_game = solve_slowly
sys.exit(main({arguments!r}))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_terminated_process_leaves_nothing_broken(table: Path, sent: signal.Signals, code: int) -> None:
    command = [sys.executable, "-c", STARTED.format(arguments=["solve", "pathway", "--size", "6"])]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "started\n"
    process.send_signal(sent)
    _, complaints = process.communicate(timeout=60)
    assert process.returncode == code
    assert complaints == ""
    assert list(table.parent.iterdir()) == [table]
    assert start_value() == RIGHT


KILLED_WRITING = """
import os, signal
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from gridduels import load_game
from gridduels.engine import solve
solve(load_game("pathway", 3))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_leftovers_of_a_killed_process_are_harmless_and_removed_later(table: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED_WRITING], timeout=120, check=False)
    assert killed.returncode == -signal.SIGKILL
    [left] = [path for path in table.parent.iterdir() if path != table]
    assert table_files() == [table]
    assert leftovers() == []
    solve(load_game("pathway", 3))
    assert left.exists(), "it might still be written by another process"
    yesterday = time.time() - 100_000
    os.utime(left, (yesterday, yesterday))
    assert leftovers() == [left]
    solve(load_game("pathway", 3, goal="sealed"))
    assert not left.exists()


def test_a_folder_that_cannot_be_created_gives_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("solve", "pathway", "--size", "3", GRIDDUELS_CACHE=str(tmp_path / "file" / "below"))
    assert done.returncode == 2
    assert done.stderr.startswith("gridduels: cannot create the folder")
    assert done.stderr.count("\n") == 1


@pytest.mark.heavy
@pytest.mark.parametrize("taken", ["tables", "compiled"])
def test_a_folder_that_cannot_be_written_to_gives_one_sentence(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("a file in its place")
    done = run("solve", "pathway", "--size", "3", "--again", GRIDDUELS_CACHE=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == (f"gridduels: cannot write to {tmp_path / taken}. Set GRIDDUELS_CACHE to another folder.\n")


def test_a_read_only_folder_gives_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    require(not os.access(tmp_path, os.W_OK), "nothing is read-only to this user")
    done = run("solve", "pathway", "--size", "3", GRIDDUELS_CACHE=str(tmp_path))
    assert done.returncode == 2
    assert done.stderr.startswith(f"gridduels: cannot create the folder {tmp_path}")
    assert done.stderr.count("\n") == 1


def test_a_full_disk_gives_one_sentence_and_leaves_no_partial_table(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SetupError, match=r"cannot write the table .*pathway-3-.* \(No space left on device\)"):
        solve(load_game("pathway", 3))
    assert list(table.parent.iterdir()) == [table]


@pytest.mark.heavy
def test_tables_lists_and_removes(table: Path) -> None:
    listed = run("tables")
    assert table.name in listed.stdout
    assert "goal=open" in listed.stdout
    assert "(damaged)" not in listed.stdout
    data = bytearray(table.read_bytes())
    data[-1] ^= 1
    table.write_bytes(bytes(data))
    assert f"{table.name}  goal=open  (damaged)\n" in run("tables").stdout
    assert run("tables", "--remove", "no-such").returncode == 2
    removed = run("tables", "--remove", table.stem)
    assert removed.stdout == "Removed 1 table.\n"
    assert table_files() == []
    assert "No tables in" in run("tables").stdout


def test_tables_removes_everything_including_compiled_code(table: Path) -> None:
    (table.parents[1] / "compiled").unlink()
    (table.parents[1] / "compiled").mkdir()
    (table.parents[1] / "compiled" / "old").write_text("")
    assert run("tables", "--remove", "all").stdout == "Removed 1 table.\n"
    assert table_files() == []
    assert not (table.parents[1] / "compiled").exists()


# --- Tables of invented duels


def test_only_the_latest_tables_of_a_family_are_kept(own_cache: Path) -> None:
    folder = own_cache / "tables"
    folder.mkdir()
    for number, name in enumerate(("pathway-4-x", "duel1-a", "duel1-b", "duel1-c", "duel1-d")):
        path = folder / f"{name}.table"
        path.write_bytes(bytes(1000))
        os.utime(path, (number, number))
    oldest = folder / "duel1-a.table"
    trim_tables("duel1-", oldest, most=3)
    assert [path.stem for path in table_files()] == ["duel1-a", "duel1-c", "duel1-d", "pathway-4-x"]
    trim_tables("duel1-", oldest, most_bytes=2500)
    assert [path.stem for path in table_files()] == ["duel1-a", "duel1-d", "pathway-4-x"]
    trim_tables("duel1-", oldest, most_bytes=10)
    assert [path.stem for path in table_files()] == ["duel1-a", "pathway-4-x"]


def test_solving_invented_duels_does_not_fill_the_disk(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.engine.solvers.solver.trim_tables", partial(trim_tables, most=2))
    solve(GAME)
    games = [load_game(f"duel1-{size}-k1-t1-gn-l-sc") for size in ("2x3", "2x4", "3x3")]
    for number, game in enumerate(games):
        table = solve(game)
        os.utime(table_path(game), (number, number))
    assert not table_path(games[0]).exists()
    assert all(table_path(game).exists() for game in (GAME, *games[1:]))
    assert isinstance(table, Table)
    assert solve(games[0]).value(games[0].start()).plies
