"""Observations: a position as planes of numbers, the same for every interface and every game.

A plane has one number per cell. Both players see the board as drawn; it is not rotated for Player 2. A game's planes
are derived from its field declarations. Every game has the nine PLANES; if several fields would share one of them, each
also gets a plane of its own, so different positions never look the same.
"""

from functools import lru_cache
from typing import Final

from gridduels.extras import MissingExtra

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError:
    raise MissingExtra("gridduels.engine.observation", "engine") from None

from gridduels.game import Game, Position
from gridduels.statement import Count

__all__ = ["PLANES", "observe", "planes_of", "seen_by_other"]

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
"""The planes that every game has. A token shared by both players is on planes 0 and 1. `blocked` holds all other sets
of cells; reserves are the same number in every cell; `player` is 0 everywhere for Player 1 and 1 for Player 2; `to
move` is 1 everywhere on the observer's turn."""

_EXCHANGED: Final = (1, 0, 2, 4, 3, 6, 5, 7, 8)
"""Each plane's index in the opponent's view."""
_OWN_VIEW: Final = slice(7, 9)
"""The planes that depend on the observer."""


def planes_of(game: Game) -> tuple[str, ...]:
    """Return the names of a game's planes.

    >>> from gridduels import load_game
    >>> planes_of(load_game("blockade")) == PLANES
    True
    """
    return PLANES + tuple(shown.name for shown in game.statement.shown_apart)


def observe(game: Game, position: Position, player: int) -> npt.NDArray[np.uint8]:
    """Return Player 1's or Player 2's view of a position as an array of planes, rows and columns.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle", size=3)
    >>> planes = observe(game, game.start(), player=2)
    >>> planes.shape, planes[PLANES.index("own token")].tolist()
    ((9, 3, 3), [[0, 0, 0], [0, 0, 1], [0, 0, 0]])
    """
    own, other, statement, cells = player - 1, 2 - player, game.statement, game.cell_count
    planes = _blank(game, player).copy()
    planes[0] = _bits(statement.standing(position, player), cells)
    planes[1] = _bits(statement.standing(position, 3 - player), cells)
    if statement.marks:
        planes[2] = _bits(statement.marked(position), cells)
    if statement.counted:
        planes[5] = sum([position[number] for number in statement.counts[own]])
        planes[6] = sum([position[number] for number in statement.counts[other]])
    if position.turn == player:
        planes[8] = 1
    for plane, shown in enumerate(statement.shown_apart, len(PLANES)):
        number = shown.one if player == 1 else shown.two
        value = position[number]
        planes[plane] = value if isinstance(statement.fields[number].kind, Count) else _bits(value, cells)
    return planes.reshape(len(planes), *game.shape)


@lru_cache(256)
def _blank(game: Game, player: int) -> npt.NDArray[np.uint8]:
    """Return the planes that never change: the goals and the observer."""
    planes = np.zeros((len(planes_of(game)), game.cell_count), np.uint8)
    planes[3] = _bits(game.goal(player), game.cell_count)
    planes[4] = _bits(game.goal(3 - player), game.cell_count)
    planes[7] = player - 1
    return planes


@lru_cache(4096)
def _bits(cells: int, count: int) -> npt.NDArray[np.uint8]:
    """Return a set of cells as an array of `count` numbers, with 1 for each cell in the set."""
    packed = np.frombuffer(cells.to_bytes(-(-count // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=count, bitorder="little")


def seen_by_other(game: Game, planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the opponent's view of the same position or positions.

    >>> from gridduels import load_game
    >>> game = load_game("pathway")
    >>> bool((seen_by_other(game, observe(game, game.start(), 1)) == observe(game, game.start(), 2)).all())
    True
    """
    apart = game.statement.shown_apart
    by_field = {shown.one: plane for plane, shown in enumerate(apart, len(PLANES))}
    exchanged = _EXCHANGED + tuple(by_field[shown.two] for shown in apart)
    seen: npt.NDArray[np.uint8] = planes[..., exchanged, :, :]
    seen[..., _OWN_VIEW, :, :] ^= 1
    return seen
