"""Remarks on a move that was played and on a finished game."""

import random

import pytest

from gridduels import Duel, load_game
from gridduels.analysis.annotations import Annotation, annotate, remark, story
from gridduels.duel import Reason
from gridduels.engine import solve

GAME = load_game("light-cycle")


def annotated(moves: str) -> Annotation:
    return annotate(Duel(GAME, moves), solve(GAME))


def named(player: int) -> str:
    return "you" if player == 2 else "Player 1"


def best_play(duel: Duel) -> Duel:
    values = solve(GAME)
    while duel.outcome is None:
        duel = duel.play(values.evaluate(duel).best_moves[0])
    return duel


def test_a_faster_loss_is_not_called_slower() -> None:
    sooner = annotated("right left").notes[1]
    assert sooner.verdict == "loses sooner"
    assert remark(sooner, "Player 1") == "loses in 5 more moves instead of 7"


def test_a_mistake_is_described_by_the_opponents_win() -> None:
    blunder = annotated("right left up").notes[2]
    assert (blunder.verdict, remark(blunder, "Player 2")) == ("blunder", "Player 2 then wins in 10 more moves")


def test_a_lost_win_is_described_as_gone() -> None:
    game = load_game("grid-runner")
    values, rng = solve(game), random.Random(1)
    for _ in range(200):
        duel = Duel(game)
        while duel.outcome is None and duel.ply < 30:
            evaluation = values.evaluate(duel)
            gone = [word for word, value in evaluation.moves.items() if value.outcome == "perpetual"]
            if evaluation.value.outcome == "win" and gone:
                note = annotate(duel.play(gone[0]), values).notes[-1]
                assert remark(note, "Player 2").startswith("gives up a win in ")
                return
            duel = duel.play(rng.choice(duel.legal_moves))
    pytest.fail("no win was ever given up")


def test_a_lost_start_is_described_as_a_forced_win_all_along() -> None:
    told = story(annotate(best_play(Duel(GAME)), solve(GAME)), named)
    assert told == ("Going first, Player 1 had a forced win all along.", None)


def test_the_story_names_the_move_that_gave_the_game_away() -> None:
    told = story(annotate(best_play(Duel(GAME, "up")), solve(GAME)), named)
    assert told == ("Player 1 gave the game away with move 1, up.", 1)


def test_the_story_names_the_chance_missed_after_a_lost_start() -> None:
    values = solve(GAME)
    duel = Duel(GAME, "up")
    given = next(word for word, value in values.evaluate(duel).moves.items() if value.outcome == "loss")
    told = story(annotate(best_play(duel.play(given)), values), named)
    assert told == (f"You missed a chance with move 2, {given}; the start was already lost.", 2)


def test_resigning_in_a_position_that_was_not_lost_is_pointed_out() -> None:
    stopped = Duel(GAME, "right left up").stop(1, Reason.RESIGNED)
    assert story(annotate(stopped, solve(GAME)), named) == ("You still had a chance.", 3)


def test_an_unfinished_game_has_no_story() -> None:
    assert story(annotated("right"), named) is None


def test_the_winner_stays_the_same_after_the_turning_point() -> None:
    values, rng = solve(GAME), random.Random(3)
    for _ in range(40):
        duel = Duel(GAME)
        while duel.outcome is None:
            duel = duel.play(rng.choice(duel.legal_moves))
        annotation = annotate(duel, values)
        told = story(annotation, named)
        assert told
        assert duel.outcome
        if told.ply:
            assert not annotation.notes[told.ply - 1].verdict.keeps
            assert annotation.notes[told.ply - 1].player != duel.outcome.winner
        assert all(note.verdict.keeps for note in annotation.notes[told.ply or 0 :])
