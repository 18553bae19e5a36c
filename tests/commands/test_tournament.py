"""`gridduels tournament`: what it prints and what it writes."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gridduels.commands.tournament import _games
from tests.arena.helpers import games_in, steady_bot
from tests.helpers import GAMES
from tests.players.bots.hostile import posix_only
from tests.terminal.processes import Result, run


def tournament(where: Path, *arguments: str) -> Result:
    return run("tournament", *arguments, where=where, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"])


def test_the_result_is_printed_and_written_in_every_form(tmp_path: Path) -> None:
    arguments = ("--players", "random, greedy,perfect", "--games", "light-cycle,pathway", "--pairs", "2")
    code, output, complaint = tournament(tmp_path, *arguments)
    assert (code, complaint) == (0, "")
    folder = tmp_path / "gridduels-tournament"
    assert sorted(path.name for path in folder.iterdir()) == [
        "tournament.csv",
        "tournament.json",
        "tournament.svg",
        "tournament.txt",
    ]
    text = (folder / "tournament.txt").read_text(encoding="utf-8")
    end = "Every game is in gridduels-results.jsonl, and this result with a chart in gridduels-tournament\n"
    assert output == f"{text}\n{end}"
    data = json.loads((folder / "tournament.json").read_text(encoding="utf-8"))
    names = [row["player"] for row in data["ratings"]]
    assert sorted(names) == ["greedy", "perfect", "random"]
    with (folder / "tournament.csv").open(encoding="utf-8", newline="") as file:
        assert [row["player"] for row in csv.DictReader(file)] == names
    chart = ElementTree.parse(folder / "tournament.svg").getroot()
    assert chart.findtext("{http://www.w3.org/2000/svg}title") == "Ratings in light-cycle, pathway"
    assert json.loads(tournament(tmp_path, *arguments, "--json").output) == data | {
        "results": "gridduels-results.jsonl"
    }
    assert len(games_in(tmp_path / "gridduels-results.jsonl")) == 1 + 3 * 2 * 2 * 2


@posix_only
def test_a_bot_with_a_comma_stands_in_quotes(tmp_path: Path) -> None:
    bot = f"{steady_bot(tmp_path)} 1,2"
    arguments = ("--players", f'random,"{bot}"', "--games", "light-cycle", "--pairs", "1", "--json")
    data = json.loads(tournament(tmp_path, *arguments).output)
    assert {row["player"] for row in data["ratings"]} == {"random", bot}


def test_all_games_are_played_by_default() -> None:
    assert [game.id for game in _games("all")] == list(GAMES)
    assert [game.id for game in _games("gridlock, pathway,gridlock")] == ["gridlock", "pathway"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--players", "random"), "--players 'random' does not name two or more different players"),
        (("--players", "random,random"), "does not name two or more different players"),
        (("--players", ""), "does not name two or more different players"),
        (("--players", "random,human"), "human is a person"),
        (("--players", "random,greedy", "--games", "chess"), "there is no game 'chess'"),
        (("--players", "random,greedy", "--output", "file/folder"), "cannot write to file/folder: Not a directory"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    result = tournament(tmp_path, *arguments)
    assert (result.code, result.output) == (2, "")
    assert complaint in result.complaint
    assert result.complaint.count("\n") == 1
