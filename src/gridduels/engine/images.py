"""Images of positions: the same position rotated, mirrored or with the players swapped, under a game's symmetries.

Use them to augment training data: anything true of a position is true of all its images. `images` returns the images of
one position; `turn_planes` and `turn_actions` transform many positions at once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.engine.observation import PLANES, observe
from gridduels.errors import SetupError
from gridduels.game import Game, Position
from gridduels.symmetry import Symmetry, action_image, position_image

_PLAYER = PLANES.index("player")
_NONE = -1


class Image(NamedTuple):
    """A position under one of the game's symmetries, with the planes seen by the player to move.

    `actions` maps each action to its counterpart in the image, or -1 if it is illegal.
    """

    symmetry: Symmetry
    position: Position
    planes: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.int64]

    def turn(self, numbers: npt.NDArray[Any], empty: float = 0.0) -> npt.NDArray[Any]:
        """Return per-action numbers, such as a policy, rearranged for this image; illegal actions get `empty`."""
        legal = self.actions != _NONE
        turned = np.full_like(numbers, empty)
        turned[self.actions[legal]] = numbers[legal]
        return turned


def images(game: Game, position: Position) -> tuple[Image, ...]:
    """Return all images of a position, starting with itself: one per symmetry, though some may be equal.

    >>> from gridduels import load_game
    >>> game = load_game("pathway", size=3)
    >>> for image in images(game, game.position("#1./.../..2 2")):
    ...     print(game.text(image.position), image.actions.tolist())
    #1./.../..2 2 [0, -1, 2, -1]
    #../1../..2 2 [2, -1, 0, -1]
    1../.../.2# 1 [1, -1, 3, -1]
    1../..2/..# 1 [3, -1, 1, -1]
    """
    return tuple(_image(game, symmetry, position) for symmetry in game.board_symmetries)


def _image(game: Game, symmetry: Symmetry, position: Position) -> Image:
    turned = position_image(game, symmetry, position)
    lead_to: dict[Position, list[int]] = {}
    for action in _each(game.legal(turned)):
        lead_to.setdefault(game.play(turned, action), []).append(action)
    actions = np.full(game.actions, _NONE, np.int64)
    for action in _each(game.legal(position)):
        same = lead_to.get(position_image(game, symmetry, game.play(position, action)))
        if not same:
            raise SetupError(f"{game.id} states the symmetry {symmetry!r}, but plays differently under it")
        actions[action] = same.pop(0)
    return Image(symmetry, turned, observe(game, turned, turned.turn), actions)


def _each(actions: int) -> list[int]:
    return [action for action in range(actions.bit_length()) if actions >> action & 1]


def turn_planes(game: Game, symmetry: Symmetry, planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Transform the planes seen by the players to move into those of the positions' images.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> image = images(game, game.start())[5]
    >>> bool((turn_planes(game, image.symmetry, observe(game, game.start(), 1)) == image.planes).all())
    True
    """
    if symmetry & Symmetry.TRANSPOSE:
        planes = planes.swapaxes(-1, -2)
    if symmetry & Symmetry.FLIP:
        planes = planes[..., ::-1, :]
    if symmetry & Symmetry.MIRROR:
        planes = planes[..., ::-1]
    planes = planes.copy()
    if symmetry & Symmetry.EXCHANGE:
        planes[..., _PLAYER, :, :] ^= 1
    return planes


@lru_cache(None)
def turn_actions(game: Game, symmetry: Symmetry) -> npt.NDArray[np.int64]:
    """Return each action's counterpart in an image: `turned[..., turn_actions(...)] = policy`.

    >>> from gridduels import load_game
    >>> turn_actions(load_game("light-cycle"), Symmetry.TRANSPOSE).tolist()
    [2, 3, 0, 1]
    """
    turned = [action_image(game, symmetry, action) for action in range(game.actions)]
    if None in turned:
        raise SetupError(
            f"{game.id} does not state what all its actions do; use `images`, which finds them for each position"
        )
    numbers = np.array(turned, np.int64)
    numbers.flags.writeable = False
    return numbers
