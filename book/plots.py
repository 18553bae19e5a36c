"""The book's plots, drawn as SVG with Matplotlib for light and dark mode, in colours that colour-blind readers can tell
apart.

Nothing relies on colour alone: wins and losses also differ in hatching, and heat map cells contain numbers.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from io import StringIO
from typing import Any, Final

import numpy as np

from book.balance import LEVELS, USUAL, Balance, Score
from book.census import Census, ThumbTest
from book.facts import BoardFacts, GameFacts
from book.kernels import PLACE, STEP
from gridduels.board import size_text
from gridduels.engine.nimbers import Nimbers
from gridduels.extras import MissingExtra
from gridduels.pictures.palette import DARK, LIGHT

_WIN: Final = {"color": LIGHT.one, "edgecolor": LIGHT.sheet, "linewidth": 0.3}
_LOSS: Final = {"color": LIGHT.two, "edgecolor": LIGHT.sheet, "linewidth": 0.3, "hatch": "////"}
_OPEN: Final = {"color": "#b9bec6", "edgecolor": LIGHT.sheet, "linewidth": 0.3, "hatch": "...."}
_SCALE: Final = "cividis"
"""A colour scale that also runs from dark to light in greyscale."""
_HATCHES: Final = ("", "////", "....", "xxxx")
_MARKS: Final = ("o", "s", "D", "^", "v", "P", "X", "*")
_LINES: Final = (LIGHT.one, LIGHT.two, "#009e73", "#8a6d00", "#cc79a7", "#555e6b")
_SETTINGS: Final = {
    "axes.axisbelow": True,
    "axes.edgecolor": LIGHT.muted,
    "axes.grid": True,
    "axes.labelcolor": LIGHT.ink,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "grid.color": LIGHT.line,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.5,
    "legend.frameon": False,
    "svg.hashsalt": "gridduels",
    "text.color": LIGHT.ink,
    "xtick.color": LIGHT.ink,
    "ytick.color": LIGHT.ink,
}


@contextmanager
def _drawing(width: float, height: float, columns: int = 1) -> Iterator[tuple[Any, Any, StringIO]]:
    """Yield a figure of the given size in inches with a row of axes, and save it as SVG."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("the book", "report") from None
    file = StringIO()
    settings: Any = _SETTINGS
    with rc_context(settings):
        figure = Figure((width, height), facecolor=LIGHT.sheet, layout="constrained")
        axes = figure.subplots(1, columns)
        yield figure, axes, file
        drawn = StringIO()
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
        file.write(drawn.getvalue().replace("</defs>", f"{_dark_style()}</defs>", 1))


def _dark_style() -> str:
    """Return the dark mode colours; print omits them."""
    rules = [
        f'[style*="{part}: {getattr(LIGHT, name)}"], [{part}="{getattr(LIGHT, name)}"] '
        f"{{ {part}: {getattr(DARK, name)} !important }}"
        for name in ("sheet", "ink", "muted", "line", "one", "two")
        for part in ("fill", "stroke")
    ]
    return f"<style>@media (prefers-color-scheme: dark) {{ {' '.join(rules)} }}</style>"


def distances_plot(board: BoardFacts) -> str:
    """Plot the number of won and lost positions by plies."""
    found = board.distances
    with _drawing(7.2, 2.8) as (_, axes, file):
        for outcome, style in (("win", _WIN), ("loss", _LOSS)):
            plies = {value.plies: number for value, number in found.items() if value.outcome == outcome}
            axes.bar(list(plies), list(plies.values()), 0.9, label=f"{outcome} for the player to move", **style)
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(lambda amount, _: f"{amount:,.0f}")
        axes.set_ylim(bottom=0.8)
        axes.set_xlabel("plies to the end under best play")
        axes.set_ylabel("positions")
        axes.grid(axis="x", visible=False)
        axes.legend(loc="lower right", ncols=2, bbox_to_anchor=(1, 1))
    return file.getvalue()


def heat_plot(census: Census) -> str:
    """Plot the share of good moves in critical positions by cell, for steps and obstacles."""
    kinds = [kind for kind in (STEP, PLACE) if census.heat[kind].any()]
    titles = {STEP: "a step to the cell" if len(kinds) > 1 else "a move to the cell", PLACE: "an obstacle on the cell"}
    with _drawing(3.3 * len(kinds) + 0.5, 3.0, len(kinds)) as (figure, axes, file):
        for kind, each in zip(kinds, np.atleast_1d(axes), strict=True):
            tried, good = census.heat[kind, ..., 0], census.heat[kind, ..., 1]
            share = np.where(tried > 0, 100 * good / np.maximum(1, tried), np.nan)
            shown = each.imshow(share, cmap=_SCALE, vmin=0, vmax=100)
            _write_shares(each, share)
            each.set_title(titles[kind], fontsize=9)
            each.set_xticks([])
            each.set_yticks([])
            each.grid(visible=False)
            each.spines[:].set_visible(False)
        figure.colorbar(shown, ax=axes, label="% good", shrink=0.8)
    return file.getvalue()


def _write_shares(axes: Any, share: Any) -> None:
    for (row, column), value in np.ndenumerate(share):
        words = "" if np.isnan(value) else f"{value:.0f}"
        axes.text(column, row, words, ha="center", va="center", color="black" if value > 55 else LIGHT.paper)


def thumbs_plot(tests: Sequence[ThumbTest]) -> str:
    """Plot how often each rule of thumb is right, compared with chance."""
    ordered = sorted(tests, key=lambda test: test.right)
    with _drawing(7.2, 0.32 * len(ordered) + 0.9) as (_, axes, file):
        names = [test.thumb.advice for test in ordered]
        axes.barh(names, [100 * test.right for test in ordered], 0.66, label="right", **_WIN)
        places = range(len(ordered))
        axes.plot([100 * test.chance for test in ordered], places, "D", color=LIGHT.two, markersize=5,
                  markeredgecolor=LIGHT.sheet, linestyle="none", label="a random move")  # fmt: skip
        for place, test in zip(places, ordered, strict=True):
            covered = 0 <= test.chance - test.right < 0.06  # the random move's mark would cover the number
            end = test.chance + 0.005 if covered else test.right
            axes.text(100 * end + 1, place, f"{100 * test.right:.0f}", va="center", fontsize=8)
        axes.set_xlim(0, 105)
        axes.set_xlabel("% of the moves it names that are good, where it matters")
        axes.grid(axis="y", visible=False)
        axes.legend(loc="lower right", ncols=2, bbox_to_anchor=(1, 1))
    return file.getvalue()


def overview_plot(games: Sequence[GameFacts]) -> str:
    """Plot the shares of positions that are won, lost or neither for the player to move."""
    with _drawing(7.2, 0.42 * len(games) + 0.9) as (_, axes, file):
        names = [game.definition.title for game in reversed(games)]
        left = np.zeros(len(games))
        for outcome, style in (("win", _WIN), ("perpetual", _OPEN), ("loss", _LOSS)):
            shares = np.array([100 * game.book.share(outcome) for game in reversed(games)])
            axes.barh(names, shares, 0.66, left=left, label=outcome, **style)
            for place, (begin, share) in enumerate(zip(left, shares, strict=True)):
                if share >= 6:
                    box = {"facecolor": LIGHT.sheet, "edgecolor": "none", "boxstyle": "round,pad=0.15", "alpha": 0.9}
                    axes.text(begin + share / 2, place, f"{share:.0f}", ha="center", va="center", fontsize=8, bbox=box)
            left += shares
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of all positions, for the player to move")
        axes.grid(visible=False)
        axes.legend(loc="lower right", ncols=3, bbox_to_anchor=(1, 1))
    return file.getvalue()


def nimbers_plot(boards: Sequence[Nimbers]) -> str:
    """Plot the share of the positions with each nimber, one bar per board."""
    width = 0.84 / len(boards)
    with _drawing(7.2, 2.6) as (_, axes, file):
        for place, each in enumerate(boards):
            total = sum(each.counts.values())
            shares = [100 * amount / total for amount in each.counts.values()]
            middles = [nimber + width * (place - (len(boards) - 1) / 2) for nimber in each.counts]
            axes.bar(middles, shares, width, color=_LINES[place % len(_LINES)], hatch=_HATCHES[place % len(_HATCHES)],
                     edgecolor=LIGHT.sheet, linewidth=0.3, label=f"{size_text(each.game.size)}: {total:,}")  # fmt: skip
            for middle, share in zip(middles, shares, strict=True):
                words = f"{share:.0f}" if share >= 1 else "<1" if share else ""
                axes.annotate(words, (middle, share), (0, 2), textcoords="offset points", ha="center", fontsize=7)
        axes.set_xticks(range(1 + max(max(each.counts) for each in boards)))
        axes.set_xlabel("nimber")
        axes.set_ylabel("% of the positions")
        axes.grid(axis="x", visible=False)
        axes.legend(loc="upper right", title="positions")
    return file.getvalue()


def balance_plot(balances: dict[str, Balance]) -> str:
    """Plot the first player's score with its interval: from the book's start, from balanced starts, after a swap."""
    kinds: list[tuple[str, str, str, Callable[[Balance], Score]]] = [
        *(
            (f"book start, {level.replace(':', ' ')}", LIGHT.one, mark, partial(_book_score, level=level))
            for level, mark in zip(LEVELS, ("v", "o", "^"), strict=True)
        ),
        (f"balanced starts, {USUAL.replace(':', ' ')}", LIGHT.two, "D", lambda each: each.starts[USUAL]),
        (f"most even first move, {USUAL.replace(':', ' ')}", "#8a6d00", "s", lambda each: each.after_move),
    ]
    with _drawing(7.2, 0.52 * len(balances) + 1.2) as (_, axes, file):
        axes.axvline(50, color=LIGHT.ink, linewidth=1)
        for place, (label, colour, mark, score) in enumerate(kinds):
            found = [score(each) for each in balances.values()]
            rows = [-row - 0.15 * (place - 2) for row in range(len(found))]
            bars = [
                [100 * (each.share - each.low) for each in found],
                [100 * (each.high - each.share) for each in found],
            ]
            axes.errorbar([100 * each.share for each in found], rows, xerr=bars, fmt=mark, color=colour, label=label,
                          markersize=5, linewidth=1, capsize=2)  # fmt: skip
        axes.set_yticks([-row for row in range(len(balances))], list(balances))
        axes.set_ylim(0.5 - len(balances), 0.5)
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of games won by the player who goes first")
        axes.grid(axis="y", visible=False)
        axes.legend(loc="lower center", ncols=2, bbox_to_anchor=(0.5, 1))
    return file.getvalue()


def _book_score(balance: Balance, level: str) -> Score:
    return balance.book[level]


def reserve_plot(boards: Sequence[BoardFacts]) -> str:
    """Plot the length of best play by the number of obstacles, one line per board size."""
    with _drawing(7.2, 2.7) as (_, axes, file):
        for number, size in enumerate(sorted({board.game.rows for board in boards})):
            of_size = sorted((board for board in boards if board.game.rows == size), key=_reserve)
            decided = [board for board in of_size if board.value.plies is not None]
            colour, mark = _LINES[number % len(_LINES)], _MARKS[number]
            answered = [board for board in decided if board.value.outcome == "loss"]
            axes.plot(
                [_reserve(board) for board in answered],
                [board.value.plies for board in answered],
                color=LIGHT.sheet,
                marker=mark,
                markersize=2.4,
                linestyle="none",
                zorder=3,
            )
            plies = {_reserve(board): board.value.plies for board in decided}
            reserves = range(min(plies, default=0), max(plies, default=0) + 1)  # lines stop where a board is not solved
            axes.plot(list(reserves), [plies.get(each, np.nan) for each in reserves], color=colour, marker=mark,
                      markersize=5, linewidth=1.4, label=f"{size}x{size}")  # fmt: skip
        axes.set_xlabel("obstacles that each player has")
        axes.set_ylabel("plies of best play")
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1), title="board")
    return file.getvalue()


def _reserve(board: BoardFacts) -> int:
    return int(board.game.rulings["obstacles"])
