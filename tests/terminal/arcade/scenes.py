"""Scenes: what a screen shows, as text that is quick to read in a review: its characters, then the names of its styles.

Colours are named as the palette names them, so that a scene is the same in every theme.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rich.color import Color
from rich.style import Style
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from gridduels.pictures.palette import DARK, DARK_16, LIGHT, LIGHT_16, Palette
from gridduels.terminal.arcade.painting import Canvas
from gridduels.terminal.arcade.widgets import BoardView
from tests.terminal.arcade.stage import Stage

PALETTES: Final = {"ink": DARK, "paper": LIGHT, "ink-16": DARK_16, "paper-16": LIGHT_16}
LETTERS: Final = {
    **{"cell": " ", "grid": "·", "one": "1", "two": "2", "shared": "o", "one-letter": "A", "two-letter": "B"},
    **{"trail-one": "a", "trail-two": "b", "goal-one": "g", "goal-two": "h", "visited": "v", "path": "p"},
    **{"goal-one-trail-one": "G", "goal-one-trail-two": "Q", "goal-two-trail-one": "R", "goal-two-trail-two": "H"},
    **{"obstacle": "#", "obstacle-mark": "X", "legal": "l", "selected": "s", "refused": "!", "last": "z"},
    **{"winning": "+", "losing": "-", "even": "=", "coordinate": "n"},
}
"""How each style of a painted board is written."""
_INKS: Final = ("ink", "muted", "one", "two")
_GROUNDS: Final = ("paper", "sheet", "tint_one", "tint_two", "one", "two", "block")
_ATTRIBUTES: Final = ("bold", "italic", "underline", "reverse")


class SceneExtension(SingleFileSnapshotExtension):
    """A scene a file."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


def board_scene(canvas: Canvas) -> str:
    """A painted board: its characters, and below a letter for the style of each."""
    characters = ["".join(dot.character for dot in row).rstrip() for row in canvas]
    styles = ["".join(LETTERS[dot.style] for dot in row).rstrip() for row in canvas]
    return "\n".join([*characters, "", *styles, ""])


async def screen_scene(stage: Stage) -> str:
    """The screen once it has come to rest: its characters, and below what is styled in each row, boards left out."""
    await stage.rest()
    styles = [(number, ", ".join(_runs(row))) for number, row in enumerate(_rows(stage))]
    written = [f"{number:>2}: {found}" for number, found in styles if found]
    return "\n".join([stage.text, "", *written, ""])


def _rows(stage: Stage) -> Iterator[list[str]]:
    """The name of the style of each character, row by row; nothing on a board."""
    palette = PALETTES[stage.arcade.theme]
    boards = [widget.region for widget in stage.screen.query(BoardView) if widget.display]
    for y, strip in enumerate(stage.screen._compositor.render_strips()):
        styles = [_named(segment.style, palette) for segment in strip for _ in segment.text]
        yield ["" if any(region.contains(x, y) for region in boards) else style for x, style in enumerate(styles)]


def _runs(row: list[str]) -> Iterator[str]:
    """`1-5 bold` for each run of characters that have a style."""
    for style, run in groupby(range(len(row)), key=row.__getitem__):
        first, *rest = run
        if style:
            yield f"{first}-{rest[-1]} {style}" if rest else f"{first} {style}"


def _named(style: Style | None, palette: Palette) -> str:
    """A style in words; ink on paper needs none."""
    if style is None:
        return ""
    ground = _name_of(style.bgcolor, palette, _GROUNDS) or "paper"
    ink = _name_of(style.color, palette, _INKS) or "ink"
    words = [ink] if ink != "ink" else []
    words += [each for each in _ATTRIBUTES if getattr(style, each)]
    return " ".join([*words, *([f"on {ground}"] if ground != "paper" else [])])


def _name_of(colour: Color | None, palette: Palette, names: tuple[str, ...]) -> str:
    if colour is None or colour.is_default:
        return ""
    written = colour.get_truecolor().hex.lower()
    return next((name for name in names if getattr(palette, name) == written), "other")
