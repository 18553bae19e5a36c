"""The turning point of a duel is where its winner started to be winning."""

import random

import pytest

from gridduels import Duel, load_game
from gridduels.analysis.annotations import Turning, TurningPoint, annotate, turning_point
from gridduels.engine import solve
from gridduels.engine.values import Values


@pytest.fixture(scope="module")
def values() -> Values:
    return solve(load_game("light-cycle", size=3))


def found(values: Values, moves: str, stopped: tuple[int, str] | None = None) -> TurningPoint | None:
    duel = Duel(values.game, moves, stopped=stopped)
    return turning_point(duel, annotate(duel, values).notes)


def best_line(values: Values, moves: str = "") -> str:
    """Return the moves of best play from a position to the end."""
    duel = Duel(values.game, moves)
    while not duel.outcome:
        duel = duel.play(values.best_moves(duel.position)[0])
    return " ".join(duel.moves)


def test_best_play_decides_nothing_after_the_start(values: Values) -> None:
    assert found(values, best_line(values)) == (Turning.START, 0)


def test_after_a_mistake_it_is_the_move_that_gave_the_game_away(values: Values) -> None:
    start = Duel(values.game)
    wrong = next(move for move, value in values.move_values(start.position).items() if value.outcome == "loss")
    assert found(values, best_line(values, wrong)) == (Turning.MOVE, 1)


def test_resigning_an_undecided_game_decides_it(values: Values) -> None:
    assert found(values, "", (2, "resigned")) == (Turning.STOP, 0)
    line = best_line(values).split()
    assert found(values, line[0], (2, "time")) == (Turning.STOP, 1)
    assert found(values, line[0], (1, "resigned")) == (Turning.START, 0)


def test_an_unfinished_game_is_undecided(values: Values) -> None:
    assert found(values, "") is None


def test_notes_that_do_not_reach_back_to_the_start_say_nothing_about_it(values: Values) -> None:
    duel = Duel(values.game, best_line(values))
    assert turning_point(duel, annotate(duel, values).notes[1:]) is None


def test_from_the_turning_point_on_the_winner_was_winning(values: Values) -> None:
    seen = set()
    for seed in range(40):
        rng, duel = random.Random(seed), Duel(values.game)
        while duel.legal_moves:
            duel = duel.play(rng.choice(duel.legal_moves))
        point = turning_point(duel, annotate(duel, values).notes)
        assert point is not None
        seen.add(point.by)
        after = Duel(duel.game, duel.moves[: point.ply])
        for move in duel.moves[point.ply :]:
            assert (values.value_of(after).outcome == "win") == (after.turn == duel.ended.winner)
            after = after.play(move)
    assert seen == {Turning.START, Turning.MOVE}
