"""Themes: the palettes somebody may choose, by the same names in the arcade and on the page."""

from typing import Final, NamedTuple

from gridduels.look.characters import Ground
from gridduels.look.palette import CONTRAST, DARK, LIGHT, SEPIA, Palette

__all__ = ["THEMES", "Theme"]


class Theme(NamedTuple):
    """A palette that was chosen, whatever the device prefers."""

    palette: Palette
    dark: bool
    ground: Ground | None = None
    """What every board is made of; otherwise each game's has its own, by day or by night."""


_BLACK: Final = Ground(board="#000000", cell="#1c1c1c", rim="#ffffff", turned="#000000", shared="#ffd75f")

THEMES: Final = {
    "ink": Theme(DARK, dark=True),
    "paper": Theme(LIGHT, dark=False),
    "contrast": Theme(CONTRAST, dark=True, ground=_BLACK),
    "sepia": Theme(SEPIA, dark=False),
}
