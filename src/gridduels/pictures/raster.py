"""Raster images, link previews and animations, painted with Pillow."""

import math
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.extras import MissingExtra
from gridduels.pictures.palette import DARK, LIGHT, Style, styles
from gridduels.pictures.scene import bare_scene, board_shapes, scene_of
from gridduels.pictures.shapes import Box, Diamond, Disc, Element, Label, Scene, Strokes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont


# --- Painting shapes with Pillow
#
# Everything is painted at four times its size and scaled down for smooth edges.


_FINER: Final = 4
_ARC: Final = math.pi / 24
"""The angle between adjacent points on a dashed circle."""
_DOTS: Final = "\N{COMBINING DIAERESIS}"
"""Pillow's font only has ASCII letters, so umlauts are drawn without their dots, which are added afterwards."""

Points = list[tuple[float, float]]


def raster(duel: Duel, pixels: int = 280, *, dark: bool = False) -> "Image":
    """Return a duel's board as an image; `numpy.asarray` converts it to an array of rows, columns and RGB.

    >>> from gridduels import load_game
    >>> raster(Duel(load_game("light-cycle")), 100).size
    (100, 100)
    """
    scene = bare_scene(duel)
    return paint(scene, pixels / scene.width, dark=dark)


def png_of(duel: Duel, *, dark: bool = False, scale: float = 2.0) -> bytes:
    """Return a PNG file showing a duel with its title, coordinates and the player to move."""
    from PIL.PngImagePlugin import PngInfo

    file, information = BytesIO(), PngInfo()
    information.add_text("Software", "gridduels")
    paint(scene_of(duel), scale, dark=dark).save(file, "PNG", optimize=True, pnginfo=information)
    return file.getvalue()


def paint(scene: Scene, scale: float = 1.0, *, dark: bool = False) -> "Image":
    """Paint a scene."""
    image_module, draw_module = _pillow()
    look = styles(DARK if dark else LIGHT)
    size = round(scene.width * scale), round(scene.height * scale)
    image = image_module.new("RGB", (size[0] * _FINER, size[1] * _FINER), look["sheet"].fill)
    brush = _Brush(draw_module.Draw(image), scale * _FINER)
    for shape in scene.shapes:
        brush.paint(shape, look[shape.role])
    smooth: Image = image.resize(size, image_module.Resampling.BOX)
    return smooth


def _pillow() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise MissingExtra("a PNG or GIF", "pictures") from None
    return Image, ImageDraw


@lru_cache(64)
def _font(size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


class _Brush:
    """Paints shapes at a given scale."""

    def __init__(self, draw: "ImageDraw", scale: float) -> None:
        self._draw, self._scale = draw, scale

    def paint(self, shape: Element, style: Style) -> None:
        if isinstance(shape, Label):
            self._write(shape, style)
        elif isinstance(shape, Strokes):
            if shape.width:
                style = style._replace(width=shape.width)
            for x1, y1, x2, y2 in shape.lines:
                for dash in _dashes([(x1, y1), (x2, y2)], style.dashes) if style.dashes else [[(x1, y1), (x2, y2)]]:
                    self._line(dash, style, cap=not style.dashes)
        elif style.stroke and style.dashes:
            for dash in _dashes(_outline(shape), style.dashes):
                self._line(dash, style)
        else:
            self._fill(shape, style)

    def _fill(self, shape: Box | Diamond | Disc, style: Style) -> None:
        width = max(1, round(style.width * self._scale)) if style.stroke else 0
        if isinstance(shape, Box):
            box = self._scaled(shape.x, shape.y, shape.x + shape.width, shape.y + shape.height, style.width / 2)
            self._draw.rounded_rectangle(box, shape.corner * self._scale, style.fill, style.stroke, width)
        elif isinstance(shape, Disc):
            r = shape.radius
            box = self._scaled(shape.x - r, shape.y - r, shape.x + r, shape.y + r, style.width / 2)
            self._draw.ellipse(box, style.fill, style.stroke, width)
        else:
            self._draw.polygon([(x * self._scale, y * self._scale) for x, y in _outline(shape)], style.fill)

    def _scaled(self, left: float, top: float, right: float, bottom: float, grow: float) -> list[float]:
        """Return a box in pixels. Pillow draws outlines inside the box, whereas SVG centres them on its edge."""
        last = 1 / self._scale
        return [each * self._scale for each in (left - grow, top - grow, right + grow - last, bottom + grow - last)]

    def _line(self, points: Points, style: Style, cap: bool = False) -> None:
        scaled = [(x * self._scale, y * self._scale) for x, y in points]
        width = style.width * self._scale
        self._draw.line(scaled, style.stroke, max(1, round(width)), joint="curve")
        for x, y in scaled if cap else ():
            self._draw.ellipse([x - width / 2, y - width / 2, x + width / 2, y + width / 2], style.stroke)

    def _write(self, label: Label, style: Style) -> None:
        anchor = {"start": "l", "middle": "m", "end": "r"}[label.anchor]
        size = round(label.size * self._scale)
        heavier = round(size / 40) if style.bold else 0  # Pillow's font has only one weight
        font, words = _font(size), unicodedata.normalize("NFD", label.text.replace("ß", "ss")).split(_DOTS)
        text = "".join(words)
        _, top, _, bottom = font.getbbox("0", anchor="ls")
        x, y = label.x * self._scale, label.y * self._scale - (top + bottom) / 2
        self._draw.text((x, y), text, style.fill, font, anchor + "s", stroke_width=heavier, stroke_fill=style.fill)
        x += font.getbbox(text, anchor=anchor + "s")[0] - font.getbbox(text, anchor="ls")[0]
        for number in range(1, len(words)):
            self._dot(x, y, "".join(words[:number]), font, style)

    def _dot(self, x: float, y: float, text: str, font: "FreeTypeFont", style: Style) -> None:
        """Draw two dots above a text's last letter."""
        left, top, right, _ = font.getbbox(text[-1], anchor="ls")
        x += font.getlength(text) - font.getlength(text[-1]) + (left + right) / 2
        dot, y = font.size / 17, y + top - font.size / 8
        for centre in (x - 2 * dot, x + 2 * dot):
            self._draw.ellipse([centre - dot, y - dot, centre + dot, y + dot], style.fill)


def _outline(shape: Box | Diamond | Disc) -> Points:
    """Return the points along a shape's edge, ending with the first one."""
    if isinstance(shape, Diamond):
        x, y, r = shape.x, shape.y, shape.radius
        return [(x, y - r), (x + r, y), (x, y + r), (x - r, y), (x, y - r)]
    if isinstance(shape, Disc):
        return _arc(shape.x, shape.y, shape.radius, 0, 2 * math.pi)
    corner, right, bottom = shape.corner, shape.x + shape.width, shape.y + shape.height
    centres = [
        (right - corner, shape.y + corner),
        (right - corner, bottom - corner),
        (shape.x + corner, bottom - corner),
        (shape.x + corner, shape.y + corner),
    ]
    points: Points = []
    for quarter, (x, y) in enumerate(centres, -1):
        points += _arc(x, y, corner, quarter * math.pi / 2, (quarter + 1) * math.pi / 2)
    return [*points, points[0]]


def _arc(x: float, y: float, radius: float, begin: float, end: float) -> Points:
    steps = max(1, round((end - begin) / _ARC))
    angles = [begin + (end - begin) * step / steps for step in range(steps + 1)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _dashes(points: Points, dashes: tuple[float, float]) -> Iterator[Points]:
    """Yield the strokes of a dashed line."""
    drawing, rest, piece = True, dashes[0], [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        length, at = math.hypot(x2 - x1, y2 - y1), 0.0
        while length - at > rest:
            at += rest
            point = (x1 + (x2 - x1) * at / length, y1 + (y2 - y1) * at / length)
            if drawing:
                yield [*piece, point]
            drawing, piece = not drawing, [point]
            rest = dashes[0] if drawing else dashes[1]
        rest -= length - at
        piece.append((x2, y2))
    if drawing and len(piece) > 1:
        yield piece


# --- Link previews: a board next to a few words, 1200 by 630 pixels


_WIDTH, _HEIGHT, _MARGIN = 600.0, 315.0, 20.0
_SCALE: Final = 2.0
_BOARD: Final = _HEIGHT - 2 * _MARGIN
_TITLE, _TEXT, _LINE, _BETWEEN = 27.0, 16.0, 21.0, 8.0
_WIDE: Final = 0.56
"""A letter's width relative to its height."""


def preview_of(duel: Duel, lines: Sequence[str]) -> bytes:
    """Return a PNG file showing a duel with its title and some lines of text."""
    file = BytesIO()
    paint(preview_scene(duel, lines), _SCALE).save(file, "PNG", optimize=True)
    return file.getvalue()


def preview_scene(duel: Duel, lines: Sequence[str]) -> Scene:
    """Return a preview's scene, with long lines wrapped.

    >>> from gridduels import load_game
    >>> scene = preview_scene(Duel(load_game("gridlock")), ["Slide the token."])
    >>> scene.width, scene.height
    (600.0, 315.0)
    """
    pitch = _BOARD / max(duel.game.shape)
    left, room = 2 * _MARGIN + _BOARD, _WIDTH - 3 * _MARGIN - _BOARD
    title = min(_TITLE, room / (_WIDE * len(duel.game.title)))
    shapes: list[Element] = [Box("sheet", 0, 0, _WIDTH, _HEIGHT, 0)]
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


# --- Animated GIFs


MOST_PLIES: Final = 400
"""The maximum number of plies in an animation. Files for longer games would take too long to load."""
_PLY, _LAST = 700, 3000
"""Frame duration in milliseconds, for each ply and for the last frame."""
_COLOURS: Final = 256


def film_of(duel: Duel, *, dark: bool = False, scale: float = 1.0) -> bytes:
    """Return a looping animation of a duel from its start to now, as a GIF file."""
    if duel.ply > MOST_PLIES:
        raise GridDuelsError(f"an animation has at most {MOST_PLIES} moves, but this game has {duel.ply}")
    moments = [Duel(duel.game, start=duel.start)]
    for word in duel.moves:
        moments.append(moments[-1].play(word))
    moments[-1] = duel  # it may have ended by resignation or on time

    def picture(moment: Duel) -> "Image":
        return paint(scene_of(moment), scale, dark=dark)

    # Together, the first and the last two frames contain all colours, since each player is to move in one of them.
    reduce = _Reducer([picture(moment) for moment in (moments[0], *moments[-2:])])
    frames = [reduce(picture(moment)) for moment in moments]
    file = BytesIO()
    times = [_PLY] * (len(frames) - 1) + [_LAST]
    frames[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        optimize=False,
        disposal=1,
        comment=b"gridduels",
    )
    return file.getvalue()


class _Reducer:
    """Reduces pictures to a palette of the most common colours in sample pictures, which include those of all shapes.

    Pillow's own quantize() compares only the upper six bits of each colour, so it would alter plain areas.
    """

    def __init__(self, samples: "list[Image]") -> None:
        import numpy as np

        colours, counts = np.unique(np.concatenate([_packed(sample) for sample in samples]), return_counts=True)
        self._palette = _unpacked(colours[np.argsort(-counts, kind="stable")][:_COLOURS])
        self._nearest = np.full(1 << 24, -1, np.int16)
        """The palette index for each RGB colour that has been looked up; -1 for all others."""

    def __call__(self, picture: "Image") -> "Image":
        import numpy as np
        from PIL import Image

        pixels = _packed(picture)
        if len(fresh := np.unique(pixels[self._nearest[pixels] < 0])):
            distances = (_unpacked(fresh)[:, None, :] - self._palette[None, :, :]) ** 2
            self._nearest[fresh] = distances.sum(axis=2).argmin(axis=1)
        reduced = Image.frombytes("P", picture.size, self._nearest[pixels].astype(np.uint8).tobytes())
        reduced.putpalette(self._palette.astype(np.uint8).tobytes())
        return reduced


def _packed(picture: "Image") -> "NDArray[np.int32]":
    """Return each pixel's colour as a single number."""
    import numpy as np

    red, green, blue = np.asarray(picture).reshape(-1, 3).astype(np.int32).T
    return red << 16 | green << 8 | blue


def _unpacked(colours: "NDArray[np.int32]") -> "NDArray[np.int32]":
    import numpy as np

    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
