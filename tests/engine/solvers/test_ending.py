"""The ending of a game that is too big to solve completely gets the same values as in a table."""

from __future__ import annotations

import random

import pytest

from gridduels import Duel, Game, SetupError, load_game
from gridduels.engine import solve
from gridduels.engine.solvers import enumeration
from gridduels.engine.solvers.enumeration import Ending
from gridduels.engine.solvers.limits import TooBig
from gridduels.engine.solvers.rules_check import BrokenRules
from tests.testing import mistakes

TOO_BIG = load_game("blockade", 6, obstacles=9)


def wander(duel: Duel, rng: random.Random, plies: int) -> Duel:
    """Return a duel after random moves that is not over."""
    while True:
        after = duel
        while after.ply < plies and not after.outcome:
            after = after.play(rng.choice(after.legal_moves))
        if not after.outcome:
            return after


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "size"), [("blockade", 3), ("grid-runner", 3), ("light-cycle", 5)])
def test_an_ending_has_the_values_of_the_table_including_history(id: str, size: int) -> None:
    game, rng = load_game(id, size), random.Random(5)
    table = solve(game)
    for plies in (2, 5, 9, 12):
        duel = wander(Duel(game), rng, min(plies, 6 if id == "light-cycle" else plies))
        assert Ending(duel).evaluate(duel) == table.evaluate(duel)


def test_an_ending_takes_barred_moves_into_account() -> None:
    game = load_game("grid-runner", 3)
    duel = Duel(game, "right up right down down left left left up up down down down up up")
    assert duel.barred_moves
    assert Ending(duel).evaluate(duel) == solve(game).evaluate(duel)


def test_a_board_too_big_to_solve_has_endings() -> None:
    with pytest.raises(TooBig):
        solve(TOO_BIG)
    duel = Duel(TOO_BIG, start=".##.##/1.#.#./#....#/###..#/#.#.../##..#2 1 1 0")
    ending = Ending(duel)
    assert ending.value_of(duel) == ("win", 17)
    for word in ending.principal_variation(duel.position):
        duel = duel.play(word)
    assert (duel.ended.winner, duel.ply) == (1, 17)


def test_an_ending_that_is_still_too_big_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "max_positions", lambda bytes_per_position: 1000)
    duel = Duel(TOO_BIG, start=".##.##/1.#.#./#....#/###..#/#.#.../##..#2 1 1 0")
    with pytest.raises(TooBig, match=r"it has more than 1,000 positions.*nor can the rest of this duel"):
        Ending(duel)


def test_an_unreachable_position_is_refused() -> None:
    duel = Duel(TOO_BIG, start=".##.##/1.#.#./#....#/###..#/#.#.../##..#2 1 1 0")
    with pytest.raises(SetupError, match="is not reachable from the position that was solved"):
        Ending(duel).value(TOO_BIG.start())


@pytest.mark.heavy
def test_an_ending_is_refused_if_compiled_rules_differ_from_plain_ones() -> None:
    game = Game(mistakes.noughts_and_crosses(legal=mistakes.legal_by_a_comparison))
    with pytest.raises(BrokenRules, match=r"`legal` gives .* as plain Python and .* compiled"):
        Ending(Duel(game))
