"""Exact labels agree with the table and with the repetition rule, and are absent where nothing is known."""

import pytest
from hypothesis import given, settings

from gridduels import Duel, load_game
from gridduels.agents.turns import label
from gridduels.analysis.annotations import annotate
from gridduels.engine import solve
from gridduels.engine.service import ValueService
from gridduels.engine.solvers.on_demand import OnDemandSolver
from tests.helpers import GAMES, duels, variants

SOLVED = [load_game(id, 3) for id in GAMES]


@pytest.mark.parametrize("game", SOLVED, ids=lambda game: game.id)
def test_labels_agree_with_the_annotation_of_a_whole_game(game: object) -> None:
    duel = Duel(game)  # type: ignore[arg-type]
    while not duel.outcome and duel.ply < 60:
        duel = duel.play(duel.legal_moves[duel.ply % len(duel.legal_moves)])
    notes = annotate(duel, solve(duel.game)).notes
    step = Duel(duel.game)
    for note in notes:
        labels = label(step)
        assert (labels["value"], labels.get("plies")) == tuple(note.best_value)
        assert labels["best_moves"] == note.best_moves
        step = step.play(note.move)
        labels = label(step)
        assert labels["kept"] == note.verdict.keeps
        if labels["kept"] and note.value.plies is not None:
            assert labels["plies_lost"] == abs(note.value.plies - (note.best_value.plies or 0))
        else:
            assert "plies_lost" not in labels


@given(duels("light-cycle", "pathway", "gridlock", most=12))
@settings(max_examples=30)
def test_playing_a_best_move_keeps_the_value_and_loses_nothing(duel: Duel) -> None:
    if duel.game.columns > 5 or duel.outcome:
        return
    before = label(duel)
    after = label(duel.play(before["best_moves"][0]))
    assert (after["kept"], after["plies_lost"]) == (True, 0)
    assert after["plies"] == before["plies"] - 1
    assert {before["value"], after["value"]} == {"win", "loss"}


def test_the_last_position_is_won_or_lost_in_zero_plies() -> None:
    labels = label(Duel(load_game("light-cycle", 3), "up up right"))
    assert (labels["value"], labels["plies"], labels["best_moves"]) == ("loss", 0, ())
    assert not labels["best_actions"].any()


def test_a_barred_move_is_not_a_best_move() -> None:
    for game in variants("grid-runner", [3], repetition=["barred"]):
        duel, seen = Duel(game), 0
        while not duel.outcome:
            labels = label(duel)
            assert set(labels["best_moves"]) <= set(duel.legal_moves)
            seen += duel.legal_actions != game.legal(duel.position)
            duel = duel.play(duel.legal_moves[0])
        assert seen


def test_an_illegal_action_is_not_judged_as_a_move() -> None:
    duel = Duel(load_game("light-cycle"), "right")
    for labels in (label(duel.stop(1, "forfeit"), duel), label(duel.stop(1, "forfeit"))):
        assert (labels["value"], labels["plies"], labels["best_moves"]) == ("loss", 0, ())
        assert not {"kept", "plies_lost"} & set(labels)


def test_a_perpetual_has_no_plies() -> None:
    labels = label(Duel(load_game("grid-runner", 3, repetition="endless"), "right left left up"))
    assert (labels["value"], labels["kept"]) == ("perpetual", True)
    assert not {"plies", "plies_lost"} & set(labels)


@pytest.mark.heavy
def test_a_searched_board_has_exact_labels() -> None:
    game = load_game("light-cycle", 7)
    labels = label(Duel(game))
    values = OnDemandSolver(game)
    assert (labels["value"], labels["plies"]) == values.value(game.start())
    assert labels["best_moves"] == values.best_moves(game.start())


@pytest.mark.heavy
def test_there_are_no_labels_if_the_search_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.analysis.dataset.MAX_VISITS", 10)
    monkeypatch.setattr("gridduels.agents.turns.VALUES", ValueService())
    assert label(Duel(load_game("pathway", 7), "right left down")) == {}
