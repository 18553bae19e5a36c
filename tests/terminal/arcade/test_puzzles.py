"""Puzzles: solving step by step, lengths, counting, trying again."""

from typing import Any

import pytest

from gridduels.engine import VALUES
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.results import Results
from tests.terminal.arcade.stage import Stage, on_stage


async def begin(stage: Stage) -> Any:
    """Open the puzzles; return the screen once a puzzle is ready."""
    await stage.press("p")
    screen = stage.screen
    await stage.until(lambda: screen._puzzle)
    await stage.sees("Only one move keeps the win")
    return screen


async def solve(stage: Stage) -> None:
    """Play a best move in every position of the puzzle."""
    screen = stage.screen
    while not screen.over:
        with VALUES.open(screen._game) as values:
            screen.board.selection.choose_word(values.best_moves(screen.duel.position)[0])
        ply = screen.duel.ply
        await stage.press("enter")
        await stage.until(lambda ply=ply: not screen.busy and screen.duel.ply > ply)  # type: ignore[misc]


def test_puzzles_are_solved_step_by_step_and_make_a_streak() -> None:
    async def script(stage: Stage) -> None:
        screen = await begin(stage)
        await stage.sees("Solve it to start a streak.")
        await solve(stage)
        await stage.sees("Solved!")
        await stage.sees("1 solved, 1 in a row, best 1")
        first = screen._puzzle
        await stage.press("enter")
        await stage.until(lambda: screen._puzzle not in (None, first))
        await solve(stage)
        await stage.sees("2 solved, 2 in a row, best 2")

    on_stage(script)
    results = Results.load([])
    assert results.puzzles == {"light-cycle": 2}
    assert results.streak("light-cycle") == (2, 2)


@pytest.mark.heavy
def test_a_wrong_answer_and_a_hint_do_not_count_and_end_the_streak() -> None:
    Results().solved("light-cycle", "2026-01-05", "another")

    async def script(stage: Stage) -> None:
        screen = await begin(stage)
        wrong = next(word for word in screen.duel.legal_moves if word != screen._puzzle.solution)
        screen.board.selection.choose_word(wrong)
        await stage.press("enter")
        await stage.sees("Try another move.")
        await stage.sees("1 solved, best 1 in a row")
        await stage.press("h")
        await stage.sees("With a hint, the puzzle doesn't count.")
        assert f"Best is {screen._puzzle.solution}" not in stage.words
        await stage.press("h")
        await stage.sees(f"Best is {screen._puzzle.solution}: ")
        await solve(stage)
        await stage.sees("not on the first try")
        before = screen._puzzle
        await stage.press("n")
        await stage.until(lambda: screen._puzzle not in (None, before))
        await stage.press("r", "escape", "q")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)
    results = Results.load([])
    assert results.puzzles == {"light-cycle": 1}
    assert results.streak("light-cycle") == (0, 1)


def test_a_puzzle_can_be_tried_again_from_its_beginning() -> None:
    async def script(stage: Stage) -> None:
        screen = await begin(stage)
        await solve(stage)
        await stage.press("t")
        assert screen.duel == screen._puzzle.duel_with_trails()
        assert screen.may_move()

    on_stage(script)


def test_a_puzzle_that_is_solved_again_does_not_count_again() -> None:
    async def script(stage: Stage) -> None:
        await begin(stage)
        await solve(stage)
        await stage.sees("1 solved, 1 in a row, best 1")
        await stage.press("t")
        await solve(stage)
        await stage.sees("Solved!")
        await stage.sees("1 solved, 1 in a row, best 1")

    on_stage(script)
    assert Results.load([]).puzzles == {"light-cycle": 1}


def test_the_puzzles_of_a_day_continue_where_they_stopped() -> None:
    async def first(stage: Stage) -> None:
        await begin(stage)
        await solve(stage)
        await stage.sees("Solved!")

    async def second(stage: Stage) -> int:
        screen = await begin(stage)
        return int(screen._source.number)

    on_stage(first)
    assert on_stage(second) == 1


def test_puzzles_are_graded_by_their_length() -> None:
    async def script(stage: Stage) -> None:
        screen = await begin(stage)
        for plies in (5, 7, 9):
            await stage.press("l")
            await stage.until(lambda plies=plies: screen._puzzle and screen._puzzle.plies == plies)  # type: ignore[misc]
            await stage.sees(f"win in {(plies + 1) // 2} moves")

    on_stage(script)


def test_beginners_get_short_puzzles_first() -> None:
    results = Results()

    async def script(stage: Stage) -> tuple[int, str]:
        screen = await begin(stage)
        return screen._puzzle.plies, stage.words

    for plies in (3, 5):
        assert on_stage(script)[0] == plies
        for number in range(3):
            results.solved("light-cycle", "2026-01-05", f"{plies} {number}")
    assert "puzzle 1 6 solved" in on_stage(script)[1]


def test_a_missing_length_is_announced() -> None:
    async def script(stage: Stage) -> None:
        stage.arcade.settings.setups["light-cycle"] = {"size": 3}
        screen = await begin(stage)
        screen._source.plies = 13
        await stage.press("l")
        await stage.sees("has no puzzle of this length. Press l for another.")

    on_stage(script)
