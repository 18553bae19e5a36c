"""Line mode as a conversation: turns, refusals, commands, rounds."""

import re
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, load_game
from gridduels.record import LiveRecord, load
from gridduels.terminal.line import COMMANDS
from tests.helpers import GAMES
from tests.terminal.table import Said, play

LIGHT_CYCLE = "right; up; right; left; down; down; right"  # Player 1 wins


def finished(game: str, **options: Any) -> Said:
    """Return a round that the computer plays against itself."""
    return play(game, players=("random", "random"), **options)


def answers(text: str) -> list[str]:
    """Return what follows each prompt in a text."""
    return [line.rpartition(": ")[2] for line in text.splitlines() if "nter" in line and ": " in line]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_a_person_types_reads_as_the_one_the_computer_plays(game: str) -> None:
    computer = finished(game, seed=5)
    person = play(game, "; ".join(answers(computer.text)))
    assert computer.code == person.code == 0
    assert person.text == computer.text + "Play another round? (yes/no): \n"


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_and_another_gives_others(game: str) -> None:
    one, same, other = (finished(game, rounds=3, first="toss", seed=seed).text for seed in (7, 7, 8))
    assert one == same
    assert one != other


def test_a_round_depends_on_the_seed_and_its_number_but_not_on_the_rounds_before_it() -> None:
    options: dict[str, Any] = {"players": ("human", "random"), "seed": 3, "rounds": 2}
    _, long = play("grid-runner", "down; down; resign; down", **options).text.split("Round 2 of 2.")
    _, short = play("grid-runner", "resign; down", **options).text.split("Round 2 of 2.")
    assert answers(long) == answers(short)


def test_without_a_seed_games_differ() -> None:
    assert len({finished("grid-runner").text for _ in range(10)}) > 1


@pytest.mark.parametrize(
    ("game", "line", "moved"),
    [
        ("light-cycle", "  UP  ", "1 . . . .\n# . . . 2"),
        ("light-cycle", "r", "# 1 . . 2"),
        ("pathway", "Dow", "Moving down..."),
        ("grid-runner", "\tD", "-  - - - -"),
        ("gridlock", "up 3", "Token moved to (1,4)."),
        ("gridlock", "UP3", "Token moved to (1,4)."),
        ("gridlock", "  u   2 ", "Token moved to (2,4)."),
        ("gridlock", "left,1", "Token moved to (4,3)."),
        ("gridlock", "Down; 2", "Token moved to (6,4)."),
        ("gridlock", "d; down 3", "Token moved to (7,4)."),
        ("blockade", "1; R", "Player 1 moved right to (1, 0)."),
        ("blockade", "right", "Player 1 moved right to (1, 0)."),
        ("blockade", "Move; down", "Player 1 moved down to (0, 1)."),
        ("blockade", "move down", "Player 1 moved down to (0, 1)."),
        ("blockade", "1. down", "Player 1 moved down to (0, 1)."),
        *(
            ("blockade", line, "Player 1 placed an obstacle at (2, 0).")
            for where in ("2 0", "2,0", "(2, 0)", "( 2 , 0 )", " 2   0 ", "@2,0")
            for line in (f"2; {where}", f"place {where}", f"2 {where}", f"Place obstacle at {where}")
        ),
        ("blockade", "2 1 0", "Player 1 placed an obstacle at (1, 0)."),
        ("blockade", "@1,0", "Player 1 placed an obstacle at (1, 0)."),
        ("blockade", "1 0", "'1 0' is not a choice"),
    ],
)
def test_an_answer_may_be_typed_in_many_ways(game: str, line: str, moved: str) -> None:
    assert moved in play(game, line).text


@pytest.mark.parametrize(
    ("game", "moves", "lines", "refusal"),
    [
        ("light-cycle", "", "left", "You cannot move left: that is off the grid."),
        ("light-cycle", "right left", "left", "You cannot move left: (3,1) is blocked."),
        ("light-cycle", "right left right", "left", "You cannot move left: (3,3) is occupied by Player 1."),
        ("light-cycle", "", "north", "'north' is not a direction: type up, down, left or right."),
        ("light-cycle", "right", " ", "'' is not a direction: type up, down, left or right."),
        ("pathway", "down up", "up", "You cannot move up: (0,0) is blocked."),
        ("grid-runner", "", "up", "You cannot move up: that is off the grid."),
        ("gridlock", "", "up 4", "You cannot move up 4: that is off the grid. It can move up 1 to 3."),
        ("gridlock", "up3", "down 1", "You cannot move down 1: (2,4) has been visited."),
        ("gridlock", "", "up 0", "The token cannot move up 0. It can move up 1 to 3."),
        ("gridlock", "", "up; 7", "The token cannot move up 7. It can move up 1 to 3."),
        ("gridlock", "", "up; three", "'three' is not a number of steps: type 1 to 3."),
        ("gridlock", "", "up; left", "'left' is not a number of steps: type 1 to 3."),
        ("gridlock", "", "3", "'3' is not a direction: type up, down, left or right."),
        ("blockade", "", "2; 0 0", "You cannot place an obstacle at (0, 0): (0, 0) is occupied by Player 1."),
        ("blockade", "@2,0", "2; 2 0", "You cannot place an obstacle at (2, 0): (2, 0) contains an obstacle."),
        ("blockade", "", "2; 5 0", "(5, 0) is off the grid: x and y go from 0 to 4."),
        ("blockade", "", "2; up up", "'up up' is not a cell: type its x and y, such as 2 0."),
        ("blockade", "", "1; north", "'north' is not a direction: type up, down, left or right."),
        ("blockade", "@1,1 up @2,2 down @3,3 up", "2", "You have no obstacles left: type 1 to move."),
        ("light-cycle", "", "hnit", "'hnit' is not a direction: type up, down, left or right. Did you mean hint?"),
        ("light-cycle", "", "rihgt", "'rihgt' is not a direction: type up, down, left or right. Did you mean right?"),
        ("blockade", "", "3", "'3' is not a choice: type 1 to move or 2 to place an obstacle."),
        ("blockade", "", "pass", "'pass' is not a choice: type 1 to move or 2 to place an obstacle."),
    ],
)
def test_a_refused_answer_has_its_reason_and_the_same_player_is_asked_again(
    game: str, moves: str, lines: str, refusal: str
) -> None:
    duel = Duel(load_game(game), moves)
    before = [answer for move in duel.moves for answer in duel.game.words.typed(move)]
    code, text = play(game, "; ".join([*before, lines]))
    words = duel.game.words
    restart = f"{words.restart(duel)}\n" if ";" in lines and words.restart(duel) else ""
    prompt = words.prompt(duel, ())
    assert text.endswith(f"\n{refusal}\n{restart}{prompt}\nThe input ended before the game did.\n")
    assert code == 3


def test_unknown_input_is_quoted_short_and_harmless() -> None:
    _, text = play("light-cycle", "x" * 900 + "; \x1b[31mred\x07")
    assert f"\n'{'x' * 37}...' is not a direction" in text
    assert "\n'\\x1b[31mred\\x07' is not a direction" in text
    assert "\x1b" not in text
    assert "\x07" not in text


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("person", [False, True])
def test_the_commands_work_at_every_prompt(game: str, person: bool, tmp_path: Path) -> None:
    names = [name for name in ("help", "?", "moves", "board", "rules", "Help", "MOVES") for _ in range(2)]
    first = {"gridlock": "1; "}.get(game, "") if person else ""
    second = {"gridlock": "up; ", "blockade": "2; "}.get(game, "")
    lines = f"{first}{'; '.join(names)}; {second}{'; '.join(names)}; save {tmp_path}/game; quit"
    code, text = play(game, lines, person=person)
    assert code == 0
    assert text.count("You can also type:") == 12
    assert text.count("Legal moves: ") == 8
    assert text.count(load_game(game).title + "\n\n") == 4
    assert load(tmp_path / "game")[0].duel == Duel(load_game(game))
    assert text.endswith("\nYou left the game unfinished.\n")


def test_help_lists_every_command() -> None:
    text = play("pathway", "help").text
    assert [name for name in COMMANDS.words if f"\n  {name} " not in text] == ["?", "q", "exit"]


def test_moves_fit_a_terminal_and_are_understood_when_typed() -> None:
    _, text = play("blockade", "moves", size=6)
    listed = text.split("Legal moves: ")[1].split("Enter")[0]
    assert max(map(len, text.splitlines())) < 80
    moves = listed.replace("\n", " ").strip().split(", ")
    assert moves == list(Duel(load_game("blockade", size=6)).legal_moves)
    for move in moves:
        assert "is not" not in play("blockade", move, size=6).text.replace("not allowed", "")


@pytest.mark.parametrize("spelling", ["quit", "Q", " exit ", "QUIT"])
def test_quit_leaves_at_any_prompt(spelling: str) -> None:
    for lines in ("", "right; ", f"{LIGHT_CYCLE}; "):
        code, text = play("light-cycle", lines + spelling)
        assert code == 0
        assert text.endswith(
            f"{spelling.strip()}\n" if lines.startswith(LIGHT_CYCLE) else "You left the game unfinished.\n"
        )


def test_resigning_loses() -> None:
    assert "\nPlayer 1 resigns.\nPlayer 2 wins!\n" in play("light-cycle", "resign").text
    assert "\nPlayer B resigns.\nPlayer A wins the game!\n" in play("pathway", "down; resign").text
    assert play("blockade", "resign").text.count("Current Grid:") == 1


def test_undo_takes_back_a_move_and_asks_the_player_who_made_it() -> None:
    _, text = play("light-cycle", "right; left; undo; undo; undo")
    assert "Taken back: left.\n\n. . . . .\n. . . . .\n# 1 . . 2\n. . . . .\n. . . . .\n\nPlayer 2's turn." in text
    assert "Taken back: right.\n\n. . . . .\n. . . . .\n1 . . . 2\n. . . . .\n. . . . .\n\nPlayer 1's turn." in text
    assert "undo\nYou have no move to take back.\nPlayer 1's turn." in text


def test_undo_takes_back_the_computers_answer_as_well() -> None:
    _, text = play("light-cycle", "right; undo; up; undo", players=("human", "random"), seed=1)
    assert text.count("Taken back: ") == 2
    assert "Taken back: right, " in text
    assert "Taken back: up, " in text


def test_the_computers_first_move_cannot_be_taken_back() -> None:
    assert "You have no move to take back" in play("light-cycle", "undo", players=("random", "human")).text


def test_undo_works_at_a_second_prompt() -> None:
    _, text = play("gridlock", "up 3; left; undo; down; 2")
    assert "Enter number of steps: undo\nTaken back: up3.\n" in text
    assert text.count("Token moved to (6,4).") == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("person", [False, True])
def test_undo_shows_the_board_once(game: str, person: bool) -> None:
    first = "1; " if game == "gridlock" and person else ""
    move = "down 1" if game == "gridlock" else "down"
    start = load_game(game)
    board = start.words.board(start, start.start())
    _, text = play(game, f"{first}{move}; undo", person=person)
    assert text.split("Taken back: ")[1].count(board) == 1


def test_a_person_is_asked_for_another_round_until_they_say_yes_or_no() -> None:
    _, text = play("light-cycle", f"{LIGHT_CYCLE}; maybe; ; YES; resign; n")
    assert "(yes/no): maybe\nType yes or no.\nPlay another round? (yes/no): \nType yes or no.\n" in text
    assert "(yes/no): YES\n\nRound 2. Player 2 goes first.\n\n" in text
    assert text.endswith(
        "Games won: 2 for Player 1, 0 for Player 2\nPlay another round? (yes/no): n\nPlayer 1 wins the match, 2 to 0.\n"
    )


def test_after_a_game_its_board_can_be_seen_and_saved_but_nothing_changed(tmp_path: Path) -> None:
    file = tmp_path / "game"
    code, text = play("light-cycle", f"{LIGHT_CYCLE}; board; moves; undo; resign; help; rules; save {file}; no")
    assert code == 0
    assert text.count("(yes/no): moves\nThe game is over.\n") == 1
    assert text.count("The game is over.") == 3
    assert f"Saved. See it with: gridduels replay {file}\n" in text
    assert load(file)[0].duel.outcome == (1, "no moves")


def test_the_rounds_asked_for_are_played_and_the_first_mover_alternates() -> None:
    _, text = finished("grid-runner", rounds=4, seed=1)
    headings = [line for line in text.splitlines() if line.startswith("Round ")]
    assert headings == [
        "Round 1 of 4.",
        "Round 2 of 4. Player 2 goes first.",
        "Round 3 of 4. Player 1 goes first.",
        "Round 4 of 4. Player 2 goes first.",
    ]
    assert "another round" not in text
    scores = [re.findall(r"(\d+) for", line) for line in text.splitlines() if re.match("Score|Games won", line)]
    assert [int(one) + int(two) for one, two in scores] == [1, 2, 3, 4]
    assert "match" in text.splitlines()[-1]


def test_one_round_has_neither_a_heading_nor_a_verdict() -> None:
    _, text = finished("light-cycle", rounds=1)
    assert "Round" not in text
    assert "match" not in text
    assert "Score" not in text


def test_only_grid_runners_book_has_points() -> None:
    for game in GAMES:
        assert ("Score: 0 for Player 1, 1 for Player 2" in play(game, "resign", first="1").text) == (
            game == "grid-runner"
        )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", ["1", "2"])
def test_the_chosen_player_goes_first(game: str, first: str) -> None:
    player = load_game(game).words.player(int(first))
    _, text = play(game, "resign", first=first)
    assert f"{player} resigns." in text


def test_the_toss_is_announced_and_falls_either_way() -> None:
    winners = set()
    for seed in range(20):
        _, text = play("pathway", "resign", first="toss", seed=seed)
        line = text.splitlines()[0]
        winners.add(line)
        assert f"{line.removesuffix(' wins the toss and goes first.')} resigns." in text
    assert winners == {"Player A wins the toss and goes first.", "Player B wins the toss and goes first."}


def test_a_person_is_told_about_help_and_only_in_gridlock_asked_who_goes_first() -> None:
    for game in GAMES:
        _, text = play(game, "", person=True)
        assert text.startswith("Type help at any prompt to see what else you can type.\n\n")
        assert ("Who goes first? (1/2/toss): " in text) == (game == "gridlock")


@pytest.mark.parametrize(
    ("answer", "then"),
    [("1", "Player 1's Turn:"), (" 2 ", "Player 2's Turn:"), ("TOSS", " wins the toss and goes first.")],
)
def test_gridlocks_players_decide_who_goes_first(answer: str, then: str) -> None:
    _, text = play("gridlock", f"me; 3; help; moves; {answer}", person=True)
    assert text.count("Type 1, 2 or toss.\nWho goes first? (1/2/toss): ") == 2
    assert "The game hasn't started yet.\nWho goes first? (1/2/toss): " in text
    assert then in text


def test_the_question_who_goes_first_is_not_asked_where_it_is_answered() -> None:
    assert "Who goes first?" not in play("gridlock", "", person=True, first="2").text
    assert "Who goes first?" not in play("gridlock", "").text


def test_input_may_end_at_the_question_who_goes_first() -> None:
    assert play("gridlock", "", person=True) == (
        3,
        "Type help at any prompt to see what else you can type.\n\n"
        "Who goes first? (1/2/toss): \nThe input ended before the game did.\n",
    )
    code, text = play("gridlock", "quit", person=True)
    assert code == 0
    assert text.endswith("You left before the game began.\n")


def test_a_person_sees_gridlocks_board_before_every_turn() -> None:
    _, text = play("gridlock", "1; up 3", person=True)
    board = ". . . o . . .\n. . . # . . .\n. . . # . . .\n. . . # . . .\n" + ". . . . . . .\n" * 3
    assert f"Token moved to (1,4).\n\n{board}\nPlayer 2's Turn:\n" in text
    assert text.count(". . . o . . .") == 2


def test_a_person_sees_how_many_obstacles_are_left() -> None:
    _, text = play("blockade", "right; 2; 2 0", person=True)
    assert "to use.\nPlayer 1's turn." in text
    assert "Obstacles left: 3 for Player 1, 3 for Player 2\nPlayer 2's turn." in text
    assert "Obstacles left: 3 for Player 1, 2 for Player 2\nPlayer 1's turn." in text


@pytest.mark.parametrize("game", GAMES)
def test_input_may_end_after_any_line(game: str) -> None:
    lines = answers(finished(game, seed=2).text)
    for count in range(len(lines)):
        code, text = play(game, "; ".join(lines[:count]))
        assert code == 3
        assert text.endswith(": \nThe input ended before the game did.\n")
    code, text = play(game, "; ".join(lines))
    assert code == 0
    assert text.endswith("Play another round? (yes/no): \n")


def test_a_move_is_on_record_before_the_next_question(tmp_path: Path) -> None:
    file = tmp_path / "games"
    moves = LIGHT_CYCLE.split("; ")
    for count in range(1, len(moves)):
        live = LiveRecord.append_to(file)
        _, text = play("light-cycle", "; ".join(moves[:count]), record=live)
        assert text.endswith(f"Continue with: gridduels play --resume {file}\n")
        assert load(file)[-1].duel.moves == tuple(moves[:count])
    assert len(load(file)) == len(moves) - 1


def test_a_record_follows_undo_and_resignation(tmp_path: Path) -> None:
    file = tmp_path / "games"
    play("light-cycle", "right; left; undo; up; undo; undo; down; resign; yes; left", record=LiveRecord.append_to(file))
    first, second = load(file)
    assert (first.duel.moves, first.duel.outcome) == (("down",), (1, "resigned"))
    assert (second.duel.moves, second.duel.start.turn, second.tags["Round"]) == (("left",), 2, "2")


def test_by_the_pie_rule_the_second_player_is_asked_whether_to_change_sides() -> None:
    said = play("light-cycle", "right; maybe; yes; left; quit", first="swap", players=("human", "human")).text
    assert "Player 2, do you want to change sides? (yes/no): maybe\nType yes or no." in said
    assert "The players have changed sides. Player 2 is still to move." in said
    declined = play("light-cycle", "right; no; left; quit", first="swap").text
    assert "have changed sides" not in declined


def test_the_computer_decides_for_itself_whether_to_change_sides() -> None:
    said = play("light-cycle", "right; up; quit", first="swap", players=("human", "perfect"), seed=1).text
    assert "Player 2, do you want to change sides? (yes/no): yes" in said
    assert "Player 2's turn. Enter move direction (up/down/left/right): up" in said


def test_a_fair_start_is_announced_and_drawn_by_the_seed() -> None:
    one, same, other = (play("gridlock", "quit", start="fair", seed=seed).text for seed in (1, 1, 2))
    assert one == same != other
    assert one.startswith("Balanced start: a few moves have already been played. Player ")


def test_a_person_hears_that_the_books_start_is_won_for_the_first_player() -> None:
    sentence = "From the rule book's starting position, whoever goes first can always win."
    assert sentence in play("pathway", "quit", person=True).text
    assert sentence not in play("pathway", "quit").text
    assert sentence not in play("pathway", "quit", person=True, size=6).text


def test_hints_come_in_steps_and_start_over_after_a_move() -> None:
    said = play("light-cycle", "hint; hint; hint; right; hint; quit").text
    steps = ["Look at the middle left.", "Best is right: you win in 8 more moves.", "Not up: Player 2 then plays left"]
    at = [said.index(step) for step in steps]
    assert at == sorted(at)
    assert "This is not the game, only the board after up, left, right" in said
    assert said.count("Look at") == 2


def test_distances_are_in_moves_or_on_request_in_plies() -> None:
    assert "  right  you win in 8 more moves\n" in play("light-cycle", "eval; quit").text
    assert "  right  you win in 15 plies\n" in play("light-cycle", "eval; quit", plies=True).text
    assert "Best is right: you win in 15 plies." in play("light-cycle", "hint; hint; quit", plies=True).text


def test_the_end_card_names_the_turning_point() -> None:
    told = r"Player \d (gave the game away|missed a chance) with move \d, \w+|Player 1 had a forced win all along"
    lines = f"{LIGHT_CYCLE}; no"
    assert re.search(told, play("light-cycle", lines, person=True).text)
    assert not re.search(told, play("light-cycle", lines).text)
