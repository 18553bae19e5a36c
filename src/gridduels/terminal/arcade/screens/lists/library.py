"""LibraryScreen: the games somebody has finished, to look back at, to take along, and to count."""

from pathlib import Path

from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_whole
from gridduels.match import Match
from gridduels.pictures.files import PICTURES, picture_of
from gridduels.record import Record, dumps
from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.screens.lists.kept import KeptScreen
from gridduels.terminal.keeping.library import KeptGame, matching, tallies
from gridduels.terminal.keeping.links import explore_link
from gridduels.terminal.live_match import LiveMatch
from gridduels.words import count

__all__ = ["LibraryScreen"]


class LibraryScreen(KeptScreen[KeptGame]):
    """Games to look back at; a search shows some of them."""

    HEADING = "Your games"

    def __init__(self, games: list[KeptGame]) -> None:
        super().__init__(games)
        self._all = games
        self._searched = ""

    def line(self, game: KeptGame) -> str:
        return game.title

    def about(self, record: Record) -> str:
        return f"{self.chosen.title}\n{record.duel.game.board}, {count(record.duel.ply, 'move')}"

    def note(self) -> str:
        found = f" with {self._searched!r} in it" if self._searched else ""
        return f"{count(len(self._games), 'game')}{found}."

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "look_back", "look back"),
            Command("space", "look_back", ""),
            Command("/", "search", "search"),
            Command("t", "tell", "statistics"),
            Command("e", "export", "export"),
            Command("l", "link", "link"),
            Command("d", "throw_away", "throw away"),
            Command("escape", "leave", "menu"),
            Command("q", "leave", ""),
        ]

    def open(self) -> None:
        self.do_look_back()

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
                self.show_games(matching(self._all, words))

        question = "Words that its line must have, such as: hard gridlock won"
        self.app.push_screen(AskDialogue(question, self._searched, search), searched)

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
                write_whole(path, [_exported(record, path.suffix.lower())])
            except OSError as error:
                raise GridDuelsError(f"Cannot write {name}: {error.strerror}.") from None
            return f"Written to {path}."

        name = f"{record.duel.game.id}-{record.tags.get('Date', 'undated')}.txt"
        question = "Export as .txt (a record), .svg or .png (a picture), .gif (a film):"
        self.app.push_screen(AskDialogue(question, name, export), lambda said: self.say(said) if said else None)

    def do_link(self) -> None:
        """As an address: a server shows the game move by move, and keeps nothing of it."""
        link = explore_link(self.chosen.record.duel, self.arcade.settings.server)
        self.app.copy_to_clipboard(link)
        self.arcade.tell(
            f"This link shows the game in a browser, move by move, on the server you use (gridduels serve starts one). "
            f"It is in your clipboard, if your terminal lets it:\n\n{link}"
        )

    def throw_away(self, game: KeptGame) -> None:
        super().throw_away(game)
        self._all = [each for each in self._all if each is not game]


def _exported(record: Record, ending: str) -> bytes:
    """A game as a file of this kind."""
    if ending in PICTURES:
        return picture_of(record.duel, ending)
    if ending in ("", ".txt", ".record"):
        return dumps(record).encode()
    raise SetupError(f"a game cannot be {ending}: it is .txt, .svg, .png or .gif")
