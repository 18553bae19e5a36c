"""Colours, or none at all."""

import os
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

__all__ = ["Colourless", "light_terminal"]


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
