"""KeptScreen: what every list of kept games shares: choosing one beside its board, and throwing one away."""

from typing import Generic, Protocol, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.record import Record
from gridduels.terminal.arcade.board.view import view_of
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.widgets.board import BoardView
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.pick_list import PickList
from gridduels.terminal.arcade.widgets.too_small import TooSmall

__all__ = ["KeptScreen"]


class Kept(Protocol):
    """A game in a file."""

    @property
    def record(self) -> Record: ...

    def forget(self) -> None: ...


KeptT = TypeVar("KeptT", bound=Kept)


class KeptScreen(ArcadeScreen, Generic[KeptT]):
    """The latest game comes first."""

    moving_word = "choose"

    HEADING = ""

    def __init__(self, games: list[KeptT]) -> None:
        super().__init__()
        self._games = games
        self._throwing = False

    def line(self, game: KeptT) -> str:
        """A game in the list."""
        raise NotImplementedError

    def about(self, record: Record) -> str:
        """What stands below the list about the chosen game."""
        raise NotImplementedError

    def note(self) -> str:
        """What is said as long as nothing else is."""
        raise NotImplementedError

    def open(self) -> None:
        """The chosen game was clicked."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Static(self.HEADING, id="title", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield PickList(list(map(self.line, self._games)), id="games")
                yield Static("", id="about", markup=False)
            with Vertical(id="right"):
                yield BoardView(most_rows=3, id="demo")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self.choose(0)

    @property
    def chosen(self) -> KeptT:
        return self._games[self.query_one(PickList).row]

    def choose(self, row: int) -> None:
        self.query_one(PickList).choose(row)
        record = self.chosen.record
        self.query_one("#about", Static).update(self.about(record))
        self.query_one(BoardView).view = view_of(record.duel, self.arcade.unicode)
        self.say(self.note())

    def show_games(self, games: list[KeptT]) -> None:
        """Other games; the row stays where it is as far as it can."""
        self._games = games
        picks = self.query_one(PickList)
        picks.show([self.line(game) for game in games])
        self.choose(picks.row)

    def say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def do(self, action: str) -> None:
        if action != "throw_away":
            self.forget_question()
        super().do(action)

    def move(self, direction: str) -> None:
        self.choose(self.query_one(PickList).row + (1 if direction in ("down", "right") else -1))

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        self._throwing = False
        if event.row == self.query_one(PickList).row:
            self.open()
        else:
            self.choose(event.row)

    def forget_question(self) -> None:
        if self._throwing:
            self._throwing = False
            self.say(self.note())

    def do_throw_away(self) -> None:
        if not self._throwing:
            self._throwing = True
            self.say("Throw this game away? Press the key again to do so, any other key to keep it.")
            return
        self._throwing = False
        self.throw_away(self.chosen)
        if self._games:
            self.show_games(self._games)
        else:
            self.app.pop_screen()

    def throw_away(self, game: KeptT) -> None:
        game.forget()
        self._games = [each for each in self._games if each is not game]
