"""The menu and what it leads to."""

from pathlib import Path

import pytest

from gridduels import definitions
from gridduels.terminal.arcade.dialogues import TextDialogue
from gridduels.terminal.arcade.lists import OptionsScreen, SettingsScreen, UnfinishedScreen
from gridduels.terminal.arcade.menu import MenuScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.puzzles import PuzzleScreen
from gridduels.terminal.arcade.tutorial import TutorialScreen
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Settings
from tests.terminal.arcade.stage import Stage, on_stage


def test_every_game_is_there_with_its_summary_and_a_board() -> None:
    async def script(stage: Stage) -> None:
        for number, definition in enumerate(definitions(), 1):
            await stage.press(str(number))
            assert f"> {number} {definition.title}" in stage.text
            assert definition.summary.split()[0] in stage.text
            assert "┌───" in stage.text

    on_stage(script)


def test_the_miniature_lives() -> None:
    async def script(stage: Stage) -> None:
        before = stage.screen.query_one("#demo").view
        await stage.until(lambda: stage.screen.query_one("#demo").view != before)

    on_stage(script, animate=True)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("key", "screen"),
    [
        ("enter", PlayScreen),
        ("space", PlayScreen),
        ("o", OptionsScreen),
        ("l", TutorialScreen),
        ("p", PuzzleScreen),
        ("r", TextDialogue),
        ("g", SettingsScreen),
    ],
)
def test_every_key_leads_somewhere_and_back(key: str, screen: type) -> None:
    async def script(stage: Stage) -> None:
        await stage.press(key)
        assert isinstance(stage.screen, screen)
        await stage.press("q")
        assert isinstance(stage.screen, MenuScreen)

    on_stage(script)


def test_q_leaves() -> None:
    async def script(stage: Stage) -> int | None:
        await stage.press("escape", "q")
        return stage.arcade.return_value

    assert on_stage(script) == 0


def test_ctrl_c_leaves_with_its_exit_code() -> None:
    async def script(stage: Stage) -> int | None:
        await stage.press("ctrl+c")
        return stage.arcade.return_value

    assert on_stage(script) == 130


def test_the_record_against_each_opponent_is_shown() -> None:
    results = Results()
    results.add("light-cycle", "hard", True)
    results.add("light-cycle", "easy", False)

    async def script(stage: Stage) -> None:
        assert "hard     1 won, 0 lost" in stage.text
        assert "easy     0 won, 1 lost" in stage.text
        assert "perfect  -" in stage.text

    on_stage(script)


def test_options_are_chosen_and_remembered() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("5", "o", "down", "right", "down", "right", "right")
        await stage.press("down", "down", "left", "down", "right", "down", "space")
        assert isinstance(stage.screen, OptionsScreen)
        await stage.press("r")
        assert "Blockade Runner" in stage.text
        await stage.press("escape", "enter")
        match = stage.playing.match
        assert match.players == ("human", "medium")
        assert (match.duel.start.turn, match.game.size, match.rounds) == (2, 4, 1)
        assert match.game.rulings["obstacles"] == 4
        await stage.press("q")

    on_stage(script)
    settings = Settings.load([])
    assert settings.game == "blockade"

    async def again(stage: Stage) -> None:
        if isinstance(stage.screen, UnfinishedScreen):  # the computer had moved
            await stage.press("n")
        assert "> 5 Blockade Runner" in stage.text
        assert "4x4, person - medium" in stage.text

    on_stage(again)


def test_options_can_be_clicked() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("o")
        await stage.click("#options", offset=(4, 5))
        assert "Board" in stage.text
        assert stage.screen.query_one("#options").row == 4
        assert "7x7" in stage.text

    on_stage(script)


def test_a_game_can_be_clicked_and_clicked_again_for_its_options() -> None:
    async def script(stage: Stage) -> None:
        await stage.click("#games", offset=(4, 2))
        assert "> 3 Grid Runner Duel" in stage.text
        await stage.click("#games", offset=(4, 2))
        assert isinstance(stage.screen, OptionsScreen)

    on_stage(script)


def test_settings_change_at_once_and_are_kept() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g", "right", "down", "right", "right", "down", "right", "down", "space")
        assert stage.arcade.theme == "paper"
        await stage.press("up", "left", "escape")

    on_stage(script, animate=True)
    settings = Settings.load([])
    assert (settings.keys, settings.theme, settings.confirm, settings.animate) == ("vi", "paper", False, False)


def test_damaged_settings_are_reported(config: Path) -> None:
    (config / "settings.json").write_text("{", encoding="utf-8")

    async def script(stage: Stage) -> None:
        assert "is damaged" in stage.text
        assert "settings.json.damaged-1" in stage.text.replace("\n", "")
        await stage.press("escape")
        assert isinstance(stage.screen, MenuScreen)

    on_stage(script, size=(200, 24))


def test_a_folder_that_cannot_be_written_to_does_not_stop_a_game(config: Path) -> None:
    async def script(stage: Stage) -> None:
        (config / "settings.json").mkdir()
        await stage.press("enter")
        assert isinstance(stage.screen, PlayScreen)

    on_stage(script)


@pytest.mark.parametrize(("key", "first"), [("1", 1), ("2", 2)])
def test_gridlock_asks_who_goes_first_as_its_rule_book_wants_it(key: str, first: int) -> None:
    async def script(stage: Stage) -> None:
        for _ in range(2):
            await stage.press("4", "enter")
            await stage.sees("Who goes first?")
            await stage.press("escape")
            assert isinstance(stage.screen, MenuScreen)
        await stage.press("enter", key)
        await stage.until(lambda: isinstance(stage.screen, PlayScreen))
        assert stage.playing.duel.start.turn == first

    on_stage(script)


def test_gridlock_does_not_ask_where_the_options_say_who_goes_first() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("4", "o", "down", "down")
        assert "< you are asked >" in stage.text
        await stage.press("right", "enter")
        assert isinstance(stage.screen, PlayScreen)

    on_stage(script)
