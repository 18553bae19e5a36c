"""LiveRecord: the game on disk after every move, for another process to read."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, GridDuelsError, Record, RecordError, load_game
from gridduels.record import LiveRecord, dumps, load

SMALL = load_game("light-cycle", 3)
EARLIER = '[Game "pathway"]\r\n[Event "é"]\r\n\r\n1. right {kept\u2028as it is}\r\n2. up ; so is this\r\n\r\n \r\n'
READ = """
import sys
from pathlib import Path
from gridduels.record import load
for record in load(Path(sys.argv[1])):
    print(record.duel.game.id, record.duel.outcome and record.duel.outcome.reason, *record.duel.moves)
"""
PLAY_AND_DIE = """
import os, sys
from pathlib import Path
from gridduels import Duel, Record, load_game
from gridduels.record import LiveRecord
duel = Duel(load_game("light-cycle"))
live = LiveRecord.append_to(Path(sys.argv[1]))
live.begin(Record(duel))
for move in "right left up down up".split():
    duel = duel.play(move)
    live.add(Record(duel))
os._exit(1)
"""


def python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def other_process_reads(path: Path) -> list[str]:
    """What another process finds in a record file: the game, how it ended and the moves of each record."""
    done = python(READ, path)
    assert done.stderr == ""
    return done.stdout.splitlines()


def played(path: Path, moves: str) -> tuple[LiveRecord, Duel]:
    """A live record after some moves."""
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    live.begin(Record(duel))
    for move in moves.split():
        duel = duel.play(move)
        live.add(Record(duel))
    return live, duel


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Where a record goes; afterwards the folder holds nothing else."""
    path = tmp_path / "games.txt"
    yield path
    assert [each for each in tmp_path.iterdir() if each != path] == []


def test_every_move_is_on_disk_for_another_process_as_soon_as_it_is_played(path: Path) -> None:
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    live.begin(Record(duel))
    assert other_process_reads(path) == ["light-cycle None"]
    for move in ("up", "up"):
        duel = duel.play(move)
        live.add(Record(duel))
        assert other_process_reads(path) == [" ".join(["light-cycle None", *duel.moves])]
    live.add(Record(duel.play("right")))
    assert other_process_reads(path) == ["light-cycle no moves up up right"]


def test_a_move_adds_one_line_and_touches_nothing_before_it(path: Path) -> None:
    live, duel = played(path, "up")
    before = path.read_bytes()
    live.add(Record(duel.play("up")))
    assert path.read_bytes() == before + b"2. up\n"


def test_a_killed_process_loses_nothing(path: Path) -> None:
    assert python(PLAY_AND_DIE, path).returncode == 1
    assert [record.duel for record in load(path)] == [Duel(load_game("light-cycle"), "right left up down up")]


def test_the_end_of_a_game_writes_its_result(path: Path) -> None:
    _, duel = played(path, "up up right")
    assert path.read_text(encoding="utf-8") == dumps(Record(duel))
    assert '[Result "1"]' in path.read_text(encoding="utf-8")


def test_a_resignation_is_written_as_well(path: Path) -> None:
    live, duel = played(path, "up")
    live.rewrite(Record(duel.resign()))
    assert other_process_reads(path) == ["light-cycle resigned up"]


def test_an_undo_rewrites_the_game(path: Path) -> None:
    live, duel = played(path, "up down right")
    duel = duel.undo(2)
    live.rewrite(Record(duel))
    assert path.read_text(encoding="utf-8") == dumps(Record(duel))
    duel = duel.play("up")
    live.add(Record(duel))
    assert other_process_reads(path) == ["light-cycle None up up"]


def test_players_tags_and_comments_are_kept_through_a_game(path: Path) -> None:
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    live.begin(Record(duel, ("Ada", "Bob"), {"Round": "1"}, {0: "hello"}))
    for move in ("up", "up", "right"):
        duel = duel.play(move)
        live.add(Record(duel, ("Ada", "Bob"), {"Round": "1"}, {0: "hello"}))
    assert load(path) == [Record(duel, ("Ada", "Bob"), {"Round": "1"}, {0: "hello"})]


def test_a_second_game_follows_the_first(path: Path) -> None:
    live, first = played(path, "up up right")
    second = Duel(SMALL)
    live.begin(Record(second))
    second = second.play("down")
    live.add(Record(second))
    live.rewrite(Record(second.undo()))
    live.add(Record(second))
    assert [record.duel for record in load(path)] == [first, second]


def test_a_game_left_before_its_first_move_can_be_followed(path: Path) -> None:
    played(path, "")
    played(path, "")
    played(path, "up")
    assert other_process_reads(path) == ["light-cycle None", "light-cycle None", "light-cycle None up"]


def test_adding_to_a_file_keeps_every_byte_of_it(path: Path) -> None:
    path.write_bytes(EARLIER.encode())
    played(path, "up up right")
    assert path.read_bytes().startswith(EARLIER.rstrip().encode() + b"\n\n")
    assert other_process_reads(path) == ["pathway None right up", "light-cycle no moves up up right"]


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_an_empty_file_is_as_good_as_none(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    _, duel = played(path, "up")
    assert path.read_text(encoding="utf-8") == dumps(Record(duel))


@pytest.mark.parametrize("open_file", [LiveRecord.append_to, LiveRecord.resume])
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"Dear diary,\n", "line 1: 'Dear' stands before the first tag"),
        (b'[Game "light-cycle"]\n\n1. left\n', "line 3: move 1, 'left': You cannot move left: that is off the grid."),
        (b"\x89PNG\r\n\xff", "line 1: it is not text in UTF-8"),
        (b"; only a remark\n", "line 1: there is no game in it"),
    ],
)
def test_a_file_that_is_no_record_is_refused_and_stays_as_it_is(
    path: Path, content: bytes, why: str, open_file: Any
) -> None:
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        open_file(path)
    assert str(caught.value).startswith(f"{path}, {why}")
    assert path.read_bytes() == content


def test_nothing_is_written_before_the_game_begins(path: Path) -> None:
    LiveRecord.append_to(path)
    assert not path.exists()


def test_an_unfinished_game_is_resumed_where_it_was_left(path: Path) -> None:
    path.write_bytes(EARLIER.encode())
    played(path, "up up")
    live, records = LiveRecord.resume(path)
    assert [record.duel.ply for record in records] == [2, 2]
    before = path.read_bytes()
    live.add(Record(records[-1].duel.play("right")))
    assert other_process_reads(path) == ["pathway None right up", "light-cycle no moves up up right"]
    assert path.read_bytes().startswith(EARLIER.rstrip().encode())
    assert path.read_bytes() != before


def test_resuming_alone_changes_nothing(path: Path) -> None:
    played(path, "up up")
    before = path.read_bytes()
    LiveRecord.resume(path)
    assert path.read_bytes() == before


def test_a_finished_game_cannot_be_resumed(path: Path) -> None:
    played(path, "up up right")
    before = path.read_bytes()
    with pytest.raises(GridDuelsError) as caught:
        LiveRecord.resume(path)
    assert str(caught.value) == f"{path}: its last game is finished, there is nothing to resume"
    assert path.read_bytes() == before


def test_a_missing_file_cannot_be_resumed(path: Path) -> None:
    with pytest.raises(GridDuelsError) as caught:
        LiveRecord.resume(path)
    assert str(caught.value) == f"cannot read {path}: {os.strerror(errno.ENOENT)}"


def test_a_path_that_cannot_be_written_gives_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "games.txt"
    live = LiveRecord.append_to(path)
    for write in (live.begin, live.add, live.rewrite):
        with pytest.raises(GridDuelsError) as caught:
            write(Record(Duel(SMALL, "up")))
        assert str(caught.value) == f"cannot write {path}: {os.strerror(errno.ENOENT)}"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_cannot_be_recorded_in(tmp_path: Path) -> None:
    with pytest.raises(GridDuelsError, match="cannot read"):
        LiveRecord.append_to(tmp_path)
    with pytest.raises(GridDuelsError, match="cannot write"):
        LiveRecord(tmp_path).begin(Record(Duel(SMALL)))


class FullDisk(io.StringIO):
    """A file on a disk without room: nothing can be flushed, not even on closing."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def close(self) -> None:
        super().close()
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_gives_one_sentence_and_no_noise_afterwards(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda self, *given, **named: FullDisk())
        live.begin(Record(duel))
    with pytest.raises(GridDuelsError) as caught:
        live.add(Record(duel.play("up")))
    assert str(caught.value) == f"cannot write {path}: No space left on device"
    del live, caught
    assert [record.duel for record in load(path)] == [duel]


@pytest.mark.parametrize("written", ["anew", "with the next move"])
def test_a_game_can_go_on_once_there_is_room_again(written: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda self, *given, **named: FullDisk())
        live.begin(Record(duel))
    duel = duel.play("up")
    with pytest.raises(GridDuelsError):
        live.add(Record(duel))
    if written == "anew":
        live.rewrite(Record(duel))
    live.add(Record(duel.play("up")))
    assert [record.duel.moves for record in load(path)] == [("up", "up")]


def test_a_discarded_game_leaves_no_file_and_another_may_begin(path: Path) -> None:
    live, duel = played(path, "up down")
    live.discard()
    assert not path.exists()
    live.discard()
    live.begin(Record(duel.undo()))
    assert [record.duel.moves for record in load(path)] == [("up",)]
