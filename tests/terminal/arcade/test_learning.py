"""Puzzles and tutorials."""

from typing import Any

import pytest

from gridduels import definitions
from gridduels.terminal.arcade.results import Results
from gridduels.terminal.arcade.screens.menu import MenuScreen
from gridduels.terminal.arcade.tutorial import READ, WIN, is_done, lessons
from tests.terminal.arcade.stage import Stage, on_stage


@pytest.mark.parametrize("definition", definitions(), ids=lambda each: each.id)
def test_every_lesson_can_be_done(definition: Any) -> None:
    found = lessons(definition)
    assert sum(lesson.task == WIN for lesson in found) == 2
    for lesson in found:
        words = lesson.duel.legal_moves
        done = [word for word in words if is_done(lesson, lesson.duel.play(word), word)]
        assert done or lesson.task == READ
        assert lesson.task != WIN or len(done) < len(words)


@pytest.mark.parametrize("number", range(1, 6))
def test_a_tutorial_by_keys(number: int) -> None:
    async def script(stage: Stage) -> None:
        await stage.press(str(number), "l")
        screen: Any = stage.screen
        for _ in range(40):
            if stage.screen is not screen:
                break
            lesson = screen._lessons[screen._number]
            if screen.may_move():
                words = lesson.duel.legal_moves
                right = next(word for word in words if is_done(lesson, lesson.duel.play(word), word))
                wrong = [word for word in words if not is_done(lesson, lesson.duel.play(word), word)]
                for word in [*wrong[:1], right]:
                    screen.selection.choose_word(word)
                    await stage.press("enter")
                assert not screen.may_move()
            await stage.press("enter")
        assert isinstance(stage.screen, MenuScreen)

    on_stage(script)
    assert len(Results.load([]).tutorials) == 1


def test_a_tutorial_can_be_skipped_and_left() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5", "l", *["enter"] * 5, "left", "n", "p", "escape", "escape")
        await stage.press("q")
        assert isinstance(stage.screen, MenuScreen)

    on_stage(script)


def test_a_puzzle_is_solved_step_by_step() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("p")
        screen: Any = stage.screen
        await stage.until(lambda: screen._puzzle)
        await stage.sees("Only one move keeps the win")
        values = stage.arcade.knowing._values[screen._game]
        while not screen.over:
            screen.selection.choose_word(values.best_moves(screen.duel.position)[0])
            ply = screen.duel.ply
            await stage.press("enter")
            await stage.until(lambda ply=ply: screen._knowing is None and screen.duel.ply > ply)  # type: ignore[misc]
        await stage.sees("Solved.")

    on_stage(script)
    assert Results.load([]).puzzles == {"light-cycle": 1}


def test_a_wrong_answer_and_a_hint_do_not_count() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("p")
        screen: Any = stage.screen
        await stage.until(lambda: screen._puzzle)
        wrong = next(word for word in screen.duel.legal_moves if word != screen._puzzle.solution)
        screen.selection.choose_word(wrong)
        await stage.press("enter")
        await stage.sees("Try another move.")
        await stage.press("h")
        await stage.sees(f"It is {screen._puzzle.solution}.")
        before = screen._puzzle
        await stage.press("n")
        await stage.until(lambda: screen._puzzle not in (None, before))
        await stage.press("r", "escape", "escape", "q")
        assert isinstance(stage.screen, MenuScreen)

    on_stage(script)
    assert Results.load([]).puzzles == {}
