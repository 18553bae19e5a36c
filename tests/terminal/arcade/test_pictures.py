"""Screens at every size and in every theme fit, keep the keys on one line, and look the same as before.

`pytest tests/terminal/arcade/test_pictures.py --snapshot-update` retakes the pictures: look at them first.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from gridduels.terminal.arcade.home import CastScreen, LadderScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Setup
from tests.terminal.arcade.openers import GAMES, daily, daily_puzzle, home, over, pushed, review
from tests.terminal.arcade.stage import Stage, friends, on_stage

SIZES: Final = ((40, 16), (60, 20), (80, 24), (120, 40), (200, 60))
POSITIONS: Final = {
    "light-cycle": "down up right up up left up down",
    "pathway": "right up right up down left left down down left",
    "grid-runner": "right left down left right up",
    "gridlock": "up3 left3",
    "blockade": "right left down left @2,2 @2,3",
}


async def what_if(stage: Stage) -> None:
    await pushed(lambda stage: PlayScreen(friends("blockade", POSITIONS["blockade"])))(stage)
    for words in ("Look ", "Best is", "What if?"):
        await stage.press("h")
        await stage.sees(words)


SCREENS: Final[dict[str, Callable[[Stage], Awaitable[Any]]]] = {
    "home": home,
    "cast": pushed(lambda stage: CastScreen(Setup.usual(GAMES["light-cycle"]))),
    "ladder": pushed(lambda stage: LadderScreen(GAMES["light-cycle"])),
    "calendar": daily,
    "puzzle": daily_puzzle,
    "end": over,
    "review": review,
    "what if": what_if,
    **{
        game: pushed(lambda stage, game=game, moves=moves: PlayScreen(friends(game, moves)))  # type: ignore[misc]
        for game, moves in POSITIONS.items()
    },
}


class TextExtension(SingleFileSnapshotExtension):
    """A picture in characters per file."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.mark.heavy
@pytest.mark.parametrize("look", ["colour", "sixteen", "mono", "ascii"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_fits_every_window_in_every_look(name: str, look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if look == "mono":
        monkeypatch.setenv("NO_COLOR", "1")
    if look == "sixteen":
        monkeypatch.setenv("TERM", "xterm-16color")
        monkeypatch.delenv("COLORTERM")

    async def script(stage: Stage) -> None:
        await SCREENS[name](stage)
        for size in SIZES:
            await stage.resize(*size)
            await stage.until(lambda: "? all keys" in stage.text.splitlines()[-1])
            lines = stage.text.splitlines()
            assert max(map(len, lines)) <= size[0]
            assert look != "ascii" or stage.text.isascii(), size

    on_stage(script, unicode=look != "ascii")


@pytest.mark.parametrize("name", ["cast", "ladder", "end", "what if", *POSITIONS])
def test_a_screen_without_colours_looks_as_it_did(
    name: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    results = Results()
    results.beat("light-cycle", "Ada", 2)

    async def script(stage: Stage) -> str:
        await SCREENS[name](stage)
        await stage.until(lambda: "? all keys" in stage.text.splitlines()[-1])  # the footer is composed again later
        await stage.rest()
        return stage.text + "\n"

    assert on_stage(script) == snapshot.use_extension(TextExtension)
