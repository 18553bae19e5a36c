"""The palettes as themes of the arcade and styles of a board, with colours or without."""

import os
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

from gridduels.pictures import palette as themes
from gridduels.pictures.palette import DARK, DARK_16, LIGHT_16
from gridduels.text import printable

# --- Colour support


class Colourless(LineFilter):
    """Takes every colour away and leaves what is bold, underlined or reversed."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            Segment(text, None if style is None else _without_colour(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _without_colour(style: Style) -> Style:
    return style.without_color


def light_terminal() -> bool:
    """Whether the terminal says that its background is light (COLORFGBG, as rxvt, Konsole and others set it)."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


# --- Filters for every line of the screen


class Printable(LineFilter):
    """Takes out what a terminal would obey instead of showing, whoever wrote it: a record, a bot, a file name."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [segment if segment.control or segment.text.isprintable() else _as_wide(segment) for segment in segments]


def _as_wide(segment: Segment) -> Segment:
    """A segment of the same width: what takes no room is gone, the rest is replaced."""
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


def theme_name(chosen: str, few_colours: bool) -> str:
    """The theme for a terminal; one with few colours has the nearest of two.

    >>> theme_name("sepia", few_colours=False), theme_name("sepia", few_colours=True)
    ('sepia', 'paper-16')
    """
    return ("paper" if chosen in _LIGHT else "ink") + _SIXTEEN if few_colours else chosen


def _theme(name: str) -> Theme:
    palette = _PALETTES[name]
    return Theme(
        name=name,
        primary=palette.one,
        secondary=palette.two,
        accent=palette.one,
        foreground=palette.ink,
        background=palette.paper,
        surface=palette.sheet,
        panel=palette.sheet,
        dark=name.removesuffix(_SIXTEEN) not in _LIGHT,
        variables={"muted": palette.muted, "scrollbar": palette.muted, "scrollbar-background": palette.paper},
    )


THEMES: Final = {name: _theme(name) for name in _PALETTES}


@lru_cache
def board_styles(theme: str) -> dict[str, Style]:
    """The style behind each name that a painted board uses."""
    palette = _PALETTES.get(theme, DARK)
    ink, ground, one, two = palette.ink, palette.sheet, palette.one, palette.two
    tint_one, tint_two = palette.tint_one, palette.tint_two
    on_one, on_two = (ink, ink) if theme.endswith(_SIXTEEN) else (one, two)
    return {
        "cell": Style(color=ink, bgcolor=ground),
        "coordinate": Style(color=palette.muted, bgcolor=palette.paper),
        "grid": Style(color=palette.muted, bgcolor=ground),
        "one": Style(color=one, bgcolor=ground, bold=True),
        "two": Style(color=two, bgcolor=ground, bold=True),
        "one-letter": Style(color=palette.on_colour, bgcolor=one, bold=True),
        "two-letter": Style(color=palette.on_colour, bgcolor=two, bold=True),
        "shared": Style(color=ink, bgcolor=ground, bold=True),
        "trail-one": Style(color=on_one, bgcolor=tint_one),
        "trail-two": Style(color=on_two, bgcolor=tint_two),
        "goal-one": Style(color=one, bgcolor=ground),
        "goal-two": Style(color=two, bgcolor=ground),
        "goal-one-trail-one": Style(color=on_one, bgcolor=tint_one),
        "goal-one-trail-two": Style(color=on_one, bgcolor=tint_two, bold=True),
        "goal-two-trail-one": Style(color=on_two, bgcolor=tint_one, bold=True),
        "goal-two-trail-two": Style(color=on_two, bgcolor=tint_two),
        "obstacle": Style(color=palette.block, bgcolor=ground),
        "obstacle-mark": Style(color=palette.on_block, bgcolor=palette.block, bold=True),
        "visited": Style(color=ink, bgcolor=ground),
        "path": Style(color=ink, bgcolor=ground),
        "legal": Style(color=ink, bgcolor=ground),
        "selected": Style(color=ink, bgcolor=ground, bold=True),
        "refused": Style(color=two, bgcolor=ground, bold=True),
        "last": Style(color=ink, bgcolor=ground, bold=True),
        "winning": Style(color=ink, bgcolor=ground, bold=True),
        "losing": Style(color=ink, bgcolor=ground),
        "even": Style(color=ink, bgcolor=ground),
    }
