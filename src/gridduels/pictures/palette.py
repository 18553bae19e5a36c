"""What each role looks like, in light and in dark."""

from types import MappingProxyType
from typing import Final, NamedTuple

__all__ = ["DARK", "LIGHT", "Palette", "Style", "styles"]


class Palette(NamedTuple):
    """The colours of a picture."""

    paper: str
    cell: str
    ink: str
    quiet: str
    one: str
    two: str
    soft_one: str
    soft_two: str
    obstacle: str
    on_token: str
    on_obstacle: str


LIGHT: Final = Palette(
    paper="#ffffff",
    cell="#efede6",
    ink="#1b2430",
    quiet="#5d6673",
    one="#0072b2",
    two="#c84e00",
    soft_one="#a9d4ec",
    soft_two="#f5c3a2",
    obstacle="#3a4250",
    on_token="#ffffff",
    on_obstacle="#ffffff",
)
DARK: Final = Palette(
    paper="#1a2029",
    cell="#2b3441",
    ink="#f0eee8",
    quiet="#a8b0bd",
    one="#56b4e9",
    two="#f28c3c",
    soft_one="#1f4e6b",
    soft_two="#6b3a17",
    obstacle="#98a2b3",
    on_token="#11161d",
    on_obstacle="#1a2029",
)


class Style(NamedTuple):
    """How a role is drawn; dashes are the lengths of a stroke and of the gap behind it."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    bold: bool = False


def styles(palette: Palette) -> MappingProxyType[str, Style]:
    """The style of every role."""
    ink, quiet, one, two = palette.ink, palette.quiet, palette.one, palette.two
    return MappingProxyType(
        {
            "paper": Style(palette.paper),
            "cell": Style(palette.cell),
            "trail-one": Style(palette.soft_one),
            "trail-two": Style(palette.soft_two),
            "line-one": Style(stroke=one, width=2.5),
            "line-two": Style(stroke=two, width=2.5),
            "visited": Style(quiet),
            "obstacle": Style(palette.obstacle),
            "blocked": Style(palette.obstacle),
            "cross": Style(stroke=palette.on_obstacle, width=2.5),
            "goal-one": Style(stroke=one, width=2.5, dashes=(5, 4)),
            "goal-two": Style(stroke=two, width=2.5, dashes=(5, 4)),
            "token-one": Style(one),
            "token-two": Style(two),
            "ring": Style(stroke=ink, width=6),
            "number": Style(palette.on_token, bold=True),
            "legal": Style(stroke=ink, width=1.5, dashes=(2.5, 3)),
            "last": Style(stroke=ink, width=3),
            "title": Style(ink, bold=True),
            "words": Style(ink),
            "quiet": Style(quiet),
            "value": Style(ink, bold=True),
        }
    )
