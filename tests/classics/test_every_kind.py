"""Repeated turns and draws: every method of computing a value agrees with textbook minimax, which never negates
values."""

import random
from typing import Any

import numpy as np
import pytest
from classic_duels.isolation import GAME as ISOLATION
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Duel, Game
from gridduels.engine import Table, Value, solve
from gridduels.engine.proofs import prove, verify_proof
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.verification import verify
from gridduels.players.mcts import SearchTree
from tests.classics.minimax import negated_wins, scores_of, value_of
from tests.helpers import heavy_but

SMALL = [Game(ISOLATION, 3), Game(TIC_TAC_TOE)]


@pytest.fixture(scope="module", params=heavy_but(SMALL[1:], SMALL), ids=lambda game: game.id)
def solved(request: pytest.FixtureRequest) -> tuple[Table, dict[Any, Value]]:
    table = solve(request.param)
    assert isinstance(table, Table)
    scores = scores_of(request.param)
    return table, {position: value_of(position, score) for position, score in scores.items()}


def test_every_value_of_a_table_matches_minimax(solved: tuple[Table, dict[Any, Value]]) -> None:
    table, expected = solved
    assert {position: table.value(position) for position in expected} == expected


def test_a_solver_that_negates_at_every_move_gets_most_of_isolation_wrong() -> None:
    """An earlier solver did: it gave 7,666 of 13,320 positions to the wrong side, and verified them."""
    game = SMALL[0]
    right, negated = scores_of(game), negated_wins(game)
    wrong = [position for position, wins in negated.items() if wins != ((right[position] > 0) == (position.turn == 1))]
    assert (len(wrong), len(negated)) == (7_666, 13_320)


@pytest.mark.heavy
def test_a_table_is_verified(solved: tuple[Table, dict[Any, Value]]) -> None:
    report = verify(solved[0], games=300)
    assert report.faults == ()


@pytest.mark.heavy
def test_verify_finds_a_table_whose_values_are_negated_at_every_move(
    solved: tuple[Table, dict[Any, Value]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier version solved Isolation in this way and verified the table."""
    table, _ = solved
    arrays = table.arrays
    codes = -np.array(arrays.codes)
    monkeypatch.setattr(Table, "arrays", arrays._replace(codes=codes))
    assert any("do not follow from" in fault for fault in verify(table, games=10).faults)


@pytest.mark.heavy
def test_search_on_demand_matches_minimax(solved: tuple[Table, dict[Any, Value]]) -> None:
    table, expected = solved
    search, rng = OnDemandSolver(table.game), random.Random(1)
    for position in rng.sample(list(expected), 300):
        assert search.value(position) == expected[position]


@pytest.mark.heavy
def test_proofs_match_minimax(solved: tuple[Table, dict[Any, Value]]) -> None:
    table, _ = solved
    report = verify_proof(prove(OnDemandSolver(table.game)), images=100)
    assert report.faults == ()
    assert report.moves == table.move_values(table.game.start())


@pytest.mark.heavy
def test_proven_values_of_tree_search_match_minimax(solved: tuple[Table, dict[Any, Value]]) -> None:
    table, expected = solved
    rng, proofs = random.Random(2), 0
    for number in range(60):
        duel = Duel(table.game)
        for _ in range(rng.randrange(4, 9)):
            duel = duel.play(rng.choice(duel.legal_moves)) if duel.legal_moves else duel
        if duel.outcome:
            continue
        tree = SearchTree(duel, number + 1)
        tree.grow(3000)
        value = expected[duel.position]
        proofs += tree.proof != 0
        assert tree.proof == 0 or (tree.proof > 0) == (value.outcome == "win") != (value.outcome == "loss")
        for tried in tree.tried():
            worth = table.value_of_move(duel, tried.move)
            assert tried.proof == 0 or worth.outcome == ("win" if tried.proof > 0 else "loss")
    assert proofs > 10


def test_best_play_ends_as_promised(solved: tuple[Table, dict[Any, Value]]) -> None:
    table, expected = solved
    for position in random.Random(3).sample(list(expected), 200):
        duel = Duel(table.game, table.principal_variation(position), start=position)
        outcome, value = duel.ended, expected[position]
        assert Value.at_end(outcome.winner, position.turn).outcome == value.outcome
        assert value.plies in (None, duel.ply)
