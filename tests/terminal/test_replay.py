"""Recorded games, board by board."""

import json
from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.record import Record, dumps
from gridduels.terminal.library import replay_data, replay_text
from tests.terminal.processes import run

GAME = """\
Game 1: Light Cycle Duel, Player 1 person, Player 2 random

Start
. . .
1 . 2
. . .
Here we go.

1. Player 1: up
1 . .
# . 2
. . .

2. Player 2: up
1 . 2
# . #
. . .
A mirror.

3. Player 1: right
# 1 2
# . #
. . .

Player 2 has no valid moves.
Player 1 wins!"""


def record(moves: str = "up up right") -> Record:
    duel = Duel(load_game("light-cycle", size=3), moves)
    return Record(duel, ("human", "random"), {"Event": "Test"}, {0: "Here we go.", 2: "A mirror."})


def test_a_game_is_shown_board_by_board_with_its_comments() -> None:
    assert replay_text(1, record()) == GAME


def test_a_players_remark_on_a_move_is_shown_in_words_and_as_data() -> None:
    comments = {1: "Now! [%info depth 5 score win:7 pv up left]", 2: "[%info depth many]"}
    said = Record(Duel(load_game("light-cycle", size=3), "up up"), comments=comments)
    text = replay_text(1, said)
    assert "\nNow! (depth 5, win in 7 moves by both players: up left)\n" in text
    assert "\n[%info depth many]\n" in text
    assert replay_data(said)["info"] == [{"depth": 5, "score": "win:7", "pv": "up left"}, None]


def test_an_unfinished_game_says_so() -> None:
    assert replay_text(2, record("up")).endswith("\n1. Player 1: up\n1 . .\n# . 2\n. . .\n\nUnfinished.")


def test_a_resigned_game_says_so() -> None:
    duel = Duel(load_game("pathway"), "down").resign()
    assert replay_text(1, Record(duel)).endswith("\n\nPlayer B resigns.\nPlayer A wins the game!")


def test_a_game_as_data() -> None:
    assert replay_data(record()) == {
        "game": "light-cycle",
        "size": 3,
        "rules": {},
        "players": ["human", "random"],
        "moves": ["up", "up", "right"],
        "positions": [".../1.2/... 1", "1../#.2/... 2", "1.2/#.#/... 1", "#12/#.#/... 2"],
        "winner": 1,
        "reason": "no moves",
    }


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("\n".join(dumps(record(moves)) for moves in ("up up right", "up")), encoding="utf-8")
    return path


def test_the_command_shows_every_game_of_a_file_or_one(file: Path) -> None:
    both, second = run("replay", str(file)), run("replay", str(file), "--number", "2")
    assert both == (0, f"{GAME}\n\n{second.output}", "")
    assert second.output.startswith("Game 2: Light Cycle Duel, ")


def test_the_command_gives_json(file: Path) -> None:
    games = json.loads(run("replay", str(file), "--json").output)
    assert games == [replay_data(record()), replay_data(record("up"))]
    assert json.loads(run("replay", str(file), "--json", "--number", "2").output) == games[1:]


@pytest.mark.parametrize(
    ("number", "complaint"),
    [
        ("3", "games.txt has no game 3: it has 2"),
        ("0", "argument --number: '0' is not between 1 and 99999999"),
        ("one", "argument --number: 'one' is not a whole number"),
    ],
)
def test_a_game_that_is_not_there_is_refused(file: Path, number: str, complaint: str) -> None:
    code, output, said = run("replay", file.name, "--number", number, where=file.parent)
    assert (code, output) == (2, "")
    assert said.startswith(f"gridduels: {complaint}")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", 'line 1: the file contains no game. A record begins with a tag such as [Game "light-cycle"].'),
        ("hello\n", "line 1: 'hello' comes before the first tag"),
        ('[Game "chess"]\n\n1. e4\n', "line 1: unknown game 'chess'"),
        ('[Game "light-cycle"]\n\n1. up\n3. up\n', "line 4: the move is numbered 3, but 2 comes next"),
        ('[Game "light-cycle"]\n\n1. up\n2. up\n3. north\n', "line 5: move 3, 'north': 'north' is not a move of"),
        ('[Game "light-cycle"]\n\n1. left\n', "line 3: move 1, 'left': You cannot move left: that is off the grid"),
    ],
)
def test_a_damaged_file_is_refused_with_the_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "games.txt"
    path.write_text(text, encoding="utf-8")
    code, output, said = run("replay", "games.txt", where=tmp_path)
    assert (code, output) == (2, "")
    assert said.startswith(f"gridduels: games.txt, {complaint}")
    assert said.count("\n") == 1
    assert path.read_text(encoding="utf-8") == text


def test_a_record_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[Game "light-cycle"]\n[Player1 "\x1b]0;x\x07"]\n\n1. up {\x1b[2Jgone é}\n', encoding="utf-8")
    code, output, _ = run("replay", str(path))
    assert code == 0
    assert "\x1b" not in output
    assert "�[2Jgone é" in output


def test_a_record_can_be_shown_where_only_ascii_can_be_printed(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[Game "light-cycle"]\n[Player1 "Zoë"]\n\n1. up {→ 上}\n', encoding="utf-8")
    code, output, complaint = run("replay", str(path), PYTHONIOENCODING="ascii")
    assert (code, complaint) == (0, "")
    assert "Player 1 Zo?, Player 2 person" in output
    assert "\n? ?\n" in output
