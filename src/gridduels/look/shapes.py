"""The shapes: what stands for whom on every screen, and how large it is."""

from enum import StrEnum
from typing import Final, NamedTuple

__all__ = [
    "BRICKS",
    "EMBLEM",
    "FLAG",
    "ICONS",
    "MEASURES",
    "NAMES",
    "PLAIN_ICONS",
    "TOKENS",
    "TRAILS",
    "Line",
    "Measures",
    "Shape",
]

Line = tuple[float, float, float, float]
"""From one point to another, each from the middle of a cell, as parts of the room it has."""


class Shape(StrEnum):
    """A thing on a board, known without any colour."""

    DISC = "disc"
    DIAMOND = "diamond"
    RING = "ring"
    BAR = "bar"
    CROSS = "cross"


TOKENS: Final = {"1": Shape.DISC, "2": Shape.DIAMOND, "o": Shape.RING}
"""The token of each sign; a player's goal is the same shape, dashed."""
TRAILS: Final = {1: Shape.BAR, 2: Shape.CROSS}
"""What marks the trail of each player, on a tint of its colour."""
NAMES: Final = {"1": "one", "2": "two", "o": "shared"}
"""What each token is called where styles have names."""
ICONS: Final = {1: "●", 2: "◆"}
"""Each player's shape as a character."""
PLAIN_ICONS: Final = {1: "(1)", 2: "<2>"}
"""The same where there are none but plain characters."""


EMBLEM: Final = ((22, 42, 14), (43, 22, 17))
"""The icon of the site: a disc and a diamond on a sheet of 64 by 64, each by its centre and how far it reaches."""
FLAG: Final[tuple[Line, ...]] = (
    (-0.11, -0.22, 0.2, -0.11),
    (0.2, -0.11, -0.11, 0.01),
    (-0.11, -0.22, -0.11, 0.22),
)
"""On a goal, in the shape of the player who wants to get there."""
BRICKS: Final[tuple[Line, ...]] = (
    *((-0.43, y, 0.43, y) for y in (-0.22, 0.0, 0.22)),
    *((x, y, x, y + 0.22) for y, x in ((-0.44, 0.0), (-0.22, -0.22), (-0.22, 0.22), (0.0, 0.0))),
    *((x, 0.22, x, 0.43) for x in (-0.22, 0.22)),
)
"""The joints of a wall."""


class Measures(NamedTuple):
    """Lengths as parts of the room a cell has. Of a shape it is how far it reaches from the middle."""

    side: float = 0.9
    """Of the square that is seen; the rest is the gap to the next one."""
    corner: float = 0.12
    """How round the square's corners are."""
    disc: float = 0.32
    diamond: float = 0.41
    goal_disc: float = 0.37
    goal_diamond: float = 0.45
    ring: float = 0.21
    dot: float = 0.09
    """Where a token may go."""
    ribbon: float = 0.1
    """The line that a token leaves behind; how wide."""
    bar: float = 0.22
    cross: float = 0.17
    block_cross: float = 0.22
    """The cross on an obstacle."""


MEASURES: Final = Measures()
