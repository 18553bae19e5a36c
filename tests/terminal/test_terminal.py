"""Line mode in a real pseudo-terminal."""

import re
from pathlib import Path

import pytest

from gridduels.record import load
from tests.helpers import GAMES
from tests.terminal.processes import Session, in_terminal

HINT = "Type help at any prompt to see what else you can type.\n\n"


def shown(text: str) -> str:
    """Return a text without the control sequences that the line editor adds."""
    return re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]|\x07", "", text)


def answer(session: Session, prompt: str, line: str) -> str:
    before = session.wait_for(prompt)
    session.send(f"{line}\n")
    return before


def test_gridlock_asks_who_goes_first_and_shows_the_board_aside() -> None:
    with in_terminal("play", "gridlock", "--plain") as session:
        assert answer(session, "Who goes first? (1/2/toss): ", "both") == f"{HINT}Who goes first? (1/2/toss): "
        assert answer(session, "toss): ", "2") == "both\nType 1, 2 or toss.\nWho goes first? (1/2/toss): "
        board = ". . . . . . .\n" * 3 + ". . . o . . .\n" + ". . . . . . .\n" * 3
        assert answer(session, "right): ", "up") == (
            "2\n\nFrom the rule book's starting position, whoever goes first can always win. "
            "Use --start fair for a balanced start.\n\n"
            f"Game Start!\nToken is at (4,4).\n\n{board}\nPlayer 2's Turn:\nEnter direction (up/down/left/right): "
        )
        answer(session, "steps: ", "3")
        assert "Token moved to (1,4).\n\n. . . o . . .\n" in answer(session, "Enter direction: ", "quit")
        assert session.ends(0) == (
            "quit\nYou left the game unfinished.\nIt has been saved. Continue with: gridduels play --plain gridlock\n"
        )


def test_an_abandoned_game_is_offered_again_and_can_be_resumed() -> None:
    with in_terminal("play", "light-cycle", "--plain") as session:
        answer(session, "right): ", "right")
        answer(session, "right): ", "quit")
        session.ends(0)
    with in_terminal("play", "light-cycle", "--plain") as session:
        offer = answer(session, "(yes/no/delete): ", "perhaps")
        assert offer.endswith(
            "You have an unfinished game: Light Cycle Duel 5x5, 1 move played.\nResume it? (yes/no/delete): "
        )
        assert "Type yes, no or delete." in answer(session, "(yes/no/delete): ", "yes")
        assert "Resuming Light Cycle Duel after 1 move." in answer(session, "Player 2's turn.", "resign")
        answer(session, "Play another round? (yes/no): ", "no")
        session.ends(0)
    with in_terminal("play", "light-cycle", "--plain") as session:
        assert "You left" not in answer(session, "right): ", "quit")


def test_a_game_that_was_left_can_be_forgotten() -> None:
    with in_terminal("play", "light-cycle", "--plain") as session:
        answer(session, "right): ", "right")
        answer(session, "right): ", "quit")
        session.ends(0)
    with in_terminal("play", "light-cycle", "--plain") as session:
        answer(session, "(yes/no/delete): ", "delete")
        assert "Deleted." in answer(session, "Player 1's turn.", "quit")
    with in_terminal("play", "light-cycle", "--plain") as session:
        assert "You left" not in answer(session, "right): ", "quit")


@pytest.mark.parametrize("game", GAMES)
def test_a_person_and_the_computer_play_to_the_end(game: str) -> None:
    arguments = ["--p2", "random", "--seed", "1", "--first", "1"]
    with in_terminal("play", game, *arguments) as session:
        prompt = "choice: " if game == "blockade" else "right): "
        answer(session, prompt, "right 1" if game == "gridlock" else "right")
        answer(session, "direction: " if game == "gridlock" else prompt, "resign")
        assert "resigns." in answer(session, "Play another round? (yes/no): ", "yes")
        answer(session, prompt if game != "gridlock" else "direction: ", "resign")
        answer(session, "(yes/no): ", "no")
        assert session.ends(0).endswith("wins the match, 2 to 0.\n")


MOMENTS = ["Who goes first? (1/2/toss): ", "right): ", "steps: ", "(yes/no): "]


def lead_to(session: Session, moment: str) -> None:
    """Play GridLock up to one of its prompts."""
    for prompt, line in (("toss): ", "1"), ("right): ", "up"), ("steps: ", "3"), ("direction: ", "resign")):
        if moment.endswith(prompt):
            break
        answer(session, prompt, line)
    session.wait_for(moment)


@pytest.mark.heavy
@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_ends_the_game_at_any_prompt(moment: str) -> None:
    with in_terminal("play", "gridlock") as session:
        lead_to(session, moment)
        assert session.ends_by_ctrl_c().endswith("\nInterrupted.\n")


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_d_ends_the_game_at_any_prompt(moment: str) -> None:
    with in_terminal("play", "gridlock") as session:
        lead_to(session, moment)
        session.send("\x04")
        if moment.startswith("(yes"):
            assert session.ends(0) == "\n"
        else:
            assert session.ends(3) == "\nThe input ended before the game did.\n"


def test_gridduels_alone_opens_the_menu(tmp_path: Path) -> None:
    with in_terminal(where=tmp_path) as session:
        assert "Grid Duels\n\n  1. Light Cycle Duel: " in answer(session, "Choose a game (1-5, or quit): ", "1")
        answer(session, "Choose an opponent (1-16, or quit): ", "human")
        answer(session, "right): ", "save game")
        answer(session, "right): ", "quit")
        assert "You left the game unfinished.\n\nGrid Duels\n" in answer(
            session, "Choose a game (1-5, or quit): ", "quit"
        )
        assert session.ends(0) == "quit\n"
    assert load(tmp_path / "game")[0].duel.ply == 0


@pytest.mark.heavy
def test_ctrl_c_and_ctrl_d_leave_the_menu() -> None:
    with in_terminal() as session:
        session.wait_for("Choose a game (1-5, or quit): ")
        assert session.ends_by_ctrl_c().endswith("\n")
    with in_terminal() as session:
        session.wait_for("Choose a game (1-5, or quit): ")
        session.send("\x04")
        assert session.ends(0) == "\n"


def test_strange_keys_are_refused() -> None:
    with in_terminal("play", "light-cycle") as session:
        for line in ("\x16\x00", "ünsinn", "x" * 2000, "\x16\x1b[31m", "\t\t"):
            session.wait_for("right): ")
            session.send(f"{line}\n")
            session.wait_for("is not a direction: type up, down, left or right.\n")
        answer(session, "right): ", "quit")
        session.ends(0)


def test_invalid_bytes_are_refused() -> None:
    with in_terminal("play", "light-cycle") as session:
        session.wait_for("right): ")
        session.send(b"\xff\xfe\n")
        session.wait_for("is not a direction: type up, down, left or right.\n")
        answer(session, "right): ", "quit")
        session.ends(0)


def test_a_terminal_that_can_do_more_gets_no_colours() -> None:
    with in_terminal("play", "blockade", "--first", "1", "--plain", TERM="xterm-256color") as session:
        text = answer(session, "choice: ", "right") + answer(session, "choice: ", "quit") + session.ends(0)
        assert "[P1]" in shown(text)
        assert not re.search(r"\x1b\[[0-9;]*m", text)


def test_a_terminal_that_is_hung_up_ends_the_game(tmp_path: Path) -> None:
    with in_terminal("play", "light-cycle", "--record", "game", where=tmp_path) as session:
        answer(session, "right): ", "up")
        session.wait_for("Player 2's turn. Enter move direction (up/down/left/right): ")
        session.hang_up()
        assert session.process.wait(60) != 0
    assert load(tmp_path / "game")[0].duel.moves == ("up",)
