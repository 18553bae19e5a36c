"""Every key of every screen, in a table: a key without a row, or a screen without a table, fails."""

import importlib
import pkgutil
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, definitions, load_game
from gridduels.engine import VALUES
from gridduels.terminal.arcade import screens
from gridduels.terminal.arcade.screens.base import ArcadeScreen, Dialogue, _Keys
from gridduels.terminal.arcade.screens.board import BoardScreen
from gridduels.terminal.arcade.screens.daily_puzzle import DailyPuzzleScreen
from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue, StandInDialogue
from gridduels.terminal.arcade.screens.dialogues.choose import Answer, ChooseDialogue
from gridduels.terminal.arcade.screens.dialogues.server import ServerDialogue
from gridduels.terminal.arcade.screens.dialogues.text import TextDialogue
from gridduels.terminal.arcade.screens.help import HelpScreen
from gridduels.terminal.arcade.screens.lists.daily import DailyScreen
from gridduels.terminal.arcade.screens.lists.kept import KeptScreen
from gridduels.terminal.arcade.screens.lists.ladder import LadderScreen
from gridduels.terminal.arcade.screens.lists.library import LibraryScreen
from gridduels.terminal.arcade.screens.lists.options import OptionsScreen
from gridduels.terminal.arcade.screens.lists.rows import RowsScreen
from gridduels.terminal.arcade.screens.lists.settings import SettingsScreen
from gridduels.terminal.arcade.screens.lists.unfinished import UnfinishedScreen
from gridduels.terminal.arcade.screens.menu import MenuScreen
from gridduels.terminal.arcade.screens.online import OnlineScreen
from gridduels.terminal.arcade.screens.play import PlayScreen
from gridduels.terminal.arcade.screens.puzzles import PuzzleScreen
from gridduels.terminal.arcade.screens.review import ReviewScreen
from gridduels.terminal.arcade.screens.shows_board import ShowsBoard
from gridduels.terminal.arcade.screens.tutorial import TutorialScreen
from gridduels.terminal.arcade.widgets.board import BoardView
from gridduels.terminal.keeping.autosave import Autosave, unfinished
from gridduels.terminal.keeping.library import add_game, library
from gridduels.terminal.keeping.setup import Setup
from gridduels.terminal.online.answers import State
from gridduels.terminal.online.server import Server
from gridduels.terminal.online.start import Seated
from tests.terminal.arcade.stage import PATIENCE, Slow, Stage, against, friends, on_stage

Check = Callable[[Stage], object]
GAMES = {each.id: each for each in definitions()}
OVER = "right down down left left up down up right up right right right down right"
MOVING = {"up", "down", "left", "right"}
HANDLED = {"ask": {"enter"}, "who plays instead": {"enter"}, "server": {"enter"}}
"""What is no command: moving keys on all screens but these, where a field for text takes the others."""


@dataclass
class Scene:
    """A screen in some state: how it is opened, and what each of its keys does then."""

    screen: type[_Keys]
    open: Callable[[Stage], Awaitable[Any]]
    keys: dict[str, Check]


def at(screen: type) -> Check:
    return lambda stage: isinstance(stage.screen, screen)


def says(words: str) -> Check:
    return lambda stage: words in stage.words


def shows(words: str) -> Check:
    return lambda stage: words in stage.text


def played(*moves: str) -> Check:
    return lambda stage: stage.screen.duel.moves == moves


def aims_at(word: str | None) -> Check:
    return lambda stage: stage.screen.selection.word == word


def aims_somewhere(stage: Stage) -> object:
    return stage.screen.selection.word


def answered(stage: Stage) -> object:
    """A move in a puzzle has been refused, judged or played."""
    screen = stage.screen
    return screen._knowing or screen.duel.ply or "No:" in screen.message or screen.selection.sentence


def has_left(code: int) -> Check:
    return lambda stage: stage.arcade.return_value == code


def numbered(stage: Stage) -> object:
    """Rows and columns are."""
    return stage.screen.query_one(BoardView).coordinates


MENU, TEXT = at(MenuScreen), at(TextDialogue)


async def menu(stage: Stage) -> None:
    await stage.press("1")


def pushed(make: Callable[[Stage], _Keys]) -> Callable[[Stage], Awaitable[None]]:
    async def open(stage: Stage) -> None:
        await stage.arcade.push_screen(make(stage))

    return open


def playing(game: str, moves: str, size: int) -> Callable[[Stage], Awaitable[None]]:
    return pushed(lambda stage: PlayScreen(friends(game, moves, size=size)))


async def thinking(stage: Stage) -> None:
    live = against("light-cycle")
    live.computers._playing[2] = Slow()
    live.become(live.match.play("right"))
    await pushed(lambda stage: PlayScreen(live))(stage)


async def options_of_the_game(stage: Stage) -> None:
    await pushed(lambda stage: OptionsScreen(Setup(GAMES["blockade"], 5)))(stage)
    for _ in range(4):
        await stage.press("down")
    await stage.until(lambda: row(4)(stage))


async def cut_off(stage: Stage) -> None:
    if not unfinished([]):
        for moves in ("right", "up"):
            autosave = Autosave()
            autosave.rewrite(friends("light-cycle", moves).record())
            autosave.close()
    await pushed(lambda stage: UnfinishedScreen(unfinished([])))(stage)


async def finished(stage: Stage) -> None:
    if not library([]):
        for _ in range(2):
            add_game(friends("light-cycle", OVER).record())
    await pushed(lambda stage: LibraryScreen(library([])))(stage)


async def reading(stage: Stage) -> None:
    await pushed(lambda stage: TutorialScreen(GAMES["light-cycle"]))(stage)
    for _ in range(4):
        await stage.press("n")
    await stage.until(lambda: not stage.screen.lesson.is_task)


async def puzzle(stage: Stage) -> None:
    await pushed(lambda stage: PuzzleScreen(load_game("light-cycle", size=3)))(stage)
    await stage.until(lambda: stage.screen.may_move())


async def puzzle_solved(stage: Stage) -> None:
    await puzzle(stage)
    screen = stage.screen
    screen._set(Duel(load_game("light-cycle", size=3), stopped=(1, "resigned")))
    screen.show()


def busy(make: Callable[[], _Keys], game: str, size: int) -> Callable[[Stage], Awaitable[None]]:
    """A screen that waits for what somebody else is asking for."""

    async def open(stage: Stage) -> None:
        stage.held.enter_context(VALUES.asking(load_game(game, size=size)))
        await pushed(lambda stage: make())(stage)

    return open


async def review(stage: Stage) -> None:
    await pushed(lambda stage: ReviewScreen(friends("light-cycle", OVER)))(stage)
    await stage.until(lambda: stage.screen._annotation)
    stage.screen._go_to(7)


async def over(stage: Stage) -> None:
    """A game that is over, once it is known what it came down to."""
    await playing("light-cycle", OVER, 5)(stage)
    await stage.until(lambda: stage.screen._story)


def ply_of_turning_point(stage: Stage) -> object:
    return at(ReviewScreen)(stage) and ply(12)(stage)


async def daily(stage: Stage) -> None:
    """The last day of a month, and another one chosen."""
    screen = DailyScreen()
    screen.today = date(2026, 1, 31)
    screen.day = date(2026, 1, 21)
    await pushed(lambda stage: screen)(stage)


def chosen(day: int) -> Check:
    return lambda stage: stage.screen.day == date(2026, 1, day)


async def daily_puzzle(stage: Stage) -> None:
    await pushed(lambda stage: DailyPuzzleScreen(date(2026, 1, 5), date(2026, 1, 5)))(stage)
    await stage.until(lambda: stage.screen.may_move())


class Silent(Server):
    """A server that never answers."""

    def ask(self, *_: Any, **__: Any) -> Any:
        threading.Event().wait(PATIENCE)


def online(moves: str, chairs: tuple[str, str], **options: Any) -> OnlineScreen:
    """A duel on such a server, both of its seats here."""
    duel = Duel(load_game("grid-runner"), moves, **options)
    state = State("abcdef", 1, duel, ("human", "human"), chairs, (1, 2), (65.0, 70.0), None, None, None, None, "")
    return OnlineScreen(Seated(Silent("http://127.0.0.1:1", print), state, "secret"))


def sent(stage: Stage) -> object:
    """The server has been told something."""
    return stage.screen._connection.busy


async def long_text(stage: Stage) -> None:
    stage.arcade.tell("\n".join(map(str, range(99))))
    await stage.rest()
    stage.screen.query_one("#text").scroll_to(y=20, animate=False)


def scrolled(line: int) -> Check:
    return lambda stage: stage.screen.query_one("#text").scroll_y == line


def ply(number: int) -> Check:
    return lambda stage: stage.screen._ply == number


def row(number: int) -> Check:
    return lambda stage: stage.screen.query_one("#options").row == number


SCENES = {
    "menu": Scene(
        MenuScreen,
        menu,
        {
            **{str(number): shows(f"> {number} ") for number in range(1, 6)},
            **{"up": shows("> 5 "), "left": shows("> 5 "), "down": shows("> 2 "), "right": shows("> 2 ")},
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "o": at(OptionsScreen), "c": at(UnfinishedScreen)},
            **{
                "a": at(LadderScreen),
                "d": at(DailyScreen),
                "l": at(TutorialScreen),
                "p": at(PuzzleScreen),
                "r": TEXT,
                "g": at(SettingsScreen),
                "?": TEXT,
            },
            **{"y": TEXT, "v": at(ServerDialogue), "escape": MENU, "q": has_left(0)},
        },
    ),
    "options": Scene(
        OptionsScreen,
        pushed(lambda stage: OptionsScreen(Setup(GAMES["blockade"], 5))),
        {
            **{"up": row(9), "down": row(1), "left": shows("< random >"), "right": shows("< easy >")},
            **{"enter": at(PlayScreen), "t": at(AskDialogue), "r": TEXT, "?": TEXT, "space": shows("< easy >")},
            **{"escape": MENU, "q": MENU},
        },
    ),
    "options of the game": Scene(
        OptionsScreen,
        options_of_the_game,
        {
            **{"up": row(3), "down": row(5), "left": shows("< 4x4 >"), "right": shows("< 6x6 >")},
            **{"enter": at(PlayScreen), "r": TEXT, "?": TEXT, "space": shows("< 6x6 >"), "escape": MENU, "q": MENU},
        },
    ),
    "settings": Scene(
        SettingsScreen,
        pushed(lambda stage: SettingsScreen()),
        {
            **{"up": row(6), "down": row(1), "left": shows("< wasd >"), "right": shows("< arrows >")},
            **{"space": shows("< vi >"), "enter": MENU, "q": MENU, "g": MENU, "escape": MENU, "?": TEXT},
        },
    ),
    "unfinished": Scene(
        UnfinishedScreen,
        cut_off,
        {
            **{"up": shows("> 2 "), "left": shows("> 2 "), "down": shows("> 2 "), "right": shows("> 2 ")},
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "d": says("Throw this game away?")},
            **{"escape": MENU, "n": MENU, "q": MENU, "?": TEXT},
        },
    ),
    "library": Scene(
        LibraryScreen,
        finished,
        {
            **{"up": shows("> 2 "), "left": shows("> 2 "), "down": shows("> 2 "), "right": shows("> 2 ")},
            **{"enter": at(ReviewScreen), "space": at(ReviewScreen), "/": at(AskDialogue), "e": at(AskDialogue)},
            **{"t": TEXT, "l": TEXT, "d": says("Throw this game away?"), "escape": MENU, "q": MENU, "?": TEXT},
        },
    ),
    "lesson": Scene(
        TutorialScreen,
        pushed(lambda stage: TutorialScreen(GAMES["blockade"])),
        {
            **{"up": says("off the grid"), "left": says("off the grid"), "down": says("This time move right.")},
            **{"right": played("right"), "enter": played(), "space": played(), "p": aims_at("@2,2")},
            **{"tab": aims_at("down"), "shift+tab": aims_at("@3,4"), "escape": aims_at(None)},
            **{"n": says("learn it, 2 of 6"), "x": numbered, "q": MENU, "?": TEXT},
        },
    ),
    "lesson to read": Scene(
        TutorialScreen,
        reading,
        {
            **dict.fromkeys(MOVING, says("learn it, 5 of 5")),
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "q": MENU, "escape": MENU, "?": TEXT, "x": numbered},
        },
    ),
    "puzzle": Scene(
        PuzzleScreen,
        puzzle,
        {
            **dict.fromkeys(MOVING, answered),
            **{"enter": played(), "space": played(), "tab": aims_somewhere, "shift+tab": aims_somewhere},
            **{"escape": aims_at(None), "n": says("puzzle 2"), "h": says("With a hint"), "t": says("Only one move")},
            **{"l": says(", win in 3 moves"), "r": TEXT, "q": MENU, "?": TEXT, "x": numbered},
        },
    ),
    "puzzle solved": Scene(
        PuzzleScreen,
        puzzle_solved,
        {
            **dict.fromkeys(MOVING, lambda stage: stage.screen.over),
            **{"enter": says("puzzle 2"), "space": says("puzzle 2"), "n": says("puzzle 2"), "h": says("It is ")},
            **{"t": says("Only one move"), "l": says(", win in 3 moves"), "r": TEXT, "q": MENU, "escape": MENU},
            **{"?": TEXT, "x": numbered},
        },
    ),
    "looking for a puzzle": Scene(
        PuzzleScreen,
        busy(lambda: PuzzleScreen(load_game("pathway", size=3)), "pathway", 3),
        {
            **dict.fromkeys(MOVING, says("Looking for a puzzle.")),
            **{"escape": says("Stopped."), "n": says("puzzle 2"), "h": says("There is no hint here.")},
            **{"t": says("Looking for a puzzle."), "l": says(", win in 3 moves"), "r": TEXT, "q": MENU, "?": TEXT},
            **{"x": numbered},
        },
    ),
    "play": Scene(
        PlayScreen,
        playing("blockade", "right left", 3),
        {
            **{each: played("right", "left", each) for each in ("down", "left", "right")},
            **{"up": says("off the grid"), "enter": played("right", "left"), "space": played("right", "left")},
            **{"p": aims_at("@1,1"), "tab": aims_at("down"), "shift+tab": aims_at("@0,2"), "escape": aims_at(None)},
            **{"h": says("Look "), "e": says("+4 wins"), "u": played("right"), "r": TEXT, "s": at(AskDialogue)},
            **{"q": MENU, "g": says("Give up this game?"), "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "play, working out": Scene(
        PlayScreen,
        busy(lambda: PlayScreen(friends("light-cycle", "right", size=7)), "light-cycle", 7),
        {
            **{"up": played("right", "up"), "down": played("right", "down"), "left": played("right", "left")},
            **{"right": says("off the grid"), "enter": played("right"), "space": played("right"), "tab": aims_at("up")},
            **{"shift+tab": aims_at("left"), "escape": lambda stage: stage.screen._knowing is None, "u": played()},
            **{"h": says("Working out"), "e": says("Working out"), "r": TEXT, "s": at(AskDialogue), "q": MENU},
            **{"g": says("Give up this game?"), "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "play, the computer thinks": Scene(
        PlayScreen,
        thinking,
        {
            **dict.fromkeys(MOVING, played("right")),
            **{"escape": says("was stopped"), "u": played(), "r": TEXT, "s": at(AskDialogue), "q": MENU},
            **{"g": says("Give up this game?"), "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "play, over": Scene(
        PlayScreen,
        over,
        {
            **dict.fromkeys(MOVING, says("Player 2 has no valid moves.")),
            **{"enter": says("round 2"), "n": says("goes first"), "b": at(ReviewScreen), "s": at(AskDialogue)},
            **{"t": ply_of_turning_point, "q": MENU, "r": TEXT, "m": TEXT, "?": TEXT, "x": numbered},
        },
    ),
    "review": Scene(
        ReviewScreen,
        review,
        {
            **{"up": ply(6), "left": ply(6), "down": ply(8), "right": ply(8), "home": ply(0), "end": ply(15)},
            **{"n": ply(12), "t": at(PlayScreen), "s": at(AskDialogue), "v": TEXT, "m": TEXT, "?": TEXT},
            **{"escape": MENU, "q": MENU, "x": numbered},
        },
    ),
    "review, working out": Scene(
        ReviewScreen,
        busy(lambda: ReviewScreen(friends("grid-runner", "right left", size=3)), "grid-runner", 3),
        {
            **{"up": ply(1), "left": ply(1), "down": ply(2), "right": ply(2), "home": ply(0), "end": ply(2)},
            **{"n": says("It is not known yet."), "t": says("Step back to a move first"), "s": at(AskDialogue)},
            **{"v": says("It is not known yet."), "m": TEXT, "?": TEXT, "q": MENU},
            **{"escape": lambda stage: stage.screen._knowing is None, "x": numbered},
        },
    ),
    "text": Scene(
        TextDialogue,
        long_text,
        {
            **{"up": scrolled(19), "down": scrolled(21), "left": scrolled(12), "right": scrolled(28)},
            **dict.fromkeys(("enter", "q", "r", "m", "?", "space", "escape"), MENU),
        },
    ),
    "who plays instead": Scene(
        StandInDialogue,
        pushed(lambda stage: StandInDialogue("Player 2", "cmd:python3 bot.py")),
        {"enter": MENU, "escape": MENU},
    ),
    "ask": Scene(AskDialogue, pushed(lambda stage: AskDialogue("Well?", "", str)), {"enter": MENU, "escape": MENU}),
    "choose": Scene(
        ChooseDialogue,
        pushed(lambda stage: ChooseDialogue("Well?", [Answer("a", "this", "this")])),
        {**dict.fromkeys(MOVING, at(ChooseDialogue)), "a": MENU, "escape": MENU},
    ),
    "ladder": Scene(
        LadderScreen,
        pushed(lambda stage: LadderScreen(GAMES["light-cycle"])),
        {
            **{"up": shows("> 10 Juno"), "down": shows("> 2  Bo")},
            **dict.fromkeys(("left", "right"), says("You are Player 2; Player 1 begins.")),
            **{"enter": at(PlayScreen), "space": at(PlayScreen), "escape": MENU, "q": MENU, "?": TEXT},
        },
    ),
    "daily": Scene(
        DailyScreen,
        daily,
        {
            **{"up": chosen(14), "left": chosen(20), "down": chosen(28), "right": chosen(22), "t": chosen(31)},
            **{"enter": at(DailyPuzzleScreen), "space": at(DailyPuzzleScreen), "escape": MENU, "q": MENU, "?": TEXT},
        },
    ),
    "daily puzzle": Scene(
        DailyPuzzleScreen,
        daily_puzzle,
        {
            **dict.fromkeys(MOVING, answered),
            **{"enter": played(), "space": played(), "tab": aims_somewhere, "shift+tab": aims_somewhere},
            **{"escape": aims_at(None), "h": says("With a hint"), "t": says("Only one move")},
            **{"r": TEXT, "q": MENU, "?": TEXT, "x": numbered},
        },
    ),
    "online": Scene(
        OnlineScreen,
        pushed(lambda stage: online("", ("taken", "taken"))),
        {
            **{"up": says("off the grid"), "left": says("off the grid"), "down": sent, "right": sent},
            **{"enter": played(), "space": played(), "tab": aims_at("down"), "shift+tab": aims_at("right")},
            **{"escape": aims_at(None), "u": sent, "g": says("Give up this game?"), "i": TEXT, "r": TEXT, "m": TEXT},
            **{"s": at(AskDialogue), "q": MENU, "?": TEXT, "x": numbered},
        },
    ),
    "online, over": Scene(
        OnlineScreen,
        pushed(lambda stage: online("right left right left down", ("taken", "taken"), stopped=(1, "resigned"))),
        {
            **dict.fromkeys(MOVING, says("wins")),
            **{"n": sent, "b": at(ReviewScreen), "i": TEXT, "r": TEXT, "m": TEXT, "s": at(AskDialogue)},
            **{"q": MENU, "escape": MENU, "?": TEXT, "x": numbered},
        },
    ),
    "server": Scene(
        ServerDialogue,
        pushed(lambda stage: ServerDialogue("http://127.0.0.1:1", Setup.usual(GAMES["pathway"]))),
        {"enter": says("cannot be reached"), "escape": MENU},
    ),
}


def every_screen() -> set[type[_Keys]]:
    """Each kind of screen that can be opened."""
    for module in pkgutil.walk_packages(screens.__path__, f"{screens.__name__}."):
        importlib.import_module(module.name)
    found, left = set(), [_Keys]
    while left:
        each = left.pop()
        found.add(each)
        left += each.__subclasses__()
    return {each for each in found if each.__module__.startswith(screens.__name__)}


def test_every_screen_has_a_table() -> None:
    shared = {_Keys, ArcadeScreen, ShowsBoard, Dialogue, BoardScreen, HelpScreen, KeptScreen, RowsScreen}
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
