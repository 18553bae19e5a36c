"""Records: writing and reading, several per file, with comments and tags."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, GridDuelsError, Record, RecordError, load_game, read_records
from gridduels.record import LiveRecord, before_last, dumps, load, loads, move_line
from tests.helpers import OWN_TAGS, after, records

LIGHT_CYCLE = load_game("light-cycle")
SMALL = load_game("light-cycle", 3)
FULL = """\
; A line that begins with a semicolon is for people.
{ So is this. }

[Game "light-cycle"]
[Size "3"]
[Player1 "Ada \\"A\\" L."]
[Player2 "back\\\\slash"]
[Round "2"]
[Result "1"]
[Reason "no moves"]
[Plies "3"]

{to the top} 1. up
2. up {a mirror} ; and this is skipped
3. right {the end}
"""


def test_an_unfinished_game_is_written_with_a_star() -> None:
    assert dumps(Record(Duel(LIGHT_CYCLE, "right left"))) == (
        '[Game "light-cycle"]\n[Size "5"]\n[Player1 "human"]\n[Player2 "human"]\n[Result "*"]\n\n1. right\n2. left\n'
    )


def test_a_finished_game_is_written_with_its_result_reason_and_length() -> None:
    text = dumps(Record(Duel(SMALL, "up up right"), ("Ada", "random")))
    assert text == (
        '[Game "light-cycle"]\n[Size "3"]\n[Player1 "Ada"]\n[Player2 "random"]\n'
        '[Result "1"]\n[Reason "no moves"]\n[Plies "3"]\n\n1. up\n2. up\n3. right\n'
    )


def test_rulings_are_written_all_of_them() -> None:
    text = dumps(Record(Duel(load_game("blockade", 4, obstacles=2, stuck="passes"))))
    assert '\n[Rulings "obstacles=2 paths=both repetition=barred stuck=passes"]\n' in text


def test_another_start_is_written_and_the_ordinary_one_is_not() -> None:
    assert '\n[Start ".../1.2/... 2"]\n' in dumps(Record(after(SMALL, "up", first=2)))
    assert "Start" not in dumps(Record(after(SMALL, "up", first=1)))


def test_a_resigned_game_is_written_with_its_reason() -> None:
    text = dumps(Record(Duel(SMALL, "up").resign()))
    assert '[Result "1"]\n[Reason "resigned"]\n[Plies "1"]\n' in text


def test_comments_and_tags_are_written_where_they_belong() -> None:
    record = Record(Duel(SMALL, "up up"), tags={"Round": "2"}, comments={0: "before", 2: "after"})
    assert dumps(record).endswith('[Round "2"]\n[Result "*"]\n\n{before}\n1. up\n2. up {after}\n')


def test_characters_not_allowed_in_tags_or_comments_are_left_out() -> None:
    record = Record(Duel(SMALL, "up"), ("two\nlines", "a\ttab"), comments={1: "{braces}"})
    (read,) = loads(dumps(record))
    assert read.players == ("two lines", "a tab")
    assert read.comments == {1: "braces"}


def test_extra_tags_do_not_displace_the_records_own() -> None:
    record = Record(Duel(SMALL, "up"), tags=dict.fromkeys(OWN_TAGS, "7"))
    assert loads(dumps(record)) == [Record(Duel(SMALL, "up"))]


def test_a_move_line_is_its_number_its_word_and_its_comment() -> None:
    record = Record(Duel(load_game("light-cycle"), "right left"), comments={2: "why {not}"})
    assert [move_line(record, ply) for ply in (1, 2)] == ["1. right", "2. left {why not}"]


@given(records())
def test_a_record_reads_back_as_it_was_written(record: Record) -> None:
    assert loads(dumps(record)) == [record]


@pytest.mark.heavy
@given(st.lists(records(), min_size=1, max_size=4), st.sampled_from(["", "\n", "\n\n", "; between\n\n"]))
def test_several_games_stand_in_one_file(several: list[Record], between: str) -> None:
    text = ("\n" + between).join(map(dumps, several))
    assert loads(text) == several
    assert before_last(text) + dumps(several[-1]) == text


def test_games_without_moves_stand_in_one_file_too() -> None:
    several = [Record(Duel(SMALL)), Record(Duel(SMALL).resign()), Record(Duel(LIGHT_CYCLE)), Record(Duel(SMALL, "up"))]
    assert loads("\n".join(map(dumps, several))) == several


def test_a_record_written_by_hand_is_read() -> None:
    (record,) = loads(FULL)
    assert record.duel == Duel(SMALL, "up up right")
    assert record.players == ('Ada "A" L.', "back\\slash")
    assert record.tags == {"Round": "2"}
    assert record.comments == {0: "to the top", 2: "a mirror", 3: "the end"}


@pytest.mark.parametrize(
    "text",
    [
        '[Game "light-cycle"]\n1. right\n2. left\n',
        '[Game "light-cycle"]\n\nright left',
        '[Game "light-cycle"]\n\n1. right 2. left\n',
        '[Game "light-cycle"]\n\n1.right\n\n\n2.left',
        '[Game "light-cycle"]\n\n1. right left ; the end',
        '\n\n[Game "light-cycle"]   \n[Size "5"]\n[Rulings ""]\n[Start ""]\n\n1. right\n2. left\n3.\n',
        '[Game "light-cycle"]\r\n[Size "5"]\r\n\r\n1. right\r\n2. left\r\n',
        '[Result "*"]\n[Size "5"]\n[Game "light-cycle"]\n\n1. right\n2. left\n',
    ],
)
def test_numbers_lines_defaults_and_the_order_of_tags_are_free(text: str) -> None:
    assert [record.duel for record in loads(text)] == [Duel(LIGHT_CYCLE, "right left")]


def test_players_are_human_by_default() -> None:
    (record,) = loads('[Game "light-cycle"]\n\n1. up\n')
    assert record.players == ("human", "human")


def test_a_finished_game_needs_no_reason_or_length() -> None:
    (record,) = loads('[Game "light-cycle"]\n[Size "3"]\n[Result "1"]\n\nup up right\n')
    assert record.duel.outcome == (1, "no moves")


def test_a_finished_game_may_be_marked_as_unfinished() -> None:
    (record,) = loads('[Game "light-cycle"]\n[Size "3"]\n[Result "*"]\n\nup up right\n')
    assert record.duel.outcome == (1, "no moves")


@pytest.mark.parametrize("reason", ["repetition", "no moves"])
def test_a_game_that_ended_by_repetition_is_read_by_its_reason_and_by_the_one_it_once_had(reason: str) -> None:
    moves = "down left right left left right right left left"
    (record,) = loads(f'[Game "grid-runner"]\n[Size "3"]\n[Result "1"]\n[Reason "{reason}"]\n\n{moves}\n')
    assert record.duel.outcome == (1, "repetition")
    assert '[Reason "repetition"]' in dumps(record)


@pytest.mark.parametrize("reason", ["resigned", "time", "forfeit"])
@pytest.mark.parametrize("winner", [1, 2])
def test_a_stopped_game_is_read_as_stopped(winner: int, reason: str) -> None:
    (record,) = loads(f'[Game "light-cycle"]\n[Result "{winner}"]\n[Reason "{reason}"]\n\n1. up\n')
    assert record.duel == Duel(LIGHT_CYCLE, "up").stop(winner, reason)


def test_an_aborted_game_is_unfinished_to_older_readers_and_over_to_us() -> None:
    duel = Duel(LIGHT_CYCLE, "up").stop(0, "aborted")
    text = dumps(Record(duel))
    assert '[Result "*"]\n[Reason "aborted"]\n[Plies "1"]\n' in text
    assert loads(text) == [Record(duel)]
    (going_on,) = loads('[Game "light-cycle"]\n[Result "*"]\n\n1. up\n')
    assert going_on.duel.outcome is None


@pytest.mark.parametrize("result", ["1", "draw"])
def test_an_aborted_game_has_no_winner(result: str) -> None:
    with pytest.raises(RecordError, match="but after 1 move the game is not over"):
        loads(f'[Game "light-cycle"]\n[Result "{result}"]\n[Reason "aborted"]\n\n1. up\n')


def test_a_game_that_its_moves_end_was_not_aborted() -> None:
    with pytest.raises(RecordError, match=r"but Player 1 won \(no moves\)"):
        loads('[Game "light-cycle"]\n[Size "3"]\n[Result "*"]\n[Reason "aborted"]\n\nright up up\n')


def test_two_comments_after_one_move_are_both_kept() -> None:
    (record,) = loads('[Game "light-cycle"]\n\n{a} {b} 1. up {c}\n{d}\n')
    assert record.comments == {0: "a b", 1: "c d"}


def test_a_comment_may_run_over_several_lines() -> None:
    (record,) = loads('[Game "light-cycle"]\n\n1. up {one\n\n[Game "pathway"]\n; two} 2. up\n')
    assert record.duel.moves == ("up", "up")
    assert record.comments == {1: 'one\n\n[Game "pathway"]\n; two'}


@pytest.mark.parametrize("character", ["\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029"])
def test_everything_before_the_last_game_is_kept_whatever_its_comments_hold(character: str) -> None:
    first = dumps(Record(Duel(SMALL, "up up"), comments={1: f"one{character}two"}))
    assert before_last(f"{first}\n{dumps(Record(Duel(SMALL)))}") == f"{first}\n"


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(FULL.encode())
    assert load(path) == loads(FULL)


@pytest.mark.parametrize("name", ["missing.txt", "folder"])
def test_a_file_that_cannot_be_read_gives_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    with pytest.raises(GridDuelsError) as caught:
        load(path)
    assert str(caught.value).startswith(f"cannot read {path}: ")
    assert "\n" not in str(caught.value)


def pieces(text: str, cuts: list[int]) -> list[str]:
    """Draw a text cut into pieces."""
    places = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    return [text[begin:end] for begin, end in pairwise(places)]


def read_or_refused(text: list[str]) -> list[Record] | tuple[int, str]:
    try:
        return list(read_records(text))
    except RecordError as error:
        return error.line, error.problem


@given(st.lists(records(), min_size=1, max_size=3), st.lists(st.integers(0, 5000), max_size=8))
def test_records_are_read_one_by_one_wherever_their_text_is_cut(several: list[Record], cuts: list[int]) -> None:
    text = "\n".join(map(dumps, several))
    assert list(read_records(pieces(text, cuts))) == several
    assert list(read_records(text.splitlines(keepends=True))) == several


@given(st.text('[]{}";.\n 1ua', max_size=60), st.lists(st.integers(0, 200), max_size=8))
def test_damage_is_found_in_the_same_line_wherever_a_text_is_cut(junk: str, cuts: list[int]) -> None:
    text = f"{FULL}{junk}\n{FULL}"
    assert read_or_refused(pieces(text, cuts)) == read_or_refused([text]) == read_or_refused(list(text))


def test_no_more_of_a_file_is_read_than_the_games_asked_for() -> None:
    def lines() -> Iterator[str]:
        yield from FULL.splitlines(keepends=True)
        yield from FULL.splitlines(keepends=True)[:4]
        pytest.fail("the second game was read before it was asked for")

    assert next(read_records(lines())).players == ('Ada "A" L.', "back\\slash")


def test_a_damaged_game_is_refused_after_those_before_it(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f'{FULL}\n[Game "light-cycle"]\n\n1. sideways\n', encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        games = read_records(file)
        assert next(games).duel.ply == 3
        with pytest.raises(RecordError) as caught:
            next(games)
    assert (caught.value.line, caught.value.path) == (FULL.count("\n") + 4, path)
    assert str(caught.value).startswith(f"{path}, line {caught.value.line}: move 1, 'sideways': ")


def test_bytes_that_are_not_text_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"; long enough for several reads\n" * 3000 + b"; \xff\n")
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match="line 3001: the file is not UTF-8 text"):
        list(read_records(file))


def test_long_comments_and_gaps_are_read_in_linear_time() -> None:
    lines = ["\n"] * 100_000 + ['[Game "pathway"]\n', "\n", "{\n", *["so on\n"] * 100_000, "}\n", "1. down\n"]
    assert [len(record.comments[0]) for record in read_records(lines)] == [600_001]


# --- LiveRecord: the game on disk after every move, for another process to read.


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
    """Return what another process reads from a record file: each record's game, ending and moves."""
    done = python(READ, path)
    assert done.stderr == ""
    return done.stdout.splitlines()


def played(path: Path, moves: str) -> tuple[LiveRecord, Duel]:
    """Return a live record after the given moves."""
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    live.begin(Record(duel))
    for move in moves.split():
        duel = duel.play(move)
        live.add(Record(duel))
    return live, duel


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Return a path for a record; check afterwards that the folder contains nothing else."""
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
        (b"Dear diary,\n", "line 1: 'Dear' comes before the first tag"),
        (b'[Game "light-cycle"]\n\n1. left\n', "line 3: move 1, 'left': You cannot move left: that is off the grid."),
        (b"\x89PNG\r\n\xff", "line 1: the file is not UTF-8 text"),
        (b"; only a remark\n", "line 1: the file contains no game"),
    ],
)
def test_a_file_without_records_is_refused_and_left_unchanged(
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
    assert str(caught.value) == f"{path}: the last game is finished, so there is nothing to resume"
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
    """A file on a full disk: nothing can be flushed, not even on closing."""

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


@pytest.mark.parametrize("written", ["at once", "with the next move"])
def test_a_game_can_go_on_once_there_is_room_again(written: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live, duel = LiveRecord.append_to(path), Duel(SMALL)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda self, *given, **named: FullDisk())
        live.begin(Record(duel))
    duel = duel.play("up")
    with pytest.raises(GridDuelsError):
        live.add(Record(duel))
    if written == "at once":
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
