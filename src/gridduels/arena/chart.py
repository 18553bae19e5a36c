"""A chart of ratings with their intervals as SVG: one row per player, the best on top, light or dark like its
viewer."""

import math
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from gridduels.arena.report import elo_text, interval_text, shorten_name
from gridduels.arena.statistics import Rating
from gridduels.pictures.palette import DARK, LIGHT, Palette

__all__ = ["rating_chart"]

_WIDTH: Final = 820
_LEFT: Final = 270
_RIGHT: Final = 210
_TOP: Final = 64
_ROW: Final = 34
_FOOT: Final = 56


def _style() -> str:
    dark = "\n".join(f"      {line}" for line in _colours(DARK))
    light = "\n".join(f"    {line}" for line in _colours(LIGHT))
    return f"""
    text {{ font-family: system-ui, sans-serif; font-size: 14px; }}
    .title {{ font-size: 18px; font-weight: 600; }}
    .zero {{ stroke-dasharray: 3 3; }}
    .interval {{ stroke-width: 2; fill: none; }}
{light}
    @media (prefers-color-scheme: dark) {{
{dark}
    }}
"""


def _colours(palette: Palette) -> list[str]:
    return [
        f"text {{ fill: {palette.ink}; }}",
        f".sheet {{ fill: {palette.sheet}; }}",
        f".grid {{ stroke: {palette.line}; }}",
        f".zero, .interval {{ stroke: {palette.ink}; }}",
        f".rating {{ fill: {palette.one}; stroke: {palette.ink}; }}",
    ]


def rating_chart(ratings: Sequence[Rating], title: str) -> str:
    """Return the chart as an SVG document."""
    height = _TOP + _ROW * len(ratings) + _FOOT
    scale = _Scale(ratings)
    bottom = height - _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" aria-label="{_attribute(title)}">',
        f"<title>{escape(title)}</title>",
        f"<style>{_style()}</style>",
        f'<rect class="sheet" width="{_WIDTH}" height="{height}"/>',
        f'<text class="title" x="16" y="32">{escape(title)}</text>',
        *(_tick(scale, elo, bottom) for elo in scale.ticks),
        *(_row(scale, rating, number) for number, rating in enumerate(ratings)),
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) / 2:g}" y="{height - 12}" text-anchor="middle">'
        "rating in Elo points, with 95 % intervals; 0 is the mean</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Scale:
    """Return the position of a rating on the horizontal axis."""

    def __init__(self, ratings: Sequence[Rating]) -> None:
        low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
        step = _round_step((high - low) / 6)
        first, last = math.floor(low / step), math.ceil(high / step)
        self.ticks = [number * step for number in range(first, last + 1)]

    def x(self, elo: float) -> float:
        share = (elo - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)


def _round_step(width: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50... that is at least a width."""
    power = 10 ** math.floor(math.log10(max(width, 1)))
    return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= width)


def _tick(scale: _Scale, elo: int, bottom: int) -> str:
    x = scale.x(elo)
    kind = "grid" if elo else "zero"
    return (
        f'<line class="{kind}" x1="{x}" x2="{x}" y1="{_TOP - 8}" y2="{bottom}"/>'
        f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{elo_text(elo)}</text>'
    )


def _row(scale: _Scale, rating: Rating, number: int) -> str:
    y = _TOP + _ROW * number + _ROW // 2
    x, low, high = scale.x(rating.elo), scale.x(rating.low), scale.x(rating.high)
    values = f"{elo_text(rating.elo)} ({interval_text(rating.low, rating.high)})"
    return "\n".join(
        [
            f"<g><title>{escape(rating.player)}: {values}</title>",
            f'<text x="16" y="{y + 5}">{number + 1}. {escape(shorten_name(rating.player))}</text>',
            f'<path class="interval" d="M{low} {y - 6}v12M{low} {y}H{high}M{high} {y - 6}v12"/>',
            f'<circle class="rating" cx="{x}" cy="{y}" r="6"/>',
            f'<text x="{_WIDTH - _RIGHT + 12}" y="{y + 5}">{values}</text></g>',
        ]
    )


def _attribute(text: str) -> str:
    return escape(text, {'"': "&quot;"})
