"""Palettes as Textual themes, and filters applied to every line on the screen."""

import os
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from gridduels.pictures import palette as themes
from gridduels.pictures.palette import DARK_16, LIGHT_16
from gridduels.terminal.arcade.canvas import look_of
from gridduels.text import printable

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
