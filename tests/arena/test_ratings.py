"""Bradley-Terry ratings, compared with choix, with the curvature that scipy finds, and with simulated tournaments."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels.arena.statistics import Pairs, fit_ratings
from gridduels.errors import SetupError
from tests.arena.helpers import oracle

ELO = 400 / math.log(10)
RESULTS = st.integers(2, 5).flatmap(
    lambda count: st.lists(
        st.lists(st.sampled_from((0.0, 0.5, 1.0)), min_size=1, max_size=30).map(Pairs.of),
        min_size=math.comb(count, 2),
        max_size=math.comb(count, 2),
    )
)


def named(pairs: list[Pairs]) -> tuple[list[str], dict[tuple[str, str], Pairs]]:
    """Return results of all players against each other."""
    names = next("abcde"[:count] for count in range(2, 6) if math.comb(count, 2) == len(pairs))
    return list(names), dict(zip(combinations(names, 2), pairs, strict=True))


def wins_of(results: dict[tuple[str, str], Pairs]) -> dict[tuple[str, str], int]:
    wins = {(one, two): 2 * pairs.won + pairs.split for (one, two), pairs in results.items()}
    return wins | {(two, one): 2 * pairs.lost + pairs.split for (one, two), pairs in results.items()}


@pytest.mark.heavy
@settings(max_examples=12)
@given(RESULTS)
def test_the_ratings_are_those_of_choix(pairs: list[Pairs]) -> None:
    choix = oracle("choix")
    names, results = named(pairs)
    wins = wins_of(results)
    games, shares = (
        [],
        2 * (len(names) - 1),
    )  # every win that many times plus one: the same as its share of half a win
    for number, one in enumerate(names):
        for other, two in enumerate(names):
            if one != two:
                games += [(number, other)] * (shares * wins[one, two] + 1)
    expected = choix.opt_pairwise(len(names), games, tol=1e-10)
    mean = sum(expected) / len(names)
    found = {rating.player: rating.elo for rating in fit_ratings(names, results)}
    for name, strength in zip(names, expected, strict=True):
        assert found[name] == pytest.approx(ELO * (strength - mean), abs=0.05)


def test_the_intervals_are_those_of_the_curvature_and_of_the_spread_of_pairs() -> None:
    """Take second derivatives numerically, and the covariance of the model without its free mean."""
    numpy = oracle("numpy")
    names = ["a", "b", "c", "d"]
    results = {
        ("a", "b"): Pairs(lost=2, split=6, won=12),
        ("b", "c"): Pairs(lost=1, split=7, won=7),
        ("a", "c"): Pairs(lost=0, split=3, won=14),
        ("c", "d"): Pairs(lost=3, split=2, won=4),
    }
    wins = wins_of(results)
    ratings = {rating.player: rating for rating in fit_ratings(names, results)}
    best = numpy.array([ratings[name].elo for name in names]) / ELO

    def likelihood(strengths: list[float]) -> float:
        total = 0.0
        for one, two in combinations(range(4), 2):
            if (names[one], names[two]) in results:
                difference = strengths[one] - strengths[two]
                share = 0.5 / min(sum(names[each] in meeting for meeting in results) for each in (one, two))
                total -= (wins[names[one], names[two]] + share) * math.log1p(math.exp(-difference))
                total -= (wins[names[two], names[one]] + share) * math.log1p(math.exp(difference))
        return total

    step = 1e-3
    unit = numpy.eye(4) * step
    curvature = numpy.array(
        [
            [
                likelihood(best + one + two)
                - likelihood(best + one - two)
                - likelihood(best - one + two)
                + likelihood(best - one - two)
                for one in unit
            ]
            for two in unit
        ]
    ) / (4 * step**2)
    deviations = numpy.sqrt(numpy.diag(numpy.linalg.pinv(-curvature, rcond=1e-5)) * spread(names, best, results))
    for name, deviation in zip(names, deviations, strict=True):
        assert ratings[name].high - ratings[name].elo == pytest.approx(1.959964 * ELO * deviation, rel=1e-3)
        assert ratings[name].elo - ratings[name].low == pytest.approx(1.959964 * ELO * deviation, rel=1e-3)


def spread(names: list[str], strengths: list[float], results: dict[tuple[str, str], Pairs]) -> float:
    """Return the ratio of observed to expected squared residuals of pairs, with two typical pairs per two players."""
    seen = usual = more = 0.0
    for (one, two), pairs in results.items():
        mean = 1 / (1 + math.exp(strengths[names.index(two)] - strengths[names.index(one)]))
        for score in [0] * pairs.lost + [0.5] * pairs.split + [1] * pairs.won:
            seen += (score - mean) ** 2
            usual += mean * (1 - mean) / 2
        more += 2 * mean * (1 - mean) / 2
    number = sum(map(sum, results.values()))
    return (seen * number / (number - 3) + more) / (usual + more)


def test_split_pairs_narrow_the_intervals_and_swept_pairs_widen_them() -> None:
    def width(pairs: Pairs) -> float:
        rating, _ = fit_ratings(["a", "b"], {("a", "b"): pairs})
        return rating.high - rating.low

    assert (
        width(Pairs(lost=0, split=20, won=0))
        < 0.6 * width(Pairs(lost=5, split=10, won=5))
        < 0.6 * width(Pairs(lost=10, split=0, won=10))
    )


@pytest.mark.parametrize("shared", [-0.5, 0.0, 0.5], ids=["openings decide", "independent", "form of the day"])
def test_the_intervals_cover_the_truth_whatever_the_games_of_a_pair_share(shared: float) -> None:
    rng, covered, truth = random.Random(1), 0, [120.0, 20.0, -40.0, -100.0]
    for _ in range(200):
        results = {
            (str(one), str(two)): simulated(rng, truth[one] - truth[two], shared, 10)
            for one, two in combinations(range(4), 2)
        }
        ratings = {rating.player: rating for rating in fit_ratings(list("0123"), results)}
        covered += sum(ratings[str(number)].low <= elo <= ratings[str(number)].high for number, elo in enumerate(truth))
    assert 0.92 < covered / 800 < 0.985


def simulated(rng: random.Random, elo: float, shared: float, pairs: int) -> Pairs:
    """Draw pairs for a player who is this much stronger, with correlated games."""
    mean = 1 / (1 + 10 ** (-elo / 400))
    common = shared * mean * (1 - mean)
    won, lost = mean**2 + common, (1 - mean) ** 2 + common
    kinds = rng.choices((0, 1, 2), (lost, 1 - won - lost, won), k=pairs)
    return Pairs.of(kind / 2 for kind in kinds)


def test_many_players_far_apart_are_not_pulled_together() -> None:
    """Six players, 150 points apart, with the expected results of ten pairs."""
    truth, results = {name: 150 * number for number, name in enumerate("abcdef")}, {}
    for one, two in combinations(truth, 2):
        won = round(20 / (1 + 10 ** ((truth[two] - truth[one]) / 400)))
        results[one, two] = Pairs(lost=(20 - won) // 2, split=won % 2, won=won // 2)
    best, *_, worst = fit_ratings(list(truth), results)
    assert best.elo - worst.elo == pytest.approx(750, abs=30)


@given(RESULTS)
def test_the_mean_is_zero_and_the_best_come_first(pairs: list[Pairs]) -> None:
    ratings = fit_ratings(*named(pairs))
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    assert [rating.elo for rating in ratings] == sorted((rating.elo for rating in ratings), reverse=True)
    assert all(rating.low < rating.elo < rating.high for rating in ratings)


def test_a_player_that_won_everything_has_a_finite_rating() -> None:
    best, worst = fit_ratings(["a", "b"], {("a", "b"): Pairs(won=50)})
    assert (best.player, worst.player) == ("a", "b")
    assert best.elo == pytest.approx(400 * math.log10(100.5 / 0.5) / 2)


def test_players_who_are_not_linked_by_games_are_refused() -> None:
    some = Pairs(lost=1, split=1, won=1)
    with pytest.raises(SetupError) as caught:
        fit_ratings(["a", "b", "c", "d"], {("a", "b"): some, ("c", "d"): some})
    expected = "a and c are not connected by any games: their ratings cannot be compared"
    assert str(caught.value) == expected
    assert len(fit_ratings(["a", "b", "c", "d"], {("a", "b"): some, ("c", "d"): some, ("b", "d"): some})) == 4
