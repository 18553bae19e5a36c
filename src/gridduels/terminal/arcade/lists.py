"""List screens: options, settings and saved games."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.errors import GridDuelsError
from gridduels.extras import has_engine, has_extra
from gridduels.files import write_atomically
from gridduels.match import Match
from gridduels.record import Record
from gridduels.registry import definitions
from gridduels.terminal.arcade.board import BoardView, view_of
from gridduels.terminal.arcade.screens import ArcadeScreen, AskDialogue, hidden
from gridduels.terminal.arcade.texts import player_name
from gridduels.terminal.arcade.widgets import Lines, MessageLine, OptionRows, PickList, arrows
from gridduels.terminal.arcade.work import Trial, checked_player
from gridduels.terminal.library import KeptGame, Tally, Unfinished, explore_link, exported, matching, tallies
from gridduels.terminal.live_match import Computers, LiveMatch
from gridduels.terminal.settings import CHOICES, PLAYER_CHOICES, Choice, Settings, Setup
from gridduels.text import count

# --- Game options


class OptionsScreen(ArcadeScreen):
    """The screen with all of a game's options."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("choose"),
        Binding("enter", "play", "play"),
        hidden("space", "next_value"),
        Binding("t", "type", "type a player"),
        Binding("r", "rules", "rules"),
        Binding("escape", "leave", "back"),
        hidden("q", "leave"),
    ]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup
        self._typed = ""
        self._trial: Trial | None = None

    def compose_body(self) -> ComposeResult:
        yield Static(self._setup.definition.title, classes="heading", markup=False)
        yield OptionRows(id="rows")
        yield MessageLine(id="note")

    def on_mount(self) -> None:
        self.show()

    def on_unmount(self) -> None:
        self._forget_trial()

    @property
    def current(self) -> Choice:
        return self.query_one(OptionRows).current

    def show(self) -> None:
        self.query_one(OptionRows).show(self._setup.choices(self.arcade.settings.typed))
        self.say(self.current.about)
        self.refresh_bindings()

    def say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "type":
            rows = self.query(OptionRows).first() if self.is_attached else None
            return bool(rows and rows.choices and rows.current.name in PLAYER_CHOICES)
        return True

    def action_move(self, direction: str) -> None:
        self.query_one(OptionRows).move(direction)

    def action_next_value(self) -> None:
        self.query_one(OptionRows).change()

    def on_option_rows_moved(self) -> None:
        self.show()

    def on_option_rows_changed(self, event: OptionRows.Changed) -> None:
        self._choose(event.name, event.value)

    def _choose(self, name: str, value: Any) -> None:
        self._forget_trial()
        self._setup = self._setup.changed(name, value)
        self.arcade.remember_setup(self._setup)
        self.show()

    def action_type(self) -> None:
        """Ask for any player: a level, tree search, or a bot's command line."""
        row = self.current.name
        search = "mcts:1000 (tree search), " if has_engine() else ""
        question = (
            f"Who plays? For example level:4 (levels go from 1 to 10), {search}or cmd:python3 bot.py (your own bot)."
        )
        self.app.push_screen(AskDialogue(question, self._typed, checked_player), lambda name: self._try(row, name))

    def _try(self, row: str, name: str | None) -> None:
        """Have a player make a trial move, and choose it only if it can."""
        if not name:
            return
        self._forget_trial()
        self._typed = name

        def done(move: str) -> None:
            self._trial = None
            self.arcade.settings.remember_player(name)
            self.arcade.bots.add(name)
            self._choose(row, name)

        def failed(error: Exception) -> None:
            self._trial = None
            self.say(f"This player can't play: {str(error).rstrip('.')}.")

        self.say(f"Waiting for the first move of {player_name(name, 30)}.")
        self._trial = Trial(name, self._setup.game(), done, failed)

    def _forget_trial(self) -> None:
        if self._trial:
            self._trial.cancel()
            self._trial = None

    def action_play(self) -> None:
        if not self._trial:
            self.app.pop_screen()
            self.arcade.start(self._setup)

    def action_rules(self) -> None:
        self.arcade.show_rules(self._setup.game())


# --- Settings


_ABOUT: Final = {
    "keys": ("Moving keys", "You can also move with h j k l or w a s d; commands with those letters then need Shift."),
    "theme": ("Colours", "auto asks the terminal (COLORFGBG). NO_COLOR=1 turns colours off."),
    "confirm": ("Confirm moves", "yes: the first key aims, enter plays."),
    "sound": ("Sound", "The terminal's bell when the computer has moved."),
    "distances": (
        "Distances",
        "Distances to the end of a game in a player's own moves, or in plies (moves by both players).",
    ),
    "coordinates": ("Coordinates", "Number the board's rows and columns; x switches them in a game."),
    "animate": ("Animation", "Tokens glide to their new cells. You never have to wait for it."),
}
_SHOWN: Final = {
    True: "yes",
    False: "no",
    "ink": "dark",
    "paper": "light",
    "contrast": "high contrast",
    "sepia": "sepia",
}


class SettingsScreen(ArcadeScreen):
    """The settings screen; changes are saved immediately."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("choose"),
        hidden("space", "next_value"),
        Binding("escape", "leave", "back"),
        *(hidden(key, "leave") for key in ("enter", "q", "g")),
    ]

    def compose_body(self) -> ComposeResult:
        yield Static("Settings", classes="heading", markup=False)
        yield OptionRows(id="rows")
        yield MessageLine(id="note")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        rows = self.query_one(OptionRows)
        rows.show([_choice(self.arcade.settings, name) for name in CHOICES])
        self.query_one(MessageLine).say(rows.current.about)

    def action_move(self, direction: str) -> None:
        self.query_one(OptionRows).move(direction)

    def action_next_value(self) -> None:
        self.query_one(OptionRows).change()

    def on_option_rows_moved(self) -> None:
        self.show()

    def on_option_rows_changed(self, event: OptionRows.Changed) -> None:
        setattr(self.arcade.settings, event.name, event.value)
        self.arcade.keep_settings()
        self.show()
        self.refresh_bindings()


def _choice(settings: Settings, name: str) -> Choice:
    label, about = _ABOUT[name]
    value: Any = getattr(settings, name)
    values: tuple[Any, ...] = CHOICES[name]
    return Choice(name, label, values, value, _SHOWN.get(value, str(value)), about)


# --- Lists of saved games


class Kept(Protocol):
    """A game saved in a file."""

    @property
    def record(self) -> Record: ...

    def forget(self) -> None: ...


KeptT = TypeVar("KeptT", bound=Kept)


class KeptScreen(ArcadeScreen, Generic[KeptT]):
    """A list of saved games, latest first, with a preview of the selected game's board."""

    HEADING = ""

    def __init__(self, games: list[KeptT]) -> None:
        super().__init__()
        self.games = games

    def line(self, game: KeptT) -> str:
        """Return a game's line in the list."""
        raise NotImplementedError

    def about(self, record: Record) -> str:
        """Return the text shown below the list for the selected game."""
        raise NotImplementedError

    def note(self) -> str:
        """Return the default text of the message line."""
        raise NotImplementedError

    def action_open(self) -> None:
        raise NotImplementedError

    def compose_body(self) -> ComposeResult:
        yield Static(self.HEADING, classes="heading", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="list"):
                yield PickList(list(map(self.line, self.games)), id="games")
                yield Static("", id="about", markup=False)
            yield BoardView(tallest=4, id="preview")
        yield MessageLine(id="note")

    def on_mount(self) -> None:
        self.choose(0)

    @property
    def chosen(self) -> KeptT:
        return self.games[self.query_one(PickList).row]

    def choose(self, row: int) -> None:
        self.query_one(PickList).choose(row)
        record = self.chosen.record
        self.query_one("#about", Static).update(self.about(record))
        self.query_one(BoardView).view = view_of(record.duel)
        self.say(self.note())

    def show_games(self, games: list[KeptT]) -> None:
        """Show a different list of games, keeping the selected row if possible."""
        self.games = games
        picks = self.query_one(PickList)
        picks.show([self.line(game) for game in games])
        self.choose(picks.row)

    def say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def action_move(self, direction: str) -> None:
        self.choose(self.query_one(PickList).row + (1 if direction in ("down", "right") else -1))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        """Select on the first click, open on the second."""
        if event.row == self.query_one(PickList).row:
            self.action_open()
        else:
            self.choose(event.row)

    def action_delete(self) -> None:
        def delete() -> None:
            self.delete(self.chosen)
            if self.games:
                self.show_games(self.games)
            else:
                self.app.pop_screen()

        self.arcade.confirm("Delete this game?", "delete", "d", "keep it", delete)

    def delete(self, game: KeptT) -> None:
        game.forget()
        self.games = [each for each in self.games if each is not game]


class LibraryScreen(KeptScreen[KeptGame]):
    """Finished games to review; a search narrows the list."""

    TAB = "games"
    HEADING = "Your games"
    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("choose"),
        Binding("enter", "open", "look back"),
        hidden("space", "open"),
        Binding("slash", "search", "search"),
        Binding("t", "statistics", "statistics"),
        Binding("e", "export", "export"),
        Binding("l", "link", "link"),
        Binding("d", "delete", "delete"),
        Binding("escape", "leave", "back"),
        hidden("q", "leave"),
    ]

    def __init__(self, games: list[KeptGame]) -> None:
        super().__init__(games)
        self._all = games
        self._searched = ""

    def line(self, game: KeptGame) -> str:
        return game.title

    def about(self, record: Record) -> str:
        return f"{self.chosen.title}\n{record.duel.game.board}, {count(record.duel.ply, 'move')}"

    def note(self) -> str:
        found = f" with {self._searched!r}" if self._searched else ""
        return f"{count(len(self.games), 'game')}{found}."

    def action_open(self) -> None:
        try:
            match = Match.resume([self.chosen.record])
        except GridDuelsError as error:
            self.say(f"This game can't be shown: {error}")
            return
        self.arcade.look_back(LiveMatch(match, Computers((), bots=self.arcade.bots)))

    def action_search(self) -> None:
        def search(words: str) -> str:
            if not matching(self._all, words):
                raise GridDuelsError("No game matches all of these words.")
            return words or " "

        def searched(words: str | None) -> None:
            if words:
                self._searched = words.strip()
                self.show_games(matching(self._all, words))

        question = "Search for words such as: Hana gridlock won"
        self.app.push_screen(AskDialogue(question, self._searched, search), searched)

    def action_statistics(self) -> None:
        rows = tallies(self._all)
        self.arcade.tell(statistics_text(rows) if rows else "No games against the computer yet.")

    def action_export(self) -> None:
        """Export the game as a record, an image or an animation, depending on the file extension."""
        record = self.chosen.record

        def export(name: str) -> str:
            path = Path(name).expanduser()
            if not name or path.exists():
                raise GridDuelsError(f"{name} already exists. Choose another name." if name else "Type a name.")
            try:
                write_atomically(path, [exported(record, path.suffix.lower())])
            except OSError as error:
                raise GridDuelsError(f"Can't write {name}: {error.strerror}.") from None
            return f"Written to {path}."

        name = f"{record.duel.game.id}-{record.tags.get('Date', 'undated')}.txt"
        pictures = (
            ".svg or .png (a picture), or .gif (an animation)" if has_extra("pictures") else "or .svg (a picture)"
        )
        question = f"Export as .txt (a record), {pictures}:"
        self.app.push_screen(AskDialogue(question, name, export), lambda said: self.say(said) if said else None)

    def action_link(self) -> None:
        """Show a URL where a server displays the game move by move; the server stores nothing."""
        link = explore_link(self.chosen.record.duel, self.arcade.settings.server)
        self.app.copy_to_clipboard(link)
        self.arcade.tell(
            "This link shows the game in a browser, move by move, on the server you use (gridduels serve starts one). "
            f"It has been copied if your terminal allows that:\n\n{link}"
        )

    def delete(self, game: KeptGame) -> None:
        super().delete(game)
        self._all = [each for each in self._all if each is not game]


def statistics_text(rows: Sequence[Tally]) -> str:
    """Return a person's results by game, opponent and side.

    Include a column for draws only if one of the games can be drawn or was.
    """
    titles = {each.title for each in definitions() if each.draws}
    draws = any(each.drawn or each.game in titles for each in rows)
    table = [("game", "against", "as", "won", "lost", *(("drawn",) if draws else ()))]
    for each in rows:
        results = (each.won, each.lost, each.drawn) if draws else (each.won, each.lost)
        opponent = player_name(each.opponent, 20)
        table.append((each.game, opponent, f"Player {each.side}", *map(str, results)))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in table)


class UnfinishedScreen(KeptScreen[Unfinished]):
    """Unfinished games to resume."""

    HEADING = "Unfinished games"
    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("choose"),
        Binding("enter", "open", "continue"),
        hidden("space", "open"),
        Binding("d", "delete", "delete"),
        Binding("escape", "leave", "back"),
        hidden("n", "leave"),
        hidden("q", "leave"),
    ]

    def line(self, game: Unfinished) -> str:
        return game.record.duel.game.title

    def about(self, record: Record) -> str:
        duel = record.duel
        players = " - ".join(player_name(name, 20) for name in record.players)
        when = record.tags.get("Date", "undated")
        lines = [f"{duel.game.board}, {players}", f"{count(duel.ply, 'move')}, {when}"]
        return "\n".join([*lines, f"{duel.game.words.player(duel.turn)} to move"])

    def note(self) -> str:
        return "Continue any of these games."

    def action_open(self) -> None:
        game = self.chosen
        self.app.pop_screen()
        self.arcade.resume(game)
