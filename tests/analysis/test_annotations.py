"""Verdicts on moves: best, slower, loses sooner, mistake, blunder, each with the better move and a reason in plies."""

import random

import pytest

from gridduels import Duel, load_game
from gridduels.analysis.annotations import Annotation, annotate
from gridduels.engine import solve
from tests.helpers import GAMES


def annotated(id: str, moves: str, start: str | None = None, size: int = 5) -> Annotation:
    game = load_game(id, size)
    return annotate(Duel(game, moves, start=start), solve(game))


def test_a_move_that_gives_a_win_away_is_a_blunder_and_says_what_was_better() -> None:
    note = annotated("light-cycle", "right left up").notes[2]
    assert (note.ply, note.player, note.move, note.verdict) == (3, 1, "up", "blunder")
    assert (note.value, note.best_value, note.best_moves) == (("loss", 20), ("win", 9), ("right",))
    assert note.reason == "left the opponent a win in 19 plies"


def test_a_move_that_keeps_value_and_distance_is_best() -> None:
    note = annotated("light-cycle", "right").notes[0]
    assert (note.verdict, note.value, note.reason) == ("best", ("win", 15), "keeps the win in 15 plies")


def test_a_loser_that_could_have_held_out_longer_loses_sooner() -> None:
    note = annotated("light-cycle", "right left").notes[1]
    assert (note.verdict, note.value, note.best_value) == ("loses sooner", ("loss", 10), ("loss", 14))
    assert note.reason == "loss in 10 plies instead of 14"


def test_a_winner_that_takes_its_time_is_slower() -> None:
    note = annotated("grid-runner", "up", "...../...1./...../...2./..... 1").notes[0]
    assert (note.verdict, note.best_moves) == ("slower", ("down", "right"))
    assert note.reason == "win in 11 plies instead of 7"


def test_giving_up_a_win_for_perpetual_is_a_mistake() -> None:
    notes = [
        note
        for note in annotated("grid-runner", "down up down up up", size=3).notes
        if note.best_value.outcome == "win" and note.value.outcome == "perpetual"
    ]
    assert [(note.verdict, note.reason) for note in notes] == [("mistake", f"gave up a {notes[0].best_value}")]


def test_perpetual_that_becomes_a_loss_is_a_mistake() -> None:
    game = load_game("grid-runner", 3)
    values = solve(game)
    note = next(
        note
        for seed in range(100)
        for note in annotate(wandered(game.id, seed), values).notes
        if (note.best_value.outcome, note.value.outcome) == ("perpetual", "loss")
    )
    assert note.verdict == "mistake"
    assert note.reason.startswith("left the opponent a win in ")


def test_any_move_that_stays_perpetual_is_best() -> None:
    for move in ("down", "right"):
        note = annotated("grid-runner", move, "1../.2./... 1", 3).notes[0]
        assert (note.verdict, note.value, note.reason) == ("best", ("perpetual", None), "keeps it perpetual")


def wandered(id: str, seed: int) -> Duel:
    game, rng = load_game(id, 3), random.Random(seed)
    duel = Duel(game, start=game.start(1 + seed % 2))
    while not duel.outcome and duel.ply < 30:
        duel = duel.play(rng.choice(duel.legal_moves))
    return duel


@pytest.mark.parametrize("id", GAMES)
def test_verdicts_follow_from_the_values(id: str) -> None:
    values = solve(load_game(id, 3))
    for seed in range(20):
        duel = wandered(id, seed)
        annotation = annotate(duel, values)
        steps = [Duel(duel.game, duel.moves[:ply], start=duel.start) for ply in range(duel.ply + 1)]
        assert annotation.values == tuple(map(values.value_of, steps))
        assert [note.move for note in annotation.notes] == list(duel.moves)
        for note in annotation.notes:
            ranks = note.value.rank, note.best_value.rank
            assert ranks[0] <= ranks[1]
            assert (note.verdict == "best") == (ranks[0] == ranks[1]) == (note.move in note.best_moves)
            assert (note.verdict in ("best", "slower", "loses sooner")) == (
                note.value.outcome == note.best_value.outcome
            )
            assert (note.verdict == "blunder") == ((note.best_value.outcome, note.value.outcome) == ("win", "loss"))


def test_kept_counts_the_moves_of_each_player() -> None:
    annotation = annotated("light-cycle", "right left up down up")
    assert [note.verdict for note in annotation.notes] == ["best", "loses sooner", "blunder", "blunder", "blunder"]
    assert (annotation.kept(1), annotation.kept(2)) == ((1, 3), (1, 2))


def test_a_barred_move_is_not_held_against_a_player() -> None:
    game = load_game("grid-runner", 3)
    values = solve(game)
    for seed in range(300):
        duel = wandered("grid-runner", seed)
        for ply, note in enumerate(annotate(duel, values).notes):
            before = duel.undo(duel.ply - ply) if ply < duel.ply else duel
            assert set(note.best_moves) <= set(before.legal_moves)
            barred = set(values.best_moves(before.position)) - set(before.legal_moves)
            if barred and not set(values.best_moves(before.position)) & set(before.legal_moves):
                assert note.best_value.rank < values.value(before.position).rank
                return
    raise AssertionError("no best move was ever barred: the test shows nothing")


def test_a_game_without_moves_has_nothing_to_annotate() -> None:
    annotation = annotated("light-cycle", "")
    assert (annotation.notes, len(annotation.values), annotation.kept(1)) == ((), 1, (0, 0))
