"""Lessons, puzzles, the ladder, finished games and statistics in lines of text, as transcripts."""

import io
from datetime import date
from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.cli import main
from gridduels.engine import VALUES
from gridduels.errors import SetupError
from gridduels.players.ladder import ladder_of, missing_text
from gridduels.record import Record, load
from gridduels.terminal.console import Console
from gridduels.terminal.library import Autosave, Tally, add_game, replay_text
from gridduels.terminal.practice import (
    ENDED_EARLY,
    daily,
    history_text,
    kept_game,
    ladder_text,
    learn,
    play_again,
    play_for_star,
    puzzle,
    statistics_text,
    until_left,
)
from gridduels.terminal.results import Results
from tests.terminal.table import play

MONDAY = date(2026, 1, 5)
LIGHT_CYCLE = load_game("light-cycle").definition


class Script(Console):
    """A console that reads prepared lines and keeps what is printed."""

    def __init__(self, *lines: str) -> None:
        self.printed = io.StringIO()
        super().__init__(io.StringIO("".join(f"{line}\n" for line in lines)), self.printed)

    @property
    def text(self) -> str:
        return self.printed.getvalue()


def test_a_lesson_answers_wrong_tries_and_shows_the_board_in_text() -> None:
    console = Script("north", "up", "right", "left", "skip", "skip", "quit")
    assert until_left(lambda: learn(console, LIGHT_CYCLE)) == 0
    lines = console.text.splitlines()
    assert lines[0] == "Learn Light Cycle Duel. Type skip to go on without an answer, or quit to leave."
    assert "Lesson 1 of 5." in lines
    assert "# 1 . . 2" in lines
    assert any("is not a direction" in line for line in lines)
    assert any("this time" in line for line in lines)


def test_only_the_move_to_be_refused_completes_a_lesson_about_it() -> None:
    console = Script("skip", "north", "right", "quit")
    assert until_left(lambda: learn(console, LIGHT_CYCLE)) == 0
    assert "Lesson 3 of 5." not in console.text


def test_a_lesson_asks_as_the_rule_book_does_and_again_after_refused_coordinates() -> None:
    console = Script("skip", "2", "9 9", "2", "1 0", "quit")
    assert until_left(lambda: learn(console, load_game("blockade").definition)) == 0
    choice = "Choose an action:\n1. Move\n2. Place Obstacle\n\nEnter the number of your choice: "
    assert console.text.count(choice) == 4


def test_a_tutorial_that_is_finished_is_remembered() -> None:
    console = Script(*["skip"] * 10)
    assert until_left(lambda: learn(console, LIGHT_CYCLE)) == 0
    assert Results.load([]).tutorials == ["light-cycle"]
    assert console.text.endswith("Play with: gridduels ladder light-cycle ada\n")


def test_input_that_ends_early_has_an_exit_code_of_its_own() -> None:
    assert until_left(lambda: learn(Script(), LIGHT_CYCLE)) == ENDED_EARLY


def answers(day: date) -> list[str]:
    """Return the lines that solve a day's puzzle."""
    from gridduels.analysis.puzzles import answer, daily_game, daily_puzzle

    lines: list[str] = []
    with VALUES.open(daily_game(day)) as values:
        found = daily_puzzle(values, day)
        assert found
        duel: Duel = found.duel()
        while not duel.outcome:
            word = values.evaluate(duel).best_moves[0]
            lines += duel.game.words.typed(word)
            reply = answer(values, duel, word).reply
            duel = Duel(duel.game, (*duel.moves, word, *reply), start=duel.start)
    return lines


def test_the_puzzle_of_the_day_is_solved_in_lines_and_makes_a_streak() -> None:
    console = Script(*answers(MONDAY))
    daily(console, MONDAY, MONDAY)
    assert console.text.startswith("Puzzle of Monday 5 January 2026: ")
    assert console.text.endswith("Solved! 1 day in a row.\n")
    assert Results.load([]).days == {"2026-01-05": "2026-01-05"}


def test_a_puzzle_whose_answer_was_shown_does_not_count() -> None:
    first, *rest = answers(MONDAY)
    console = Script("skip", first, *rest)
    daily(console, MONDAY, MONDAY)
    assert f"The answer is {first}." in console.text
    assert Results.load([]).days == {}


PUZZLE = """\
Light Cycle Duel, puzzle 1 of today.
Player 2 to move: win in 9 moves. Only one move keeps the win.
Type skip for the answer, or quit to leave.

. . . . .
. . . . .
# . . 2 #
# 1 . . .
. . . . .

Player 2's turn. Enter move direction (up/down/left/right): up
No: after up you lose in 10 more moves. Try another move.

Player 2's turn. Enter move direction (up/down/left/right): down
No: after down you lose in 4 more moves. Try another move.

Player 2's turn. Enter move direction (up/down/left/right): left
Correct! Player 1 replies right.

. . . . .
. . . . .
# . 2 # #
# # 1 . .
. . . . .

Player 2's turn. Enter move direction (up/down/left/right): right
You cannot move right: (3,4) is blocked.
Player 2's turn. Enter move direction (up/down/left/right): skip
The answer is up.

Player 2's turn. Enter move direction (up/down/left/right): quit
"""


def test_a_puzzle_reads_as_its_transcript() -> None:
    console = Script("up", "down", "left", "right", "skip", "quit")
    assert until_left(lambda: puzzle(console, load_game("light-cycle"), MONDAY)) == 0
    assert console.text == PUZZLE


def test_a_puzzle_has_the_length_that_is_asked_for() -> None:
    console = Script("quit")
    assert until_left(lambda: puzzle(console, load_game("light-cycle"), MONDAY, 5)) == 0
    assert "win in 3 moves." in console.text
    with pytest.raises(SetupError, match="there are no puzzles of 4 plies: use an odd number from 3"):
        puzzle(Script(), load_game("light-cycle"), MONDAY, 4)


def test_the_ladder_is_read_line_by_line() -> None:
    Results().beat("light-cycle", "Ada", 2)
    lines = ladder_text(LIGHT_CYCLE).splitlines()
    ladder = ladder_of("light-cycle")
    assert lines[0] == f"The ladder of Light Cycle Duel: 1 of {2 * len(ladder)} stars."
    assert lines[1].startswith("1. Ada, beaten as Player 2. ")
    assert lines[2].startswith(f"{ladder[1].rung}. {ladder[1].name}, not beaten yet. ")
    assert " ".join(lines[1 + len(ladder) : -1]) == missing_text("light-cycle")


def test_a_game_of_the_ladder_is_played_in_lines() -> None:
    console = Script("right", "resign", "quit")
    play_for_star(console, LIGHT_CYCLE, "ada", 1)
    assert console.text.startswith("You play Player 1 against Ada. ")
    assert "Balanced start: a few moves have already been played." in console.text
    assert Results.load([]).beaten == {}


def test_a_game_of_the_ladder_can_begin_as_the_book_says() -> None:
    console = Script("right", "resign", "quit")
    play_for_star(console, LIGHT_CYCLE, "ada", 1, "book")
    assert "Balanced start" not in console.text
    assert "\n1 . . . 2\n" in console.text


def test_an_opponent_who_sits_the_game_out_is_refused_with_the_reason() -> None:
    with pytest.raises(
        SetupError,
        match=r"Bo is not on .* ladder\. Bo, Dario, .* no stronger than the level below or lack balanced starts",
    ):
        play_for_star(Script(), LIGHT_CYCLE, "bo", 1)


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(SetupError, match="no opponent 'zed'"):
        play_for_star(Script(), LIGHT_CYCLE, "zed", 1)


HISTORY = """\
1. 2026-01-06 Light Cycle Duel, Cleo - person: Player 1 won (no moves)
2. 2026-01-05 Light Cycle Duel, person - Emil: Player 1 won (resigned)"""
REPLAY = """\
Game 1: Light Cycle Duel, Player 1 Cleo, Player 2 person

Start
. . .
1 . 2
. . .

1. Player 1: up
1 . .
# . 2
. . .

2. Player 2: up
1 . 2
# . #
. . .

3. Player 1: right
# 1 2
# . #
. . .

Player 2 has no valid moves.
Player 1 wins!"""
STATISTICS = """\
Light Cycle Duel, against Cleo as Player 2: won 0, lost 1
Light Cycle Duel, against Emil as Player 1: won 1, lost 0"""


def test_the_history_reads_as_its_transcript() -> None:
    assert history_text() == "No finished games yet. Every game you finish is saved."
    duel = Duel(load_game("light-cycle"), "up up right")
    add_game(Record(duel.stop(1, "resigned"), ("human", "level:5"), {"Date": "2026-01-05"}))
    won = Duel(load_game("light-cycle", 3), "up up right")
    add_game(Record(won, ("level:3", "human"), {"Date": "2026-01-06"}))
    assert history_text() == HISTORY
    assert replay_text(1, kept_game(1).record).rstrip() == REPLAY
    assert history_text("EMIL light") == HISTORY.splitlines()[1]
    assert history_text("Juno") == "No game matches all of these words."
    assert statistics_text() == STATISTICS
    with pytest.raises(SetupError, match="There is no game 3"):
        kept_game(3)


def test_a_kept_game_is_written_to_a_file_and_linked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_game(Record(Duel(load_game("light-cycle", 3), "up up right"), ("level:3", "human"), {"Date": "2026-01-06"}))
    path = tmp_path / "game.txt"
    assert main(["history", "1", "-o", str(path), "--link"]) == 0
    assert load(path)[0].duel.moves == ("up", "up", "right")
    said = capsys.readouterr().out
    assert said.splitlines()[0] == f"Written to {path}."
    assert said.splitlines()[1].endswith("/explore?game=light-cycle&size=3&moves=up%2Cup%2Cright")
    for words in (
        ("1", "-o", str(path)),
        ("--link",),
        ("--statistics", "--search", "Emil"),
        ("1", "--search", "x"),
        ("--delete",),
        ("1", "--delete", "--again", "2"),
    ):
        assert main(["history", *words]) == 2
        assert "cannot be used" in (complaint := capsys.readouterr().err) or "exists" in complaint


def test_a_kept_game_is_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    add_game(Record(Duel(load_game("light-cycle", 3), "up up right"), ("level:3", "human"), {"Date": "2026-01-06"}))
    assert main(["history", "1", "--delete"]) == 0
    assert capsys.readouterr().out == (
        "Deleted: 2026-01-06 Light Cycle Duel, Cleo - person: Player 1 won (no moves).\n"
    )
    assert history_text() == "No finished games yet. Every game you finish is saved."


def test_a_game_finished_in_a_terminal_is_kept_and_counted_unless_there_was_help() -> None:
    players = "human", "level:1"
    play("light-cycle", "resign", players=players, rounds=1)
    assert history_text().startswith("No finished games yet."), "piped games are not kept"
    play("light-cycle", "resign", person=True, players=players, rounds=1, first="1")
    assert history_text().endswith("person - Ada: Player 2 won (resigned)")
    play("light-cycle", "hint; resign", person=True, players=players, rounds=1, first="1")
    assert len(history_text().splitlines()) == 2
    assert statistics_text() == "Light Cycle Duel, against Ada as Player 1: won 0, lost 1"
    assert Results.load([]).against("light-cycle") == {"level:1": (0, 1)}


def test_a_star_is_won_in_any_game_against_a_character() -> None:
    moves = "right down down left left up down up right up right right right down"
    record = Record(Duel(load_game("light-cycle"), moves), ("human", "level:1"))
    said = play("light-cycle", "right", person=True, players=record.players, rounds=1, resumed=[record])
    assert said.text.endswith("A new star: you beat Ada as Player 1.\n")
    assert Results.load([]).has_beaten("light-cycle", "Ada", 1)


def test_an_unfinished_game_is_offered_with_the_name_of_the_opponent() -> None:
    autosave = Autosave()
    autosave.begin(Record(Duel(load_game("light-cycle"), "right"), ("human", "level:5")))
    autosave.close()
    said = play("light-cycle", "no; quit", person=True)
    assert "You have an unfinished game: Light Cycle Duel 5x5 against Emil, 1 move played.\n" in said.text


AGAIN = """\
Resuming Light Cycle Duel after 1 move.

1 . .
# . 2
. . .

Player 2's turn. Enter move direction (up/down/left/right): left

1 . .
# 2 #
. . .

Player 1's turn. Enter move direction (up/down/left/right): resign
Player 1 resigns.
Player 2 wins!
"""


def test_a_kept_game_is_played_again_from_before_a_move() -> None:
    record = Record(Duel(load_game("light-cycle", 3), "up up right"), ("human", "human"), {"Date": "2026-01-06"})
    console = Script("left", "resign")
    assert play_again(console, record, 2) == 0
    assert console.text == AGAIN
    with pytest.raises(SetupError, match="There is no move 4: the game has 3 moves"):
        play_again(Script(), record, 4)


def test_draws_are_counted_only_where_there_are_draws() -> None:
    assert "drawn" not in statistics_text([Tally("Pathway Duel", "level:5", 1, 2, 1, 0)])
    assert "drawn 1" in statistics_text([Tally("Other", "random", 2, 0, 0, 1)])


def test_a_hint_in_a_puzzle_ends_the_streak_and_the_other_commands_do_not() -> None:
    def solved(*asked: str) -> str:
        console = Script(*asked, *answers(MONDAY))
        assert until_left(lambda: daily(console, MONDAY, MONDAY)) == 0
        return console.text

    for asked in ("help", "moves", "board", "rules"):
        assert "Solved! 1 day in a row." in solved(asked)
    helped = solved("hint", "hint")
    assert "Look " in helped
    assert "Best is " in helped
    assert helped.endswith("Solved, but not on the first try, so it doesn't count. You can try again.\n")
