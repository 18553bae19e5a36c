"""Every key of every screen does what its table says: a key without a row, or a screen without a table, fails."""

import importlib
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.screen import ModalScreen, Screen

from gridduels import load_game
from gridduels.terminal import arcade
from gridduels.terminal.arcade.home import CastScreen, HomeScreen, LadderScreen
from gridduels.terminal.arcade.lists import (
    KeptScreen,
    LibraryScreen,
    OptionsScreen,
    SettingsScreen,
    UnfinishedScreen,
)
from gridduels.terminal.arcade.online import LobbyScreen, OnlineScreen, ServerDialogue
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.puzzles import DailyScreen, PuzzleScreen, TutorialScreen
from gridduels.terminal.arcade.review import ReviewScreen
from gridduels.terminal.arcade.screens import (
    Answer,
    ArcadeScreen,
    AskDialogue,
    ChooseDialogue,
    Dialogue,
    TextDialogue,
)
from gridduels.terminal.settings import Setup
from tests.terminal.arcade.openers import (
    ASKS,
    GAMES,
    HOME,
    TEXT,
    Check,
    aims_at,
    aims_somewhere,
    at,
    busy,
    chosen,
    cut_off,
    daily,
    daily_puzzle,
    face,
    finished,
    has_left,
    home,
    judged,
    keep_unfinished,
    lobby,
    long_text,
    numbered,
    online,
    over,
    played,
    playing,
    ply,
    pushed,
    puzzle,
    puzzle_solved,
    reading,
    review,
    row,
    says,
    scrolled,
    sent,
    shows,
    thinking,
)
from tests.terminal.arcade.stage import Stage, friends, on_stage

MOVING = ("up", "down", "left", "right")
NOT_OURS = {"ctrl+c", "ctrl+q", "tab", "shift+tab", "super+c", "ctrl+shift+c"}
"""Keys bound by the application or by Textual; where Tab does something of our own, its row is checked."""


@dataclass
class Scene:
    """A screen in a given state: how to open it, and what each of its keys does there."""

    screen: type[Screen[Any]]
    open: Callable[[Stage], Awaitable[Any]]
    keys: dict[str, Check]


SCENES = {
    "home": Scene(
        HomeScreen,
        home,
        {
            **{each: at(PlayScreen) for each in ("up", "left", "right")},
            **{"down": HOME, "tab": aims_somewhere, "shift+tab": aims_somewhere, "x": numbered},
            **{str(number): at(CastScreen) for number in range(1, 6)},
            **{"enter": at(CastScreen), "space": at(CastScreen), "c": at(UnfinishedScreen), "f": says("A friend")},
            **{"i": at(CastScreen)},
            **{"l": at(LadderScreen), "d": at(DailyScreen), "t": at(TutorialScreen), "p": at(PuzzleScreen)},
            **{"r": TEXT, "g": at(SettingsScreen), "?": TEXT, "y": TEXT, "v": at(ServerDialogue), "q": has_left(0)},
        },
    ),
    "cast": Scene(
        CastScreen,
        pushed(lambda stage: CastScreen(Setup.usual(GAMES["light-cycle"]))),
        {
            **{"up": face(2), "down": face(6), "left": face(1), "right": face(3)},
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "g": says("g Pathway"), "s": says("Player 2 ")},
            **{"b": says("b Book"), "o": at(OptionsScreen), "t": at(TutorialScreen), "r": TEXT, "?": TEXT},
            **{"escape": HOME, "q": HOME, "1": says("Light Cycle"), "2": says("g Pathway"), "3": says("g Grid Runner")},
            **{"4": says("g GridLock"), "5": says("g Blockade"), **dict.fromkeys("6789", at(CastScreen))},
        },
    ),
    "options": Scene(
        OptionsScreen,
        pushed(lambda stage: OptionsScreen(Setup(GAMES["blockade"], 5))),
        {
            **{"up": row(9), "down": row(1), "left": shows("< net >"), "right": shows("< Ada >")},
            **{"enter": at(PlayScreen), "t": at(AskDialogue), "r": TEXT, "?": TEXT, "space": shows("< Ada >")},
            **{"escape": HOME, "q": HOME},
        },
    ),
    "settings": Scene(
        SettingsScreen,
        pushed(lambda stage: SettingsScreen()),
        {
            **{"up": row(6), "down": row(1), "left": shows("< wasd >"), "right": shows("< arrows >")},
            **{"space": shows("< vi >"), "enter": HOME, "q": HOME, "g": HOME, "escape": HOME, "?": TEXT},
        },
    ),
    "unfinished": Scene(
        UnfinishedScreen,
        cut_off,
        {
            **dict.fromkeys(MOVING, shows("> 2 ")),
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "d": ASKS},
            **{"escape": HOME, "n": HOME, "q": HOME, "?": TEXT},
        },
    ),
    "library": Scene(
        LibraryScreen,
        finished,
        {
            **dict.fromkeys(MOVING, shows("> 2 ")),
            **{"enter": at(ReviewScreen), "space": at(ReviewScreen), "/": at(AskDialogue), "e": at(AskDialogue)},
            **{"t": TEXT, "l": TEXT, "d": ASKS, "escape": HOME, "q": HOME, "?": TEXT},
        },
    ),
    "lesson": Scene(
        TutorialScreen,
        pushed(lambda stage: TutorialScreen(GAMES["blockade"])),
        {
            **{"up": says("off the grid"), "left": says("off the grid"), "down": says("move right this time")},
            **{"right": played("right"), "p": aims_at("@2,2"), "w": aims_at("@2,2")},
            **{"tab": aims_at("down"), "shift+tab": aims_at("@3,4"), "escape": HOME},
            **{"n": says("2 of 6"), "x": numbered, "q": HOME, "?": TEXT},
        },
    ),
    "lesson to read": Scene(
        TutorialScreen,
        reading,
        {
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "n": at(PlayScreen), "q": HOME, "escape": HOME},
            **{"?": TEXT, "x": numbered},
        },
    ),
    "puzzle": Scene(
        PuzzleScreen,
        puzzle,
        {
            **dict.fromkeys(MOVING, judged),
            **{"tab": aims_somewhere, "shift+tab": aims_somewhere, "escape": HOME, "n": says("puzzle 2")},
            **{"h": says("With a hint"), "u": says("Only one move"), "t": says("Only one move")},
            **{"l": lambda stage: stage.screen._source.plies == 5, "r": TEXT, "q": HOME, "?": TEXT, "x": numbered},
        },
    ),
    "puzzle solved": Scene(
        PuzzleScreen,
        puzzle_solved,
        {
            **{"enter": says("puzzle 2"), "space": says("puzzle 2"), "n": says("puzzle 2"), "h": says("No hint here.")},
            **{"t": says("Only one move"), "u": says("Only one move"), "r": TEXT, "q": HOME, "escape": HOME},
            **{"l": lambda stage: stage.screen._source.plies == 5, "?": TEXT, "x": numbered},
        },
    ),
    "looking for a puzzle": Scene(
        PuzzleScreen,
        busy(lambda: PuzzleScreen(load_game("pathway", size=3)), "pathway", 3),
        {
            **{"escape": says("Stopped."), "n": says("puzzle 2"), "h": says("No hint here.")},
            **{"t": says("Looking for a puzzle."), "u": says("Looking for a puzzle."), "r": TEXT, "q": HOME},
            **{"l": lambda stage: stage.screen._source.plies == 5, "?": TEXT, "x": numbered},
        },
    ),
    "play": Scene(
        PlayScreen,
        playing("blockade", "right left", 3),
        {
            **{each: played("right", "left", each) for each in ("down", "left", "right")},
            **{"up": says("off the grid"), "p": aims_at("@1,1"), "w": aims_at("@1,1")},
            **{"tab": aims_at("down"), "shift+tab": aims_at("@0,2"), "escape": HOME, "q": HOME},
            **{"h": says("Look "), "e": says("+4 wins"), "u": played("right"), "r": TEXT, "s": at(AskDialogue)},
            **{"g": ASKS, "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "play, working out": Scene(
        PlayScreen,
        busy(lambda: PlayScreen(friends("light-cycle", "right", size=7)), "light-cycle", 7),
        {
            **{"up": played("right", "up"), "down": played("right", "down"), "left": played("right", "left")},
            **{"right": says("off the grid"), "tab": aims_at("up"), "shift+tab": aims_at("left")},
            **{"u": played(), "h": says("Working out"), "e": says("Working out"), "r": TEXT, "s": at(AskDialogue)},
            **{"q": HOME, "escape": HOME, "g": ASKS, "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "play, the computer thinks": Scene(
        PlayScreen,
        thinking,
        {
            **{"escape": says("was stopped"), "u": played(), "r": TEXT, "s": at(AskDialogue), "q": HOME},
            **{"g": ASKS, "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "play, over": Scene(
        PlayScreen,
        over,
        {
            **{"enter": says("goes first"), "n": says("goes first"), "r": says("goes first"), "a": ply(12)},
            **{"s": at(AskDialogue), "escape": HOME, "q": HOME, "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "review": Scene(
        ReviewScreen,
        review,
        {
            **{"up": ply(6), "left": ply(6), "down": ply(8), "right": ply(8), "home": ply(0), "end": ply(15)},
            **{"n": ply(12), "t": at(PlayScreen), "s": at(AskDialogue), "v": TEXT, "m": TEXT, "?": TEXT},
            **{"escape": HOME, "q": HOME, "x": numbered},
        },
    ),
    "review, working out": Scene(
        ReviewScreen,
        busy(lambda: ReviewScreen(friends("grid-runner", "right left", size=3)), "grid-runner", 3),
        {
            **{"up": ply(1), "left": ply(1), "down": ply(2), "right": ply(2), "home": ply(0), "end": ply(2)},
            **{"n": says("Still working out"), "t": says("Step back to a move first"), "s": at(AskDialogue)},
            **{"v": says("Still working out"), "m": TEXT, "?": TEXT, "q": HOME},
            **{"escape": lambda stage: not stage.screen.busy, "x": numbered},
        },
    ),
    "text": Scene(
        TextDialogue,
        long_text,
        {
            **{"up": scrolled(19), "down": scrolled(21), "left": scrolled(12), "right": scrolled(28)},
            **dict.fromkeys(("enter", "q", "r", "m", "?", "space", "escape"), HOME),
        },
    ),
    "ask": Scene(AskDialogue, pushed(lambda stage: AskDialogue("Well?", "", str)), {"escape": HOME}),
    "choose": Scene(
        ChooseDialogue,
        pushed(lambda stage: ChooseDialogue("Well?", [Answer("a", "this", "this")])),
        {"a": HOME, "escape": HOME},
    ),
    "ladder": Scene(
        LadderScreen,
        pushed(lambda stage: LadderScreen(GAMES["grid-runner"])),
        {
            **{"up": face(7), "down": face(0), "right": face(1), "left": face(10), "g": says("GridLock")},
            **{"s": says("Grid Runner: Player 2"), "enter": at(PlayScreen), "space": at(PlayScreen)},
            **{"b": says("Book start"), "escape": HOME, "q": HOME, "?": TEXT},
        },
    ),
    "daily": Scene(
        DailyScreen,
        daily,
        {
            **{"up": chosen(14), "left": chosen(20), "down": chosen(28), "right": chosen(22), "t": chosen(31)},
            **{"enter": at(PuzzleScreen), "space": at(PuzzleScreen), "p": at(PuzzleScreen), "escape": HOME, "q": HOME},
            **{"?": TEXT},
        },
    ),
    "daily puzzle": Scene(
        PuzzleScreen,
        daily_puzzle,
        {
            **dict.fromkeys(MOVING, judged),
            **{"tab": aims_somewhere, "shift+tab": aims_somewhere, "escape": HOME},
            **{"h": says("With a hint"), "t": says("Only one move"), "u": says("Only one move")},
            **{"r": TEXT, "q": HOME, "?": TEXT, "x": numbered},
        },
    ),
    "online": Scene(
        OnlineScreen,
        pushed(lambda stage: online("", ("taken", "taken"))),
        {
            **{"up": says("off the grid"), "left": says("off the grid"), "down": sent, "right": sent},
            **{"tab": aims_at("down"), "shift+tab": aims_at("right"), "escape": HOME, "u": sent, "g": ASKS},
            **{"i": TEXT, "r": TEXT, "m": TEXT, "s": at(AskDialogue), "q": HOME, "?": TEXT, "x": numbered},
            **{"h": says("Look "), "e": says("You win in 8 more moves."), "c": sent},
        },
    ),
    "online, over": Scene(
        OnlineScreen,
        pushed(lambda stage: online("right left right left down", ("taken", "taken"), stopped=(1, "resigned"))),
        {
            **{"n": sent, "a": at(ReviewScreen), "i": TEXT, "r": TEXT, "m": TEXT, "s": at(AskDialogue)},
            **{"q": HOME, "escape": HOME, "?": TEXT, "x": numbered},
        },
    ),
    "lobby": Scene(
        LobbyScreen,
        lobby,
        {
            **{"up": shows("> 4 Watch Bob - Cleo"), "left": shows("> 4 "), "down": shows("> 2 Play anyone")},
            **{"right": shows("> 2 "), "enter": says("cannot be reached"), "space": says("cannot be reached")},
            **{"n": at(AskDialogue), "escape": HOME, "q": HOME, "?": TEXT},
        },
    ),
    "server": Scene(ServerDialogue, pushed(lambda stage: ServerDialogue("http://127.0.0.1:1", "")), {"escape": HOME}),
}


def every_screen() -> set[type[Screen[Any]]]:
    """Return each kind of screen that can be opened."""
    for module in pkgutil.iter_modules(arcade.__path__, f"{arcade.__name__}."):
        importlib.import_module(module.name)
    found: set[type[Screen[Any]]] = set()
    left: list[type[Screen[Any]]] = [ArcadeScreen, ModalScreen]
    while left:
        each = left.pop()
        found.add(each)
        left += each.__subclasses__()
    return {each for each in found if each.__module__.startswith(arcade.__name__)}


def test_every_screen_has_a_table() -> None:
    assert {scene.screen for scene in SCENES.values()} == every_screen() - {ArcadeScreen, Dialogue, KeptScreen}


def keys_of(stage: Stage) -> set[str]:
    """Return the keys that are currently bound."""
    names = {"question_mark": "?", "slash": "/", "plus": "+", "minus": "-"}
    return {names.get(key, key) for key in stage.screen.active_bindings}


@pytest.mark.heavy
@pytest.mark.parametrize("name", SCENES)
def test_every_key_does_what_it_says(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = SCENES[name]
    monkeypatch.chdir(tmp_path)
    keep_unfinished()

    async def script(stage: Stage) -> list[str]:
        failed = []
        for key, check in scene.keys.items():
            while not isinstance(stage.screen, HomeScreen):
                await stage.arcade.pop_screen()
            stage.screen.board.selection.clear()
            stage.arcade.settings.coordinates = False
            await stage.rest()
            await scene.open(stage)
            assert type(stage.screen) is scene.screen
            if name not in ("ask", "server", "choose"):
                assert keys_of(stage) - NOT_OURS == set(scene.keys) - NOT_OURS
            await stage.press(key)
            try:
                await stage.until(lambda check=check: check(stage))  # type: ignore[misc]
            except TimeoutError:
                failed.append(key)
        return failed

    assert on_stage(script, size=(64, 16)) == []


@pytest.mark.heavy
@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
@pytest.mark.parametrize("name", ["home", "play", "text", "ask"])
def test_these_keys_leave_from_anywhere(name: str, key: str) -> None:
    async def script(stage: Stage) -> int | None:
        await SCENES[name].open(stage)
        await stage.press(key)
        return stage.arcade.return_value

    assert on_stage(script) == 130
