"""`gridduels players` lists the players."""

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
    "net",
    "cmd:COMMAND LINE",
]


def test_it_lists_every_player_with_a_description() -> None:
    result = run("players")
    assert (result.code, result.complaint) == (0, "")
    assert [line.strip().split("  ")[0] for line in result.output.splitlines()] == list(NAMES)
    assert max(map(len, result.output.splitlines())) < 80


def test_it_lists_them_as_json() -> None:
    result = run("players", "--json")
    assert json.loads(result.output) == [{"name": name, "about": KINDS[name].about} for name in NAMES]


@pytest.mark.parametrize("name", PLAYERS)
def test_every_listed_player_can_be_made(name: str) -> None:
    player = make_player(name, random.Random())
    assert (name == HUMAN) == (player is None)
    assert player is None or player.name == name


def test_an_unlisted_player_is_refused() -> None:
    result = run("play", "gridlock", "--p1", "nobody")
    assert result.code == 2
    assert result.complaint.startswith("gridduels: there is no player 'nobody': choose human, easy, ")
