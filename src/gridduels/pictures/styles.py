"""What each role of a picture looks like, in the colours of a palette."""

from types import MappingProxyType
from typing import NamedTuple

from gridduels.look.palette import Palette

__all__ = ["Style", "styles"]


class Style(NamedTuple):
    """How a role is drawn; dashes are the lengths of a stroke and of the gap behind it."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    bold: bool = False


def styles(palette: Palette) -> MappingProxyType[str, Style]:
    """The style of every role."""
    ink, muted, one, two = palette.ink, palette.muted, palette.one, palette.two
    return MappingProxyType(
        {
            "sheet": Style(palette.sheet),
            "cell": Style(palette.cell),
            "trail-one": Style(palette.tint_one),
            "trail-two": Style(palette.tint_two),
            "ribbon-one": Style(stroke=one, width=2.5),
            "ribbon-two": Style(stroke=two, width=2.5, dashes=(7, 4)),
            "ribbon-shared": Style(stroke=muted, width=2.5),
            "visited": Style(palette.line),
            "obstacle": Style(palette.block),
            "blocked": Style(palette.block),
            "cross": Style(stroke=palette.on_block, width=2.5),
            "joints": Style(stroke=palette.on_block, width=1),
            "flag-one": Style(stroke=one, width=2),
            "flag-two": Style(stroke=two, width=2),
            "goal-one": Style(stroke=one, width=2.5, dashes=(5, 4)),
            "goal-two": Style(stroke=two, width=2.5, dashes=(5, 4)),
            "token-one": Style(one),
            "token-two": Style(two),
            "ring": Style(palette.cell, stroke=ink, width=6),
            "number": Style(palette.on_colour, bold=True),
            "legal": Style(stroke=ink, width=1.5, dashes=(2.5, 3)),
            "last": Style(stroke=ink, width=3),
            "title": Style(ink, bold=True),
            "words": Style(ink),
            "quiet": Style(muted),
            "value": Style(ink, bold=True),
        }
    )
