"""Damaged records: refused with the line and the reason, or read up to the damage. Never as a different game."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels import Duel, Record, RecordError, load_game
from gridduels.record import dumps, load, loads
from tests.helpers import records

HEAD = '[Game "light-cycle"]\n[Size "3"]\n'
NO_SIZE = "is not a size. Use a number such as 5, or rows and columns such as 6x7."
SMALL = load_game("light-cycle", 3)
BLOCKADE = load_game("blockade", 4, obstacles=2, paths="opponent", repetition="endless", stuck="passes")
WHOLE = {
    "unfinished": Record(Duel(load_game("light-cycle", 7), "right left up up"), ("Zoë", "François")),
    "finished": Record(Duel(SMALL, "up up right"), tags={"Round": "3", "Event": "\U0001f3c6"}),
    "resigned": Record(Duel(load_game("pathway", 4, goal="sealed"), "right up right").resign()),
    "comments": Record(Duel(load_game("gridlock", 5), "up2 left1"), comments={0: "é", 1: "a\nb", 2: "\u2028"}),
    "start": Record(Duel(BLOCKADE, "@1,1 @0,1 left", start=BLOCKADE.start(2))),
    "no moves": Record(Duel(load_game("grid-runner", 3, repetition="endless"))),
    "forfeit": Record(Duel(load_game("grid-runner", 6)).stop(1, "forfeit")),
}


def refused(text: str) -> tuple[int, str]:
    """Return the line number and the problem with which a text is refused."""
    with pytest.raises(RecordError) as caught:
        loads(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.problem}"
    assert "\n" not in str(caught.value)
    return caught.value.line, caught.value.problem


def assert_beginning(read: Duel, whole: Duel) -> None:
    """Check that the result is the whole duel, or an unfinished duel with its first moves."""
    assert (read.game, read.start) == (whole.game, whole.start)
    assert read.moves == whole.moves[: read.ply]
    if read != whole:
        assert read == Duel(whole.game, whole.moves[: read.ply], start=whole.start)
        assert read.outcome is None


@pytest.mark.parametrize("record", WHOLE.values(), ids=WHOLE)
def test_a_file_cut_off_at_any_byte_is_its_beginning_or_refused(record: Record, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    content = dumps(record).encode()
    read_back = 0
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        try:
            (read,) = load(path)
        except RecordError as error:
            assert 1 <= error.line <= content[:length].count(b"\n") + 1  # noqa: PT017
        else:
            assert_beginning(read.duel, record.duel)
            read_back += 1
    assert read_back
    assert load(path) == [record]


def test_a_file_of_several_games_cut_off_anywhere_keeps_the_whole_ones_or_is_refused() -> None:
    several = list(WHOLE.values())
    text = "\n".join(map(dumps, several))
    for length in range(0, len(text), 3):
        try:
            found = loads(text[:length])
        except RecordError:
            continue
        assert found[:-1] == several[: len(found) - 1]
        assert_beginning(found[-1].duel, several[len(found) - 1].duel)


@pytest.mark.heavy
@settings(max_examples=200)
@given(records(), st.data())
def test_any_other_damage_gives_a_record_or_a_record_error(record: Record, data: st.DataObject) -> None:
    text = dumps(record)
    at = data.draw(st.integers(0, len(text)))
    junk = st.text('[]{}";\\. \n123up@,*xé\0', max_size=3)
    damaged = text[:at] + data.draw(junk) + text[at + data.draw(st.integers(0, 4)) :]
    try:
        found = loads(damaged)
    except RecordError:
        return
    for each in found:
        assert loads(dumps(each)) == [each]


@given(st.text(max_size=60))
def test_any_text_at_all_gives_a_record_or_a_record_error(text: str) -> None:
    with pytest.raises(RecordError):
        loads(text)


@pytest.mark.parametrize("text", ["", "\n\n", "; nothing here\n", "{nothing here}\n"])
def test_a_text_without_a_game_is_refused(text: str) -> None:
    assert refused(text) == (1, 'the file contains no game. A record begins with a tag such as [Game "light-cycle"].')


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("hello\n", 1, "'hello' comes before the first tag"),
        ("\n\n1. up\n", 3, "'1' comes before the first tag"),
        ('{unclosed\n[Game "pathway"]\n', 1, "'{' comes before the first tag"),
        ('[Size "3"]\n\n1. up\n', 1, "the tag Game is missing"),
        ('[Game "light-cycle"]\n[Size "3"]\n', 2, "the game ends after its tags. Add an empty line and the moves."),
        (HEAD + "[Round 2]\n\n", 3, "'[Round 2]' is not a tag. A tag looks like [Game \"light-cycle\"]."),
        (HEAD + '[Round "2"\n\n', 3, '\'[Round "2"\' is not a tag. A tag looks like [Game "light-cycle"].'),
        (HEAD + '[Round "2" x]\n\n', 3, '\'[Round "2" x]\' is not a tag. A tag looks like [Game "light-cycle"].'),
        (HEAD + '[Size "3"]\n\n', 3, "the tag Size occurs twice"),
        (
            '[Size "3"]\n[Game "chess"]\n[Rulings "a=b"]\n\n',
            2,
            "unknown game 'chess'. The games are light-cycle, pathway, grid-runner, gridlock, blockade.",
        ),
        ('[Game "light-cycle"]\n[Round "1"]\n[Size "4"]\n\n', 3, "light-cycle has no size 4. Choose 3, 5 or 7."),
        ('[Game "light-cycle"]\n[Size "big"]\n\n', 2, f"'big' {NO_SIZE}"),
        ('[Game "light-cycle"]\n[Size "-3"]\n\n', 2, f"'-3' {NO_SIZE}"),
        ('[Game "light-cycle"]\n[Size "٣"]\n\n', 2, f"'٣' {NO_SIZE}"),
        (
            '[Game "light-cycle"]\n[Size "' + "3" * 5000 + '"]\n\n',
            2,
            f"'{'3' * 20}' {NO_SIZE}",
        ),
        ('[Game "pathway"]\n[Rulings "goal=ajar"]\n\n', 2, "ruling 'goal' cannot be 'ajar'. Choose open or sealed."),
        ('[Game "pathway"]\n[Rulings "stuck=loses"]\n\n', 2, "pathway has no ruling 'stuck': its rulings are goal."),
        ('[Game "pathway"]\n[Rulings "size=3"]\n\n', 2, "pathway has no ruling 'size': its rulings are goal."),
        ('[Game "pathway"]\n[Rulings "goal"]\n\n', 2, "the ruling 'goal' must have the form name=value"),
        ('[Game "pathway"]\n[Rulings "=open"]\n\n', 2, "the ruling '=open' must have the form name=value"),
        ('[Game "pathway"]\n[Rulings "goal="]\n\n', 2, "the ruling 'goal=' must have the form name=value"),
        ('[Game "pathway"]\n[Rulings "goal=open goal=sealed"]\n\n', 2, "a ruling occurs twice"),
        (
            HEAD + '[Start ".../1.2/... 3"]\n\n',
            3,
            "'.../1.2/... 3' is not a position of this game: the player to move is '3' instead of 1 or 2.",
        ),
    ],
)
def test_a_wrong_tag_is_refused_at_its_line(text: str, line: int, problem: str) -> None:
    assert refused(text) == (line, problem)


@pytest.mark.parametrize(
    ("moves", "line", "problem"),
    [
        ("1. up\n2. left\n3. left\n", 6, "move 3, 'left': You cannot move left: that is off the grid."),
        (
            "1. up\n2. north\n",
            5,
            "move 2, 'north': 'north' is not a move of light-cycle: a move is up, down, left or right",
        ),
        ("1. up\n2. up\n3. right\n4. up\n", 7, "move 4, 'up': The game is over."),
        ("1. up\n3. up\n", 5, "the move is numbered 3, but 2 comes next"),
        ("2. up\n", 4, "the move is numbered 2, but 1 comes next"),
        ("1. up\n1. up\n", 5, "the move is numbered 1, but 2 comes next"),
        ("01. up\n", 4, "the move is numbered 01, but 1 comes next"),
        ("1. up {unclosed\n2. up\n", 4, "'{' does not belong here"),
        ("1. up }\n", 4, "'}' does not belong here"),
        ("1. up\n1-0\n", 5, "move 2, '1-0': '1-0' is not a move of light-cycle: a move is up, down, left or right"),
        ("1. up {a\nb\nc}\n2. down down\n", 7, "move 3, 'down': You cannot move down: (2,1) is blocked."),
    ],
)
def test_a_wrong_move_is_refused_at_its_line(moves: str, line: int, problem: str) -> None:
    assert refused(f"{HEAD}\n{moves}") == (line, problem)


@pytest.mark.parametrize(
    ("tags", "moves", "line", "problem"),
    [
        ('[Result "3"]', "up", 3, "the result is '3', but it must be 1, 2, draw or *"),
        ('[Result "1-0"]', "up", 3, "the result is '1-0', but it must be 1, 2, draw or *"),
        ('[Result "1"]', "up", 5, "the tags say that Player 1 won, but after 1 move the game is not over"),
        (
            '[Result "1"]\n[Reason "no moves"]',
            "up up",
            6,
            "the tags say that Player 1 won, but after 2 moves the game is not over",
        ),
        ('[Result "2"]', "up up right", 3, "the tags say '2' (), but Player 1 won (no moves)"),
        ('[Result "1"]\n[Reason "goal"]', "up up right", 3, "the tags say '1' (goal), but Player 1 won (no moves)"),
        ('[Result "2"]\n[Reason "time"]', "up up right", 3, "the tags say '2' (time), but Player 1 won (no moves)"),
        ('[Plies "3"]', "up up", 5, "the game has 2 moves, but the tag Plies says 3"),
        ('[Plies "1"]', "up up", 5, "the game has 2 moves, but the tag Plies says 1"),
        ('[Plies "two"]', "up up", 3, "the tag Plies is 'two', but it must be a number"),
        ('[Result "1"]\n[Reason "resigned"]\n[Plies "2"]', "up", 7, "the game has 1 move, but the tag Plies says 2"),
    ],
)
def test_a_result_or_length_that_does_not_hold_is_refused(tags: str, moves: str, line: int, problem: str) -> None:
    assert refused(f"{HEAD}{tags}\n\n{moves}\n") == (line, problem)


def test_a_barred_repetition_is_refused_in_a_record_too() -> None:
    text = dumps(Record(Duel(load_game("grid-runner", repetition="endless"), "down up up down " * 2)))
    assert loads(text)[0].duel.ply == 8
    line, problem = refused(text.replace("endless", "barred"))
    assert line == 15
    assert problem == "move 8, 'down': You cannot play down: it would repeat the same position for the third time."


def test_a_fault_in_a_later_game_refuses_all_and_counts_lines_from_the_top() -> None:
    good = dumps(WHOLE["finished"])
    bad = f"{HEAD}\n1. left\n"
    line, problem = refused(f"{good}\n{bad}\n{good}")
    assert line == good.count("\n") + 1 + 4
    assert problem == "move 1, 'left': You cannot move left: that is off the grid."


@pytest.mark.parametrize(("content", "line"), [(b"\xff\xfe[\x00", 1), (b'[Game "light-cycle"]\n\n1. up {\xe9}\n', 3)])
def test_invalid_utf_8_is_refused_with_its_line(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        load(path)
    assert str(caught.value) == f"{path}, line {line}: the file is not UTF-8 text"


def test_a_fault_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{HEAD}\n1. left\n", encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        load(path)
    assert str(caught.value) == f"{path}, line 4: move 1, 'left': You cannot move left: that is off the grid."
    assert (caught.value.path, caught.value.line) == (path, 4)
