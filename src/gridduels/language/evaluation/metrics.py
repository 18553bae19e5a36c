"""Metrics: a mean with its standard error clustered by game, what chance would score, and a rating.

A score may be a share, of moves or of answers: then its metadata holds, under `weights`, of how many. The mean is over
all of them, and its error that of a ratio of sums of clusters, with the correction for few clusters. Where every weight
is 1 both are Inspect's own `mean` and `stderr(cluster=...)`.
"""

import math
from collections import defaultdict

from inspect_ai.scorer import Metric, SampleScore, Value, metric

from gridduels.arena.statistics.pairs import Pairs
from gridduels.arena.statistics.ratings import fit_ratings

__all__ = ["measure", "pairs_of", "rating"]


@metric
def measure(key: str) -> Metric:
    """The `mean` of a score, weighted where it has weights, its `stderr` clustered by game, and where it is known what
    `chance` would score: somebody who draws moves, or answers, by lot."""

    def compute(scores: list[SampleScore]) -> Value:
        values = [each.score.as_float() for each in scores]
        mean = _mean(scores, key, values)
        found = {"mean": mean, "stderr": _standard_error(scores, key, mean)}
        levels = [(each.score.metadata or {}).get("chance", {}).get(key) for each in scores]
        known = [(each, level) for each, level in zip(scores, levels, strict=True) if level is not None]
        if known:
            found["chance"] = _mean([each for each, _ in known], key, [level for _, level in known])
        return found

    return compute


def _standard_error(scores: list[SampleScore], key: str, mean: float) -> float:
    residuals: defaultdict[str, float] = defaultdict(float)
    for each in scores:
        cluster = str((each.sample_metadata or {}).get("cluster", each.sample_id))
        residuals[cluster] += _weight(each, key) * (each.score.as_float() - mean)
    clusters, total = len(residuals), sum(_weight(each, key) for each in scores)
    if clusters < 2 or not total:
        return 0.0
    return math.sqrt(sum(each**2 for each in residuals.values()) * clusters / (clusters - 1)) / total


@metric
def rating() -> Metric:
    """The difference to the opponent in Elo points with its 95 % interval, from pairs of games with sides swapped."""

    def compute(scores: list[SampleScore]) -> Value:
        pairs = pairs_of([(str((each.sample_metadata or {})["cluster"]), each.score.as_float()) for each in scores])
        if not sum(pairs):
            return {}
        fitted = {each.player: each for each in fit_ratings(["model", "opponent"], {("model", "opponent"): pairs})}
        model = fitted["model"]
        return {"elo": 2 * model.elo, "low": 2 * model.low, "high": 2 * model.high}

    return compute


def pairs_of(results: list[tuple[str, float]]) -> Pairs:
    """How many pairs were lost, split and won, from the pair and the score of each game; half a pair does not count.

    >>> pairs_of([("a", 1.0), ("a", 0.0), ("b", 1.0), ("b", 1.0), ("c", 0.0)])
    Pairs(lost=0, behind=0, split=1, ahead=0, won=1)
    """
    points: defaultdict[str, list[float]] = defaultdict(list)
    for pair, score in results:
        points[pair].append(score)
    return Pairs.of(sum(scores) / 2 for scores in points.values() if len(scores) == 2)


def _mean(scores: list[SampleScore], key: str, values: list[float]) -> float:
    weights = [_weight(each, key) for each in scores]
    total = sum(weights)
    return sum(weight * value for weight, value in zip(weights, values, strict=True)) / total if total else 0.0


def _weight(each: SampleScore, key: str) -> float:
    return float((each.score.metadata or {}).get("weights", {}).get(key, 1.0))
