"""Images of positions have the same values, move by move, in every game that declares a symmetry."""

import random
from typing import Any

import numpy as np
import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import solve
from gridduels.engine.images import images, turn_actions, turn_planes
from gridduels.engine.observation import observe
from gridduels.symmetry import Symmetry

SMALL = [
    load_game("light-cycle", 3),
    load_game("pathway", 3),
    load_game("pathway", 3, goal="sealed"),
    load_game("grid-runner", 3),
    load_game("gridlock", 3),
    load_game("blockade", 3, obstacles=1),
    load_game("blockade", 3, obstacles=1, paths="opponent", stuck="passes"),
]


def some_positions(game: Game, games: int = 12) -> list[Any]:
    """Return different unfinished positions of random games."""
    choices = random.Random(1)
    found: dict[Any, None] = {}
    for _ in range(games):
        duel = Duel(game)
        while not duel.outcome and duel.ply < 12:
            found[duel.position] = None
            duel = duel.play(choices.choice(duel.legal_moves))
    return list(found)


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_move_has_the_same_value_in_every_image(game: Game) -> None:
    values = solve(game)
    for position in some_positions(game):
        worth = values.move_values(position)
        codes = np.full(game.actions, np.nan)
        for word, value in worth.items():
            codes[game.action(word)] = value.code
        for image in images(game, position):
            assert values.value(image.position) == values.value(position)
            turned = {game.moves[a]: value for a, value in enumerate(image.turn(codes, np.nan)) if not np.isnan(value)}
            assert turned == {word: value.code for word, value in values.move_values(image.position).items()}


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_planes_and_actions_are_turned_in_bulk_like_positions(game: Game) -> None:
    positions = some_positions(game)
    planes = np.array([observe(game, position, position.turn) for position in positions])
    for symmetry, *expected in zip(game.board_symmetries, *(images(game, each) for each in positions), strict=True):
        np.testing.assert_array_equal(turn_planes(game, symmetry, planes), [image.planes for image in expected])
        actions = turn_actions(game, symmetry)
        assert sorted(actions.tolist()) == list(range(game.actions))
        for image in expected:
            legal = image.actions >= 0
            np.testing.assert_array_equal(image.actions[legal], actions[legal])


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (load_game("light-cycle"), 16),
        (load_game("gridlock"), 16),
        (load_game("pathway"), 4),
        (load_game("grid-runner"), 4),
        (load_game("blockade"), 4),
    ],
    ids=repr,
)
def test_the_symmetries_are_a_group_and_the_first_changes_nothing(game: Game, count: int) -> None:
    group = game.board_symmetries
    assert len(group) == count
    assert {first.then(second) for first in group for second in group} == set(group)
    first = images(game, game.start())[0]
    assert (first.symmetry, first.position) == (Symmetry(0), game.start())


def test_symmetries_compose() -> None:
    every = [Symmetry(number) for number in range(16)]
    for first in every:
        for second in every:
            for vector in ((1, 0), (2, -3)):
                assert first.then(second).vector(*vector) == second.vector(*first.vector(*vector))
