"""Observations: the planes of real positions, written out by hand."""

import random
from typing import Final

import numpy as np
import pytest
from hypothesis import given

from gridduels import Duel, Game, load_game
from gridduels.board import each, where
from gridduels.engine.observation import PLANES, observe, seen_by_other
from tests.helpers import GAMES, duels

GOLDEN: Final = {
    ("light-cycle", 3, "1.2/#.#/... 1", 1): "100/000/000 001/000/000 000/101/000 - - 0 0 0 1",
    ("light-cycle", 3, "1.2/#.#/... 1", 2): "001/000/000 100/000/000 000/101/000 - - 0 0 1 0",
    ("pathway", 3, "#../1.2/..# 2", 2): "000/001/000 000/100/000 100/000/001 100/000/000 000/000/001 0 0 1 1",
    ("grid-runner", 3, ".1./.../2.. 1", 1): "010/000/000 000/000/100 - 000/000/001 100/000/000 0 0 0 1",
    ("gridlock", 3, "o#./.#./... 1", 2): "100/000/000 100/000/000 010/010/000 - - 0 0 1 0",
    ("blockade", 3, "1.#/.../..2 2 3 2", 1): "100/000/000 000/000/001 001/000/000 000/000/001 100/000/000 3 2 0 0",
    ("blockade", 3, "1.#/.../..2 2 3 2", 2): "000/000/001 100/000/000 001/000/000 100/000/000 000/000/001 2 3 1 1",
}
"""A position and a player's view of it: a word for each plane, `-` if it is empty, a number if all cells are equal."""


@pytest.mark.parametrize(("case", "planes"), GOLDEN.items(), ids=lambda each: str(each))
def test_observations_match_the_planes_written_by_hand(case: tuple[str, int, str, int], planes: str) -> None:
    id, size, text, player = case
    game = load_game(id, size)
    seen = observe(game, game.position(text), player)
    assert seen.dtype == np.uint8
    assert [plane.tolist() for plane in seen] == [read(plane, size) for plane in planes.split(" ")]


def read(plane: str, size: int) -> list[list[int]]:
    if "/" in plane:
        return [[int(digit) for digit in row] for row in plane.split("/")]
    return [[0 if plane == "-" else int(plane)] * size] * size


def test_the_planes_are_named_in_their_order() -> None:
    assert PLANES[:5] == ("own token", "other token", "blocked", "own goal", "other goal")
    assert PLANES[5:] == ("own reserve", "other reserve", "player", "to move")


@pytest.mark.heavy
@given(duels())
def test_the_planes_show_the_board_that_is_drawn(duel: Duel) -> None:
    game, position = duel.game, duel.position
    rows = game.text(position).split()[0].split("/")
    for player in (1, 2):
        planes = dict(zip(PLANES, observe(game, position, player), strict=True))
        for row in range(game.columns):
            for column in range(game.columns):
                symbol = rows[row][column]
                assert planes["own token"][row, column] == (symbol in (str(player), "o"))
                assert planes["other token"][row, column] == (symbol in (str(3 - player), "o"))
                assert planes["blocked"][row, column] == (symbol == "#")


@pytest.mark.parametrize("id", GAMES)
def test_different_positions_never_look_the_same(id: str) -> None:
    assert_nothing_is_lost(load_game(id, 3))


def assert_nothing_is_lost(game: Game, games: int = 40) -> None:
    """Assert that different positions of random games look different to either player."""
    rng = random.Random(1)
    seen: dict[tuple[int, bytes], object] = {}
    for number in range(games):
        position = game.start(1 + number % 2)
        while True:
            for player in (1, 2):
                planes = observe(game, position, player)
                assert seen.setdefault((player, planes.tobytes()), position) == position
                assert (seen_by_other(game, planes) == observe(game, position, 3 - player)).all()
            words = game.words_of(game.legal(position))
            if not words or len(seen) > 5000:
                break
            position = game.play(position, game.action(rng.choice(words)))
    assert len(seen) > 20


@given(duels())
def test_the_players_see_the_same_with_own_and_other_exchanged(duel: Duel) -> None:
    one, two = (observe(duel.game, duel.position, player) for player in (1, 2))
    assert (one[[1, 0, 2, 4, 3, 6, 5]] == two[:7]).all()
    assert not one[7].any()
    assert two[7].all()
    assert (one[8] + two[8] == 1).all()
    assert (seen_by_other(duel.game, one) == two).all()
    assert (seen_by_other(duel.game, np.stack([one, two])) == np.stack([two, one])).all()


@pytest.mark.parametrize("id", GAMES)
def test_goals_are_where_the_game_says(id: str) -> None:
    game = load_game(id)
    planes = observe(game, game.start(), 1)
    for name, player in (("own goal", 1), ("other goal", 2)):
        cells = {where(game.columns, cell) for cell in each(game.goal(player))}
        assert set(zip(*np.nonzero(planes[PLANES.index(name)]), strict=True)) == cells


@pytest.mark.parametrize("id", GAMES)
def test_every_field_is_on_a_plane(id: str) -> None:
    statement = load_game(id).statement
    shown = {*sum(statement.tokens, ()), *statement.marks, *sum(statement.counts, ())}
    assert {0, *shown} == set(range(len(statement.fields)))


def test_sealed_goals_are_not_shown() -> None:
    """They can never be reached, so no plane should suggest them."""
    goals = slice(PLANES.index("own goal"), PLANES.index("other goal") + 1)
    for ruling, cells in (("sealed", 0), ("open", 2)):
        game = load_game("pathway", 3, goal=ruling)
        assert observe(game, game.start(), 1)[goals].sum() == cells
