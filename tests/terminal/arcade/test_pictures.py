"""The screens look as they did when somebody last looked at them.

`pytest tests/terminal/arcade/test_pictures.py --snapshot-update` takes the pictures anew: look at them before you keep
them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
from syrupy.assertion import SnapshotAssertion

from gridduels.terminal.arcade.keeping.autosave import Autosave
from gridduels.terminal.arcade.keeping.results import Results
from gridduels.terminal.live_match import LiveMatch
from tests.terminal.arcade.pictures import SvgExtension, colours_of_picture, picture, text_of_picture
from tests.terminal.arcade.stage import Stage, friends, on_stage

MOVES: Final = {
    "light-cycle": "right left up left right",
    "pathway": "right left right up down",
    "grid-runner": "down up right left down",
    "gridlock": "up2 left2 down1",
    "blockade": "right @2,2 down left @1,3",
}
SIZES: Final = ((40, 16), (80, 24), (120, 40))
LOOKS: Final = ("ink", "paper", "colourless")
FOLDER: Final = Path(__file__).parent / "__snapshots__" / Path(__file__).stem
OVER: Final = "light-cycle", "right down down left left up down up right up right right right down right"


@pytest.fixture
def pictures(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(SvgExtension)


def compare(
    pictures: SnapshotAssertion,
    live: LiveMatch | None = None,
    prepare: Callable[[Stage], Awaitable[Any]] | None = None,
    sizes: tuple[tuple[int, int], ...] = SIZES,
    **options: Any,
) -> None:
    """Compares what is seen at each size with the pictures of this test."""

    async def script(stage: Stage) -> list[str]:
        if prepare:
            await prepare(stage)
        found = []
        for size in sizes:
            await stage.resize(*size)
            found.append(await picture(stage))
        return found

    for size, found in zip(sizes, on_stage(script, live, **options), strict=True):
        assert found == pictures(name=f"{size[0]}x{size[1]}")


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", MOVES)
def test_a_game_looks_as_it_did(
    game: str, look: str, pictures: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "colourless":
        monkeypatch.setenv("NO_COLOR", "1")
    theme = look if look != "colourless" else "ink"
    compare(pictures, friends(game, MOVES[game]), theme=theme)


@pytest.mark.parametrize("game", MOVES)
def test_a_game_in_ascii_looks_as_it_did(game: str, pictures: SnapshotAssertion) -> None:
    compare(pictures, friends(game, MOVES[game]), sizes=(SIZES[1],), unicode=False)


@pytest.mark.parametrize("theme", ["ink", "paper"])
def test_sixteen_colours_look_as_they_did(
    theme: str, pictures: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-16color")
    monkeypatch.delenv("COLORTERM")
    compare(pictures, friends("pathway", MOVES["pathway"]), sizes=(SIZES[1],), theme=theme)


async def aim_at_a_slide(stage: Stage) -> None:
    await stage.press("down", "down", "down")


async def aim_at_an_obstacle(stage: Stage) -> None:
    await stage.press("p", "left", "down")


async def show_values(stage: Stage) -> None:
    await stage.press("e")
    await stage.sees("Value: ")


async def show_the_end(stage: Stage) -> None:
    await stage.sees("wins")


async def look_back(stage: Stage) -> None:
    await stage.press("b", "home", "n")
    await stage.sees("kept the value")
    await stage.press("home", "n")


async def show_rules(stage: Stage) -> None:
    await stage.press("r")


async def show_keys(stage: Stage) -> None:
    await stage.press("?")


IN_A_GAME: Final = {
    "slide": ("gridlock", "up2 left2 down1", aim_at_a_slide),
    "obstacle": ("blockade", "right @2,2 down left @1,3 left", aim_at_an_obstacle),
    "values": ("light-cycle", "right left", show_values),
    "over": (*OVER, show_the_end),
    "review": (*OVER, look_back),
    "rules": ("blockade", "", show_rules),
    "keys": ("blockade", "", show_keys),
}


@pytest.mark.parametrize("name", IN_A_GAME)
def test_what_a_game_leads_to_looks_as_it_did(name: str, pictures: SnapshotAssertion) -> None:
    game, moves, prepare = IN_A_GAME[name]
    compare(pictures, friends(game, moves), prepare)


def pressing(*keys: str) -> Callable[[Stage], Awaitable[None]]:
    async def press(stage: Stage) -> None:
        await stage.press(*keys)

    return press


async def open_puzzles(stage: Stage) -> None:
    await stage.press("p")
    await stage.sees("Only one move keeps the win")


FROM_THE_MENU: Final = {
    "menu": pressing(),
    "options": pressing("5", "o", "down"),
    "settings": pressing("g", "down"),
    "puzzles": open_puzzles,
    "typing": pressing("o", "t"),
}


class FixedDate(date):
    """Every day has another puzzle; this one is always the same."""

    @classmethod
    def today(cls) -> "FixedDate":
        return cls(2026, 1, 2)


@pytest.mark.parametrize("name", FROM_THE_MENU)
def test_what_the_menu_leads_to_looks_as_it_did(
    name: str, pictures: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridduels.terminal.arcade.screens.puzzles.date", FixedDate)
    monkeypatch.setattr("textual.widgets.Input.cursor_blink", False)
    results = Results()
    results.add("light-cycle", "easy", True)
    results.add("light-cycle", "hard", False)
    compare(pictures, prepare=FROM_THE_MENU[name])


@pytest.mark.parametrize("game", MOVES)
def test_a_tutorial_looks_as_it_did(game: str, pictures: SnapshotAssertion) -> None:
    number = list(MOVES).index(game) + 1
    compare(pictures, prepare=pressing(str(number), "l", "n", "n"), sizes=SIZES[:2])


def test_unfinished_games_look_as_they_did(pictures: SnapshotAssertion) -> None:
    record = friends("blockade", MOVES["blockade"]).record()
    autosave = Autosave()
    autosave.rewrite(replace(record, players=("human", "hard"), tags={"Date": "2026-01-02"}))
    autosave.close()
    compare(pictures)


def test_too_little_room_looks_as_it_did(pictures: SnapshotAssertion) -> None:
    compare(pictures, friends("pathway"), sizes=((39, 15), (20, 8)))


@pytest.mark.parametrize("game", MOVES)
def test_without_colour_there_is_no_colour_and_the_same_text(game: str) -> None:
    bare, coloured = (
        (FOLDER / f"test_a_game_looks_as_it_did[{game}-{look}][80x24].svg").read_text("utf-8")
        for look in ("colourless", "ink")
    )
    assert text_of_picture(bare) == text_of_picture(coloured)
    assert len(colours_of_picture(coloured)) > 5
    assert colours_of_picture(bare) <= {"#c5c8c6", "#292929"}  # the black and white of the terminal in the picture
