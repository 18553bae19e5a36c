"""Records: written, read back, several a file, with comments and tags."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Duel, GridDuelsError, Record, RecordError, load_game, read_records
from gridduels.record import before_last, dumps, load, loads, move_line
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


def test_what_cannot_stand_in_a_tag_or_comment_is_left_out() -> None:
    record = Record(Duel(SMALL, "up"), ("two\nlines", "a\ttab"), comments={1: "{braces}"})
    (read,) = loads(dumps(record))
    assert read.players == ("two lines", "a tab")
    assert read.comments == {1: "braces"}


def test_further_tags_do_not_displace_the_records_own() -> None:
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


def test_who_played_is_human_unless_it_is_said() -> None:
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


def test_a_game_that_was_broken_off_is_unfinished_to_older_readers_and_over_to_us() -> None:
    duel = Duel(LIGHT_CYCLE, "up").stop(0, "aborted")
    text = dumps(Record(duel))
    assert '[Result "*"]\n[Reason "aborted"]\n[Plies "1"]\n' in text
    assert loads(text) == [Record(duel)]
    (going_on,) = loads('[Game "light-cycle"]\n[Result "*"]\n\n1. up\n')
    assert going_on.duel.outcome is None


@pytest.mark.parametrize("result", ["1", "draw"])
def test_nobody_wins_a_game_that_was_broken_off(result: str) -> None:
    with pytest.raises(RecordError, match="but after 1 move the game goes on"):
        loads(f'[Game "light-cycle"]\n[Result "{result}"]\n[Reason "aborted"]\n\n1. up\n')


def test_a_game_that_the_moves_end_was_not_broken_off() -> None:
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
    """A text, cut at some places."""
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


def test_bytes_that_are_no_text_are_refused_in_their_line(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(b"; long enough for several reads\n" * 3000 + b"; \xff\n")
    with path.open(encoding="utf-8") as file, pytest.raises(RecordError, match="line 3001: it is not text in UTF-8"):
        list(read_records(file))


def test_long_comments_and_gaps_are_read_in_linear_time() -> None:
    lines = ["\n"] * 100_000 + ['[Game "pathway"]\n', "\n", "{\n", *["so on\n"] * 100_000, "}\n", "1. down\n"]
    assert [len(record.comments[0]) for record in read_records(lines)] == [600_001]
