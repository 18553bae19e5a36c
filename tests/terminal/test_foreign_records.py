"""Records from strangers never start programs, and never send control codes to the terminal."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gridduels import Duel, Record, load_game
from gridduels.errors import SetupError
from gridduels.record import dumps, load
from gridduels.terminal.live_match import Computers
from tests.terminal.foreign import ESCAPES, Trap
from tests.terminal.processes import in_terminal, run

RECORD = Record(Duel(load_game("light-cycle"), "right"))


def written(folder: Path, one: str, two: str) -> Path:
    file = folder / "game"
    file.write_text(dumps(replace(RECORD, players=(one, two))), encoding="utf-8")
    return file


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_record_starts_no_program(seat: int, trap: Trap, tmp_path: Path) -> None:
    file = written(tmp_path, trap.name, "human") if seat == 1 else written(tmp_path, "human", trap.name)
    before = file.read_bytes()
    code, output, complaint = run("play", "--resume", str(file), input="up\nup\n")
    assert (code, output, trap.sprung) == (2, "", False)
    assert complaint.count("\n") == 1
    assert f"names an external bot for Player {seat}, {trap.name!r}" in complaint
    assert f"--p{seat} {shlex.quote(trap.name)}, or " in complaint
    assert f"--p{seat} human" in complaint
    assert file.read_bytes() == before


def test_a_record_starts_no_program_in_full_screen(trap: Trap, tmp_path: Path) -> None:
    file = written(tmp_path, "human", trap.name)
    with in_terminal("play", "--resume", str(file), TERM="xterm-256color") as session:
        assert "files may not start programs" in session.ends(2)
    assert not trap.sprung


def test_another_player_can_take_the_seat(trap: Trap, tmp_path: Path) -> None:
    file = written(tmp_path, "human", trap.name)
    code, _, complaint = run("play", "--resume", str(file), "--p2", "human", input="up\n")
    assert (code, complaint, trap.sprung) == (3, "", False)
    [record] = load(file)
    assert (record.players, record.duel.moves) == (("human", "human"), ("right", "up"))


def test_the_bot_plays_on_where_a_person_names_the_same_one(tmp_path: Path) -> None:
    bot = f"cmd:{shlex.join([sys.executable, '-m', 'gridduels', 'bot', 'random'])}"
    file = written(tmp_path, "random", bot)
    code, _, complaint = run("play", "--resume", str(file), "--p2", bot, "--rounds", "1", "--think", "20")
    assert (code, complaint) == (0, "")
    [record] = load(file)
    assert record.duel.outcome
    assert record.duel.outcome.reason != "forfeit"


def test_allowing_one_bot_does_not_allow_another() -> None:
    with pytest.raises(SetupError, match="an external bot for Player 2, 'cmd:other'"):
        Computers(("cmd:mine", "cmd:other"), bots=["cmd:mine"])


@pytest.mark.parametrize(
    "arguments", [("replay",), ("analyse",), ("play", "--p1", "random", "--p2", "random", "--resume")]
)
def test_a_terminal_obeys_nothing_in_a_record(arguments: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "game"
    tags, comments = {"Date": ESCAPES, "Event": ESCAPES}, {0: ESCAPES, 1: ESCAPES}
    file.write_text(dumps(Record(RECORD.duel, (f"one{ESCAPES}", f"two{ESCAPES}"), tags, comments)), encoding="utf-8")
    code, output, complaint = run(*arguments, str(file), input="quit\n")
    assert (code, complaint) == (0, "")
    assert output.replace("\n", "").isprintable()


def test_a_terminal_obeys_nothing_in_a_refused_record(tmp_path: Path) -> None:
    file = written(tmp_path, f"nobody{ESCAPES}", "human")
    code, output, complaint = run("play", "--resume", str(file))
    assert (code, output) == (2, "")
    assert complaint.removesuffix("\n").isprintable()
