"""Line mode through real pipes: bad bytes, long lines, closed ends, Ctrl-C, and input that may end anywhere."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from tests.helpers import GAMES, SLOW_GAMES
from tests.skips import require
from tests.terminal.processes import COMMAND, PATIENCE, environment, piped, run
from tests.transcripts.sessions import FOLDER, expected

WHOLE_GAMES = {
    "light-cycle": "light-cycle-book",
    "pathway": "pathway-book",
    "grid-runner": "grid-runner-book",
    "gridlock": "gridlock-end",
    "blockade": "blockade-goal",
}
REFUSED = "' is not a direction: type up, down, left or right.\n"


@pytest.mark.heavy
@pytest.mark.parametrize("game", SLOW_GAMES)
def test_input_may_end_after_any_line(game: str) -> None:
    name = WHOLE_GAMES[game]
    lines = (FOLDER / f"{name}.in").read_bytes().splitlines(keepends=True)
    for count in range(len(lines)):
        code, output, complaint = run("play", game, input=b"".join(lines[:count]))
        assert complaint == ""
        said, prompt, after = output.rpartition(": \n")
        assert expected(name).startswith(said + prompt.removesuffix("\n"))
        if said.endswith("Play another round? (yes/no)"):
            assert code == 0
            assert after == "" or " the match" in after or "is drawn" in after
        else:
            assert (code, after) == (3, "The input ended before the game did.\n")


@pytest.mark.heavy
@pytest.mark.parametrize("game", GAMES)
def test_input_may_end_within_a_line_or_an_empty_file(game: str) -> None:
    assert run("play", game).code == 3
    code, output, complaint = run("play", game, input="u")
    assert (code, complaint) == (3, "")
    assert output.endswith("\nThe input ended before the game did.\n")


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        (b"\0", "�\n'\\x00" + REFUSED),
        (b"u\0p", "u�p\n'u\\x00p" + REFUSED.rstrip("\n") + " Did you mean up?\n"),
        (b"\xff\xfe", "��\n'��" + REFUSED),
        (b"\xc3", "�\n'�" + REFUSED),
        (b"\xed\xa0\x80", "���\n'���" + REFUSED),
        ("ａｕｆ 上".encode(), "ａｕｆ 上\n'ａｕｆ 上" + REFUSED),
        (b"\x1b[31mup\x1b[0m", "�[31mup�[0m\n'\\x1b[31mup\\x1b[0m" + REFUSED),
        (b"up\x0b\x0c\x1c\x85down", "up����down\n'up �down" + REFUSED),
        (b"%s {} \\n $(up)", "%s {} \\n $(up)\n'%s {} \\\\n $(up)" + REFUSED),
    ],
)
def test_strange_bytes_are_shown_harmlessly_and_refused(sent: bytes, shown: str) -> None:
    code, output, complaint = run("play", "light-cycle", input=sent + b"\nup\n")
    assert (code, complaint) == (3, "")
    assert f"right): {shown}Player 1's turn. Enter move direction (up/down/left/right): up\n" in output


def test_lines_may_end_as_on_other_systems() -> None:
    _, output, _ = run("play", "light-cycle", input=b"right\r\nleft\r\n")
    assert output.count("right): right\n\n") == output.count("right): left\n\n") == 1


@pytest.mark.parametrize("text", [b"x", b"up ", b"3", b" ", b"\0", "é".encode()])
def test_a_line_of_megabytes_is_one_answer(text: bytes) -> None:
    code, output, complaint = run("play", "light-cycle", input=text * (5_000_000 // len(text)) + b"\nquit\n")
    assert (code, complaint) == (0, "")
    assert output.count("Enter move direction") == 2
    assert len(output) < 5000


def test_output_without_unicode_still_works() -> None:
    typed = "ünsinn\nup\n"
    for code, output, complaint in (
        run("play", "light-cycle", input=typed, PYTHONIOENCODING="ascii"),
        run("play", "light-cycle", input=typed, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"),
    ):
        assert (code, complaint) == (3, "")
        assert output.isascii()
        assert "1 . . . .\n# . . . 2\n" in output


def test_nothing_is_coloured_when_piped() -> None:
    for arguments in (["play", "blockade", "--p1", "random", "--p2", "random"], ["games"], ["rules", "pathway"], []):
        code, output, _ = run(*arguments, TERM="xterm-256color", FORCE_COLOR="1", CLICOLOR_FORCE="1")
        assert code == 0
        assert "\x1b" not in output


def with_closed(stream: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command with one stream closed, as a shell would."""
    require(os.path.exists("/bin/sh"), "closing a stream needs a shell")
    script = f'exec "$0" "$@" {stream}'
    command = ["/bin/sh", "-c", script, *COMMAND, *arguments]
    return subprocess.run(command, input=b"up\n", capture_output=True, env=environment(), timeout=PATIENCE)


@pytest.mark.parametrize("game", GAMES)
def test_closed_input_is_ended_input(game: str) -> None:
    done = with_closed("<&-", "play", game)
    assert (done.returncode, done.stderr) == (3, b"")
    assert done.stdout.endswith(b": \nThe input ended before the game did.\n")


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["play", "gridlock"], 3), (["games"], 0), (["perft", "pathway", "2"], 0), (["--help"], 0), (["play", "x"], 2)],
)
def test_closed_output_is_no_error(arguments: list[str], code: int) -> None:
    silent = with_closed(">&-", *arguments)
    assert silent.returncode == code
    assert b"internal" not in silent.stderr
    assert with_closed("<&- >&- 2>&-", *arguments).returncode == code
    assert with_closed("2>&-", *arguments).returncode == code


@pytest.mark.heavy
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["play", "light-cycle"], 3),
        (["play", "light-cycle", "--p1", "random", "--p2", "random", "--rounds", "100"], 3),
        (["games"], 0),
        (["rules", "blockade", "--json"], 0),
        (["perft", "light-cycle", "5"], 0),
        (["--help"], 0),
        (["play", "--help"], 0),
        ([], 0),
    ],
)
def test_a_reader_may_disconnect(arguments: list[str], code: int, unbuffered: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=b"up\n" * 1000,
            stdout=writes,
            stderr=subprocess.PIPE,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            timeout=PATIENCE,
        )
    finally:
        os.close(writes)
    assert (done.returncode, done.stderr) == (code, b"")


def test_a_full_disk_is_reported_in_one_line() -> None:
    require(os.path.exists("/dev/full"), "there is no /dev/full")
    with open("/dev/full", "wb") as full:
        for arguments in (["games"], ["play", "pathway"]):
            done = subprocess.run(
                [*COMMAND, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
                env=environment(),
                timeout=PATIENCE,
            )
            assert done.returncode == 1
            assert done.stderr.count(b"\n") == 1
            assert b"No space left on device" in done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_ctrl_c_at_a_prompt_ends_the_game(game: str) -> None:
    with piped("play", game) as session:
        session.wait_for("right): " if game != "blockade" else "choice: ")
        assert session.ends_by_ctrl_c() == "\nInterrupted.\n"


def test_ctrl_c_says_how_to_resume_a_recorded_game(tmp_path: Path) -> None:
    with piped("play", "gridlock", "--record", "game", where=tmp_path) as session:
        session.send("up\n3\nleft\n")
        session.wait_for("Enter direction: left\nEnter number of steps: ")
        assert session.ends_by_ctrl_c() == "\nInterrupted.\nContinue with: gridduels play --resume game\n"
    assert run("play", "--resume", "game", where=tmp_path).output.startswith("Resuming GridLock after 1 move.\n")


def test_ctrl_c_between_games_leaves_nothing_to_continue(tmp_path: Path) -> None:
    with piped("play", "pathway", "--record", "game", where=tmp_path) as session:
        session.send("resign\n")
        session.wait_for("(yes/no): ")
        assert session.ends_by_ctrl_c() == "\nInterrupted.\n"


def test_ctrl_c_stops_the_computers() -> None:
    with piped("play", "grid-runner", "--p1", "random", "--p2", "random", "--rounds", "9999999") as session:
        session.wait_for("Round 3 of 9999999.")
        assert session.ends_by_ctrl_c().endswith("Interrupted.\n")


PLAUSIBLE = [
    *("up", "down", "left", "right", "u", "d", "l", "r", "UP", " Left ", "dow", "upp", "north", "up 3", "left 2", "d1"),
    *("right,6", "up0", "down 99", "1", "2", "3", "0", "6", "2 0", "2,0", "(2, 0)", "@3,3", "9 9", "1 right", "2 1 1"),
    *("place 4 0", "move down", "pass", "1.", "2.", "help", "?", "moves", "undo", "board", "rules", "resign", "save"),
    *("save /no/such/place", "save .", "save \0", "save ~none/x", "toss", "yes", "y", "YES", "maybe", "", " ", "\t"),
]


def nonsense(rng: random.Random) -> bytes:
    """Draw a line of arbitrary bytes, occasionally a long one."""
    length = rng.choice((1, 3, 10, 50, 2000))
    return bytes(rng.choices([byte for byte in range(256) if byte not in b"\r\n"], k=length))


@pytest.mark.heavy
@pytest.mark.parametrize(("seed", "game"), list(enumerate(GAMES)))
def test_ten_thousand_random_lines_are_all_answered(seed: int, game: str, tmp_path: Path) -> None:
    rng = random.Random(seed)
    harmless = [line.encode() for line in PLAUSIBLE]
    lines = [rng.choice(harmless) if rng.random() < 0.85 else nonsense(rng) for _ in range(2000)]
    lines = [b"up" if line.strip().lower() in (b"n", b"no", b"q") else line for line in lines]
    code, output, complaint = run("play", game, input=b"\n".join([*lines, b"the last line\n"]), where=tmp_path)
    assert complaint == ""
    assert code in (0, 3)
    assert ": the last line\n" in output
    assert output.count(": ") >= 2000
    assert output.count("Play another round?") > 10
    assert list(tmp_path.iterdir()) == []
