"""The library: finished games can be searched, exported, shared as links and deleted."""

from pathlib import Path

import pytest

from gridduels import Duel, load_game
from gridduels.record import Record, load
from gridduels.terminal.arcade import lists
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.lists import LibraryScreen, statistics_text
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.review import ReviewScreen
from gridduels.terminal.arcade.screens import TextDialogue
from gridduels.terminal.library import Tally, add_game
from tests.terminal.arcade.stage import Stage, against, on_stage


def play_one() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("right", "g", "g")
        await stage.sees("wins")

    on_stage(script, against("light-cycle"))


async def open_library(stage: Stage) -> None:
    await stage.press("y")
    await stage.until(lambda: isinstance(stage.screen, LibraryScreen))


def test_an_empty_library_says_what_will_be_here() -> None:
    async def script(stage: Stage) -> None:
        await stage.press("y")
        await stage.sees("No finished games yet")

    on_stage(script)


def test_a_finished_game_can_be_reviewed_searched_counted_and_deleted() -> None:
    play_one()

    async def script(stage: Stage) -> None:
        await open_library(stage)
        await stage.sees("Light Cycle Duel, person - random")
        await stage.press("enter")
        await stage.until(lambda: isinstance(stage.screen, ReviewScreen))
        await stage.press("q")
        await stage.until(lambda: isinstance(stage.screen, LibraryScreen))
        await stage.press("t")
        await stage.until(lambda: isinstance(stage.screen, TextDialogue))
        await stage.sees("Player 1")
        await stage.press("escape", "/", *"gridlock", "enter")
        await stage.sees("No game matches all of these words.")
        await stage.press("escape", "d")
        await stage.sees("Delete this game?")
        await stage.press("d")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)


def test_a_game_against_a_bot_is_reviewed_without_starting_the_bot() -> None:
    duel = Duel(load_game("light-cycle"), "right left", stopped=(1, "resigned"))
    add_game(Record(duel, ("human", "cmd:no-such-bot"), {"Date": "2026-01-05"}))

    async def script(stage: Stage) -> None:
        await open_library(stage)
        await stage.press("enter")
        assert isinstance(stage.screen, ReviewScreen)
        await stage.press("left", "t")
        assert isinstance(stage.screen, PlayScreen)
        await stage.sees("A program is started only if you name it yourself.")

    on_stage(script)


def test_a_game_whose_tags_make_no_sense_is_refused() -> None:
    duel = Duel(load_game("light-cycle"), "right", stopped=(1, "resigned"))
    add_game(Record(duel, ("human", "human"), {"Date": "2026-01-05", "Round": "x"}))

    async def script(stage: Stage) -> None:
        await open_library(stage)
        await stage.press("enter")
        await stage.sees("This game can't be shown: the record's tag Round is 'x', but it must be a number.")

    on_stage(script)


@pytest.mark.heavy
@pytest.mark.parametrize("ending", [".txt", ".svg", ".png", ".gif"])
def test_a_game_is_exported_as_a_record_a_picture_or_a_film(ending: str, tmp_path: Path) -> None:
    play_one()
    path = tmp_path / f"game{ending}"

    async def script(stage: Stage) -> None:
        await open_library(stage)
        await stage.press("e", "home", "ctrl+k", *str(path).replace("/", "/"), "enter")
        await stage.sees("Written to")

    on_stage(script)
    assert path.stat().st_size > 100
    if ending == ".txt":
        assert load(path)[0].duel.ended.winner == 2


@pytest.mark.heavy
def test_a_game_becomes_a_link_for_a_browser() -> None:
    play_one()

    async def script(stage: Stage) -> None:
        stage.arcade.settings.server = "http://example.org"
        await open_library(stage)
        await stage.press("l")
        await stage.sees("http://example.org/explore?game=light-cycle&size=5&moves=right")

    on_stage(script)


def test_statistics_have_no_column_for_draws_in_games_without_draws() -> None:
    rows = [Tally("Light Cycle Duel", "level:5", 1, 2, 1, 0)]
    assert statistics_text(rows).splitlines() == [
        "game              against  as        won  lost",
        "Light Cycle Duel  Emil     Player 1  2    1   ",
    ]
    assert "drawn" in statistics_text([*rows, Tally("Other", "random", 2, 0, 0, 1)])


def test_pictures_are_offered_only_with_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    play_one()

    async def question(stage: Stage) -> None:
        await open_library(stage)
        await stage.press("e")
        offered.append([ending for ending in (".txt", ".svg", ".png", ".gif") if f"{ending} (" in stage.text])

    offered: list[list[str]] = []
    on_stage(question)
    monkeypatch.setattr(lists, "has_extra", lambda extra: False)
    on_stage(question)
    assert offered == [[".txt", ".png", ".gif"], [".txt", ".svg"]]
