"""The exact score: moves that keep the value, and the plies they lose."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, load_game
from gridduels.arena.play import known_values
from gridduels.arena.statistics import Measure, measure
from gridduels.engine.values import Values


def values_of(id: str, size: int | None = None) -> Values:
    values = known_values(load_game(id, size))
    assert values
    return values


@pytest.mark.parametrize("id", ["light-cycle", "pathway", "grid-runner"])
def test_best_play_keeps_everything_and_loses_no_ply(id: str) -> None:
    values = values_of(id)
    game = values.game
    one, two = measure(Duel(game, values.principal_variation(game.start())), values)
    for each in (one, two):
        assert each.kept == each.timed == each.moves > 0
        assert each.plies_lost == 0
        assert (each.share_kept, each.mean_plies_lost) == (1, 0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("id", ["light-cycle", "pathway"])
def test_every_move_is_judged_by_the_table_values_of_all_moves(id: str, seed: int) -> None:
    values, rng = values_of(id), random.Random(seed)
    duel, expected = Duel(values.game), [Measure(), Measure()]
    while not duel.outcome:
        worth = values.move_values(duel.position)
        word = rng.choice(duel.legal_moves)
        best = max(worth.values(), key=lambda value: value.rank)
        kept = worth[word].outcome == best.outcome
        lost = abs((worth[word].plies or 0) - (best.plies or 0)) if kept else 0
        player = duel.turn - 1
        expected[player] = expected[player].plus(Measure(1, kept, kept, lost))
        duel = duel.play(word)
    assert list(measure(duel, values)) == expected


def test_moves_barred_by_repetition_are_not_held_against_a_player() -> None:
    """In random games on small boards, moves are soon barred; a player with one legal move always keeps the value."""
    values, barred = values_of("grid-runner", 3), 0
    for seed in range(60):
        rng, duel = random.Random(seed), Duel(values.game)
        while not duel.outcome:
            before = duel
            duel = duel.play(rng.choice(duel.legal_moves))
            if len(before.legal_moves) == 1 and before.legal_actions != values.game.legal(before.position):
                barred += 1
                judged = measure(duel, values)[before.turn - 1]
                earlier = measure(before, values)[before.turn - 1]
                assert judged.kept == earlier.kept + 1
                assert judged.plies_lost == earlier.plies_lost
    assert barred


def test_without_moves_there_is_no_measure() -> None:
    assert Measure().share_kept is None
    assert Measure(moves=3).mean_plies_lost is None
    assert Measure(moves=4, kept=3).share_kept == 0.75
