"""Open each of the arcade's screens in a given state, and check what it shows."""

import threading
from collections.abc import Awaitable, Callable
from datetime import date
from typing import Any

from textual.screen import Screen

from gridduels import Duel, definitions, load_game
from gridduels.engine import VALUES
from gridduels.protocol.answers import Challenge, Lobby, Timing, Watchable
from gridduels.protocol.state import Board, Chair, Names
from gridduels.terminal.arcade.board import BoardView
from gridduels.terminal.arcade.faces import CastGrid
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.lists import LibraryScreen, UnfinishedScreen
from gridduels.terminal.arcade.online import LobbyScreen, OnlineScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.puzzles import DailyScreen, PuzzleScreen, TutorialScreen
from gridduels.terminal.arcade.review import ReviewScreen
from gridduels.terminal.arcade.screens import ChooseDialogue, TextDialogue
from gridduels.terminal.library import Autosave, add_game, library, unfinished
from gridduels.terminal.online.server import Server, State
from gridduels.terminal.online.start import Seated
from gridduels.terminal.settings import Setup
from tests.terminal.arcade.stage import PATIENCE, Slow, Stage, against, friends

Check = Callable[[Stage], object]
GAMES = {each.id: each for each in definitions()}
OVER = "right down down left left up down up right up right right right down right"

# --- Checks


def at(screen: type) -> Check:
    return lambda stage: isinstance(stage.screen, screen)


def says(words: str) -> Check:
    return lambda stage: words in stage.words


def shows(words: str) -> Check:
    return lambda stage: words in stage.text


def played(*moves: str) -> Check:
    return lambda stage: stage.screen.duel.moves == moves


def aims_at(word: str | None) -> Check:
    return lambda stage: stage.selection.word == word


def aims_somewhere(stage: Stage) -> object:
    return stage.selection.word


def judged(stage: Stage) -> object:
    """Return whether a move in a puzzle has been refused, judged or played."""
    screen = stage.screen
    return (
        screen.busy or screen.duel.ply > screen.begun or "No:" in screen.messages.sentence or stage.selection.sentence
    )


def has_left(code: int) -> Check:
    return lambda stage: stage.arcade.return_value == code


def numbered(stage: Stage) -> object:
    """Return whether rows and columns are numbered. The home screen has small boards too, which never are."""
    return any(board.coordinates for board in stage.screen.query(BoardView))


def face(number: int) -> Check:
    return lambda stage: stage.screen.query_one(CastGrid).chosen == number


def scrolled(line: int) -> Check:
    return lambda stage: stage.screen.query_one("#text").scroll_y == line


def ply(number: int) -> Check:
    return lambda stage: isinstance(stage.screen, ReviewScreen) and stage.screen.ply == number


def row(number: int) -> Check:
    return lambda stage: stage.screen.query_one("#rows").row == number


def chosen(day: int) -> Check:
    return lambda stage: stage.screen.day == date(2026, 1, day)


def sent(stage: Stage) -> object:
    """Return whether something has been sent to the server."""
    return stage.screen.connection.busy


def opens(name: str) -> Check:
    return lambda stage: type(stage.screen).__name__ == name


HOME, TEXT, ASKS = at(HomeScreen), at(TextDialogue), at(ChooseDialogue)

# --- Openers


async def home(stage: Stage) -> None:
    """Do nothing, because every scene begins at home."""


def pushed(make: Callable[[Stage], Screen[Any]]) -> Callable[[Stage], Awaitable[None]]:
    async def open(stage: Stage) -> None:
        await stage.arcade.push_screen(make(stage))
        await stage.rest()

    return open


def playing(game: str, moves: str, size: int) -> Callable[[Stage], Awaitable[None]]:
    return pushed(lambda stage: PlayScreen(friends(game, moves, size=size)))


async def thinking(stage: Stage) -> None:
    live = against("light-cycle")
    live.computers._playing[2] = Slow()
    live.become(live.match.play("right"))
    await pushed(lambda stage: PlayScreen(live))(stage)


async def cut_off(stage: Stage) -> None:
    keep_unfinished()
    await pushed(lambda stage: UnfinishedScreen(unfinished([])))(stage)


def keep_unfinished() -> None:
    if not unfinished([]):
        for moves in ("right", "up"):
            autosave = Autosave()
            autosave.rewrite(friends("light-cycle", moves).record())
            autosave.close()


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
    screen._duel = Duel(load_game("light-cycle", size=3), stopped=(1, "resigned"))
    screen.show()
    await stage.rest()


def busy(make: Callable[[], Screen[Any]], game: str, size: int) -> Callable[[Stage], Awaitable[None]]:
    """Open a screen that waits for values that someone else is using."""

    async def open(stage: Stage) -> None:
        stage.held.enter_context(VALUES.open(load_game(game, size=size)))
        await pushed(lambda stage: make())(stage)

    return open


async def review(stage: Stage) -> None:
    await pushed(lambda stage: ReviewScreen(friends("light-cycle", OVER)))(stage)
    await stage.until(lambda: stage.screen.annotation)
    stage.screen.action_go_to(7)


async def over(stage: Stage) -> None:
    """Open a game that is over, once its turning point is known."""
    await playing("light-cycle", OVER, 5)(stage)
    await stage.until(lambda: stage.screen._ending)


async def daily(stage: Stage) -> None:
    """Open the calendar on the last day of a month, with another day chosen."""
    screen = DailyScreen(date(2026, 1, 31))
    screen.day = date(2026, 1, 21)
    await pushed(lambda stage: screen)(stage)


async def daily_puzzle(stage: Stage) -> None:
    from gridduels.analysis.puzzles import daily_game

    day = date(2026, 1, 5)
    await pushed(lambda stage: PuzzleScreen(daily_game(day), day, day))(stage)
    await stage.until(lambda: stage.screen.may_move())


class Silent(Server):
    """A server that never answers."""

    def ask(self, *_: Any, **__: Any) -> Any:
        threading.Event().wait(PATIENCE)


def online(moves: str, chairs: tuple[Chair, Chair], **options: Any) -> OnlineScreen:
    """Return a duel on such a server, with both seats here."""
    duel = Duel(load_game("grid-runner"), moves, **options)
    state = State(
        "abcdef", 1, duel, ("human", "human"), chairs, (1, 2), (65.0, 70.0), None, None, None, None, "", swap=True
    )
    return OnlineScreen(Seated(Silent("http://127.0.0.1:1", print), state, "secret"))


LOBBY = Lobby(
    version="1",
    pair_seconds=10.0,
    challenges=[Challenge("abcdef", "gridlock", "GridLock", 7, {}, Timing(300.0, 3.0), 2, 1, "", "Ann", False)],
    games=[
        Watchable(
            "ghijkl", "pathway", "Pathway Duel", 5, "human", "easy", Names("Bob", None), 3, 1, Board([], [], [], None)
        )
    ],
)


async def lobby(stage: Stage) -> None:
    """Open a lobby whose server can no longer be reached."""
    await pushed(lambda stage: LobbyScreen(Setup.usual(GAMES["pathway"]), "http://127.0.0.1:1", LOBBY))(stage)


async def long_text(stage: Stage) -> None:
    stage.arcade.tell("\n".join(map(str, range(99))))
    await stage.rest()
    stage.screen.query_one("#text").scroll_to(y=20, animate=False)
