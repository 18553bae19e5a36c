"""`gridduels calibrate`: how the levels compare."""

from __future__ import annotations

import json
import os

from tests.terminal.processes import Result, run


def calibrate(*arguments: str) -> Result:
    return run("calibrate", "grid-runner", *arguments, GRIDDUELS_CACHE=os.environ["GRIDDUELS_CACHE"])


def test_it_prints_a_line_for_each_pairing() -> None:
    first, again = calibrate("--pairs", "5"), calibrate("--pairs", "5")
    assert first == again
    assert first.code == 0
    heading, empty, title, *lines = first.output.splitlines()
    assert (heading, empty) == ("10 games each, half of them from each side, seed 1:", "")
    assert title.startswith("Grid Runner Duel 5x5 ")
    assert [line.split("  ")[1] for line in lines] == [
        "beginner against easy",
        "medium against easy",
        "hard against medium",
        "perfect against hard",
    ]


def test_it_gives_the_scores_as_data() -> None:
    (data,) = json.loads(calibrate("--pairs", "5", "--json").output)
    assert (data["game"], data["size"], len(data["scores"])) == ("grid-runner", 5, 4)
    for score in data["scores"]:
        assert score["games"] == 10
        assert 0 <= score["score"] <= 1


def test_a_game_that_does_not_exist_is_refused() -> None:
    assert run("calibrate", "chess").code == 2
