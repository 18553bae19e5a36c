"""Shapes shared by all screens: tokens, trails and goals, board materials, and picture elements."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from gridduels.game import Game

# --- Shapes of tokens and goals


Line = tuple[float, float, float, float]
"""A line from one point to another, relative to a cell's centre and in units of its size."""


class Shape(StrEnum):
    """A shape that can be recognised without colour."""

    DISC = "disc"
    DIAMOND = "diamond"
    RING = "ring"


TOKENS: Final = {"1": Shape.DISC, "2": Shape.DIAMOND, "o": Shape.RING}
"""The token for each sign; a player's goal is the same shape, dashed."""
NAMES: Final = {"1": "one", "2": "two", "o": "shared"}
"""Each token's name in styles."""
ICONS: Final = {1: "●", 2: "◆"}
"""Each player's shape as a character."""
PLAIN_ICONS: Final = {1: "(1)", 2: "<2>"}
"""The same for terminals without Unicode."""


EMBLEM: Final = ((22, 42, 14), (43, 22, 17))
"""The site's icon: a disc and a diamond on 64 by 64 points, each given as centre x, centre y and radius."""
FLAG: Final[tuple[Line, ...]] = (
    (-0.11, -0.22, 0.2, -0.11),
    (0.2, -0.11, -0.11, 0.01),
    (-0.11, -0.22, -0.11, 0.22),
)
"""The flag on a goal, inside the shape of the player who owns it."""
BRICKS: Final[tuple[Line, ...]] = (
    *((-0.43, y, 0.43, y) for y in (-0.22, 0.0, 0.22)),
    *((x, y, x, y + 0.22) for y, x in ((-0.44, 0.0), (-0.22, -0.22), (-0.22, 0.22), (0.0, 0.0))),
    *((x, 0.22, x, 0.43) for x in (-0.22, 0.22)),
)
"""The mortar joints of a wall."""


class Measures(NamedTuple):
    """Lengths in units of a cell's size. For a shape, this is the radius."""

    side: float = 0.9
    """Side of the visible square; the rest is the gap between cells."""
    corner: float = 0.12
    """Corner radius of the square."""
    disc: float = 0.32
    diamond: float = 0.41
    goal_disc: float = 0.37
    goal_diamond: float = 0.45
    ring: float = 0.21
    dot: float = 0.09
    """The dot on a cell that the token may enter."""
    ribbon: float = 0.1
    """Width of a token's trail."""
    bar: float = 0.22
    cross: float = 0.17
    block_cross: float = 0.22
    """The cross on an obstacle."""


MEASURES: Final = Measures()


# --- Characters: the materials of the games' boards
#
# A game chooses its material with `Words.character`; tokens, grid and dots look the same on all of them.


class Ground(NamedTuple):
    """The colours of a board; pieces and marks on it use the palette."""

    board: str
    """Background around and between the cells."""
    cell: str
    rim: str
    """Outline of each cell, visible against both the cell and the board."""
    turned: str
    """A visited cell."""
    shared: str
    """The token shared by both players, and its trail."""


class Character(NamedTuple):
    """A board material, in light and dark themes; widths are in units of a cell's size."""

    light: Ground
    dark: Ground
    band: float
    """Width of a token's ribbon trail."""
    core: float
    """Width of the line along the middle of the ribbon."""
    solid: bool = False
    """Whether the ribbon is in the player's colour. If not, it is a tint with a line in that colour."""
    night: bool = False
    """Whether the board is dark in every theme."""


_NIGHT: Final = Ground(board="#0a1019", cell="#131c2a", rim="#5e6e87", turned="#0a1019", shared="#f2c14e")
_SLATE: Final = Ground(board="#20242d", cell="#3c4352", rim="#969fb0", turned="#171a20", shared="#f2c14e")

CHARACTERS: Final = {
    "plain": Character(
        Ground(board="#ffffff", cell="#efede6", rim="#7f868f", turned="#d9d7cf", shared="#1b2430"),
        Ground(board="#1a2029", cell="#2b3441", rim="#8994a3", turned="#171d25", shared="#f0eee8"),
        band=0.6,
        core=0.06,
    ),
    "light": Character(_NIGHT, _NIGHT, band=0.34, core=0.1, night=True),
    "ink": Character(
        Ground(board="#e8d9ba", cell="#fffaf0", rim="#95804f", turned="#e8d9ba", shared="#3b2f1e"),
        Ground(board="#2b2417", cell="#1d1913", rim="#8b7853", turned="#12100c", shared="#f0e6d2"),
        band=0.26,
        core=0.04,
        solid=True,
    ),
    "track": Character(
        Ground(board="#cfe2d5", cell="#f3f9f4", rim="#6f8f7c", turned="#cfe2d5", shared="#1b2430"),
        Ground(board="#13211a", cell="#1b2b23", rim="#6c8d7a", turned="#0e1712", shared="#f0eee8"),
        band=0.0,
        core=0.07,
    ),
    "tiles": Character(_SLATE, _SLATE, band=0.0, core=0.08, night=True),
    "brick": Character(
        Ground(board="#cdd4df", cell="#f5f7fa", rim="#78839a", turned="#cdd4df", shared="#1b2430"),
        Ground(board="#10151d", cell="#202836", rim="#778397", turned="#10151d", shared="#f0eee8"),
        band=0.0,
        core=0.07,
    ),
    "plum": Character(
        Ground(board="#dbd1e6", cell="#fbf9fd", rim="#85709c", turned="#dbd1e6", shared="#1b2430"),
        Ground(board="#32283f", cell="#1d1725", rim="#8b78a5", turned="#120e17", shared="#f2c14e"),
        band=0.26,
        core=0.07,
    ),
    "lagoon": Character(
        Ground(board="#bedde8", cell="#f5fbfd", rim="#5c8797", turned="#bedde8", shared="#1b2430"),
        Ground(board="#17333e", cell="#101f26", rim="#66909f", turned="#0a1418", shared="#f2c14e"),
        band=0.26,
        core=0.07,
    ),
    "rose": Character(
        Ground(board="#efd2cc", cell="#fff8f6", rim="#a1766d", turned="#efd2cc", shared="#1b2430"),
        Ground(board="#3f2823", cell="#241714", rim="#a37d74", turned="#170e0c", shared="#f2c14e"),
        band=0.26,
        core=0.07,
    ),
}
"""Materials by name: plain paper for any game, light ribbons, ink, a running track, turning tiles, brick walls; plum,
lagoon and rose for invented duels that are traps, are races, or are won by a player without a move."""


# --- Picture elements
#
# A shape has a role (`cell`, `token-one`, `goal-two`...) instead of a colour; `styles` defines how each role looks.
# Lengths are in points, measured from the picture's top-left corner.


class Box(NamedTuple):
    """A rectangle with rounded corners."""

    role: str
    x: float
    y: float
    width: float
    height: float
    corner: float


class Disc(NamedTuple):
    """A circle centred at (x, y)."""

    role: str
    x: float
    y: float
    radius: float


class Diamond(NamedTuple):
    """A square standing on its corner, centred at (x, y); `radius` is the distance from the centre to a corner."""

    role: str
    x: float
    y: float
    radius: float


class Strokes(NamedTuple):
    """Straight lines, each from (x, y) to (x, y)."""

    role: str
    lines: tuple[tuple[float, float, float, float], ...]
    width: float = 0.0
    """The line width, for lines that scale with the board; otherwise determined by the role."""


class Label(NamedTuple):
    """A text, vertically centred at `y`, that starts, is centred or ends at `x`."""

    role: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "middle"


Element = Box | Diamond | Disc | Label | Strokes


class Scene(NamedTuple):
    """A complete picture; later shapes are drawn on top of earlier ones."""

    width: float
    height: float
    shapes: tuple[Element, ...]
    title: str
    text: str
    """A description of the picture in words."""


# --- Rules text that matches what the screen shows


def rules_as_drawn(game: Game, drawn: Mapping[str, str]) -> str:
    """Return the rules with each board sign replaced by its text in `drawn`; other signs are omitted.

    >>> from gridduels import load_game
    >>> rules_as_drawn(load_game("light-cycle"), {}).splitlines()[2]
    'The cell you leave turns into a wall that no one can enter for the rest of the game.'
    >>> rules_as_drawn(load_game("blockade"), {"X": "a block"}).splitlines()[2]
    'or place one of your obstacles (a block) on an empty cell, where it stays.'
    """
    words = game.words
    about = re.sub(
        r" \(([#Xo])\)", lambda sign: f" ({drawn[sign[1]]})" if sign[1] in drawn else "", words.about.strip()
    )
    return re.sub(r"\bP([12])\b", lambda player: words.player(int(player[1])), about)
