"""`python -m tools.calibration` compares the levels."""

from __future__ import annotations

import json
import os

import pytest

from tests.terminal.processes import Result, run_tool
from tools.calibration import BEGINNER, LADDER


def calibrate(*arguments: str) -> Result:
    return run_tool("tools.calibration", "grid-runner", *arguments, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"])


@pytest.mark.heavy
def test_it_prints_a_line_for_each_player_and_each_pairing() -> None:
    first = calibrate("--pairs", "2")
    assert first.code == 0
    heading, empty, title, *lines = first.output.splitlines()
    assert (heading, empty) == ("4 games each from contested openings, half from each side, seed 1:", "")
    assert title.startswith("Grid Runner Duel 5x5 ")
    players = [line.split()[0] for line in lines[: len(LADDER) + 1]]
    assert players == [BEGINNER, *LADDER]
    pairings = [line.split("  ")[1] for line in lines[len(LADDER) + 2 :]]
    assert pairings[:2] == ["beginner against easy", "level:2 against level:1"]
    assert pairings[-3:] == ["medium against easy", "hard against medium", "perfect against hard"]


@pytest.mark.heavy
def test_several_processes_find_the_same() -> None:
    alone, together = (calibrate("--pairs", "4", "--json", *more) for more in ((), ("--workers", "2")))
    assert alone == together
    (data,) = json.loads(alone.output)
    assert (data["game"], data["size"], data["rules"]["repetition"]) == ("grid-runner", 5, "barred")
    assert [each["player"] for each in data["standings"]] == [BEGINNER, *LADDER]
    for meeting in data["meetings"]:
        assert meeting["pairs"] == 4
        assert meeting["score"] == pytest.approx((meeting["as_first"] + meeting["as_second"]) / 2)


@pytest.mark.heavy
def test_from_the_start_of_the_book_every_game_begins_there() -> None:
    result = calibrate("--pairs", "2", "--openings", "book")
    assert result.output.startswith("4 games each from book openings")


def test_a_game_that_does_not_exist_is_refused() -> None:
    assert run_tool("tools.calibration", "chess").code == 2
