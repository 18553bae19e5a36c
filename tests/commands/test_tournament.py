"""`gridduels tournament`: its output and its files."""

from __future__ import annotations

import argparse
import csv
import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridduels.commands.arena import _games
from gridduels.players.bots.protocol import describe
from tests.arena.helpers import games_in, steady_bot
from tests.helpers import GAMES
from tests.players.bots.hostile import hostile, posix_only
from tests.terminal.processes import Result, run


def tournament(where: Path, *arguments: str) -> Result:
    return run("tournament", *arguments, where=where, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"])


def test_the_result_is_printed_and_written_in_every_form(tmp_path: Path) -> None:
    arguments = ("random", "greedy", "perfect", "--game", "light-cycle", "--game", "pathway", "--pairs", "2")
    code, output, complaint = tournament(tmp_path, *arguments)
    assert (code, complaint) == (0, "")
    folder = tmp_path / "gridduels-tournament"
    assert sorted(path.name for path in folder.iterdir()) == [
        "games.txt",
        "tournament.csv",
        "tournament.html",
        "tournament.json",
        "tournament.svg",
        "tournament.txt",
    ]
    text = (folder / "tournament.txt").read_text(encoding="utf-8")
    page = Path("gridduels-tournament/tournament.html")
    end = f"All games are in gridduels-results.jsonl; open {page} to replay them\n"
    assert output == f"{text}\n{end}"
    assert text.startswith("3 players, 2 pairs of games per pairing, seed 0, 1 s a move\n")
    data = json.loads((folder / "tournament.json").read_text(encoding="utf-8"))
    names = [row["player"] for row in data["ratings"]]
    assert sorted(names) == ["greedy", "perfect", "random"]
    with (folder / "tournament.csv").open(encoding="utf-8", newline="") as file:
        assert [row["player"] for row in csv.DictReader(file)] == names
    chart = ElementTree.parse(folder / "tournament.svg").getroot()
    assert chart.findtext("{http://www.w3.org/2000/svg}title") == "Ratings in light-cycle, pathway"
    again = json.loads(tournament(tmp_path, *arguments, "--json").output)
    assert (again["results"], again["ratings"]) == ("gridduels-results.jsonl", data["ratings"])
    assert [each["from_file"] for each in again["matches"]] == [4] * 6
    assert len(games_in(tmp_path / "gridduels-results.jsonl")) == 1 + 3 * 2 * 2 * 2


@posix_only
def test_the_command_line_of_a_bot_may_contain_commas(tmp_path: Path) -> None:
    bot = f"{steady_bot(tmp_path)} 1,2"
    arguments = ("random", bot, "--game", "light-cycle", "--pairs", "1", "--json")
    data = json.loads(tournament(tmp_path, *arguments).output)
    assert {row["player"] for row in data["ratings"]} == {"random", bot}


def games(names: list[str], size: int | None = None, *rule: str) -> list[str]:
    return [describe(game) for game in _games(argparse.Namespace(game=names, size=size, rule=list(rule)))]


def test_all_games_are_played_by_default() -> None:
    assert [name.partition(":")[0] for name in games([])] == list(GAMES)
    assert games(["gridlock", "light-cycle", "gridlock"]) == ["gridlock:7", "light-cycle:5"]


def test_size_and_rulings_hold_for_the_games_that_have_them() -> None:
    found = games(["light-cycle", "pathway", "grid-runner"], 3, "goal=sealed", "stuck=loses")
    assert found == ["light-cycle:3", "pathway:3,goal=sealed", "grid-runner:3,repetition=barred,stuck=loses"]


def test_in_a_gauntlet_only_the_first_player_plays_the_others(tmp_path: Path) -> None:
    players = ("random", "greedy", "easy", "--game", "light-cycle")
    code, output, complaint = tournament(tmp_path, *players, "--pairs", "2", "--rounds", "3", "--gauntlet")
    assert (code, complaint) == (0, "")
    assert output.startswith("3 players, 6 pairs of games between random and every other player, seed 0, 1 s a move\n")
    assert len(games_in(tmp_path / "gridduels-results.jsonl")) == 1 + 2 * 6 * 2


@pytest.mark.heavy
def test_a_gauntlet_may_stop_each_match_by_a_sequential_test(tmp_path: Path) -> None:
    arguments = ("perfect", "random", "easy", "--game", "light-cycle", "--sprt", "0,100", "--json")
    data = json.loads(tournament(tmp_path, *arguments).output)
    assert data["gauntlet"]
    assert [each["players"][0]["player"] for each in data["matches"]] == ["perfect", "perfect"]
    assert [each["sprt"]["accepted"] for each in data["matches"]] == [100, 100]


@posix_only
def test_tables_use_the_bots_own_names_and_omit_those_that_do_not_play(tmp_path: Path) -> None:
    bot = f"cmd:{hostile('plays_chess', tmp_path)}"
    arguments = ("random", "greedy", bot, "--game", "pathway", "--game", "gridlock", "--size", "5", "--pairs", "1")
    code, output, _ = tournament(tmp_path, *arguments)
    assert code == 0
    assert "\n  Chess does not play Pathway Duel 5x5 and is left out there\n" in output
    assert ". Chess " in output
    assert bot not in output


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("random",), "a tournament needs two or more different players"),
        (("random", "random"), "a tournament needs two or more different players"),
        (("random", "human"), "human is a person"),
        (("random", "greedy", "--game", "chess"), "unknown game 'chess'"),
        (("random", "greedy", "--rule", "mood=good"), "none of the games has a ruling 'mood'"),
        (("random", "greedy", "--size", "6"), "light-cycle has no size 6"),
        (("random", "greedy", "--output", "file/folder"), "cannot write to file/folder: Not a directory"),
    ],
)
def test_an_impossible_match_is_refused_in_one_sentence(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    result = tournament(tmp_path, *arguments)
    assert (result.code, result.output) == (2, "")
    assert complaint in result.complaint
    assert result.complaint.count("\n") == 1
