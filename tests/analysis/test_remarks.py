"""What is said about a move that was played, and about a game that is over."""

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


def test_who_is_lost_sooner_is_not_called_slower() -> None:
    sooner = annotated("right left").notes[1]
    assert sooner.verdict == "sooner lost"
    assert remark(sooner, "Player 1") == "loses in 5 more moves instead of 7"


def test_a_mistake_is_told_by_what_the_opponent_makes_of_it() -> None:
    blunder = annotated("right left up").notes[2]
    assert (blunder.verdict, remark(blunder, "Player 2")) == ("blunder", "Player 2 then wins in 10 more moves")


def test_a_win_that_is_gone_is_told_as_such() -> None:
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


def test_the_loser_of_a_lost_start_is_told_that_it_was_lost_from_the_start() -> None:
    told = story(annotate(best_play(Duel(GAME)), solve(GAME)), named)
    assert told == ("For you it was lost from the start: Player 1, who began, could always win.", None)


def test_who_gave_a_won_game_away_is_told_with_which_move() -> None:
    told = story(annotate(best_play(Duel(GAME, "up")), solve(GAME)), named)
    assert told == ("Player 1 gave it away with move 1, up.", 1)


def test_a_chance_in_a_lost_start_that_was_given_away_is_told() -> None:
    values = solve(GAME)
    duel = Duel(GAME, "up")
    given = next(word for word, value in values.evaluate(duel).moves.items() if value.outcome == "loss")
    told = story(annotate(best_play(duel.play(given)), values), named)
    assert told == (f"You gave a chance away with move 2, {given}; the start was lost.", 2)


def test_who_gives_up_what_was_not_lost_is_told_so() -> None:
    stopped = Duel(GAME, "right left up").stop(1, Reason.RESIGNED)
    assert story(annotate(stopped, solve(GAME)), named) == ("It was not lost yet for you.", 3)


def test_a_game_that_goes_on_has_no_story() -> None:
    assert story(annotated("right"), named) is None


def test_after_the_turning_point_nothing_changes_any_more() -> None:
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
