"""Create a report on Inspect logs, with tables and plots on a single page."""

import base64
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import gridduels
from gridduels.extras import MissingExtra, needed

with needed("gridduels.language.report", "engine", "llm"):
    from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log
    from inspect_ai.scorer import Score

from gridduels.analysis.dataset import asking_within_reason
from gridduels.arena.export import rating_chart
from gridduels.arena.statistics import Rating, fit_ratings
from gridduels.duel import Duel
from gridduels.engine.value import Verdict
from gridduels.errors import SetupError
from gridduels.language.estimates import Estimate, Observation, estimate, gap, skill
from gridduels.language.positions import PHASES
from gridduels.language.prompts import Presentation
from gridduels.language.scoring import pairs_of, read_estimate
from gridduels.pictures.palette import DARK, LIGHT
from gridduels.pictures.svg import svg_of
from gridduels.pictures.templates import templates
from gridduels.text import count

# --- Logs as rows


TASKS: Final = ("moves", "games", "puzzles", "rules")
_LEFT_OUT: Final = {"messages", "events", "attachments"}
_OURS: Final = "gridduels/"


class Turn(NamedTuple):
    """A move requested from a model."""

    model: str
    task: str
    form: str
    setting: str
    game: dict[str, Any]
    cluster: str
    phase: str
    data: dict[str, Any]
    reply: str


@dataclass(frozen=True)
class Run:
    """One run of a task."""

    model: str
    task: str
    form: str
    """The prompt form, with the variant."""
    plain_form: str
    """The prompt form, without the variant."""
    boards: str
    """The games, with their sizes and rulings."""
    variant: str
    about: dict[str, Any]
    """The benchmark's version, tier, split, seed and prompt hash."""
    epochs: int
    samples: int
    failed: int
    """The number of samples that ended with an error and have no score."""
    scores: dict[str, Estimate]
    opponent: str | None
    results: list[tuple[str, int, float]]
    """For whole games: each game's pair, the model's seat and its points."""

    @property
    def benchmark(self) -> str:
        """The tier, the seed and the number of epochs."""
        return f"tier {self.about.get('tier', '?')}, seed {self.about.get('seed', '?')}, {count(self.epochs, 'epoch')}"

    @property
    def setting(self) -> str:
        """Everything that distinguishes runs, apart from the model and the prompt."""
        return f"{self.boards}; {self.benchmark}"


@dataclass
class Reading:
    """The contents of a set of logs."""

    runs: list[Run] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    unfinished: int = 0
    """The number of runs without results, e.g. because they were interrupted."""


def read_logs(paths: Iterable[Path]) -> Reading:
    """Read the runs in files and folders, sorted by task, form and model."""
    reading = Reading()
    for file in _files(paths):
        log = read_eval_log(file, exclude_fields=_LEFT_OUT)
        task = (log.eval.task_registry_name or log.eval.task).removeprefix(_OURS)
        if task in TASKS and log.results and log.samples:
            run = _run(log, task)
            reading.runs.append(run)
            reading.turns += [turn for sample in log.samples for turn in _turns(run, sample)]
        elif task in TASKS:
            reading.unfinished += 1
    if not reading.runs:
        raise SetupError("these logs contain no finished run of a gridduels task")
    reading.runs.sort(key=lambda run: (TASKS.index(run.task), run.form, run.model))
    return reading


def _files(paths: Iterable[Path]) -> list[str]:
    found: list[str] = []
    for path in paths:
        if not path.exists():
            raise SetupError(f"there is no file or folder {path}")
        found += [each.name for each in list_eval_logs(str(path), descending=False)] if path.is_dir() else [str(path)]
    return found


def _run(log: EvalLog, task: str) -> Run:
    samples, metrics = log.samples or [], dict[str, float]()
    for score in log.results.scores if log.results else ():
        for name, metric in score.metrics.items():
            metrics.setdefault(name, float(metric.value))  # the task's own scorer comes first
    scored = [sample for sample in samples if _score(sample)]
    points = [
        (str(sample.metadata["cluster"]), int(sample.metadata["seat"]), _points(sample))
        for sample in scored
        if task == "games"
    ]
    boards = ", ".join(dict.fromkeys(str(sample.metadata.get("board", "")) for sample in samples))
    return Run(
        model=log.eval.model,
        task=task,
        form=_form(log),
        plain_form=_form(log, variant=False),
        boards=boards,
        variant=str(log.eval.task_args.get("variant", "plain")),
        about=log.eval.metadata or {},
        epochs=log.eval.config.epochs or 1,
        samples=len(samples),
        failed=len(samples) - len(scored),
        scores={key: found for key in metrics if (found := read_estimate(key, metrics)) and key in _KEYS[task]},
        opponent=log.eval.task_args.get("opponent"),
        results=points,
    )


def _form(log: EvalLog, *, variant: bool = True) -> str:
    """Return a short description of the prompt style."""
    given = log.eval.task_args
    words = [str(given.get("prompt", "board"))]
    if variant:
        words.append(str(given.get("variant", "plain")))
    if given.get("moves_given"):
        words.append("moves given")
    if given.get("history") is False:
        words.append("no history")
    return ", ".join(words)


def _score(sample: EvalSample) -> Score | None:
    """Return the score from the task's own scorer, which comes first; `inspect score --action append` adds others. A
    sample that failed has no score, even if it was scored later."""
    scores = () if sample.error else (sample.scores or {}).values()
    return next((score for score in scores if "chance" in (score.metadata or {})), None)


def _points(sample: EvalSample) -> float:
    score = _score(sample)
    return float(score.as_dict().get("won") or 0.0) if score else 0.0


def _turns(run: Run, sample: EvalSample) -> Iterable[Turn]:
    score = _score(sample)
    turns = (score.metadata or {}).get("turns", []) if score else []
    for number, data in enumerate(turns):
        phase = sample.metadata.get("phase") or ("opening", "middle", "end")[3 * number // len(turns)]
        reply = sample.output.completion if number == len(turns) - 1 else ""
        cluster, shown = str(sample.metadata["cluster"]), sample.metadata["presentation"]
        yield Turn(run.model, run.task, run.form, run.setting, shown, cluster, phase, data, reply)


def estimate_of(turns: Sequence[Turn], key: str) -> Estimate:
    """Return the mean of a key over the turns for which it is defined."""
    return estimate(observations_of(turns, key))


def observations_of(turns: Sequence[Turn], key: str) -> list[Observation]:
    """Return the turns for which a key is defined as observations."""
    return [
        Observation(
            float(number), 1.0, turn.cluster, turn.data["chance"].get(key), turn.data["chance_weights"].get(key, 1.0)
        )
        for turn in turns
        if (number := turn.data["numbers"][key]) is not None
    ]


def ratings_of(runs: Iterable[Run]) -> list[Rating]:
    """Return joint ratings of models and opponents. A gridduels player has the same name in both roles."""
    results: defaultdict[tuple[str, str], list[tuple[str, int, float]]] = defaultdict(list)
    for number, run in enumerate(runs):
        if run.opponent and run.results:
            key = run.model.removeprefix(_OURS), run.opponent
            turned = key[::-1] in results
            points = [(f"{number} {pair}", seat, 1.0 - won if turned else won) for pair, seat, won in run.results]
            if key[0] != key[1]:
                results[key[::-1] if turned else key] += points
    players = sorted({player for met in results for player in met})
    if len(players) < 2:
        return []
    return fit_ratings(players, {met: pairs_of(points) for met, points in results.items()})


# --- Plots


_COLOURS: Final = (LIGHT.one, LIGHT.two, "#009e73", "#cc79a7", "#8a6d00", "#555e6b", "#56b4e9", "#9d2b00")
"""The colours for models, chosen to be safe for colour-blind readers."""
_HATCHES: Final = ("", "//", "..", "xx", "--", "\\\\", "oo", "++")
_SIZE: Final = (8.2, 3.6)
Bars = Mapping[str, Mapping[str, Estimate]]


def bar_plot(title: str, bars: Bars, groups: Sequence[str]) -> str:
    """Return an SVG with a bar for every model in each group, and a line at the chance level."""
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
        raise MissingExtra("a page with plots", "llm") from None
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


# --- The page


TITLE: Final = "Language models at Grid Duels"

_MOST_EXAMPLES: Final = 12
_COLUMNS: Final = {
    "moves": ("legal", "kept", "best", "blunder", "plies_lost"),
    "games": ("won", "legal", "kept", "best", "blunder", "plies_lost"),
    "puzzles": ("solved", "first", "legal", "kept"),
    "rules": ("right", "answered", "legal", "moves", "after", "winner", "goal"),
}
_FAULTS: Final = ("empty", "form", "notation", "illegal")
_KEYS: Final = {task: (*columns, *_FAULTS) for task, columns in _COLUMNS.items()}
_ABOUT: Final = {
    "moves": "One position, one move.",
    "games": "Whole games, from both sides of balanced openings.",
    "puzzles": "Positions with only one winning move, to be won as fast as possible.",
    "rules": "Questions about the rules.",
}


def report_page(reading: Reading) -> str:
    """Return the whole page."""
    page = templates(Path(__file__).parent / "page").get_template("report.html")
    tables = [_table(task, [run for run in reading.runs if run.task == task]) for task in TASKS]
    return (
        page.render(
            title=TITLE,
            version=gridduels.__version__,
            runs=count(len(reading.runs), "run"),
            unfinished=count(reading.unfinished, "run") if reading.unfinished else "",
            skills=_skills(reading),
            tables=[each for each in tables if each.runs],
            plots=[(_data(svg), caption) for svg, caption in _plots(reading)],
            examples=[_example(turn) for turn in _examples(reading.turns)],
            light=LIGHT,
            dark=DARK,
        )
        + "\n"
    )


class _Table(NamedTuple):
    task: str
    about: str
    keys: list[str]
    runs: Sequence[Run]


def _table(task: str, runs: Sequence[Run]) -> _Table:
    columns = [key for key in _COLUMNS[task] if any(key in run.scores for run in runs)]
    faults = [key for key in _FAULTS if any(run.scores.get(key, Estimate(0, 0)).mean for run in runs)]
    return _Table(task, _ABOUT[task], [*columns, *faults], runs)


Skills = tuple[tuple[str, ...], Estimate | None, Estimate | None, Estimate | None]


def _skills(reading: Reading) -> list[Skills]:
    """Return the skill on plain and on disguised prompts, and the change between them, by model and tier."""
    found: defaultdict[tuple[str, ...], dict[str, list[Observation]]] = defaultdict(dict)
    for run in reading.runs:
        about = run.model, "moves", run.form, run.setting
        turns = [turn for turn in reading.turns if (turn.model, turn.task, turn.form, turn.setting) == about]
        if run.task == "moves" and (kept := observations_of(turns, "kept")):
            found[run.model, run.plain_form, run.boards, run.benchmark][run.variant] = kept
    rows: list[Skills] = []
    for known, sides in found.items():
        plain, disguised = sides.get("plain"), sides.get("disguised")
        change = gap(plain, disguised) if plain and disguised else None
        rows.append((known, skill(plain) if plain else None, skill(disguised) if disguised else None, change))
    return rows


def _plots(reading: Reading) -> Iterable[tuple[str, str]]:
    """Yield each plot as SVG, with its caption."""
    for setting in dict.fromkeys(run.setting for run in reading.runs):
        runs = [run for run in reading.runs if run.setting == setting and run.task == "moves"]
        turns = [turn for turn in reading.turns if turn.setting == setting]
        for title, about, bars, groups in _bars(runs, turns):
            yield bar_plot(title, bars, groups), f"{title}. {about}; {setting}"
    rated: defaultdict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in reading.runs:
        if run.task == "games":
            rated[run.form, run.setting].append(run)
    for (form, setting), runs in rated.items():
        if ratings := ratings_of(runs):
            title = "Ratings, models and levels together"
            yield rating_chart(ratings, title), f"{title}. games: {form}; {setting}"


def _bars(runs: Sequence[Run], turns: Sequence[Turn]) -> Iterable[tuple[str, str, Bars, Sequence[str]]]:
    """Yield the title, the task with its prompt forms, the bars and the groups of each plot for the runs with one
    setting."""
    legal: defaultdict[str, dict[str, Estimate]] = defaultdict(dict)
    for run in runs:
        if "legal" in run.scores:
            legal[run.model][run.form] = run.scores["legal"]
    single = [turn for turn in turns if turn.task == "moves"]
    forms = sorted({run.form for run in runs})
    about = f"moves: {' | '.join(forms)}"
    if legal:
        yield "Legal answers by prompt form", about, legal, forms
    if single:
        title = "Moves that kept the value, by prompt form"
        yield title, about, _grouped(single, "kept", lambda turn: turn.form), forms
    for task, form in sorted({(turn.task, turn.form) for turn in turns}, key=lambda key: (TASKS.index(key[0]), key[1])):
        alike = [turn for turn in turns if (turn.task, turn.form) == (task, form)]
        title = "Moves that kept the value, by phase"
        yield title, f"{task}: {form}", _grouped(alike, "kept", lambda turn: turn.phase), PHASES


def _models(turns: Iterable[Turn]) -> list[str]:
    return sorted({turn.model for turn in turns})


def _grouped(turns: Sequence[Turn], key: str, group: Callable[[Turn], str]) -> dict[str, dict[str, Estimate]]:
    sorted_turns: defaultdict[str, defaultdict[str, list[Turn]]] = defaultdict(lambda: defaultdict(list))
    for turn in turns:
        sorted_turns[turn.model][group(turn)].append(turn)
    return {
        model: {name: estimate_of(found, key) for name, found in sorted_turns[model].items()}
        for model in _models(turns)
    }


def _data(svg: str) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def _examples(turns: Sequence[Turn]) -> list[Turn]:
    """Return blunders, then mistakes, alternating between games and models."""
    worst = [
        turn for verdict in (Verdict.BLUNDER, Verdict.MISTAKE) for turn in turns if turn.data["verdict"] == verdict
    ]
    groups: defaultdict[tuple[str, str], list[Turn]] = defaultdict(list)
    for turn in worst:
        groups[turn.game["game"], turn.model].append(turn)
    chosen = [group[number] for number in range(_MOST_EXAMPLES) for group in groups.values() if number < len(group)]
    return chosen[:_MOST_EXAMPLES]


def _example(turn: Turn) -> tuple[Turn, str, str]:
    """Return a turn with a picture of its moves' values and a description of that picture."""
    game = Presentation.of(turn.game | {"moves": ""}).duel.game
    duel = Duel(game, start=turn.data["position"])
    with asking_within_reason(game) as values:
        moves = values.evaluate(duel).moves
    picture = svg_of(duel, {word: value.label for word, value in moves.items()})
    return turn, _data(picture), f"{game.title}, {game.text(duel.position)}"
