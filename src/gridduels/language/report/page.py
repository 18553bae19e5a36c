"""The page: a table, plots, and blunders with pictures, in one file of HTML."""

import base64
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

import gridduels
from gridduels.arena.reporting.chart import rating_chart
from gridduels.duel import Duel
from gridduels.engine import VALUES
from gridduels.engine.verdict import Verdict
from gridduels.language.positions import PHASES
from gridduels.language.report.plots import bar_plot
from gridduels.language.report.reading import TASKS, Estimate, Reading, Run, Turn, estimate, ratings_of
from gridduels.language.telling import Telling
from gridduels.look.palette import DARK, LIGHT, Palette
from gridduels.pictures.svg import svg_of

__all__ = ["TITLE", "report_page"]

TITLE: Final = "Language models at Grid Duels"

_MOST_EXAMPLES: Final = 12
_COLUMNS: Final = {
    "moves": ("legal", "kept", "best", "blunder", "plies_lost"),
    "games": ("won", "legal", "kept", "best", "blunder", "plies_lost"),
    "puzzles": ("solved", "first", "legal", "kept"),
    "rules": ("right", "answered", "legal", "moves", "after", "winner", "goal"),
}
_FAULTS: Final = ("empty", "form", "notation", "illegal")
_ABOUT: Final = {
    "moves": "One position, one move.",
    "games": "Whole games, from both sides of balanced openings.",
    "puzzles": "Positions that one move alone wins, to be won as soon as possible.",
    "rules": "Questions about the rules.",
}


def report_page(reading: Reading) -> str:
    """The whole page."""
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{TITLE}</title><style>{_style()}</style></head><body><main>",
        f"<h1>{TITLE}</h1>",
        f"<p>{len(reading.runs)} runs, gridduels {gridduels.__version__}. A number is a mean, &#177; its standard "
        "error clustered by game; what chance alone would score is in brackets, and a dashed line in the plots, whose "
        "bars have intervals of 95 %.</p>",
        *(_table(task, [run for run in reading.runs if run.task == task]) for task in TASKS),
        *_plots(reading),
        *_examples(reading.turns),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _table(task: str, runs: Sequence[Run]) -> str:
    if not runs:
        return ""
    columns = [key for key in _COLUMNS[task] if any(key in run.scores for run in runs)]
    faults = [key for key in _FAULTS if any(run.scores.get(key, Estimate(0, 0)).mean for run in runs)]
    head = "".join(f'<th scope="col">{escape(key.replace("_", " "))}</th>' for key in [*columns, *faults])
    rows = "\n".join(_row(run, [*columns, *faults]) for run in runs)
    return (
        f"<h2>{task.capitalize()}</h2><p>{_ABOUT[task]}</p><div class=scroll><table><thead><tr>"
        f'<th scope="col">model</th><th scope="col">asked</th><th scope="col">samples</th>{head}'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(run: Run, keys: Sequence[str]) -> str:
    against = f", against {run.opponent}" if run.opponent else ""
    cells = "".join(f"<td>{_number(run.scores.get(key))}</td>" for key in keys)
    name = f'<th scope="row">{escape(run.model)}</th><td>{escape(run.form + against)}</td>'
    return f"<tr>{name}<td>{run.samples}</td>{cells}</tr>"


def _number(found: Estimate | None) -> str:
    if found is None:
        return ""
    chance = "" if found.chance is None else f" <small>[{found.chance:.2f}]</small>"
    return f"{found.mean:.2f} <small>&#177; {found.error:.2f}</small>{chance}"


def _plots(reading: Reading) -> list[str]:
    found = ["<h2>Plots</h2>"]
    runs = {
        model: {run.form: run.scores["legal"] for run in reading.runs if run.model == model and run.task == "moves"}
        for model in _models(reading.turns)
    }
    by_phase = _grouped(reading.turns, "kept", lambda turn: turn.phase)
    single = [turn for turn in reading.turns if turn.task == "moves"]
    by_form = _grouped(single, "kept", lambda turn: turn.form)
    forms = sorted({turn.form for turn in single})
    if any(runs.values()):
        found.append(
            _figure(bar_plot("Legal answers, by how it was asked", runs, forms), "legal answers by prompt form")
        )
    if by_form:
        title = "Moves that kept the value, by how it was asked"
        found.append(_figure(bar_plot(title, by_form, forms), "value kept by prompt form"))
    if by_phase:
        found.append(_figure(bar_plot("Moves that kept the value, by phase", by_phase, PHASES), "value kept by phase"))
    if ratings := ratings_of(reading.runs):
        found.append(_figure(rating_chart(ratings, "Ratings, models and levels together"), "ratings"))
    return found if len(found) > 1 else []


def _models(turns: Iterable[Turn]) -> list[str]:
    return sorted({turn.model for turn in turns})


def _grouped(turns: Sequence[Turn], key: str, group: Callable[[Turn], str]) -> dict[str, dict[str, Estimate]]:
    sorted_turns: defaultdict[str, defaultdict[str, list[Turn]]] = defaultdict(lambda: defaultdict(list))
    for turn in turns:
        sorted_turns[turn.model][group(turn)].append(turn)
    return {
        model: {name: estimate(found, key) for name, found in sorted_turns[model].items()} for model in _models(turns)
    }


def _figure(svg: str, about: str) -> str:
    return f'<figure><img alt="{escape(about)}" src="{_data(svg)}"></figure>'


def _data(svg: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _examples(turns: Sequence[Turn]) -> list[str]:
    """Blunders, then mistakes, of all games and models in turn."""
    worst = [
        turn for verdict in (Verdict.BLUNDER, Verdict.MISTAKE) for turn in turns if turn.data["verdict"] == verdict
    ]
    groups: defaultdict[tuple[str, str], list[Turn]] = defaultdict(list)
    for turn in worst:
        groups[turn.game["game"], turn.model].append(turn)
    chosen = [group[number] for number in range(_MOST_EXAMPLES) for group in groups.values() if number < len(group)]
    if not chosen:
        return []
    about = "The position before the move; on each cell what a move there is worth: +3 wins in 3 plies, -4 loses in 4."
    return [
        "<h2>Blunders</h2>",
        f"<p>{about}</p>",
        "<div class=examples>",
        *map(_example, chosen[:_MOST_EXAMPLES]),
        "</div>",
    ]


def _example(turn: Turn) -> str:
    game = Telling.of(turn.game | {"moves": ""}).duel.game
    duel = Duel(game, start=turn.data["position"])
    with VALUES.asking(game) as values:
        worth = values.evaluate(duel).moves
    picture = svg_of(duel, {word: value.label for word, value in worth.items()})
    said = (
        f"<details><summary>What it said</summary><pre>{escape(turn.reply[-2000:])}</pre></details>"
        if turn.reply
        else ""
    )
    caption = (
        f"<b>{escape(turn.model)}</b> played <b>{escape(str(turn.data['move']))}</b>: {escape(turn.data['reason'])}"
    )
    alt = f"{game.title}, {game.text(duel.position)}"
    return (
        f'<figure><img alt="{escape(alt)}" src="{_data(picture)}"><figcaption>{caption} '
        f"<small>({escape(turn.form)})</small>{said}</figcaption></figure>"
    )


def _style() -> str:
    dark = _colours(DARK)
    return f"""
body {{ margin: 0; font: 16px/1.5 system-ui, sans-serif }}
main {{ max-width: 72rem; margin: 0 auto; padding: 1rem }}
.scroll {{ overflow-x: auto }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: .3rem .7rem; text-align: left; white-space: nowrap }}
figure {{ margin: 1rem 0 }}
figure img {{ max-width: 100% }}
.examples {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem }}
pre {{ white-space: pre-wrap; font-size: .85rem }}
{_colours(LIGHT)}
@media (prefers-color-scheme: dark) {{ {dark} }}
"""


def _colours(palette: Palette) -> str:
    return (
        f"body {{ background: {palette.paper}; color: {palette.ink} }} small {{ color: {palette.muted} }} "
        f"tr {{ border-bottom: 1px solid {palette.line} }} thead tr {{ border-bottom: 2px solid {palette.ink} }}"
    )
