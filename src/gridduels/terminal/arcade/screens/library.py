"""LibraryScreen: the games somebody has finished, to look back at, to take along, and to count."""

from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_whole
from gridduels.match import Match
from gridduels.record import dumps
from gridduels.terminal.arcade.board.view import view_of
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.widgets.board import BoardView
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.pick_list import PickList
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.keeping.library import KeptGame, matching, tallies
from gridduels.terminal.live_match import LiveMatch
from gridduels.words import count

__all__ = ["LibraryScreen"]


class LibraryScreen(ArcadeScreen):
    """The latest game comes first."""

    def __init__(self, games: list[KeptGame]) -> None:
        super().__init__()
        self._all, self._games = games, games
        self._searched = ""
        self._throwing = False

    def compose(self) -> ComposeResult:
        yield Static("Your games", id="title", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield PickList([game.title for game in self._games], id="games")
                yield Static("", id="about", markup=False)
            with Vertical(id="right"):
                yield BoardView(most_rows=3, id="demo")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._choose(0)

    @property
    def chosen(self) -> KeptGame:
        return self._games[self.query_one(PickList).row]

    def _choose(self, row: int) -> None:
        self.query_one(PickList).choose(row)
        duel = self.chosen.record.duel
        self.query_one("#about", Static).update(f"{duel.game.board}, {count(duel.ply, 'move')}")
        self.query_one(BoardView).view = view_of(duel, self.arcade.unicode)
        found = f" with {self._searched!r} in it" if self._searched else ""
        self._say(f"{count(len(self._games), 'game')}{found}.")

    def _say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def moving_entry(self) -> list[tuple[str, str]]:
        return [(self.moving_names(), "choose")]

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "look_back", "look back"),
            Command("space", "look_back", ""),
            Command("/", "search", "search"),
            Command("t", "tell", "statistics"),
            Command("e", "export", "export"),
            Command("d", "throw_away", "throw away"),
            Command("escape", "leave", "menu"),
            Command("q", "leave", ""),
        ]

    def do(self, action: str) -> None:
        self._throwing = self._throwing and action == "throw_away"
        super().do(action)

    def move(self, direction: str) -> None:
        self._throwing = False
        self._choose(self.query_one(PickList).row + (1 if direction in ("down", "right") else -1))

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        self._throwing = False
        if event.row == self.query_one(PickList).row:
            self.do_look_back()
        else:
            self._choose(event.row)

    def do_look_back(self) -> None:
        self.arcade.look_back(LiveMatch(Match.resume([self.chosen.record])))

    def do_search(self) -> None:
        def search(words: str) -> str:
            if not matching(self._all, words):
                raise GridDuelsError("No game has all of that in its line.")
            return words or " "

        def searched(words: str | None) -> None:
            if words:
                self._searched = words.strip()
                self._list(matching(self._all, words))

        question = "Words that its line must have, such as: hard gridlock won"
        self.app.push_screen(AskDialogue(question, self._searched, search), searched)

    def _list(self, games: list[KeptGame]) -> None:
        self._games = games
        self.query_one(PickList).show([game.title for game in games])
        self._choose(self.query_one(PickList).row)

    def do_tell(self) -> None:
        """How often each side was won against each opponent, by game."""
        rows = [("game", "against", "as", "won", "lost", "drawn")]
        for each in tallies(self._all):
            side = f"Player {each.side}"
            rows.append((each.game, each.opponent, side, str(each.won), str(each.lost), str(each.drawn)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
        self.arcade.tell("\n".join(lines) if len(rows) > 1 else "No game against a computer counts yet.")

    def do_export(self) -> None:
        """As a record, a picture or a film, by the ending of the name."""
        record = self.chosen.record

        def export(name: str) -> str:
            path = Path(name).expanduser()
            if not name or path.exists():
                raise GridDuelsError(f"{name} exists already: choose another name." if name else "Type a name.")
            try:
                write_whole(path, _drawing(path.suffix.lower())(record))
            except OSError as error:
                raise GridDuelsError(f"Cannot write {name}: {error.strerror}.") from None
            return f"Written to {path}."

        name = f"{record.duel.game.id}-{record.tags.get('Date', 'undated')}.txt"
        question = "Export as .txt (a record), .svg or .png (a picture), .gif (a film):"
        self.app.push_screen(AskDialogue(question, name, export), lambda said: self._say(said) if said else None)

    def do_throw_away(self) -> None:
        if not self._throwing:
            self._throwing = True
            self._say("Throw this game away? Press the key again to do so, any other key to keep it.")
            return
        self._throwing = False
        gone = self.chosen
        gone.forget()
        self._all = [each for each in self._all if each is not gone]
        games = [each for each in self._games if each is not gone]
        if games:
            self._list(games)
        else:
            self.app.pop_screen()

    def do_leave(self) -> None:
        self.app.pop_screen()


def _drawing(ending: str) -> Callable[..., str | list[bytes]]:
    """What turns a record into a file of this kind."""
    if ending == ".svg":
        from gridduels.pictures.svg import svg_of

        return lambda record: svg_of(record.duel)
    if ending == ".png":
        from gridduels.pictures.raster import png_of

        return lambda record: [png_of(record.duel)]
    if ending == ".gif":
        from gridduels.pictures.film import film_of

        return lambda record: [film_of(record.duel)]
    if ending in ("", ".txt", ".record"):
        return dumps
    raise SetupError(f"a game cannot be {ending}: it is .txt, .svg, .png or .gif")
