"""Every key of every screen, in a table."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from gridduels import load_game
from gridduels.terminal.arcade.base import _Keys
from gridduels.terminal.arcade.dialogues import (
    Answer,
    AskDialogue,
    ChooseDialogue,
    ServerDialogue,
    StandInDialogue,
    TextDialogue,
)
from gridduels.terminal.arcade.lists import LadderScreen, LibraryScreen, OptionsScreen, SettingsScreen, UnfinishedScreen
from gridduels.terminal.arcade.menu import MenuScreen
from gridduels.terminal.arcade.online import LobbyScreen, OnlineScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.puzzles import DailyPuzzleScreen, DailyScreen, PuzzleScreen
from gridduels.terminal.arcade.review import ReviewScreen
from gridduels.terminal.arcade.tutorial import TutorialScreen
from gridduels.terminal.settings import Setup
from tests.terminal.arcade.openers import (
    GAMES,
    MENU,
    TEXT,
    Check,
    aims_at,
    aims_somewhere,
    answered,
    at,
    busy,
    chosen,
    cut_off,
    daily,
    daily_puzzle,
    finished,
    has_left,
    lobby,
    long_text,
    menu,
    numbered,
    online,
    options_of_the_game,
    over,
    played,
    playing,
    ply,
    ply_of_turning_point,
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
from tests.terminal.arcade.stage import Stage, friends

MOVING = {"up", "down", "left", "right"}
HANDLED = {"ask": {"enter"}, "who plays instead": {"enter"}, "server": {"enter"}}
"""What is no command: moving keys on all screens but these, where a field for text takes the others."""


@dataclass
class Scene:
    """A screen in some state: how it is opened, and what each of its keys does then."""

    screen: type[_Keys]
    open: Callable[[Stage], Awaitable[Any]]
    keys: dict[str, Check]


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
            **{"up": says("off the grid"), "left": says("off the grid"), "down": says("but move right this time.")},
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
            **{"up": shows("> 11 Kismet"), "down": shows("> 2  Bo")},
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
            **{"h": says("Look "), "e": says("You win in 8 more moves."), "c": sent},
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
    "lobby": Scene(
        LobbyScreen,
        lobby,
        {
            **{"up": shows("> 4 Watch Bob - easy"), "left": shows("> 4 "), "down": shows("> 2 Play whoever comes")},
            **{"right": shows("> 2 "), "enter": says("cannot be reached"), "space": says("cannot be reached")},
            **{"n": at(AskDialogue), "escape": MENU, "q": MENU, "?": TEXT},
        },
    ),
    "server": Scene(
        ServerDialogue,
        pushed(lambda stage: ServerDialogue("http://127.0.0.1:1", "")),
        {"enter": says("cannot be reached"), "escape": MENU},
    ),
}
