"""Computers that play each other, keys that must do nothing, and what is said about help and games that are kept."""

import pytest

from gridduels import Match, load_game
from gridduels.terminal.arcade.app import open_arcade
from gridduels.terminal.arcade.dialogues import TextDialogue
from gridduels.terminal.arcade.widgets import KeyHelp
from gridduels.terminal.library import Autosave
from gridduels.terminal.live_match import LiveMatch
from tests.terminal.arcade.stage import Stage, against, friends, on_stage


def computers() -> LiveMatch:
    return LiveMatch(Match.begin(load_game("grid-runner", 7), ("random", "random")), keeper=Autosave())


@pytest.mark.heavy
def test_computers_are_halted_and_go_on_step_by_step() -> None:
    async def script(stage: Stage) -> None:
        await stage.until(lambda: stage.playing.duel.ply >= 1)
        await stage.press("space")
        await stage.sees("Halted.")
        ply = stage.playing.duel.ply
        await stage.press("n")
        await stage.until(lambda: stage.playing.duel.ply == ply + 1)
        await stage.sees("Halted.")
        await stage.press("right")
        assert stage.playing.duel.ply == ply + 1
        await stage.press("-")
        await stage.sees("They play slowly.")
        await stage.press("+", "+", "+", "space")
        await stage.until(lambda: stage.playing.duel.ply >= ply + 5)

    on_stage(script, computers())


def test_a_held_key_does_not_play_the_other_players_moves() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", "right", "right")
        assert stage.playing.duel.moves == ("right",)

    on_stage(script, friends("grid-runner"))


def test_keys_do_nothing_where_the_screen_does_not_fit() -> None:
    async def script(stage: Stage) -> None:
        await stage.resize(30, 10)
        await stage.sees("Your game is safe.")
        await stage.press("right", "q")
        assert stage.playing.duel.ply == 0
        await stage.resize(80, 24)
        await stage.press("right")
        assert stage.playing.duel.ply == 1

    on_stage(script, friends("grid-runner"))


def test_a_click_at_the_foot_of_the_screen_presses_the_key() -> None:
    async def script(stage: Stage) -> None:
        help = stage.screen.query_one(KeyHelp)
        lines = [str(line) for line in str(help.content).split("\n")]
        row = next(number for number, line in enumerate(lines) if "r rules" in line)
        await stage.pilot.click(KeyHelp, offset=(lines[row].index("r rules") + 3, row))
        await stage.until(lambda: isinstance(stage.screen, TextDialogue))

    on_stage(script, friends("grid-runner"))


def test_who_asks_for_help_is_told_that_the_game_does_not_count() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        told = [notice.message for notice in stage.arcade._notifications]
        assert told == ["With help, this game does not count in your record."]
        await stage.press("g", "g")
        await stage.sees("It does not count: you had help.")

    on_stage(script, against("light-cycle"))


def test_a_game_begun_on_the_command_line_and_left_is_said_to_be_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    live = LiveMatch(Match.begin(load_game("light-cycle")).play("right"), keeper=Autosave())
    monkeypatch.setattr("gridduels.terminal.arcade.app.Arcade.run", lambda self: 0)
    assert open_arcade(live) == 0
    assert capsys.readouterr().out == "Your game is kept. Continue with: gridduels\n"
