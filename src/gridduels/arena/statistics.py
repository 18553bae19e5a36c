"""Match statistics: Elo differences with intervals, sequential tests, and ratings."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.engine.value import Value, Verdict
from gridduels.engine.values import Values
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray


# --- Pairs


SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair: the mean of its two games, with draws as half a win."""
_WITHOUT_DRAWS: Final = SCORES[::2]


class Pairs(NamedTuple):
    """The number of pairs that the first of two players lost 0-2, lost with a draw, split 1-1, won with a draw, and won
    2-0: the pentanomial model."""

    lost: int = 0
    behind: int = 0
    split: int = 0
    ahead: int = 0
    won: int = 0

    @classmethod
    def of(cls, scores: Iterable[float]) -> "Pairs":
        """
        >>> Pairs.of([0, 0.5, 0.75, 0.5])
        Pairs(lost=1, behind=0, split=2, ahead=1, won=0)
        """
        seen = Counter(scores)
        return cls(*(seen[score] for score in SCORES))

    @property
    def counts(self) -> tuple[int, ...]:
        """Return all five counts, or just three if no pair involved a draw.

        >>> Pairs(lost=1, won=2).counts, Pairs(ahead=1).counts
        ((1, 0, 2), (0, 0, 0, 1, 0))
        """
        return tuple(self) if self.behind or self.ahead else (self.lost, self.split, self.won)

    @property
    def points(self) -> float:
        """Return the first player's points.

        >>> Pairs(split=1, ahead=1).points
        2.5
        """
        return 2 * sum(count * score for count, score in zip(self, SCORES, strict=True))

    def plus(self, other: "Pairs") -> "Pairs":
        return Pairs(*(one + two for one, two in zip(self, other, strict=True)))


def scores_of(counts: int) -> tuple[float, ...]:
    """Return the scores that correspond to three or five counts."""
    return SCORES if counts == len(SCORES) else _WITHOUT_DRAWS


# --- Maximum likelihood of pair scores with a given mean


_ALMOST_NONE: Final = 1e-3
"""The pseudo-count for a score that hasn't been observed."""
_HALVINGS: Final = 60


def likeliest_chances(results: "NDArray[float64]", mean: float) -> "NDArray[float64]":
    """Return, for each result (a row of counts by score), the most likely probabilities that have the given mean.

    They are count / (1 + x * (score - mean)) / pairs, for the x that gives this mean.

    >>> import numpy as np
    >>> likeliest_chances(np.array([[5.0, 10.0, 5.0]]), 0.5).round(3).tolist()
    [[0.25, 0.5, 0.25]]
    >>> likeliest_chances(np.array([[0.0, 2.0, 6.0, 2.0, 0.0]]), 0.5).round(3).tolist()
    [[0.0, 0.2, 0.6, 0.2, 0.0]]
    """
    import numpy as np

    off = np.array(scores_of(results.shape[1])) - mean
    counts = np.maximum(results, _ALMOST_NONE)
    if len(off) == 3:
        x = _root_of_three(counts, off)
    else:
        x = np.array([_root(row, off.tolist()) for row in counts.tolist()])
    chances: NDArray[float64] = counts / (1 + x[:, None] * off) / counts.sum(1)[:, None]
    return chances


def _root_of_three(counts: "NDArray[float64]", off: "NDArray[float64]") -> "NDArray[float64]":
    """Solve for x with three scores, where it is the root of a quadratic. This must be fast because intervals need
    thousands of roots."""
    import numpy as np

    a = counts.sum(1) * off.prod()
    b = counts @ (off * (off.sum() - off))
    c = counts @ off
    root = np.sqrt(np.maximum(b * b - 4 * a * c, 0))
    with np.errstate(
        divide="ignore", invalid="ignore"
    ):  # each formula is accurate where the other suffers from cancellation
        x: NDArray[float64] = np.where(b < 0, 2 * c / (root - b), -(b + root) / (2 * a))
    return x


def _root(counts: Sequence[float], off: Sequence[float]) -> float:
    """Find x for one result with any scores by bisection. Between the two poles, the mean decreases as x grows."""
    low, high = -1 / off[-1], -1 / off[0]
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(count * each / (1 + x * each) for count, each in zip(counts, off, strict=True)) > 0:
            low = x
        else:
            high = x
    return x


# --- The 95 % interval for the mean pair score
#
# The interval contains every mean score that a score test doesn't reject. The test statistic is the distance between
# the observed mean and the hypothetical one, in standard errors under the most likely probabilities with that mean.
# Without split pairs this is Wilson's interval.
#
# - Up to `EXACT` pairs without draws, the test is exact: the probability of a result at least as extreme is summed over
# all results and maximised over the rate of split pairs. So the interval covers the true mean in at least 95 % of all
# matches, however few or one-sided the pairs. (Chan and Zhang, 1999, do this for two binomials.)
# - Otherwise the test uses the normal approximation with a continuity correction of half a pair or, with draws, half a
# step between mean scores.
#
# `python benchmarks interval-coverage` reports the actual coverage.


CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""The half-width of a normal 95 % interval, in standard deviations."""
EXACT: Final = 100
"""The maximum number of pairs for the exact test."""
_EXACT_SCORES: Final = 3
"""The maximum number of scores for the exact test: with five, there are too many results and rates."""
_CONTINUITY: Final = {3: 1 / 2, 5: 1 / 8}
"""The continuity correction in pairs, by the number of scores."""
_RATES: Final = 25
"""The split-pair rates to try."""
_STEPS: Final = 64
_INTERVAL_HALVINGS: Final = 20


@lru_cache(4096)
def score_interval(*counts: int) -> tuple[float, float]:
    """Return the interval for the counts in Pairs, which contain at least one pair.

    >>> low, high = score_interval(0, 0, 5)
    >>> round(low, 3), high
    (0.5, 1.0)
    """
    return _lowest(counts), 1 - _lowest(counts[::-1])


def _lowest(counts: tuple[int, ...]) -> float:
    """Return the lower end of the interval. The upper end is the lower one from the other player's point of view."""
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
    begin = max(0.0, rough - (mean - rough) / 4)  # start outside, since there may be a gap in between
    step = (mean - begin) / _STEPS
    inside = next((begin + step * number for number in range(1, _STEPS) if not rejects(begin + step * number)), mean)
    return _border(inside - step, inside, rejects)


def _border(outside: float, inside: float, rejects: Callable[[float], bool]) -> float:
    """Find the boundary between rejected and accepted scores."""
    for _ in range(_INTERVAL_HALVINGS):
        middle = (outside + inside) / 2
        if rejects(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _chance_of_as_far(seen: "NDArray[float64]", score: float) -> float:
    """Return the maximum probability of a result at least as extreme as the observed one, given the mean score."""
    import numpy as np

    results, coefficients = _results(int(seen.sum()))
    enough = _distances(results, score) >= _distances(seen, score)[0] * (1 - 1e-9)
    split = np.linspace(0, 2 * min(score, 1 - score), _RATES)
    chances = np.clip([1 - score - split / 2, split, score - split / 2], 1e-300, 1)
    likelihoods = np.exp(coefficients[enough, None] + results[enough] @ np.log(chances))
    return float(likelihoods.sum(0).max())


@lru_cache(8)
def _results(pairs: int) -> "tuple[NDArray[float64], NDArray[float64]]":
    """Return every possible result of that many pairs, with the logarithm of its number of permutations."""
    import numpy as np

    results = [(lost, pairs - lost - won, won) for lost in range(pairs + 1) for won in range(pairs + 1 - lost)]
    ways = [math.lgamma(pairs + 1) - sum(math.lgamma(each + 1) for each in result) for result in results]
    return np.array(results, float), np.array(ways)


def _distances(results: "NDArray[float64]", score: float) -> "NDArray[float64]":
    """Return the squared distance between results and a mean score in standard errors, up to a factor."""
    import numpy as np

    means = results @ np.array(scores_of(results.shape[1])) / results[0].sum()
    distances: NDArray[float64] = (means - score) ** 2 / _variances(results, score)
    return distances


def _variances(results: "NDArray[float64]", score: float) -> "NDArray[float64]":
    """Return the variance of a pair's score under the most likely probabilities with this mean."""
    import numpy as np

    off = np.array(scores_of(results.shape[1])) - score
    variances: NDArray[float64] = likeliest_chances(results, score) @ off**2
    return variances


# --- The Elo difference and its interval
#
# The two games of a pair share their opening, so they aren't independent, but pairs are. That's why everything here is
# based on the score of a pair: the first player's mean over its two games, which is 0, 1/2 or 1, or 1/4 or 3/4 if there
# is a draw.


def elo_of_score(score: float) -> float:
    """Return the Elo difference for an expected score; infinite for 0 and 1.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """Return the expected score for an Elo difference.

    >>> round(score_of_elo(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


class Estimate(NamedTuple):
    """The mean score of pairs and the Elo difference, each with its interval."""

    pairs: int
    score: float
    score_low: float
    score_high: float

    @property
    def elo(self) -> float:
        return elo_of_score(self.score)

    @property
    def elo_low(self) -> float:
        return elo_of_score(self.score_low)

    @property
    def elo_high(self) -> float:
        return elo_of_score(self.score_high)


def estimate(scores: Sequence[float]) -> Estimate | None:
    """Return the estimate from pair scores, or None if there are none.

    >>> scores = [1, 0.5, 0.5, 1, 0.5, 0, 1, 1]
    >>> [round(number) for number in (estimate(scores).elo, estimate(scores).elo_low, estimate(scores).elo_high)]
    [137, -64, 361]
    """
    if not scores:
        return None
    low, high = score_interval(*Pairs.of(scores).counts)
    return Estimate(len(scores), math.fsum(scores) / len(scores), low, high)


# --- A sequential test between two Elo differences


class Sprt:
    """A sequential probability ratio test between two Elo differences, generalised to pairs (GSPRT).

    After every pair it compares the likelihoods of the pairs under `elo1` and `elo0`, each with the most likely
    probabilities. If the true difference is `elo0` or less, it accepts `elo1` with probability about `alpha`; if it is
    `elo1` or more, it accepts `elo0` with probability about `beta`.

    >>> test = Sprt(0, 100)
    >>> for score in [1, 1, 0.5] * 4:
    ...     test.add(score)
    >>> test.accepted, round(test.ratio, 2)
    (1, 2.96)
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.elo0, self.elo1 = elo0, elo1
        self.alpha, self.beta = alpha, beta
        self.low = math.log(beta / (1 - alpha))
        self.high = math.log((1 - beta) / alpha)
        self.ratio = 0.0
        """The log-likelihood ratio; the test is decided beyond `low` or `high`."""
        self.accepted: int | None = None
        """0 or 1 for `elo0` or `elo1`, or None while the test is undecided."""
        self._pairs = Pairs()

    def add(self, score: float) -> None:
        """Add the next pair's score. This has no effect once the test has been decided."""
        if self.accepted is None:
            self._pairs = self._pairs.plus(Pairs.of([score]))
            self.ratio = self._ratio()
            self.accepted = 0 if self.ratio <= self.low else 1 if self.ratio >= self.high else None

    def _ratio(self) -> float:
        import numpy as np

        seen = np.array([self._pairs.counts], float)
        low, high = (likeliest_chances(seen, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return float((seen * np.log(high / low)).sum())


# --- Bradley-Terry ratings


_ELO: Final = 400 / math.log(10)
"""Elo points per unit of the model's own scale."""
_MOST_STEPS: Final = 100
_USUAL_PAIRS: Final = 2
"""The number of pseudo-pairs with independent games used to estimate the spread of pairs."""


class Rating(NamedTuple):
    """A player's rating in Elo points and its 95 % interval; the mean of all ratings is 0."""

    player: str
    elo: float
    low: float
    high: float


def fit_ratings(players: Sequence[str], results: Mapping[tuple[str, str], Pairs]) -> list[Rating]:
    """Return the maximum-likelihood ratings, best first. `results` lists each pair of players once.

    Each player gets an extra half win and half loss, shared among its opponents; otherwise a player who won or lost
    every game would be rated infinitely high or low. For two players, this is the estimate under Jeffreys' prior. Half
    a win per pairing would pull the ratings towards the mean when there are many players. The intervals come from the
    curvature of the likelihood at its maximum, scaled by the observed spread of pair scores, since the two games of a
    pair aren't independent.

    >>> for name, *numbers in fit_ratings(["b", "a"], {("a", "b"): Pairs(lost=2, split=6, won=12)}):
    ...     print(name, *map(round, numbers))
    a 93 25 160
    b -93 -160 -25
    """
    import numpy as np

    check_connected(players, results)
    won = _wins(players, results)
    won += _half_wins(won + won.T)
    met = won + won.T
    strengths = np.zeros(len(players))
    ones = np.ones((len(players), len(players)))  # fixes the mean at 0, which the results leave undetermined
    for _ in range(_MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        weights = met * expected * (1 - expected)
        curvature = np.diag(weights.sum(1)) - weights + ones
        step = np.linalg.solve(curvature, (won - met * expected).sum(1))
        strengths += step / max(1.0, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    ones_share = ones / len(players) ** 2
    spread = _spread(players, results, expected)
    deviations = np.sqrt(spread * np.diag(np.linalg.inv(curvature) - ones_share))
    ratings = [
        Rating(player, _ELO * strength, _ELO * (strength - Z * deviation), _ELO * (strength + Z * deviation))
        for player, strength, deviation in zip(players, strengths.tolist(), deviations.tolist(), strict=True)
    ]
    return sorted(ratings, key=lambda rating: -rating.elo)


def check_connected(players: Sequence[str], meetings: Mapping[tuple[str, str], object]) -> None:
    """Raise an error unless all players are connected through games."""
    reached, waiting = {players[0]}, [players[0]]
    while waiting:
        one = waiting.pop()
        beside = {other for meeting in meetings if one in meeting for other in meeting} - reached
        reached |= beside
        waiting += beside
    if apart := [player for player in players if player not in reached]:
        raise SetupError(
            f"{players[0]} and {apart[0]} are not connected by any games: their ratings cannot be compared"
        )


def _wins(players: Sequence[str], results: Mapping[tuple[str, str], Pairs]) -> "NDArray[float64]":
    """Return a matrix of wins by the row's player against the column's; a draw is half a win for each."""
    import numpy as np

    wins = np.zeros((len(players), len(players)))
    for (one, two), pairs in results.items():
        row, column = players.index(one), players.index(two)
        wins[row, column] += pairs.points
        wins[column, row] += 2 * sum(pairs) - pairs.points
    return wins


def _half_wins(met: "NDArray[float64]") -> "NDArray[float64]":
    """Return the extra half wins, shared among a player's opponents."""
    import numpy as np

    opponents = (met > 0).sum(1)
    fewer = np.minimum(opponents[:, None], opponents[None, :])
    shares: NDArray[float64] = np.where(met > 0, 0.5 / np.maximum(fewer, 1), 0.0)
    return shares


def _spread(players: Sequence[str], results: Mapping[tuple[str, str], Pairs], expected: "NDArray[float64]") -> float:
    """Return the variance of a pair's score relative to independent games.

    It is 0 if all pairs are split and 2 if none are; players with few pairs count as independent.
    """
    seen = usual = prior = 0.0
    for (one, two), pairs in results.items():
        mean = float(expected[players.index(one), players.index(two)])
        variance = mean * (1 - mean) / 2
        seen += sum(count * (score - mean) ** 2 for count, score in zip(pairs, SCORES, strict=True))
        usual += sum(pairs) * variance
        prior += _USUAL_PAIRS * variance
    number = sum(map(sum, results.values()))
    free = max(1, number - len(players) + 1)
    return (seen * number / free + prior) / (usual + prior)


# --- Exact scores, available only for solved games: how often a player kept the value, and the plies it lost


class Measure(NamedTuple):
    """Exact scores for a player's moves, in one game or many.

    A move keeps the value if no legal move has a better outcome (`win`, `draw`, `perpetual`, `loss`). Plies are lost by
    moves that keep a win but lengthen it, or keep a loss but shorten it; `timed` is the number of moves that kept a win
    or a loss.
    """

    moves: int = 0
    kept: int = 0
    timed: int = 0
    plies_lost: int = 0

    @property
    def share_kept(self) -> float | None:
        """Return the share of moves that kept the value, or None if there are no moves."""
        return self.kept / self.moves if self.moves else None

    @property
    def mean_plies_lost(self) -> float | None:
        """Return the mean number of plies lost by moves that kept a win or a loss, or None if there are none.

        >>> Measure(moves=10, kept=9, timed=8, plies_lost=4).mean_plies_lost
        0.5
        """
        return self.plies_lost / self.timed if self.timed else None

    def plus(self, other: "Measure") -> "Measure":
        """Return the sum of two measures."""
        return Measure(*(one + two for one, two in zip(self, other, strict=True)))


def measure(duel: Duel, values: Values) -> tuple[Measure, Measure]:
    """Score the moves of Player 1 and Player 2."""
    totals = [Measure(), Measure()]
    step = Duel(duel.game, start=duel.start)
    for word in duel.moves:
        judged = judge(values.value_of(step), values.value_of_move(step, word))
        totals[step.turn - 1] = totals[step.turn - 1].plus(judged)
        step = step.play(word)
    return totals[0], totals[1]


def judge(best: Value, value: Value) -> Measure:
    """Score one move, given its value and that of the best legal move.

    >>> judge(Value("win", 3), Value("win", 5))
    Measure(moves=1, kept=1, timed=1, plies_lost=2)
    """
    if not Verdict.of(value, best).keeps:
        return Measure(moves=1)
    if value.plies is None or best.plies is None:
        return Measure(moves=1, kept=1)
    return Measure(moves=1, kept=1, timed=1, plies_lost=abs(value.plies - best.plies))
