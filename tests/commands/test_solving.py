"""The commands that show exact values, run as processes."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gridduels import registry
from gridduels.cli import main


def gridduels(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gridduels", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=dict(os.environ))


def data(*arguments: str) -> Any:
    done = gridduels(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_solve_reports_value_table_and_counts() -> None:
    solved = data("solve", "pathway", "--size", "3", "--rule", "goal=sealed")
    assert set(solved) == {"game", "size", "rules", "value", "plies", "table", "reachable", "seconds", "bytes"}
    assert (solved["game"], solved["size"], solved["rules"]) == ("pathway", 3, {"goal": "sealed"})
    reachable = solved["reachable"]
    assert reachable["positions"] == 47
    assert reachable["positions"] == sum(
        [*reachable["win"].values(), *reachable["loss"].values(), reachable["perpetual"]]
    )
    assert reachable["loss"]["0"] == 14
    assert all(int(plies) % 2 for plies in reachable["win"])
    assert solved["table"] > 0
    assert solved["bytes"] > 0


def test_solve_counts_perpetual_positions() -> None:
    assert data("solve", "grid-runner", "--size", "3")["reachable"]["perpetual"] == 11


def test_solve_prints_the_same_as_text() -> None:
    text = gridduels("solve", "grid-runner", "--size", "3").stdout
    assert "value       Player 1, moving first, wins in 4 more moves\n" in text
    assert "\n      moves      positions\n" in text
    assert "best moves  down, right" in text
    assert "positions   64 reachable" in text
    assert "  perpetual             11\n" in text


@pytest.mark.parametrize("command", ["solve", "explore"])
def test_distances_are_in_plies_on_request(command: str) -> None:
    told = gridduels(command, "grid-runner", "--size", "3").stdout
    asked = gridduels(command, "grid-runner", "--size", "3", "--plies").stdout
    assert ("plies" in told, "wins in 4 more moves" in told) == (False, True)
    assert "wins in 7 plies" in asked


def test_solve_all_solves_every_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small = [replace(each, size=3) for each in registry.definitions()]
    monkeypatch.setattr(registry, "definitions", lambda: small)
    assert main(["solve", "all", "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    assert [(each["game"], each["size"], each["value"], each["plies"]) for each in solved] == [
        ("light-cycle", 3, "win", 3),
        ("pathway", 3, "win", 5),
        ("grid-runner", 3, "win", 7),
        ("gridlock", 3, "win", 7),
        ("blockade", 3, "win", 9),
    ]
    assert main(["solve", "all"]) == 0
    text = capsys.readouterr().out
    assert [line for line in text.splitlines() if "3x3" in line] == [f"{each.title} 3x3" for each in small]


def test_an_unknown_number_of_positions_is_null() -> None:
    solved = data("solve", "gridlock")
    assert (solved["value"], solved["plies"], solved["reachable"]) == ("win", 17, None)
    assert solved["table"] > 1_000_000


@pytest.mark.parametrize("command", ["solve", "explore", "verify"])
def test_a_board_that_does_not_fit_is_refused_with_the_memory_it_needs(command: str) -> None:
    memory = () if command == "verify" else ("--memory", "3")
    done = gridduels(command, "blockade", "--size", "6", "--rule", "obstacles=5", *memory)
    assert done.returncode == 2
    assert done.stderr == (
        "gridduels: blockade 6x6 obstacles=5 cannot be solved here: it needs about 216 GB of memory, but the limit is "
        "3.0 GB; try --rule obstacles=3 or --size 5\n"
    )


def test_a_missing_table_is_reported_at_once() -> None:
    done = gridduels("verify", "blockade", "--size", "6")
    sentence = "there is no table for blockade 6x6 yet: run `gridduels solve` with the same options first"
    assert (done.returncode, done.stderr) == (2, f"gridduels: {sentence}\n")


@pytest.mark.heavy
def test_an_ending_is_explored_even_if_the_whole_board_is_too_big() -> None:
    position = ".##.##/1.#.#./#....#/###..#/#.#.../##..#2 1 1 0"
    board = ("blockade", "--size", "6", "--rule", "obstacles=9")
    explored = data("explore", *board, "--position", position)
    assert (explored["value"], explored["plies"]) == ("win", 17)
    larger = "1.#.##/....##/.##.##/.##.../.##..#/##...2 1 1 1"
    refused = gridduels("explore", *board, "--position", larger, "--memory", "0.001")
    assert refused.returncode == 2
    assert refused.stderr.rstrip().endswith("(nor can the rest of this duel)")


def test_a_game_too_big_for_a_table_is_searched_and_says_so() -> None:
    solved = data("solve", "light-cycle", "--size", "7")
    assert (solved["value"], solved["plies"], solved["table"], solved["reachable"]) == ("win", 31, 0, None)


def test_explore_shows_the_value_of_each_move() -> None:
    explored = data("explore", "light-cycle", "right", "left")
    assert explored == {
        "position": "...../...../#1.2#/...../..... 1",
        "to_move": 1,
        "value": "win",
        "plies": 9,
        "moves": [
            {"move": "up", "value": "loss", "plies": 20},
            {"move": "down", "value": "loss", "plies": 20},
            {"move": "right", "value": "win", "plies": 9},
        ],
        "barred": [],
    }


def test_explore_shows_which_moves_are_barred() -> None:
    line = "right up right down down left left left up up down down down up up"
    moves = line.split()
    explored = data("explore", "grid-runner", *moves, "--size", "3")
    assert explored["moves"] == [{"move": "up", "value": "win", "plies": 1}]
    assert explored["barred"] == ["down"]
    told = gridduels("explore", "grid-runner", *moves, "--size", "3").stdout
    assert told.endswith(
        "Each move, for the player to move:\n  up    wins at once\n"
        "  down  barred: it would repeat a position for the third time\n"
    )


def test_explore_says_that_a_game_ended_by_repetition() -> None:
    moves = ["down", "left", "right", "left", "left", "right", "right", "left", "left"]
    told = gridduels("explore", "grid-runner", *moves, "--size", "3").stdout
    assert told.endswith(
        "Every move by Player 2 would repeat a position for the third time.\nThe game is over: Player 1 has won.\n"
    )


def test_explore_has_no_plies_where_play_is_perpetual() -> None:
    explored = data("explore", "grid-runner", "--size", "3", "--position", "..1/.../.2. 1")
    assert (explored["value"], explored["plies"]) == ("perpetual", None)
    assert None in [move["plies"] for move in explored["moves"]]


def test_explore_takes_a_position_and_who_went_first() -> None:
    mirrored = data("explore", "pathway", "--size", "3", "--first", "2")
    assert mirrored["to_move"] == 2
    assert mirrored["plies"] == data("explore", "pathway", "--size", "3")["plies"]
    over = gridduels("explore", "pathway", "--size", "3", "--position", "###/2.#/##1 2")
    assert "The game is over: Player A has won." in over.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("explore", "light-cycle", "up", "upp"), "'upp' is not a move of light-cycle"),
        (("explore", "light-cycle", "left"), "you cannot move left: that is off the grid\n"),
        (("explore", "light-cycle", "--position", "1"), "is not a position of this game"),
        (("solve", "all", "--size", "3"), "--size cannot be used with all games"),
        (("verify", "light-cycle", "--size", "7"), "has no table to verify"),
        (("analyse", "no-such-file"), "cannot read no-such-file"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    done = gridduels(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_verify_prints_what_was_checked() -> None:
    done = gridduels("verify", "pathway", "--size", "4", "--games", "200")
    assert done.returncode == 0
    *checked, checksum, verdict = done.stdout.splitlines()
    assert verdict == "The table is correct."
    assert checksum == "SHA-256 of the contents: 523d7b8b6155b3acf23e200bb6e910c53380cfbf9b1eea8845e12df86a40ce67"
    assert checked[1] == "769 values follow from those of their successors, and no successor is missing"
    assert checked[2] == "2,002 values, including both starts, recomputed with the plain Python rules"
    assert checked[3] == "1,783 positions reachable from the start, counted by value"
    assert checked[4] == "200 positions have the same moves as their images"
    assert checked[5] == "200 games with best play ended after exactly the promised number of plies"


RECORD = """\
[Game "light-cycle"]
[Player1 "Ada"]
[Player2 "Bob"]

1. right
2. left
3. up {hm}
4. down
5. up
"""


def test_analyse_annotates_each_move_and_writes_the_record_back(tmp_path: Path) -> None:
    file, output = tmp_path / "game.txt", tmp_path / "annotated.txt"
    file.write_text(RECORD)
    [game] = data("analyse", str(file), "--output", str(output))
    assert [move["verdict"] for move in game["moves"]] == ["best", "loses sooner", "blunder", "blunder", "blunder"]
    third = game["moves"][2]
    assert (third["value"], third["plies"], third["best"], third["best_plies"]) == ("loss", 20, ["right"], 9)
    assert third["reason"] == "left the opponent a win in 19 plies"
    assert game["unit"] == "plies"
    assert game["kept"] == {"1": {"kept": 1, "moves": 3}, "2": {"kept": 1, "moves": 2}}
    written = output.read_text()
    assert "3. up {hm | blunder: left the opponent a win in 19 plies; better: right (win in 9 plies)}" in written
    assert gridduels("replay", str(output)).returncode == 0


def test_analyse_shows_people_the_graph_and_the_unit(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD)
    text = gridduels("analyse", str(file)).stdout
    assert "Player 1 played 1 of 3 moves accurately (33%)." in text
    assert "Distances are in the player's own moves." in text
    assert "Distances are in plies (single moves)." in gridduels("analyse", str(file), "--plies").stdout
    assert "       ^^^\n" in text
