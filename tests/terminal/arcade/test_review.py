"""Reviewing a game: the value of every move, and trying again."""

from pathlib import Path

import pytest

from gridduels.record import load
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.review import ReviewScreen
from gridduels.terminal.live_match import LiveMatch
from tests.terminal.arcade.stage import Stage, friends, on_stage


def over() -> LiveMatch:
    live = friends("light-cycle", "right left up down left")
    live.become(live.match.resign())
    return live


def test_mistakes_are_marked_and_the_better_move_is_shown() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("a", "end")
        assert isinstance(stage.screen, ReviewScreen)
        await stage.sees("Accurate moves")
        await stage.press("n")
        assert "better:" in stage.words
        assert "?" in stage.text
        await stage.press("home")
        await stage.sees("The start.")
        await stage.press("right")
        await stage.sees("Move 1 of 5")
        await stage.press("end", "left", "right")
        await stage.sees("Player 2 resigns.")

    on_stage(script, over())


def test_a_game_can_be_tried_again_from_any_move() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("a", "end", "t")
        await stage.sees("Step back to a move first")
        await stage.press("left", "left", "left", "t")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.duel.moves == ("right", "left")
        assert stage.playing.match.helped

    on_stage(script, over())


def test_the_graph_can_be_clicked_and_read() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("a")
        await stage.sees("Accurate moves")
        await stage.click("#graph", offset=(4, 2))
        await stage.sees("Move 2 of 5")
        await stage.press("v")
        assert "P1" in stage.text
        await stage.press("escape", "m")
        assert "5. Player 1 left" in stage.text
        await stage.press("escape", "escape")
        assert isinstance(stage.screen, PlayScreen)

    on_stage(script, over())


def test_a_reviewed_game_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(stage: Stage) -> None:
        await stage.press("a", "s")
        stage.screen.query_one("#line").value = "game.txt"
        await stage.press("enter")
        await stage.sees("Saved. Later: gridduels replay game.txt")

    on_stage(script, over())
    assert load(tmp_path / "game.txt")[0].duel.outcome == (1, "resigned")


def test_a_game_without_moves_can_be_looked_at() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("g", "g", "a", "left", "right", "n")
        await stage.sees("No mistakes in this game.")

    on_stage(script, friends("light-cycle", size=3))
