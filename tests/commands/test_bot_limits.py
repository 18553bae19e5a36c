"""Commands that start bots limit their processes, and end the processes that bots leave behind."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.helpers import heavy_but
from tests.players.bots.hostile import assert_nothing_is_left, hostile, numbers, posix_only
from tests.skips import require
from tests.terminal.processes import run

pytestmark = posix_only

TOO_MANY = "the bot has more than 256 processes"
MOST_ZOMBIES = 150
"""A single move leaves 300 if no one reaps them; on a busy machine, some are seen before they are reaped."""


@pytest.fixture(autouse=True)
def _linux_only() -> None:
    require(sys.platform == "linux", "processes can be looked into only through /proc")


@pytest.mark.parametrize("opponent", heavy_but(["polite"], ["random", "polite"]))
def test_a_match_reaps_the_dead_children_of_its_bots(opponent: str, tmp_path: Path) -> None:
    two = opponent if opponent == "random" else f"cmd:{hostile(opponent, tmp_path)}"
    bot = f"cmd:{hostile('forgets_its_children', tmp_path)}"
    arguments = ("--size", "3", "--pairs", "1", "--think", "20", "--json")
    result = run("match", "light-cycle", bot, two, *arguments, "--results", str(tmp_path / "results"), patience=100)
    assert (result.code, result.complaint) == (0, "")
    assert json.loads(result.output)["players"][0]["forfeits"] == []
    zombies = [int(line) for line in (tmp_path / "zombies").read_text().split()]
    assert max(zombies) < MOST_ZOMBIES
    assert_nothing_is_left(tmp_path)


@pytest.mark.parametrize("way", ["starts_too_many", "leaves_too_many"])
def test_a_bot_with_too_many_processes_forfeits_and_all_of_them_end(way: str, tmp_path: Path) -> None:
    bot = f"cmd:{hostile(way, tmp_path)}"
    arguments = ("--size", "3", "--pairs", "1", "--think", "20", "--json")
    result = run(
        "match", "light-cycle", bot, "random", *arguments, "--results", str(tmp_path / "results"), patience=100
    )
    assert (result.code, result.complaint) == (0, "")
    assert json.loads(result.output)["players"][0]["forfeits"] == [TOO_MANY] * 2
    assert len(numbers(tmp_path)) > 256
    assert_nothing_is_left(tmp_path)


def test_check_bot_says_that_a_bot_has_too_many_processes(tmp_path: Path) -> None:
    result = run("check-bot", hostile("starts_too_many", tmp_path), "--think", "20", "--json", patience=100)
    assert result.code == 1
    found = [fault for check in json.loads(result.output)["checks"] for fault in check["faults"]]
    assert any(fault.startswith(TOO_MANY) for fault in found)
    assert_nothing_is_left(tmp_path)


@pytest.mark.heavy  # a second for each of forty moves
def test_check_bot_reaps_the_dead_children_of_a_bot(tmp_path: Path) -> None:
    run("check-bot", hostile("forgets_its_children", tmp_path), "--think", "20", "--json", patience=100)
    zombies = [int(line) for line in (tmp_path / "zombies").read_text().split()]
    assert max(zombies) < MOST_ZOMBIES
    assert_nothing_is_left(tmp_path)
