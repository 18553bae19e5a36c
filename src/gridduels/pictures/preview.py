"""Preview: a board beside a few words, in the shape in which links to a page are shown: 1200 by 630 pixels."""

import textwrap
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from gridduels.duel import Duel
from gridduels.pictures.raster import paint
from gridduels.pictures.scene import board_shapes
from gridduels.pictures.shapes import Box, Label, Scene, Shape

__all__ = ["preview_of", "preview_scene"]

_WIDTH, _HEIGHT, _MARGIN = 600.0, 315.0, 20.0
_SCALE: Final = 2.0
_BOARD: Final = _HEIGHT - 2 * _MARGIN
_TITLE, _TEXT, _LINE, _BETWEEN = 27.0, 16.0, 21.0, 8.0
_WIDE: Final = 0.56
"""How wide a letter is, in its height."""


def preview_of(duel: Duel, lines: Sequence[str]) -> bytes:
    """A duel with its title and some lines, as a PNG."""
    file = BytesIO()
    paint(preview_scene(duel, lines), _SCALE).save(file, "PNG", optimize=True)
    return file.getvalue()


def preview_scene(duel: Duel, lines: Sequence[str]) -> Scene:
    """The same as shapes; lines that are too long go on in the next one.

    >>> from gridduels import load_game
    >>> scene = preview_scene(Duel(load_game("gridlock")), ["Slide the token."])
    >>> scene.width, scene.height
    (600.0, 315.0)
    """
    pitch = _BOARD / max(duel.game.shape)
    left, room = 2 * _MARGIN + _BOARD, _WIDTH - 3 * _MARGIN - _BOARD
    title = min(_TITLE, room / (_WIDE * len(duel.game.title)))
    shapes: list[Shape] = [Box("sheet", 0, 0, _WIDTH, _HEIGHT, 0)]
    shapes += board_shapes(duel, _MARGIN, _MARGIN, pitch * duel.game.columns)
    shapes.append(Label("quiet", left, 44, _TEXT, "Grid Duels", "start"))
    shapes.append(Label("title", left, 80, title, duel.game.title, "start"))
    at = 124.0
    for line in lines:
        for part in textwrap.wrap(line, int(room / (_WIDE * _TEXT))):
            shapes.append(Label("words", left, at, _TEXT, part, "start"))
            at += _LINE
        at += _BETWEEN
    return Scene(_WIDTH, _HEIGHT, tuple(shapes), duel.game.title, " ".join(lines))
