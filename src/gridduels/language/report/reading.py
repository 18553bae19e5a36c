"""Logs of Inspect as rows: one for each run of a task, and one for each move that a model was asked for."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log

from gridduels.arena.statistics.ratings import Rating, fit_ratings
from gridduels.errors import SetupError
from gridduels.language.evaluation.metrics import pairs_of

__all__ = ["Estimate", "Reading", "Run", "Turn", "estimate", "ratings_of", "read_logs"]

TASKS: Final = ("moves", "games", "puzzles", "rules")
_LEFT_OUT: Final = {"messages", "events", "attachments"}
_OURS: Final = "gridduels/"


class Estimate(NamedTuple):
    """A mean, its standard error clustered by game, and what chance would score, if that is known."""

    mean: float
    error: float
    chance: float | None = None


class Turn(NamedTuple):
    """A move that a model was asked for."""

    model: str
    task: str
    form: str
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
    samples: int
    scores: dict[str, Estimate]
    opponent: str | None
    results: list[tuple[str, float]]
    """Of games: the pair and the score of each."""


@dataclass
class Reading:
    """Everything that some logs say."""

    runs: list[Run] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)


def read_logs(paths: Iterable[Path]) -> Reading:
    """The runs in files and folders, in the order of tasks and models."""
    reading = Reading()
    for file in _files(paths):
        log = read_eval_log(file, exclude_fields=_LEFT_OUT)
        task = (log.eval.task_registry_name or log.eval.task).removeprefix(_OURS)
        if task in TASKS and log.results and log.samples:
            reading.runs.append(_run(log, task))
            reading.turns += [turn for sample in log.samples for turn in _turns(log, task, sample)]
    if not reading.runs:
        raise SetupError("there is no finished run of a task of gridduels in these logs")
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
    scores, samples = {}, log.samples or []
    for score in log.results.scores if log.results else ():
        metrics = {metric.name: metric.value for metric in score.metrics.values()}
        if score.scored_samples and "mean" in metrics:
            scores[score.name] = Estimate(metrics["mean"], metrics["stderr"], metrics.get("chance"))
    opponent = log.eval.task_args.get("opponent")
    points = [(str(sample.metadata["cluster"]), _value(sample, "won")) for sample in samples if task == "games"]
    return Run(log.eval.model, task, _form(log), len(samples), scores, opponent, points)


def _form(log: EvalLog) -> str:
    """How the model was asked, in a few words."""
    given = log.eval.task_args
    words = [str(given.get("prompt", "board"))]
    if (variant := given.get("variant", "plain")) != "plain":
        words.append(str(variant))
    if given.get("moves_given"):
        words.append("moves given")
    if given.get("history") is False:
        words.append("no history")
    return ", ".join(words)


def _value(sample: EvalSample, key: str) -> float:
    (score,) = (sample.scores or {}).values()
    return float(score.as_dict()[key] or 0.0)


def _turns(log: EvalLog, task: str, sample: EvalSample) -> Iterable[Turn]:
    for score in (sample.scores or {}).values():
        turns = (score.metadata or {}).get("turns", [])
        for number, data in enumerate(turns):
            phase = sample.metadata.get("phase") or ("opening", "middle", "end")[3 * number // len(turns)]
            reply = sample.output.completion if number == len(turns) - 1 else ""
            cluster, told = str(sample.metadata["cluster"]), sample.metadata["telling"]
            yield Turn(log.eval.model, task, _form(log), told, cluster, phase, data, reply)


def estimate(turns: Sequence[Turn], key: str) -> Estimate:
    """The share of turns, with its error clustered by game and what chance would score."""
    values = [float(turn.data["numbers"][key] or 0.0) for turn in turns]
    mean = sum(values) / len(values)
    residuals: defaultdict[str, float] = defaultdict(float)
    for turn, value in zip(turns, values, strict=True):
        residuals[turn.cluster] += value - mean
    clusters = len(residuals)
    spread = sum(each**2 for each in residuals.values()) * clusters / max(1, clusters - 1)
    levels = [turn.data["chance"][key] for turn in turns if turn.data["chance"].get(key) is not None]
    chance = sum(levels) / len(levels) if levels else None
    return Estimate(mean, math.sqrt(spread) / len(values), chance)


def ratings_of(runs: Iterable[Run]) -> list[Rating]:
    """Everybody who played games, models and levels, fitted at once; a player of ours has one name, whether it was a
    model or an opponent."""
    results: defaultdict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for number, run in enumerate(runs):
        if run.opponent and run.results:
            key = run.model.removeprefix(_OURS), run.opponent
            turned = key[::-1] in results
            points = [(f"{number} {pair}", 1.0 - score if turned else score) for pair, score in run.results]
            if key[0] != key[1]:
                results[key[::-1] if turned else key] += points
    players = sorted({player for met in results for player in met})
    if len(players) < 2:
        return []
    return fit_ratings(players, {met: pairs_of(points) for met, points in results.items()})
