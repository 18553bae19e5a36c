"""Characters: what the boards of a game are made of, so that each game is known at a glance on one system of shapes.

A game says which is its own by `Words.character`; tokens, grid and dots are the same on all of them.
"""

from typing import Final, NamedTuple

__all__ = ["CHARACTERS", "Character", "Ground"]


class Ground(NamedTuple):
    """The colours of a board; whatever stands on it has those of the palette."""

    board: str
    """Around the cells and between them."""
    cell: str
    rim: str
    """Around each cell: seen on the cell and on the board."""
    turned: str
    """A cell that has been visited."""
    shared: str
    """The token that belongs to nobody, and its way."""


class Character(NamedTuple):
    """What a board is made of, in the light and in the dark; widths are parts of the room a cell has."""

    light: Ground
    dark: Ground
    band: float
    """How wide a ribbon is that a token leaves behind."""
    core: float
    """How wide the line is in its middle."""
    solid: bool = False
    """Whether a ribbon has its player's own colour; otherwise it is a tint with a line of that colour."""
    night: bool = False
    """Whether it is dark on every page, so that light shines."""


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
}
"""By name: plain paper for any game, ribbons of light, ink on paper, a running track, tiles that turn, brick walls."""
