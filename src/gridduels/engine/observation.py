"""What a player sees: a position as planes of numbers, the same for every interface and every game.

A plane has a number for each cell, and a player sees the board the way it is drawn: nothing is turned round for
Player 2. What goes onto which plane follows from what the game states of its fields, so that it holds for any game.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gridduels.game import Game

__all__ = ["PLANES", "observe", "seen_by_other"]

PLANES: Final = (
    "own token",
    "other token",
    "blocked",
    "own goal",
    "other goal",
    "own reserve",
    "other reserve",
    "player",
    "to move",
)
"""The planes by number. A token both players share is on planes 0 and 1; blocked is every other set of cells; reserves
are in every cell; player is 0 everywhere for Player 1 and 1 for Player 2; to move is 1 everywhere on one's turn."""

_SETS: Final = 5
"""The first planes show sets of cells, the others one number each."""
_EXCHANGED: Final = (1, 0, 2, 4, 3, 6, 5, 7, 8)
"""Which plane of the opponent's is whose."""
_BYTES: Final = 8
"""A set of cells is an int64."""


def observe(game: Game, position: Any, player: int) -> npt.NDArray[np.uint8]:
    """What Player 1 or 2 sees of a position: an array of planes, rows and columns.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle", size=3)
    >>> planes = observe(game, game.start(), player=2)
    >>> planes.shape, planes[PLANES.index("own token")].tolist()
    ((9, 3, 3), [[0, 0, 0], [0, 0, 1], [0, 0, 0]])
    """
    own, other, statement = player - 1, 2 - player, game.statement
    sets = (
        statement.standing(position, player),
        statement.standing(position, 3 - player),
        statement.marked(position),
        game.goal(player),
        game.goal(3 - player),
    )
    packed = np.frombuffer(b"".join(cells.to_bytes(_BYTES, "little") for cells in sets), np.uint8)
    cells = game.cell_count
    planes = np.empty((len(PLANES), cells), np.uint8)
    planes[:_SETS] = np.unpackbits(packed, bitorder="little").reshape(_SETS, 8 * _BYTES)[:, :cells]
    planes[5] = sum(position[number] for number in statement.counts[own])
    planes[6] = sum(position[number] for number in statement.counts[other])
    planes[7] = own
    planes[8] = position.turn == player
    return planes.reshape(len(PLANES), *game.shape)


def seen_by_other(planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """What the opponent sees of the same position, or of many.

    >>> from gridduels import load_game
    >>> game = load_game("pathway")
    >>> bool((seen_by_other(observe(game, game.start(), 1)) == observe(game, game.start(), 2)).all())
    True
    """
    seen: npt.NDArray[np.uint8] = planes[..., _EXCHANGED, :, :]
    seen[..., 7:, :, :] ^= 1
    return seen
