"""Means, standard errors, chance levels and skill, for both Inspect's metrics and the reports."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Observation(NamedTuple):
    """The mean over a set of moves or answers in a sample, their number, and the game (cluster) they come from."""

    value: float
    weight: float
    cluster: str
    chance: float | None = None
    """The expected value of a random legal move or a random answer."""
    chance_weight: float = 1.0
    """The number of positions for which `chance` is known. Unlike `weight`, it doesn't depend on the answers."""
    constants: Mapping[str, float] = {}
    """The score for always giving the same answer, by answer."""


class Estimate(NamedTuple):
    """A mean, its standard error clustered by game, and the levels to compare it to, if known."""

    mean: float
    error: float
    chance: float | None = None
    constant: float | None = None
    """The mean for the best constant answer."""


def estimate(observations: Sequence[Observation]) -> Estimate:
    """Return the mean over all moves or answers. Its standard error is that of a ratio of cluster sums, corrected for
    the number of clusters.

    >>> estimate([Observation(1.0, 1, "a", 0.5), Observation(0.0, 1, "b", 0.25)])
    Estimate(mean=0.5, error=0.5, chance=0.375, constant=None)
    """
    total = sum(each.weight for each in observations)
    mean = _ratio(sum(each.weight * each.value for each in observations if each.weight), total)
    residuals: defaultdict[str, float] = defaultdict(float)
    for each in observations:
        if each.weight:
            residuals[each.cluster] += each.weight * (each.value - mean)
    count = len(residuals)
    error = math.sqrt(sum(each**2 for each in residuals.values()) * count / (count - 1)) / total if count > 1 else 0.0
    known = [each for each in observations if each.chance is not None and each.chance_weight]
    chances = sum(each.chance_weight * each.chance for each in known if each.chance is not None)
    chance = _ratio(chances, sum(each.chance_weight for each in known)) if known else None
    return Estimate(mean, error, chance, _best_constant(observations))


def _best_constant(observations: Sequence[Observation]) -> float | None:
    sums: defaultdict[str, float] = defaultdict(float)
    for each in observations:
        for answer, value in each.constants.items():
            sums[answer] += value
    weight = sum(each.chance_weight for each in observations if each.constants)
    return max(sums.values()) / weight if weight else None


def skill(observations: Sequence[Observation]) -> Estimate:
    """Return the chance-corrected score, (mean - chance) / (1 - chance), with its jackknife error over games.

    Random legal moves score 0 and perfect play scores 1.

    >>> skill([Observation(1.0, 1, "a", 0.5), Observation(1.0, 1, "b", 0.25)]).mean
    1.0
    """
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for each in observations:
        if each.weight and each.chance is not None:
            cluster = sums[each.cluster]
            cluster[0] += each.weight * each.value
            cluster[1] += each.weight * each.chance
            cluster[2] += each.weight
    whole = [sum(column) for column in zip(*sums.values(), strict=True)] if sums else [0.0, 0.0, 0.0]
    left_out = [_corrected(*(all - own for all, own in zip(whole, cluster, strict=True))) for cluster in sums.values()]
    return Estimate(_corrected(*whole), _jackknife(left_out))


def gap(plain: Sequence[Observation], disguised: Sequence[Observation]) -> Estimate:
    """Return the change in skill from plain to disguised prompts, with its jackknife error over the games, which must
    be the same in both.

    >>> gap([Observation(1.0, 1, "a", 0.5)], [Observation(0.5, 1, "a", 0.5)]).mean
    -1.0
    """

    def change(left_out: str | None) -> float:
        sides = ([each for each in side if each.cluster != left_out] for side in (plain, disguised))
        before, after = (skill(side).mean for side in sides)
        return after - before

    clusters = {each.cluster for each in (*plain, *disguised)}
    return Estimate(change(None), _jackknife([change(cluster) for cluster in clusters]))


def _jackknife(left_out: Sequence[float]) -> float:
    """Return the standard error, given the result with each cluster left out in turn; 0 for fewer than two clusters."""
    count = len(left_out)
    mean = _ratio(sum(left_out), count)
    return math.sqrt((count - 1) / count * sum((each - mean) ** 2 for each in left_out)) if count > 1 else 0.0


def _corrected(score: float, chance: float, count: float) -> float:
    return _ratio(score - chance, count - chance)


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
