"""UnfinishedScreen: the games that were left or cut off, to go on with or to throw away."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.terminal.arcade.board.view import view_of
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.arcade.widgets.board import BoardView
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.pick_list import PickList
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.keeping.autosave import Unfinished
from gridduels.words import count

__all__ = ["UnfinishedScreen"]


class UnfinishedScreen(ArcadeScreen):
    """The latest game comes first."""

    def __init__(self, games: list[Unfinished]) -> None:
        super().__init__()
        self._games = games
        self._throwing = False

    def compose(self) -> ComposeResult:
        yield Static("Unfinished games", id="title", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield PickList([game.record.duel.game.title for game in self._games], id="games")
                yield Static("", id="about", markup=False)
            with Vertical(id="right"):
                yield BoardView(most_rows=3, id="demo")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._choose(0)

    @property
    def chosen(self) -> Unfinished:
        return self._games[self.query_one(PickList).row]

    def _choose(self, row: int) -> None:
        self.query_one(PickList).choose(row)
        record = self.chosen.record
        duel, words = record.duel, record.duel.game.words
        players = " - ".join(player_name(name, 20) for name in record.players)
        when = record.tags.get("Date", "undated")
        lines = [f"{duel.game.board}, {players}", f"{count(duel.ply, 'move')}, {when}"]
        self.query_one("#about", Static).update("\n".join([*lines, f"{words.player(duel.turn)} to move"]))
        self.query_one(BoardView).view = view_of(duel, self.arcade.unicode)
        self._say("You can go on with any of these games.")

    def _say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def moving_entry(self) -> list[tuple[str, str]]:
        return [(self.moving_names(), "choose")]

    def wanted(self) -> list[Command]:
        found = [Command("enter", "resume", "go on"), Command("space", "resume", "")]
        found += [Command("d", "throw_away", "throw away"), Command("escape", "leave", "not now")]
        return [*found, Command("n", "leave", ""), Command("q", "leave", "")]

    def do(self, action: str) -> None:
        self._throwing = self._throwing and action == "throw_away"
        super().do(action)

    def move(self, direction: str) -> None:
        self._throwing = False
        self._choose(self.query_one(PickList).row + (1 if direction in ("down", "right") else -1))

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        self._throwing = False
        if event.row == self.query_one(PickList).row:
            self.do_resume()
        else:
            self._choose(event.row)

    def do_resume(self) -> None:
        game = self.chosen
        self.app.pop_screen()
        self.arcade.resume(game)

    def do_throw_away(self) -> None:
        if not self._throwing:
            self._throwing = True
            self._say("Throw this game away? Press the key again to do so, any other key to keep it.")
            return
        self._throwing = False
        self.chosen.forget()
        self._games.remove(self.chosen)
        if not self._games:
            self.app.pop_screen()
            return
        games = self.query_one(PickList)
        games.show([game.record.duel.game.title for game in self._games])
        self._choose(games.row)

    def do_leave(self) -> None:
        self.app.pop_screen()
