"""Computers playing each other, keys that must do nothing, and notices about help and saved games."""

import pytest

from gridduels import Match, load_game
from gridduels.terminal.arcade.app import open_arcade
from gridduels.terminal.arcade.screens import TextDialogue
from gridduels.terminal.library import Autosave
from gridduels.terminal.live_match import LiveMatch
from tests.terminal.arcade.stage import Stage, against, friends, on_stage


def computers() -> LiveMatch:
    return LiveMatch(Match.begin(load_game("grid-runner", 7), ("random", "random")), keeper=Autosave())


@pytest.mark.heavy
def test_computers_can_be_paused_and_play_on_step_by_step() -> None:
    async def script(stage: Stage) -> None:
        await stage.until(lambda: stage.playing.duel.ply >= 1)
        await stage.press("space")
        await stage.sees("Paused.")
        ply = stage.playing.duel.ply
        await stage.press("n")
        await stage.until(lambda: stage.playing.duel.ply == ply + 1)
        await stage.sees("Paused.")
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


def test_keys_do_nothing_while_the_window_is_too_small() -> None:
    async def script(stage: Stage) -> None:
        await stage.resize(30, 10)
        await stage.sees("Your game is safe.")
        await stage.press("right", "q")
        assert stage.playing.duel.ply == 0
        await stage.resize(80, 24)
        await stage.press("right")
        assert stage.playing.duel.ply == 1

    on_stage(script, friends("grid-runner"))


def test_a_click_on_the_footer_presses_the_key() -> None:
    async def script(stage: Stage) -> None:
        last = stage.text.splitlines()[-1]
        await stage.pilot.click("#keys", offset=(last.index("r rules") + 3, 0))
        await stage.until(lambda: isinstance(stage.screen, TextDialogue))

    on_stage(script, friends("grid-runner"))


def test_a_helped_game_is_announced_not_to_count() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("h")
        await stage.sees("Look ")
        told = [notice.message for notice in stage.arcade._notifications]
        assert told == ["With help, this game doesn't count."]
        await stage.press("g", "g")
        await stage.sees("This game doesn't count towards your record.")

    on_stage(script, against("light-cycle"))


def test_leaving_a_game_of_the_command_line_says_how_to_continue(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    live = LiveMatch(Match.begin(load_game("light-cycle")).play("right"), keeper=Autosave())
    monkeypatch.setattr("gridduels.terminal.arcade.app.Arcade.run", lambda self: 0)
    assert open_arcade(live) == 0
    assert capsys.readouterr().out == "Your game has been saved. Continue with: gridduels\n"
