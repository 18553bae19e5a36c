"""The claims of docs/rulings.md that take a search to check."""

import re
from typing import Any

import pytest

from gridduels import Duel, Game, load_game
from gridduels.board import connected
from tests.documents import ROOT
from tests.helpers import heavy_but, name_of, reachable, successors

TEXT = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
BLOCKADE = [
    load_game("blockade", 3, obstacles=obstacles, paths=paths)
    for obstacles in range(5)
    for paths in ("both", "opponent")
]


def table(title: str) -> list[list[str]]:
    """Return the rows of the table with this header."""
    found = re.search(rf"^{re.escape(title)}\n\|[ |-]*\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert found, title
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def values(game: Game) -> dict[object, str]:
    """Return the value of every reachable position, working backwards from finished games."""
    positions = reachable(game)
    before: dict[object, list[object]] = {position: [] for position in positions}
    open_moves = {}
    for position in positions:
        following = list(successors(game, position))
        open_moves[position] = len(following)
        for after in following:
            before[after].append(position)
    waiting = [position for position in positions if not open_moves[position]]
    found = {position: "win" if game.winner(position) == position.turn else "loss" for position in waiting}
    while waiting:
        after = waiting.pop()
        for position in before[after]:
            open_moves[position] -= 1
            if position not in found and (found[after] == "loss" or not open_moves[position]):
                found[position] = "win" if found[after] == "loss" else "loss"
                waiting.append(position)
    return {position: found.get(position, "perpetual") for position in positions}


@pytest.mark.parametrize("row", table("| size | positions | perpetual | start |"), ids=" ".join)
def test_grid_runner_has_this_many_perpetual_positions(row: list[str]) -> None:
    game = load_game("grid-runner", int(row[0]), repetition="endless")
    found = values(game)
    perpetual = list(found.values()).count("perpetual")
    assert row == [str(game.size), str(len(found)), str(perpetual), found[game.start()]]


RULINGS = [("both", "loses"), ("opponent", "loses"), ("both", "passes"), ("opponent", "passes")]
STARTS = table("| size | obstacles | " + " | ".join(map(", ".join, RULINGS)) + " |")


SMALLEST = [row for row in STARTS if row[:2] in (["3", "1"], ["3", "2"], ["3", "3"])]


@pytest.mark.heavy
@pytest.mark.parametrize("row", heavy_but(SMALLEST[:2], SMALLEST), ids=" ".join)
def test_the_start_of_blockade_has_these_values(row: list[str]) -> None:
    size, obstacles = map(int, row[:2])
    for (paths, stuck), value in zip(RULINGS, row[2:], strict=True):
        game = load_game("blockade", size, obstacles=obstacles, paths=paths, stuck=stuck, repetition="endless")
        assert values(game)[game.start()] == value


def has_path(game: Game, position: Any, player: int) -> bool:
    token = position.one if player == 1 else position.two
    return connected(game.rules, token, game.goal(player), game.rules.cells & ~position.obstacles)


@pytest.mark.heavy
@pytest.mark.parametrize("game", BLOCKADE, ids=name_of)
def test_walling_yourself_in_frees_the_opponent_from_placing(game: Game) -> None:
    """It happens under `paths=opponent`, never under `paths=both`, and never to both players."""
    walled_in = 0
    for position in reachable(game):
        without = [player for player in (1, 2) if not has_path(game, position, player)]
        assert len(without) <= 1
        walled_in += len(without)
        if without == [3 - position.turn]:
            assert not any(word.startswith("@") for word in game.words_of(game.legal(position)))
    assert (walled_in > 0) == (game.rulings["paths"] == "opponent" and game.rulings["obstacles"] != 0)


@pytest.mark.heavy
@pytest.mark.parametrize("game", BLOCKADE, ids=name_of)
def test_a_pass_is_legal_exactly_when_nothing_else_is(game: Game) -> None:
    passing = Game(game.definition, game.size, {**game.rulings, "stuck": "passes"})
    for position in reachable(passing):
        reached = position.one & game.goal(1) or position.two & game.goal(2)
        otherwise = game.words_of(game.legal(position))
        assert passing.words_of(passing.legal(position)) == (otherwise or (() if reached else ("pass",)))


def test_a_pass_counts_as_a_repetition() -> None:
    game = load_game("blockade", 3, stuck="passes")
    walk = "down down right down right right pass left left up left up up pass"
    duel = Duel(game, f"@1,1 @2,0 right left @2,1 left left up @1,0 {walk} {walk.rpartition(' ')[0]}")
    assert game.words_of(game.legal(duel.position)) == ("pass",)
    assert duel.legal_moves == ()
    assert duel.outcome == (3 - duel.turn, "repetition")
