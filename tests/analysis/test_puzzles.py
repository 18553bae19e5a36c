"""Puzzles have a single winning move, never run out, are reproducible, and are judged by exact values."""

from itertools import islice

import pytest

from gridduels import Duel, SetupError, load_game
from gridduels.analysis.puzzles import answer, puzzles
from gridduels.engine import Values, solve

GAMES = ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade")


def values_of(id: str) -> Values:
    return solve(load_game(id, 3 if id == "blockade" else 5))


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_exactly_one_move_keeps_the_win_and_it_is_the_solution(id: str) -> None:
    values = values_of(id)
    for puzzle in islice(puzzles(values, seed=3), 20):
        kept = [word for word, value in values.move_values(puzzle.position).items() if value.outcome == "win"]
        assert kept == [puzzle.solution]
        assert values.value(puzzle.position) == ("win", puzzle.plies)
        assert puzzle.plies >= 3


@pytest.mark.parametrize("id", GAMES)
def test_a_puzzle_leaves_a_choice(id: str) -> None:
    for puzzle in islice(puzzles(values_of(id), seed=4), 20):
        assert len(puzzle.duel().legal_moves) > 1


@pytest.mark.parametrize("id", GAMES)
def test_a_puzzle_keeps_the_moves_of_its_trails(id: str) -> None:
    values = values_of(id)
    for puzzle in islice(puzzles(values, seed=4), 20):
        start = values.game.start(puzzle.first)
        assert Duel(values.game, puzzle.opening, start=start).position == puzzle.position
        shown = puzzle.duel_with_trails()
        assert shown.position == puzzle.position
        assert shown.moves == (puzzle.opening if id in ("light-cycle", "pathway", "gridlock") else ())


@pytest.mark.parametrize("id", GAMES)
def test_the_start_is_not_a_puzzle_if_there_are_others(id: str) -> None:
    values = values_of(id)
    starts = [values.game.start(player) for player in (1, 2)]
    assert all(next(puzzles(values, seed=seed)).position not in starts for seed in range(20))


def test_the_reply_is_a_move_that_is_allowed_although_a_better_one_is_barred() -> None:
    values = solve(load_game("grid-runner", 3))
    checked = 0
    for puzzle in islice(puzzles(values, seed=2), 5):
        duel = puzzle.duel()
        for _ in range(40):
            if duel.outcome:
                break
            worth = values.move_values(duel.position)
            word = max(duel.legal_moves, key=lambda word: (worth[word].outcome == "win", worth[word].plies or 0))
            judged = answer(values, duel, word)
            duel = duel.play(word)
            for reply in judged.reply:
                duel, checked = duel.play(reply), checked + 1
    assert checked


@pytest.mark.parametrize("id", GAMES)
def test_right_answers_lead_to_the_win_in_as_many_moves_as_promised(id: str) -> None:
    values = values_of(id)
    puzzle = next(puzzles(values, seed=5))
    duel, moves = puzzle.duel(), 0
    while duel.outcome is None:
        word = values.best_moves(duel.position)[0]
        judged = answer(values, duel, word)
        assert judged.right
        duel, moves = duel.play(word), moves + 1
        for reply in judged.reply:
            duel = duel.play(reply)
    assert duel.outcome.winner == puzzle.position.turn
    assert moves == (puzzle.plies + 1) // 2


def test_a_move_that_keeps_the_win_but_makes_no_progress_is_slower_and_not_right() -> None:
    values, slower = values_of("grid-runner"), 0
    for puzzle in islice(puzzles(values, seed=2, plies=7), 3):
        duel = puzzle.duel()
        while duel.outcome is None:
            best = values.evaluate(duel)
            for word, value in best.moves.items():
                judged = answer(values, duel, word)
                assert judged.right == (value == best.value)
                if value.outcome == "win" and value != best.value:
                    assert (judged.verdict, judged.reply) == ("slower", ())
                    slower += 1
            duel = duel.play(best.best_moves[0])
            duel = duel if duel.outcome else duel.play(values.evaluate(duel).best_moves[0])
    assert slower


def test_every_other_answer_is_wrong() -> None:
    values = values_of("light-cycle")
    for puzzle in islice(puzzles(values, seed=1), 10):
        duel = puzzle.duel()
        for word in set(duel.legal_moves) - {puzzle.solution}:
            assert not answer(values, duel, word).right


def test_a_seed_gives_the_same_puzzles_again_and_none_of_them_twice() -> None:
    values = values_of("pathway")
    first, second = (list(islice(puzzles(values, seed=7), 30)) for _ in range(2))
    assert first == second
    assert len({puzzle.position for puzzle in first}) == 30
    assert first != list(islice(puzzles(values, seed=8), 30))


def test_a_length_can_be_requested() -> None:
    for puzzle in islice(puzzles(values_of("light-cycle"), seed=0, plies=7), 5):
        assert puzzle.plies == 7


def test_puzzles_of_an_impossible_length_run_out() -> None:
    values = solve(load_game("light-cycle", 3))
    assert list(puzzles(values, seed=0, plies=99)) == []


@pytest.mark.parametrize("plies", [0, 1, 4, -3])
def test_an_invalid_length_is_refused(plies: int) -> None:
    with pytest.raises(SetupError, match="odd number from 3"):
        next(puzzles(values_of("light-cycle"), seed=0, plies=plies))


def test_everyone_gets_the_same_puzzle_of_the_day() -> None:
    values = values_of("gridlock")
    first, again, next_day = (next(puzzles(values, day)) for day in ("2026-01-02", "2026-01-02", "2026-01-03"))
    assert first == again
    assert first != next_day
