"""The computer's thinking, and Ctrl-C while it thinks."""

from __future__ import annotations

import os
import random
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gridduels import Duel
from gridduels.players import RandomPlayer
from gridduels.players.perfect import GUESSED
from tests.terminal.processes import PATIENCE, Session, in_terminal, run
from tests.terminal.table import play

PROMPT = "Enter the number of your choice: "
BOT = """
import pathlib, sys, time
for line in sys.stdin:
    if line.startswith("gridduels"):
        print("name Thinker", "ready 1", sep="\\n", flush=True)
    elif line.startswith("go"):
        pathlib.Path(sys.argv[1]).touch()
        time.sleep(600)
"""
"""A bot that leaves a sign when asked for its move, and never answers."""


@contextmanager
def thinking(*players: str) -> Iterator[Session]:
    """Start a game in which the computer thinks for a very long time."""
    arguments = ("play", "blockade", "--plain", "--think", "600", *players)
    with in_terminal(*arguments, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"]) as session:
        yield session


@pytest.fixture
def sign(tmp_path: Path) -> Path:
    """Return the file that exists once the bot has been asked."""
    return tmp_path / "asked"


def interrupt(session: Session, sign: Path) -> None:
    """Press Ctrl-C while the computer is thinking; at a prompt it would end the program."""
    deadline = time.monotonic() + PATIENCE
    while not sign.exists():
        assert time.monotonic() < deadline, "the bot was never asked"
        time.sleep(0.02)
    sign.unlink()
    session.send("\x03")
    session.wait_for("Player 2 was interrupted. Press Enter to let it think again")


@pytest.fixture
def session(tmp_path: Path, sign: Path) -> Iterator[Session]:
    program = tmp_path / "bot.py"
    program.write_text(BOT, encoding="utf-8")
    with thinking("--p2", f"cmd:{shlex.join([sys.executable, str(program), str(sign)])}") as session:
        session.wait_for(PROMPT)
        session.send("down\n")
        session.wait_for("Player 2's turn.")
        yield session


def test_ctrl_c_while_the_computer_thinks_returns_to_the_prompt(session: Session, sign: Path) -> None:
    interrupt(session, sign)
    session.wait_for(PROMPT)
    session.send("moves\n")
    session.wait_for("Legal moves: up, left, @1,0, ")
    session.send("left\n")
    session.wait_for("Player 2 moved left to (3, 4).")
    session.wait_for("Player 1's turn.")
    session.wait_for(PROMPT)
    session.send("quit\n")
    session.ends(0)


def test_enter_lets_it_think_again(session: Session, sign: Path) -> None:
    interrupt(session, sign)
    session.wait_for(PROMPT)
    session.send("\n")
    interrupt(session, sign)
    session.wait_for(PROMPT)
    session.send("quit\n")
    session.ends(0)


def test_undo_takes_back_the_move_it_thinks_about(session: Session, sign: Path) -> None:
    interrupt(session, sign)
    session.wait_for(PROMPT)
    session.send("undo\n")
    session.wait_for("Taken back: down.")
    session.wait_for(PROMPT)
    session.send("quit\n")
    session.ends(0)


def test_the_person_resigns_while_the_computer_thinks(session: Session, sign: Path) -> None:
    interrupt(session, sign)
    session.wait_for(PROMPT)
    session.send("resign\n")
    session.wait_for("Player 1 resigns.")


@pytest.mark.heavy
def test_ctrl_c_at_that_prompt_leaves(session: Session, sign: Path) -> None:
    interrupt(session, sign)
    session.wait_for(PROMPT)
    session.ends_by_ctrl_c()


def test_with_no_person_in_the_game_ctrl_c_ends_it() -> None:
    with thinking("--p1", "mcts:999999999", "--p2", "mcts:999999999") as session:
        session.wait_for("Player 1's turn.")
        session.ends_by_ctrl_c()


class Interrupted(RandomPlayer):
    """A player that is interrupted the first time it thinks."""

    def __init__(self) -> None:
        super().__init__(random.Random(1))
        self.asked = 0

    def choose(self, duel: Duel) -> str:
        self.asked += 1
        if self.asked == 1:
            raise KeyboardInterrupt
        return super().choose(duel)


@pytest.mark.parametrize(("lines", "asked"), [("right; left; quit", 1), ("right; ; quit", 2)])
def test_a_person_may_move_for_it_or_let_it_move(lines: str, asked: int, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Interrupted()
    monkeypatch.setattr(
        "gridduels.terminal.live_match.make_player", lambda name, *_, **options: None if name == "human" else player
    )
    code, text = play("light-cycle", lines, person=True, players=("human", "random"))
    assert code == 0
    assert "Player 2 was interrupted." in text
    assert player.asked == asked
    assert text.count("Player 1's turn.") == 2


@pytest.mark.heavy
def test_how_a_move_was_found_is_said_once() -> None:
    result = run(
        *("play", "pathway", "--size", "7", "--p1", "perfect", "--think", "0.2"),
        input="right\nup\n",
        GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"],
    )
    assert result.code == 3
    assert result.output.count(f"(Player A: {GUESSED}.)\n") == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon", "3601"])
def test_a_time_to_think_that_makes_no_sense_is_refused(seconds: str) -> None:
    result = run("play", "gridlock", "--think", seconds)
    assert result.code == 2
    assert f"{seconds!r} is not a number of seconds above 0 and up to 3600" in result.complaint


def test_on_a_board_without_a_table_the_computer_answers_while_one_is_made(tmp_path: Path) -> None:
    arguments = ("play", "pathway", "--size", "6", "--plain", "--p2", "hard")
    with in_terminal(*arguments, GRIDDUELS_CACHE=str(tmp_path)) as session:
        session.wait_for("right): ")
        session.send("right\n")
        session.wait_for("(Player B searches ahead while the exact values are computed: ")
        session.wait_for("right): ")
        session.send("quit\n")
        session.ends(0)
    assert not list(tmp_path.glob("tables/*"))


def test_ctrl_c_while_a_hint_waits_for_the_table_brings_back_the_prompt(tmp_path: Path) -> None:
    arguments = ("play", "pathway", "--size", "6", "--plain", "--p2", "hard")
    with in_terminal(*arguments, GRIDDUELS_CACHE=str(tmp_path)) as session:
        session.wait_for("right): ")
        session.send("hint\n")
        session.wait_for("; Ctrl-C stops it.)")
        session.send("\x03")
        session.wait_for("Cancelled. The values are still unknown.")
        session.wait_for("right): ")
        session.send("right\n")
        session.wait_for("Current Position: (0,1)")
        session.send("quit\n")
        session.ends(0)
