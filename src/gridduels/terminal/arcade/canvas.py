"""A grid of terminal cells: half-block pixels below, characters on top, in whatever colours the terminal supports."""

import os
import sys
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip
from textual.theme import Theme

from gridduels.pictures import palette as themes
from gridduels.pictures.palette import DARK, DARK_16, LIGHT_16, Palette
from gridduels.pictures.palette import THEMES as PALETTES
from gridduels.pictures.shapes import CHARACTERS, Ground
from gridduels.text import printable

# --- Terminal capabilities


Mode = Literal["colour", "sixteen", "mono", "ascii"]
"""`colour` and `sixteen` draw pixels; `mono` (NO_COLOR) and `ascii` draw shapes made of characters."""


def terminal_is_unicode() -> bool:
    """Return whether the terminal can show more than ASCII.

    Python coerces LANG=C to UTF-8 (PEP 538) but the terminal does not, so the environment is checked first.
    """
    if os.name == "posix":
        names = ("LC_ALL", "LC_CTYPE", "LANG")
        language = next((value for name in names if (value := os.environ.get(name))), "")
        if language in ("C", "POSIX"):
            return False
    stream = sys.__stdout__ if os.name == "nt" else sys.__stderr__  # Textual writes to the error stream
    try:
        "┌╌•█⠋●▀".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


class Look(NamedTuple):
    """A canvas's colours and mode."""

    mode: Mode
    dark: bool
    palette: Palette
    gold: str = "#f2c14e"
    gold_ink: str = "#1b2430"
    gold_deep: str = "#a87a17"
    """The lower edge of the gold button, and gold text on light paper."""
    sunk: str = "#0c1117"
    mortar: str = "#3d4653"
    ring: str = "#5a6573"

    @property
    def pixels(self) -> bool:
        return self.mode in ("colour", "sixteen")

    @property
    def gold_text(self) -> str:
        return self.gold if self.dark else self.gold_deep

    def ground(self, character: str) -> Ground:
        """Return a board's colours; in sixteen-colour mode every board has black cells and grey gaps."""
        if self.mode == "sixteen":
            paper, line = self.palette.paper, self.palette.line
            return Ground(board=line, cell=paper, rim=line, turned=paper, shared=self.palette.ink)
        found = CHARACTERS[character]
        return found.dark if self.dark else found.light

    def on_board(self, character: str) -> "Look":
        """Return the look for a board; some boards stay dark in light themes so that their lights glow."""
        if self.dark or self.mode != "colour" or not CHARACTERS[character].night:
            return self
        return DARK_LOOK


DARK_LOOK: Final = Look("colour", True, DARK)


@lru_cache(32)
def look_of(theme: str, mode: Mode) -> Look:
    """Return the look for one of the arcade's themes."""
    if theme.endswith("-16"):
        dark = theme.startswith("ink")
        return Look(
            "sixteen" if mode == "colour" else mode,
            dark,
            DARK_16 if dark else LIGHT_16,
            gold="#ffff55",
            gold_ink="#000000",
            gold_deep="#aa5500",
            sunk="#000000" if dark else "#ffffff",
            mortar="#000000" if dark else "#aaaaaa",
            ring="#555555" if dark else "#aaaaaa",
        )
    chosen = PALETTES.get(theme, PALETTES["ink"])
    if chosen.dark:
        return Look(mode, True, chosen.palette)
    return Look(mode, False, chosen.palette, gold_deep="#9a6b00", sunk="#ebe8df", mortar="#9aa1ab", ring="#b9bdc4")


# --- Canvas


_ASCII: Final = str.maketrans(
    {
        **dict(zip("●○◆◇▶★☆·▸◂←→↑↓━┃█▀▄■□▼•╌╎▰▱…×⚑▒▓│─", 'oo**>*.-><<>^v=|#"_#.vo-:#..xF:#|-', strict=True)),
        **dict(zip("╭╮╰╯┏┓┗┛┌┐└┘├┤┬┴┼", "++++++++" + "+++++++++", strict=True)),
        **dict(zip("▁▂▃▅▆▇", "__####", strict=True)),
        "’": "'",
        "‘": "'",
        "–": "-",
    }
)


def plain_text(text: str) -> str:
    """Return the text converted to ASCII.

    >>> plain_text("▶ Play · 5×5")
    '> Play - 5x5'
    """
    return text.translate(_ASCII).encode("ascii", "replace").decode()


class Mark(NamedTuple):
    """A character drawn on top of the pixels."""

    character: str
    colour: str | None = None
    ground: str | None = None
    bold: bool = False
    dim: bool = False
    reverse: bool = False


class Canvas:
    """A drawing surface of terminal cells. A pixel is one column wide and half a row high: practically square."""

    def __init__(self, width: int, height: int, look: Look, paper: str | None = None) -> None:
        self.width, self.height, self.look = width, height, look
        self._pixels = [[paper or look.palette.paper] * width for _ in range(2 * height)]
        self._marks: list[list[Mark | None]] = [[None] * width for _ in range(height)]

    def pixel(self, x: int, y: int, colour: str, share: float = 1.0) -> None:
        """Colour a pixel, or blend a colour into it; y counts half rows."""
        if not (0 <= x < self.width and 0 <= y < 2 * self.height) or share <= 0.02:
            return
        if self.look.mode == "sixteen" and share < 0.45:
            return
        soft = share < 1 and self.look.mode == "colour"
        self._pixels[y][x] = mix(self._pixels[y][x], colour, share) if soft else colour

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """Fill a rectangle of pixels."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.pixel(column, row, colour)

    def write(self, x: int, y: int, text: str, mark: Mark | None = None, see_through: bool = False) -> None:
        """Write characters; y counts rows. With `see_through`, spaces leave the cells below them unchanged."""
        if not 0 <= y < self.height:
            return
        mark = mark or Mark("")
        for offset, character in enumerate(plain_text(text) if self.look.mode == "ascii" else text):
            if 0 <= x + offset < self.width and not (see_through and character == " "):
                self._marks[y][x + offset] = mark._replace(character=character)

    def text(self) -> list[str]:
        """Return the rows as text, with pixels as half blocks."""
        return ["".join(segment.text for segment in strip) for strip in self.strips()]

    def strips(self) -> list[Strip]:
        return [self._strip(row) for row in range(self.height)]

    def _strip(self, row: int) -> Strip:
        above, below = self._pixels[2 * row], self._pixels[2 * row + 1]
        segments = [self._segment(mark, above[column], below[column]) for column, mark in enumerate(self._marks[row])]
        return Strip(segments, self.width).simplify()

    def _segment(self, mark: Mark | None, above: str, below: str) -> Segment:
        if not self.look.pixels:
            if mark is None:
                return Segment(" ", _style(None, self.look.palette.paper))
            ink = mark.colour or self.look.palette.ink
            return Segment(mark.character, _style(ink, self.look.palette.paper, mark.bold, mark.dim, mark.reverse))
        if mark and (mark.character != " " or mark.ground):
            between = above if above == below or self.look.mode == "sixteen" else mix(above, below, 0.5)
            return Segment(
                mark.character, _style(mark.colour or self.look.palette.ink, mark.ground or between, mark.bold)
            )
        if above == below:
            return Segment(" ", _style(None, above))
        return Segment("▀", _style(above, below))


@lru_cache(8192)
def mix(one: str, two: str, share: float) -> str:
    """Return a blend of two colours.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(two[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * share) for a, b in pairs).hex()


@lru_cache(8192)
def _style(
    colour: str | None, ground: str | None, bold: bool = False, dim: bool = False, reverse: bool = False
) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold or None, dim=dim or None, reverse=reverse or None)


# --- Filters


class Colourless(LineFilter):
    """A filter that removes all colours but keeps bold, dim, underline and reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else _without_colour(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colour(style: Style) -> Style:
    return style.without_color


class Printable(LineFilter):
    """A filter that removes control characters, whatever their source: a record, a bot, a file name."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [segment if segment.control or segment.text.isprintable() else _as_wide(segment) for segment in segments]


def _as_wide(segment: Segment) -> Segment:
    """Return a segment of the same width: drop zero-width unprintable characters and replace the others."""
    text = "".join(each for each in segment.text if each.isprintable() or Segment(each).cell_length)
    return Segment(printable(text), segment.style)


# --- Palettes as Textual themes


_SIXTEEN: Final = "-16"
_PALETTES: Final = {
    **{name: theme.palette for name, theme in themes.THEMES.items()},
    f"ink{_SIXTEEN}": DARK_16,
    f"paper{_SIXTEEN}": LIGHT_16,
}
_LIGHT: Final = tuple(name for name, theme in themes.THEMES.items() if not theme.dark)


def light_terminal() -> bool:
    """Return whether the terminal reports a light background (COLORFGBG, set by rxvt, Konsole and others)."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def theme_name(chosen: str, few_colours: bool) -> str:
    """Return the theme for a terminal; with few colours, the closer of the two sixteen-colour themes.

    >>> theme_name("sepia", few_colours=False), theme_name("sepia", few_colours=True)
    ('sepia', 'paper-16')
    """
    return ("paper" if chosen in _LIGHT else "ink") + _SIXTEEN if few_colours else chosen


def _theme(name: str) -> Theme:
    palette, look = _PALETTES[name], look_of(name, "colour")
    return Theme(
        name=name,
        primary=palette.one,
        secondary=palette.two,
        accent=look.gold_text,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.sheet,
        panel=palette.sheet,
        dark=look.dark,
        variables={
            "muted": palette.muted,
            "line": palette.line,
            "gold": look.gold_text,
            "sunk": look.sunk,
            "scrollbar": palette.muted,
            "scrollbar-background": palette.paper,
            "footer-background": look.sunk,
            "footer-foreground": palette.muted,
            "footer-key-foreground": look.gold_text,
            "footer-key-background": look.sunk,
            "footer-description-foreground": palette.muted,
            "footer-description-background": look.sunk,
            "footer-item-background": look.sunk,
        },
    )


THEMES: Final = {name: _theme(name) for name in _PALETTES}
