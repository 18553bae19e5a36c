"""Games that were left or interrupted can be resumed or deleted."""

import os
from dataclasses import replace

import pytest

from gridduels import Record
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.lists import UnfinishedScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.screens import TextDialogue
from gridduels.terminal.library import Autosave, unfinished
from tests.terminal.arcade.stage import Stage, against, friends, on_stage


def cut_off(game: str = "gridlock", moves: str = "up2 left1", age: int = 0) -> Record:
    """Store a game that was interrupted this many seconds ago."""
    record = friends(game, moves).record()
    keep(record, age)
    return record


def keep(record: Record, age: int = 0) -> None:
    autosave = Autosave()
    autosave.rewrite(record)
    os.utime(autosave.path, (1_000_000 - age, 1_000_000 - age))
    autosave.close()


def test_an_interrupted_game_is_offered_and_can_be_resumed() -> None:
    record = cut_off()

    async def script(stage: Stage) -> None:
        await stage.sees("Continue GridLock, a friend")
        await stage.press("c")
        assert isinstance(stage.screen, UnfinishedScreen)
        assert "> 1 GridLock" in stage.text
        await stage.sees("7x7, person - person 2 moves")
        await stage.press("enter")
        assert isinstance(stage.screen, PlayScreen)
        assert stage.playing.duel == record.duel
        await stage.press("right", "escape", "up", "enter", "q", "c", "enter")
        assert stage.playing.duel.moves == ("up2", "left1", "up1")

    on_stage(script)


def test_unfinished_games_are_listed_the_latest_first() -> None:
    cut_off("pathway", "right", age=5)
    cut_off("blockade", "right left", age=9)
    cut_off(age=1)

    async def script(stage: Stage) -> None:
        await stage.press("c")
        places = [stage.text.index(title) for title in ("1 GridLock", "2 Pathway Duel", "3 Blockade Runner")]
        assert places == sorted(places)
        await stage.press("down")
        await stage.sees("1 move,")
        await stage.press("enter")
        assert stage.playing.match.game.id == "pathway"

    on_stage(script)
    assert len(unfinished([])) == 3


@pytest.mark.heavy
@pytest.mark.parametrize("key", ["n", "escape", "q"])
def test_the_list_can_be_left(key: str) -> None:
    cut_off()

    async def script(stage: Stage) -> None:
        await stage.press("c", key)
        assert isinstance(stage.screen, HomeScreen)
        assert "c Continue" in stage.text

    on_stage(script)
    assert len(unfinished([])) == 1


def test_deleting_a_game_needs_the_key_twice() -> None:
    cut_off("pathway", "right", age=5)
    cut_off()

    async def script(stage: Stage) -> None:
        await stage.press("c", "d")
        await stage.sees("Delete this game?")
        await stage.press("escape", "d", "d")
        assert "> 1 Pathway Duel" in stage.text
        await stage.press("d", "d")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)
    assert unfinished([]) == []


def test_a_game_can_be_clicked() -> None:
    cut_off("pathway", "right", age=5)
    cut_off()

    async def script(stage: Stage) -> None:
        await stage.press("c")
        for _ in range(2):
            await stage.click("#games", offset=(4, 1))
        assert stage.playing.match.game.id == "pathway"

    on_stage(script)


def test_a_game_with_an_unknown_player_is_kept_but_not_continued() -> None:
    keep(replace(friends("gridlock", "up2").record(), players=("human", "nobody")))

    async def script(stage: Stage) -> None:
        await stage.press("c", "enter")
        assert isinstance(stage.screen, TextDialogue)
        await stage.sees("This game can't be continued: there is no player 'nobody'")
        await stage.press("escape")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)
    assert len(unfinished([])) == 1


def test_a_helped_game_does_not_count_after_it_is_resumed() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right")
        await stage.until(lambda: stage.playing.duel.ply == 2)
        await stage.press("e")
        await stage.sees("+4 wins")
        assert stage.playing.match.helped

    on_stage(script, against("light-cycle", size=3))

    async def again(stage: Stage) -> None:
        await stage.press("c", "enter")
        assert stage.playing.match.helped
        await stage.press("g", "g")
        assert stage.arcade.results.games == {}

    on_stage(again)
