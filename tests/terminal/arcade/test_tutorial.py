"""Tutorials: every lesson is correct, and takes only a few keys."""

from typing import Any

import pytest

from gridduels import Duel, definitions, lessons, load_game
from gridduels.engine import solve
from gridduels.errors import IllegalMove
from gridduels.game import Definition
from gridduels.lessons import Lesson, generic_lessons
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.results import Results
from tests.terminal.arcade.stage import Stage, on_stage

MOST_STEPS = 7
MOST_KEYS = 30
"""The most keys for a whole tutorial; at a few seconds per lesson, it takes less than a minute."""
ROOM = 3 * 38
"""The number of characters that fit on three lines of the smallest screen."""
LESSONS = [(definition, lesson) for definition in definitions() for lesson in definition.lessons]


@pytest.mark.parametrize(("definition", "lesson"), LESSONS, ids=lambda each: getattr(each, "id", None))
def test_a_lesson_is_true(definition: Definition, lesson: Lesson) -> None:
    duel = lesson.duel(definition)
    assert duel.outcome is None
    assert set(lesson.wrong) <= {"", *duel.legal_moves} - set(lesson.answers)
    assert lesson.refused or not lesson.is_task or set(lesson.answers) & set(duel.legal_moves)
    if lesson.refused:
        with pytest.raises(IllegalMove):
            duel.play(lesson.refused)
    if lesson.wins:
        worth = solve(duel.game).move_values(duel.position)
        assert {word for word, value in worth.items() if value.outcome == "win"} == set(lesson.answers)
        assert len(worth) > 1
        assert ("win" in lesson.praise) == all(worth[word].plies == 1 for word in lesson.answers)


@pytest.mark.parametrize(("definition", "lesson"), LESSONS, ids=lambda each: getattr(each, "id", None))
def test_the_text_of_a_lesson_fits_the_smallest_screen(definition: Definition, lesson: Lesson) -> None:
    for text in (lesson.text, lesson.praise, *lesson.wrong.values()):
        assert len(text) <= ROOM, text


@pytest.mark.parametrize("definition", definitions(), ids=lambda each: each.id)
def test_our_games_have_a_short_tutorial_of_their_own(definition: Definition) -> None:
    assert 5 <= len(definition.lessons) <= MOST_STEPS
    assert sum(lesson.is_task for lesson in definition.lessons) >= len(definition.lessons) - 1


def keys_for(word: str, size: int) -> list[str]:
    """Return the keys that play a move or try to."""
    if word.startswith("@"):
        column, row = int(word[1]), int(word[3])
        across, down = column - size // 2, row - size // 2
        return ["p", *["right" if across > 0 else "left"] * abs(across), *["down" if down > 0 else "up"] * abs(down)]
    return [word.rstrip("0123456789")] * (int(word[-1]) if word[-1].isdigit() else 1)


async def learn(stage: Stage, lesson: Lesson) -> int:
    """Do what a lesson asks for, and return how many keys that took."""
    keys = keys_for(lesson.refused or lesson.answers[len(lesson.answers) // 2], stage.screen.duel.game.size)
    await stage.press(*keys)
    if stage.screen.may_move():
        await stage.press("enter")
        keys.append("enter")
    assert not stage.screen.may_move(), f"not learned: {lesson.text}"
    return len(keys)


@pytest.mark.heavy
@pytest.mark.parametrize("number", range(1, 6))
def test_a_tutorial_by_keys(number: int) -> None:
    async def script(stage: Stage) -> int:
        await stage.press(str(number), "t")
        screen: Any = stage.screen
        pressed = 0
        while stage.screen is screen:
            if screen.may_move():
                pressed += await learn(stage, screen.lesson)
            await stage.press("enter")
            pressed += 1
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        assert stage.playing.match.opponent == "easy"
        return pressed

    assert on_stage(script, size=(40, 16)) <= MOST_KEYS
    assert len(Results.load([]).tutorials) == 1


def test_a_wrong_try_is_answered_and_may_be_repeated() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("t", "up")
        await stage.sees("go right this time, towards Player 2.")
        await stage.press("right")
        await stage.sees("Your cycle left a wall behind.")
        await stage.press("enter", "left")
        await stage.sees("You cannot move left: (3,1) is blocked.")
        await stage.press("enter", "right")
        await stage.sees("Now Player 2 escapes.")
        await stage.press("up")
        await stage.sees("Player 2 can't move. You win!")

    on_stage(script)


def test_a_refused_move_counts_only_if_the_lesson_asks_for_it() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4", "t", "n", "up")
        assert stage.screen.may_move()
        await stage.sees("that is off the grid")
        await stage.press("right")
        assert not stage.screen.may_move()

    on_stage(script)


def test_a_tutorial_can_be_skipped_and_left() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5", "t", "n", "n", "n", "p", "escape", "q", "q")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)
    assert Results.load([]).tutorials == []


@pytest.mark.parametrize("game", ["pathway", "gridlock", "blockade"])
def test_any_game_can_be_taught_without_lessons_of_its_own(game: str) -> None:
    definition = load_game(game).definition
    found = generic_lessons(definition)
    assert len([lesson for lesson in found if "win" in lesson.text and lesson.is_task]) == 2
    for lesson in found:
        duel = lesson.duel(definition)
        assert set(lesson.answers) <= set(duel.game.moves)
        if "win in one move" in lesson.text:
            assert all(duel.play(word).outcome == (duel.turn, duel.play(word).ended.reason) for word in lesson.answers)
            assert len(lesson.answers) < len(duel.legal_moves)


def test_a_game_without_a_position_to_win_in_one_move_is_taught_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def never(duel: Duel, word: str) -> bool:
        tried.append(word)
        return False

    monkeypatch.setattr(lessons, "_wins", never)
    found = generic_lessons(load_game("pathway").definition)
    assert not [lesson for lesson in found if "win in one move" in lesson.text]
    assert lessons._MOST_TRIED <= len(tried) < 2 * lessons._MOST_TRIED
