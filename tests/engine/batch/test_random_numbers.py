"""The random numbers of a batch are uniform, and never change."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridduels import Game, load_game
from gridduels.engine.batch import Batch, kernels
from gridduels.engine.kernels.compiler import bind
from tests.helpers import heavy_but

WORDS = st.integers(0, kernels.MASK)


def test_the_numbers_never_change() -> None:
    offset, added = kernels.stream_of(12_345, 678)
    draws = [kernels.random_bits(kernels.counter_at(offset, draw), added) for draw in (0, 1, 2, 1 << 31)]
    assert (offset, added) == (2004489989, 974522214)
    assert draws == [280964656, 3706494836, 2872360150, 627550888]


@given(WORDS)
def test_mixing_can_be_undone(number: int) -> None:
    """A permutation loses no numbers."""
    mixed = kernels.mix(number)
    mixed ^= mixed >> 15 ^ mixed >> 30
    mixed = mixed * pow(kernels.SECOND_FACTOR, -1, 1 << 32) & kernels.MASK
    mixed ^= mixed >> 15 ^ mixed >> 30
    mixed = mixed * pow(kernels.FIRST_FACTOR, -1, 1 << 32) & kernels.MASK
    assert mixed ^ mixed >> 16 == number


@given(st.integers(1, (1 << 41) - 1), WORDS, WORDS)
def test_no_product_leaves_63_bits(actions: int, number: int, added: int) -> None:
    largest = kernels.MASK
    assert largest * kernels.FIRST_FACTOR + added < 1 << 63
    assert largest * kernels.SECOND_FACTOR < 1 << 63
    assert largest * kernels.STRIDE + largest < 1 << 63
    assert number * actions.bit_count() < 1 << 63


@pytest.mark.parametrize("width", [4, 5, 8, 24, 41, 63])
@given(data=st.data())
def test_the_nth_action_is_found(width: int, data: Any) -> None:
    halvings = (width - 1).bit_length()
    names = {"few_actions": width == 4, "halvings": halvings, "half_width": 1 << halvings - 1}
    actions = data.draw(st.integers(1, (1 << width) - 1))
    numbers = [action for action in range(width) if actions >> action & 1]
    bound = bind((kernels,), names)
    assert [bound.nth_action(actions, nth) for nth in range(len(numbers))] == numbers
    assert bound.any_action(actions, 0) == numbers[0]
    assert bound.any_action(actions, kernels.MASK) == numbers[-1]


def test_neighbouring_games_and_draws_are_independent() -> None:
    """Chi-squared over pairs of draws: consecutive in a game, and in neighbouring games."""
    draws = [
        [kernels.random_bits(kernels.counter_at(offset, draw), added) >> 29 for draw in range(101)]
        for offset, added in (kernels.stream_of(7, game) for game in range(200))
    ]
    later = Counter((row[draw], row[draw + 1]) for row in draws for draw in range(100))
    beside = Counter((draws[game][draw], draws[game + 1][draw]) for game in range(199) for draw in range(101))
    for pairs in (later, beside):
        expected = sum(pairs.values()) / 64
        statistic = sum((pairs[first, second] - expected) ** 2 for first in range(8) for second in range(8)) / expected
        assert 63 - 5 * sqrt(126) < statistic < 63 + 5 * sqrt(126)


def chances_of(game: Game) -> tuple[Fraction, Fraction]:
    """Return the probability that Player 1 wins under random play, and the mean number of plies, over all games."""

    @lru_cache(None)
    def search(position: Any) -> tuple[Fraction, Fraction]:
        actions = [action for action in range(game.actions) if game.legal(position) >> action & 1]
        if not actions:
            return Fraction(game.winner(position) == 1), Fraction(0)
        found = [search(game.play(position, action)) for action in actions]
        wins, plies = (sum((each[number] for each in found), Fraction(0)) / len(found) for number in (0, 1))
        return wins, 1 + plies

    return search(game.start())


@pytest.mark.parametrize("id", heavy_but(["light-cycle"], ["light-cycle", "pathway", "gridlock"]))
def test_random_games_are_won_as_often_as_computed(id: str) -> None:
    game = load_game(id, 3)
    chance_of_one, plies = chances_of(game)
    found = Batch(game, 1000, seed=1).roll(1000)
    deviation = sqrt(chance_of_one * (1 - chance_of_one) / found.games)
    assert abs(found.wins[0] / found.games - chance_of_one) < 4 * deviation
    assert found.mean_plies == pytest.approx(float(plies), rel=0.002)
