"""`gridduels players`: who can play."""

from __future__ import annotations

import json
import random

import pytest

from gridduels.players import HUMAN, KINDS, PLAYERS, make_player
from tests.terminal.processes import run

NAMES = [
    "human",
    "easy",
    "medium",
    "hard",
    "level:NUMBER",
    "perfect",
    "mcts",
    "mcts:SIMULATIONS",
    "greedy",
    "random",
    "cmd:COMMAND LINE",
]


def test_it_lists_every_player_with_what_it_is() -> None:
    result = run("players")
    assert (result.code, result.complaint) == (0, "")
    assert [line.strip().split("  ")[0] for line in result.output.splitlines()] == list(NAMES)
    assert max(map(len, result.output.splitlines())) < 80


def test_it_lists_them_as_data() -> None:
    result = run("players", "--json")
    assert json.loads(result.output) == [{"name": name, "about": KINDS[name].about} for name in NAMES]


@pytest.mark.parametrize("name", PLAYERS)
def test_whoever_is_listed_can_be_made(name: str) -> None:
    player = make_player(name, random.Random())
    assert (name == HUMAN) == (player is None)
    assert player is None or player.name == name


def test_whoever_is_not_listed_is_refused() -> None:
    result = run("play", "gridlock", "--p1", "nobody")
    assert result.code == 2
    assert result.complaint.startswith("gridduels: there is no player 'nobody': it is human, easy, ")
