"""Plots: shares with their errors, models side by side, drawn by Matplotlib as SVG."""

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, Final

from gridduels.extras import MissingExtra
from gridduels.language.report.reading import Estimate
from gridduels.look.palette import LIGHT

__all__ = ["bar_plot"]

_COLOURS: Final = (LIGHT.one, LIGHT.two, "#009e73", "#cc79a7", "#8a6d00", "#555e6b", "#56b4e9", "#9d2b00")
"""A colour for each model, which colour-blind people tell apart."""
_HATCHES: Final = ("", "//", "..", "xx", "--", "\\\\", "oo", "++")
_SIZE: Final = (8.2, 3.6)
Bars = Mapping[str, Mapping[str, Estimate]]


def bar_plot(title: str, bars: Bars, groups: Sequence[str]) -> str:
    """For each group a bar of every model, with a line where chance would be, as the text of an SVG."""
    figure, axes = _figure(title)
    width = 0.8 / max(1, len(bars))
    for number, (model, found) in enumerate(bars.items()):
        places = [
            group + (number - (len(bars) - 1) / 2) * width for group in range(len(groups)) if groups[group] in found
        ]
        estimates = [found[group] for group in groups if group in found]
        axes.bar(
            places,
            [each.mean for each in estimates],
            width * 0.92,
            yerr=[1.96 * each.error for each in estimates],
            label=model,
            color=_COLOURS[number % len(_COLOURS)],
            hatch=_HATCHES[number % len(_HATCHES)],
            edgecolor=LIGHT.sheet,
            ecolor=LIGHT.ink,
            capsize=3,
        )
        for place, each in zip(places, estimates, strict=True):
            if each.chance is not None:
                half = width * 0.46
                axes.plot([place - half, place + half], [each.chance] * 2, color=LIGHT.ink, linewidth=2, dashes=(2, 1))
    axes.set_xticks(range(len(groups)), groups)
    axes.set_ylim(0, 1.05)
    return _svg(figure, axes)


def _figure(title: str) -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("plots need Matplotlib", "llm") from None
    figure = Figure(_SIZE, facecolor=LIGHT.sheet, layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", fontsize=12, color=LIGHT.ink)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=LIGHT.line)
    axes.set_axisbelow(True)
    return figure, axes


def _svg(figure: Any, axes: Any) -> str:
    figure.legend(*axes.get_legend_handles_labels(), loc="outside right upper", frameon=False)
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
