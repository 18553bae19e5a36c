"""The 95 % interval of the mean score of pairs, of which some were lost 0-2, some split 1-1 and some won 2-0, or
lost and won with a draw.

The interval has every mean score that a test does not reject. It is the score test: how far the mean score seen is from
the one in question, in standard errors, with those chances of all scores that have the mean in question and make what
was seen likeliest. Where no pair is split this is Wilson's interval.

- Up to `EXACT` pairs without draws the test is exact: the chance of a result at least as far off is summed up over
  all results, and the rate of split pairs is the one for which it is greatest. So in at least 95 % of all matches the
  interval covers the truth, however few the pairs and however one-sided. (Chan and Zhang, 1999, do this for two
  binomials.)
- Else the normal distribution takes the place of the sum, with a correction for continuity of half a pair;
  where games were drawn, of half a step from one mean score to the next.

`python benchmarks interval-coverage` shows how often the intervals cover the truth.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from gridduels.arena.statistics.likelihood import likeliest_chances
from gridduels.arena.statistics.pairs import scores_of

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["CONFIDENCE", "EXACT", "Z", "score_interval"]

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""How many standard deviations an interval of the normal distribution goes to either side."""
EXACT: Final = 100
"""The most pairs for which all results are summed up."""
_EXACT_SCORES: Final = 3
"""The most scores for which they are: with five there are too many results, and rates to try."""
_CONTINUITY: Final = {3: 1 / 2, 5: 1 / 8}
"""The correction for continuity in pairs, by the number of scores."""
_RATES: Final = 25
"""Rates of split pairs that are tried."""
_STEPS: Final = 64
_HALVINGS: Final = 20


@lru_cache(4096)
def score_interval(*counts: int) -> tuple[float, float]:
    """The interval, from the counts of Pairs; there is at least one pair.

    >>> low, high = score_interval(0, 0, 5)
    >>> round(low, 3), high
    (0.5, 1.0)
    """
    return _lowest(counts), 1 - _lowest(counts[::-1])


def _lowest(counts: tuple[int, ...]) -> float:
    """The lower end; the upper one is that of the other player."""
    import numpy as np

    seen, pairs = np.array([counts], float), sum(counts)
    mean = float(seen[0] @ scores_of(len(counts))) / pairs

    def rejects_roughly(score: float) -> bool:
        distance = max(0.0, mean - score - _CONTINUITY[len(counts)] / pairs)
        return bool(distance**2 * pairs > Z**2 * _variances(seen, score)[0])

    def rejects(score: float) -> bool:
        return _chance_of_as_far(seen, score) <= 1 - CONFIDENCE

    if not mean:
        return 0.0
    rough = _border(0.0, mean, rejects_roughly)
    if pairs > EXACT or len(counts) > _EXACT_SCORES:
        return rough
    begin = max(0.0, rough - (mean - rough) / 4)  # from outside, as in between there may be a gap
    step = (mean - begin) / _STEPS
    inside = next((begin + step * number for number in range(1, _STEPS) if not rejects(begin + step * number)), mean)
    return _border(inside - step, inside, rejects)


def _border(outside: float, inside: float, rejects: Callable[[float], bool]) -> float:
    """Where rejection ends between two scores."""
    for _ in range(_HALVINGS):
        middle = (outside + inside) / 2
        if rejects(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _chance_of_as_far(seen: "NDArray[float64]", score: float) -> float:
    """How likely a result as far off as the one seen is at most, where the mean score is this."""
    import numpy as np

    results, coefficients = _results(int(seen.sum()))
    enough = _distances(results, score) >= _distances(seen, score)[0] * (1 - 1e-9)
    split = np.linspace(0, 2 * min(score, 1 - score), _RATES)
    chances = np.clip([1 - score - split / 2, split, score - split / 2], 1e-300, 1)
    likelihoods = np.exp(coefficients[enough, None] + results[enough] @ np.log(chances))
    return float(likelihoods.sum(0).max())


@lru_cache(8)
def _results(pairs: int) -> "tuple[NDArray[float64], NDArray[float64]]":
    """Every result of so many pairs, each with the logarithm of the number of ways to it."""
    import numpy as np

    results = [(lost, pairs - lost - won, won) for lost in range(pairs + 1) for won in range(pairs + 1 - lost)]
    ways = [math.lgamma(pairs + 1) - sum(math.lgamma(each + 1) for each in result) for result in results]
    return np.array(results, float), np.array(ways)


def _distances(results: "NDArray[float64]", score: float) -> "NDArray[float64]":
    """How far the mean scores of results are from a mean score, in standard errors; squared, but for a factor."""
    import numpy as np

    means = results @ np.array(scores_of(results.shape[1])) / results[0].sum()
    distances: NDArray[float64] = (means - score) ** 2 / _variances(results, score)
    return distances


def _variances(results: "NDArray[float64]", score: float) -> "NDArray[float64]":
    """The variance of a pair's score with the chances that have this mean and make each result likeliest."""
    import numpy as np

    off = np.array(scores_of(results.shape[1])) - score
    variances: NDArray[float64] = likeliest_chances(results, score) @ off**2
    return variances
