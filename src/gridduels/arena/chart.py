"""An SVG chart of ratings with their intervals: one row per player, best on top, in light and dark."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gridduels.arena.report import elo_text, interval_text, shorten_name
from gridduels.arena.statistics import Rating
from gridduels.pictures.palette import DARK, LIGHT
from gridduels.pictures.templates import templates

_WIDTH: Final = 820
_LEFT: Final = 270
_RIGHT: Final = 610
"""The axis runs from `_LEFT` to `_RIGHT`."""
_TOP: Final = 64
_ROW: Final = 34
_FOOT: Final = 56


def rating_chart(ratings: Sequence[Rating], title: str) -> str:
    """Return the chart as an SVG document."""
    bottom = _TOP + _ROW * len(ratings)
    low, high = min(rating.low for rating in ratings), max(rating.high for rating in ratings)
    step = _round_step((high - low) / 6)
    first, last = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(elo: float) -> float:
        return round(_LEFT + (elo - first) / (last - first) * (_RIGHT - _LEFT), 1)

    rows = [
        {
            "player": rating.player,
            "name": shorten_name(rating.player),
            "figures": f"{elo_text(rating.elo)} ({interval_text(rating.low, rating.high)})",
            "y": _TOP + _ROW * number + _ROW // 2,
            "x": x(rating.elo),
            "low": x(rating.low),
            "high": x(rating.high),
        }
        for number, rating in enumerate(ratings)
    ]
    ticks = [{"elo": elo, "x": x(elo), "text": elo_text(elo)} for elo in range(first, last + 1, step)]
    sizes = {"width": _WIDTH, "height": bottom + _FOOT, "top": _TOP, "bottom": bottom, "right": _RIGHT}
    chart = templates(Path(__file__).parent / "page").get_template("chart.svg")
    middle = (_LEFT + _RIGHT) // 2
    return chart.render(title=title, rows=rows, ticks=ticks, middle=middle, light=LIGHT, dark=DARK, **sizes)


def _round_step(width: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50... that is at least this width."""
    power = 10 ** math.floor(math.log10(max(width, 1)))
    return next(int(factor * power) for factor in (1, 2, 5, 10) if factor * power >= width)
