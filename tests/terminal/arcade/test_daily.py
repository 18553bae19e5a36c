"""The puzzle of the day: a calendar, a streak, and the puzzle itself."""

from datetime import date

import pytest

from gridduels.engine import VALUES
from gridduels.terminal.arcade.puzzles import DailyScreen, PuzzleScreen
from gridduels.terminal.results import Results
from tests.terminal.arcade.stage import Stage, on_stage

MONDAY = date(2026, 1, 5)


async def solve(stage: Stage) -> None:
    """Play the best move in each position, to the end."""
    while not stage.screen.over:
        await stage.until(lambda: stage.screen.may_move() or stage.screen.over)
        if stage.screen.over:
            break
        duel = stage.screen.duel
        with VALUES.open(duel.game) as values:
            word = values.evaluate(duel).best_moves[0]
        stage.selection.choose_word(word)
        await stage.press("enter")


async def open_day(stage: Stage, today: date, *keys: str) -> None:
    await stage.arcade.push_screen(DailyScreen(today))
    await stage.press(*keys, "enter")
    await stage.until(lambda: isinstance(stage.screen, PuzzleScreen) and stage.screen.may_move())


@pytest.mark.heavy
def test_a_puzzle_solved_on_its_day_makes_a_streak_and_is_marked_in_the_calendar() -> None:
    async def script(stage: Stage) -> None:
        await stage.arcade.push_screen(DailyScreen(MONDAY))
        await stage.sees("Solve it today to start a streak.")
        await stage.press("q")
        await open_day(stage, MONDAY)
        await solve(stage)
        await stage.sees("Solved! 1 day in a row.")
        await stage.press("enter")
        await stage.sees("1 day in a row")
        await stage.sees("solved on the day")

    on_stage(script)
    assert Results.load([]).days == {"2026-01-05": "2026-01-05"}


@pytest.mark.heavy
def test_an_earlier_puzzle_is_marked_but_makes_no_streak() -> None:
    async def script(stage: Stage) -> None:
        await open_day(stage, date(2026, 1, 6), "left")
        await solve(stage)
        await stage.sees("Solved!")
        await stage.press("enter")
        await stage.sees("solved later.")

    on_stage(script)


def test_future_days_cannot_be_chosen() -> None:
    async def script(stage: Stage) -> None:
        screen = DailyScreen(MONDAY)
        await stage.arcade.push_screen(screen)
        await stage.press("right", "down")
        assert screen.day == MONDAY
        await stage.press("up", "t", "left")
        assert screen.day == date(2026, 1, 4)

    on_stage(script)
