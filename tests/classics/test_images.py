"""The symmetries that the well-known games declare hold: an image has the position's value, move by move."""

from dataclasses import replace

import numpy as np
import pytest
from classic_duels.breakthrough import GAME as BREAKTHROUGH
from classic_duels.clobber import GAME as CLOBBER
from classic_duels.connect_four import GAME as CONNECT_FOUR
from classic_duels.domineering import GAME as DOMINEERING
from classic_duels.dots_and_boxes import GAME as DOTS_AND_BOXES
from classic_duels.isolation import GAME as ISOLATION
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Duel, Game, SetupError
from gridduels.engine import solve
from gridduels.engine.images import images, turn_actions, turn_planes
from gridduels.engine.observation import observe
from gridduels.symmetry import Symmetry
from gridduels.testing.checks import board_symmetries_keep_the_moves
from tests.engine.test_images import some_positions
from tests.helpers import heavy_but

SMALL = {
    Game(TIC_TAC_TOE): 16,
    Game(CONNECT_FOUR, 4): 4,
    Game(BREAKTHROUGH, "4x3"): 4,
    Game(CLOBBER, "2x4"): 8,
    Game(CLOBBER, 3): 16,
    Game(DOMINEERING, 3): 8,
    Game(DOMINEERING, "3x4"): 4,
    Game(DOTS_AND_BOXES, "3x5"): 4,
    Game(ISOLATION, 3): 16,
}


@pytest.mark.parametrize("game", heavy_but([*SMALL][:1], [*SMALL]), ids=repr)
def test_every_move_has_the_same_value_in_every_image(game: Game) -> None:
    values = solve(game)
    assert len(game.board_symmetries) == SMALL[game]
    for position in some_positions(game):
        codes = np.full(game.actions, np.nan)
        for word, value in values.move_values(position).items():
            codes[game.action(word)] = value.code
        for image in images(game, position):
            expected = {word: value.code for word, value in values.move_values(image.position).items()}
            turned = {game.moves[a]: value for a, value in enumerate(image.turn(codes, np.nan)) if not np.isnan(value)}
            assert turned == expected
            planes = turn_planes(game, image.symmetry, observe(game, position, position.turn))
            np.testing.assert_array_equal(planes, image.planes)


def test_unstated_actions_are_not_turned_in_bulk() -> None:
    with pytest.raises(SetupError, match="connect-four does not state what all its actions do; use `images`"):
        turn_actions(Game(CONNECT_FOUR, 4), Symmetry.MIRROR)


def test_a_game_that_is_not_symmetric_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(CONNECT_FOUR, 4)
    monkeypatch.setattr(game, "board_symmetries", (Symmetry.FLIP,))
    with pytest.raises(SetupError, match=r"connect-four states the symmetry <Symmetry.FLIP: 1>, but plays differently"):
        images(game, game.start())


def test_check_game_finds_a_symmetry_that_does_not_hold() -> None:
    wrong = replace(CONNECT_FOUR, board_symmetries=(Symmetry.FLIP,))
    (fault,) = board_symmetries_keep_the_moves(Duel(Game(wrong, 4)))
    assert fault == "<Symmetry.FLIP: 1> takes it to Position(turn=1, one=0, two=0), whose moves lead to other positions"
