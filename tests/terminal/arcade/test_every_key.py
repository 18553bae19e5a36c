"""Every key of every screen does what its table says: a key without a row, or a screen without a table, fails."""

import importlib
import pkgutil
from pathlib import Path

import pytest

from gridduels.terminal import arcade
from gridduels.terminal.arcade.base import ArcadeScreen, Dialogue, ShowsBoard, _Keys
from gridduels.terminal.arcade.lists import KeptScreen, RowsScreen
from gridduels.terminal.arcade.menu import MenuScreen
from gridduels.terminal.arcade.play import BoardScreen, ComputerScreen, HelpScreen
from tests.terminal.arcade.key_scenes import HANDLED, MOVING, SCENES
from tests.terminal.arcade.openers import cut_off
from tests.terminal.arcade.stage import Stage, on_stage


def every_screen() -> set[type[_Keys]]:
    """Each kind of screen that can be opened."""
    for module in pkgutil.iter_modules(arcade.__path__, f"{arcade.__name__}."):
        importlib.import_module(module.name)
    found, left = set(), [_Keys]
    while left:
        each = left.pop()
        found.add(each)
        left += each.__subclasses__()
    return {each for each in found if each.__module__.startswith(arcade.__name__)}


def test_every_screen_has_a_table() -> None:
    shared = {
        _Keys,
        ArcadeScreen,
        ShowsBoard,
        Dialogue,
        BoardScreen,
        HelpScreen,
        ComputerScreen,
        KeptScreen,
        RowsScreen,
    }
    assert {scene.screen for scene in SCENES.values()} == every_screen() - shared


@pytest.mark.heavy
@pytest.mark.parametrize("name", SCENES)
def test_every_key_does_what_it_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES[name]
    monkeypatch.chdir(tmp_path)

    async def script(stage: Stage) -> None:
        await cut_off(stage)
        for key, check in scene.keys.items():
            while not isinstance(stage.screen, MenuScreen):
                await stage.arcade.pop_screen()
            stage.screen.on_screen_resume()
            await scene.open(stage)
            assert type(stage.screen) is scene.screen
            offered = {command.key for command in stage.screen.commands()} | HANDLED.get(name, MOVING)
            assert offered == set(scene.keys)
            await stage.press(key)
            await stage.until(lambda check=check: check(stage))  # type: ignore[misc]

    on_stage(script, size=(64, 16))


@pytest.mark.heavy
@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
@pytest.mark.parametrize("name", ["menu", "play", "text", "ask"])
def test_these_keys_leave_from_anywhere(name: str, key: str) -> None:
    async def script(stage: Stage) -> int | None:
        await SCENES[name].open(stage)
        await stage.press(key)
        return stage.arcade.return_value

    assert on_stage(script) == 130
