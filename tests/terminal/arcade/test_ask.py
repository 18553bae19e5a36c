"""The arcade never starts an external bot named only in a file: a person must type it in first."""

import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.screens import AskDialogue
from gridduels.terminal.library import Autosave, unfinished
from gridduels.terminal.settings import Settings
from tests.terminal.arcade.stage import Stage, friends, on_stage
from tests.terminal.foreign import Trap


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    return Trap(tmp_path)


def cut_off_against(bot: str) -> None:
    autosave = Autosave()
    autosave.rewrite(replace(friends("light-cycle", "right").record(), players=("human", bot)))
    autosave.close()


def remembered(bot: str) -> None:
    settings = Settings(game="light-cycle", typed=[bot])
    settings.setups["light-cycle"] = {"players": ["human", bot], "first": "2"}
    settings.save()


@pytest.mark.parametrize("file", [cut_off_against, remembered])
def test_pressing_enter_starts_no_program_that_a_file_names(file: Callable[[str], None], trap: Trap) -> None:
    file(trap.name)

    async def script(stage: Stage) -> None:
        await (stage.press("c", "enter") if file is cut_off_against else stage.press("enter", "o", "enter"))
        assert isinstance(stage.screen, AskDialogue)
        await stage.sees("The file names an external bot for Player 2. Files cannot start programs")
        assert not stage.arcade.bots
        await stage.press("enter")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.match.players == ("human", "human")

    on_stage(script)
    assert not trap.sprung


def test_a_game_is_kept_if_the_question_is_not_answered(trap: Trap) -> None:
    cut_off_against(trap.name)

    async def script(stage: Stage) -> None:
        await stage.press("c", "enter", "escape")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)
    [game] = unfinished([])
    assert game.record.players == ("human", trap.name)
    assert not trap.sprung


def test_the_computer_can_take_the_seat(trap: Trap) -> None:
    cut_off_against(trap.name)

    async def script(stage: Stage) -> None:
        await stage.press("c", "enter")
        stage.screen.query_one("#line").value = "random"
        await stage.press("enter")
        await stage.until(lambda: stage.playing.duel.ply == 2)

    on_stage(script)
    assert not trap.sprung


def test_a_bot_that_was_typed_in_plays_and_is_not_asked_about_again() -> None:
    bot = f"cmd:{shlex.join([sys.executable, '-m', 'gridduels', 'bot', 'random'])}"
    cut_off_against(bot)

    async def script(stage: Stage) -> None:
        await stage.press("c", "enter")
        stage.screen.query_one("#line").value = bot
        await stage.press("enter")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        await stage.press("q", "c", "enter")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.match.players == ("human", bot)

    on_stage(script)
