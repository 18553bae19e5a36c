"""Screens to choose from: kept games, the ladder, options and settings."""

from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from gridduels.errors import GridDuelsError, SetupError
from gridduels.extras import has_engine, has_extra
from gridduels.files import write_atomically
from gridduels.game import Definition
from gridduels.match import Match
from gridduels.pictures.svg import PICTURES, picture_of
from gridduels.players.ladder import LADDER, SIDES, Opponent
from gridduels.record import HUMAN, Record, dumps
from gridduels.terminal.arcade.base import ArcadeScreen, Command
from gridduels.terminal.arcade.dialogues import AskDialogue
from gridduels.terminal.arcade.painting import view_of
from gridduels.terminal.arcade.texts import player_name
from gridduels.terminal.arcade.widgets import BoardView, KeyHelp, MessageLine, OptionRows, PickList, TooSmall
from gridduels.terminal.arcade.work import Trial, checked_player
from gridduels.terminal.library import KeptGame, Unfinished, explore_link, matching, tallies
from gridduels.terminal.live_match import LiveMatch
from gridduels.terminal.settings import CHOICES, PLAYER_CHOICES, Choice, Settings, Setup
from gridduels.text import count

# --- RowsScreen


class RowsScreen(ArcadeScreen):
    """Up and down go from row to row, left and right change one."""

    moving_word = "choose"

    def heading(self) -> str:
        raise NotImplementedError

    def choices(self) -> list[Choice]:
        """The rows as they stand."""
        raise NotImplementedError

    def choose(self, name: str, value: Any) -> None:
        """Gives a row another value."""
        raise NotImplementedError

    @property
    def current(self) -> Choice:
        return self.query_one(OptionRows).current

    def compose(self) -> ComposeResult:
        yield Static(self.heading(), id="title", markup=False)
        yield OptionRows(id="options")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        self.query_one(OptionRows).show(self.choices())
        self.say(self.current.about)
        self.refresh_keys()

    def say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def move(self, direction: str) -> None:
        if direction in ("up", "down"):
            self.query_one(OptionRows).move(1 if direction == "down" else -1)
            self.show()
        else:
            self._change(1 if direction == "right" else -1)

    def on_option_rows_chosen(self, event: OptionRows.Chosen) -> None:
        self._change(1)

    def do_next_value(self) -> None:
        self._change(1)

    def _change(self, step: int) -> None:
        choice = self.current
        self.choose(choice.name, choice.neighbour(step))
        self.show()


# --- OptionsScreen


class OptionsScreen(RowsScreen):
    """A game, as somebody wants to play it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup
        self._typed = ""
        self._trial: Trial | None = None

    def heading(self) -> str:
        return self._setup.definition.title

    def choices(self) -> list[Choice]:
        return self._setup.choices(self.arcade.settings.typed)

    def choose(self, name: str, value: Any) -> None:
        self._forget_trial()
        self._setup = self._setup.changed(name, value)
        self.arcade.remember_setup(self._setup)

    def on_unmount(self) -> None:
        self._forget_trial()

    def wanted(self) -> list[Command]:
        is_player = self.current.name in PLAYER_CHOICES
        return [
            Command("enter", "play", "play"),
            *([Command("t", "type", "type a player")] if is_player else []),
            Command("r", "rules", "rules"),
            Command("escape", "leave", "back"),
            Command("q", "leave", ""),
            Command("space", "next_value", ""),
        ]

    def do_type(self) -> None:
        """Any player there is: a level, a number of simulations, or the command line of a bot."""
        row = self.current.name
        search = "mcts:1000 tree search, " if has_engine() else ""
        question = f"Who plays? level:4 is a level from 1 to 10, {search}cmd:python3 bot.py starts a bot."
        self.app.push_screen(AskDialogue(question, self._typed, checked_player), lambda name: self._try(row, name))

    def _try(self, row: str, name: str | None) -> None:
        """Lets a player make a move; only one that does is chosen."""
        if not name:
            return
        self._forget_trial()
        self._typed = name

        def done(move: str) -> None:
            self._trial = None
            self.arcade.settings.remember_player(name)
            self.arcade.bots.add(name)
            self.choose(row, name)
            self.show()

        def failed(error: Exception) -> None:
            self._trial = None
            self.say(f"This player cannot play: {str(error).rstrip('.')}.")

        self.say(f"Waiting for the first move of {player_name(name, 30)} ...")
        self._trial = Trial(name, self._setup.game(), done, failed)

    def _forget_trial(self) -> None:
        if self._trial:
            self._trial.cancel()
            self._trial = None

    def do_play(self) -> None:
        if self._trial:
            return
        self.app.pop_screen()
        self.arcade.start(self._setup)

    def do_rules(self) -> None:
        self.arcade.show_rules(self._setup.game())


# --- SettingsScreen


_ABOUT: Final = {
    "keys": ("Moving keys", "vi adds hjkl, wasd its letters; commands there take capitals"),
    "theme": ("Colours", "auto asks the terminal (COLORFGBG); NO_COLOR=1 means no colour"),
    "confirm": ("Confirm moves", "yes: a first key aims, enter plays"),
    "sound": ("Sound", "the terminal's bell when the computer has moved"),
    "distances": ("Distances", "to the end of a game: a player's own moves, or plies, the moves of both"),
    "coordinates": ("Coordinates", "numbers beside the board's rows and above its columns; x in a game"),
    "animate": ("Animation", "of moves and of the miniatures; it never keeps you waiting"),
}
_SHOWN: Final = {
    True: "yes",
    False: "no",
    "ink": "dark, like ink",
    "paper": "light, like paper",
    "contrast": "black and white",
    "sepia": "brown, like old paper",
}


class SettingsScreen(RowsScreen):
    """Changes are kept at once."""

    def heading(self) -> str:
        return "Settings"

    def choices(self) -> list[Choice]:
        return [_choice(self.arcade.settings, name) for name in CHOICES]

    def choose(self, name: str, value: Any) -> None:
        setattr(self.arcade.settings, name, value)
        self.arcade.keep_settings()

    def wanted(self) -> list[Command]:
        leaving = [Command(key, "leave", "") for key in ("enter", "q", "g")]
        return [Command("escape", "leave", "back"), *leaving, Command("space", "next_value", "")]


def _choice(settings: Settings, name: str) -> Choice:
    label, about = _ABOUT[name]
    value: Any = getattr(settings, name)
    values: tuple[Any, ...] = CHOICES[name]
    return Choice(name, label, values, value, _SHOWN.get(value, str(value)), about)


# --- KeptScreen: the base of all lists of games


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


# --- LibraryScreen


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
                write_atomically(path, [_exported(record, path.suffix.lower())])
            except OSError as error:
                raise GridDuelsError(f"Cannot write {name}: {error.strerror}.") from None
            return f"Written to {path}."

        name = f"{record.duel.game.id}-{record.tags.get('Date', 'undated')}.txt"
        pictures = ".svg or .png (a picture), .gif (a film)" if has_extra("pictures") else "or .svg (a picture)"
        question = f"Export as .txt (a record), {pictures}:"
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


# --- UnfinishedScreen


class UnfinishedScreen(KeptScreen[Unfinished]):
    """Games to go on with."""

    HEADING = "Unfinished games"

    def line(self, game: Unfinished) -> str:
        return game.record.duel.game.title

    def about(self, record: Record) -> str:
        duel = record.duel
        players = " - ".join(player_name(name, 20) for name in record.players)
        when = record.tags.get("Date", "undated")
        lines = [f"{duel.game.board}, {players}", f"{count(duel.ply, 'move')}, {when}"]
        return "\n".join([*lines, f"{duel.game.words.player(duel.turn)} to move"])

    def note(self) -> str:
        return "You can go on with any of these games."

    def wanted(self) -> list[Command]:
        found = [Command("enter", "resume", "go on"), Command("space", "resume", "")]
        found += [Command("d", "throw_away", "throw away"), Command("escape", "leave", "not now")]
        return [*found, Command("n", "leave", ""), Command("q", "leave", "")]

    def open(self) -> None:
        self.do_resume()

    def do_resume(self) -> None:
        game = self.chosen
        self.app.pop_screen()
        self.arcade.resume(game)


# --- LadderScreen


class LadderScreen(ArcadeScreen):
    """Whom to play, and from which side; first the lowest who is not beaten yet."""

    is_home = True
    moving_word = "choose"

    def __init__(self, definition: Definition) -> None:
        super().__init__()
        self._definition = definition
        self.side = SIDES[0]

    def compose(self) -> ComposeResult:
        yield Static("", id="title", markup=False)
        yield PickList([each.name for each in LADDER], id="ladder")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        open = [(row, side) for row, each in enumerate(LADDER) for side in SIDES if not self._beaten(each, side)]
        row, self.side = open[0] if open else (len(LADDER) - 1, SIDES[0])
        self.query_one(PickList).choose(row)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()

    @property
    def chosen(self) -> Opponent:
        return LADDER[self.query_one(PickList).row]

    def _beaten(self, opponent: Opponent, side: int) -> bool:
        return self.arcade.results.has_beaten(self._definition.id, opponent.name, side)

    def _show(self) -> None:
        picks, words = self.query_one(PickList), self._definition.words
        picks.show([self._line(each) for each in LADDER])
        stars = sum(self._beaten(each, side) for each in LADDER for side in SIDES)
        title = f"{self._definition.title}: the ladder   {stars} of {len(LADDER) * len(SIDES)} stars"
        self.query_one("#title", Static).update(title)
        first = words.player(self.chosen.first(self.side))
        done = " You have beaten them so." if self._beaten(self.chosen, self.side) else ""
        sentence = f"You are {words.player(self.side)}; {first} begins.{done} A star is won without help."
        self.query_one(MessageLine).say(sentence)
        self.refresh_keys()

    def _line(self, opponent: Opponent) -> str:
        star, none = ("★", "☆") if self.arcade.unicode else ("*", ".")
        stars = "".join(star if self._beaten(opponent, side) else none for side in SIDES)
        return f"{' ' * (opponent.rung < 10)}{opponent.name:<6} {stars}  {opponent.about}"

    def further_keys(self) -> list[tuple[str, str]]:
        return [("left, right", "change sides")]

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "play", "play"),
            Command("space", "play", ""),
            Command("escape", "leave", "menu"),
            Command("q", "leave", ""),
        ]

    def move(self, direction: str) -> None:
        picks = self.query_one(PickList)
        if direction in ("up", "down"):
            picks.choose(picks.row + (1 if direction == "down" else -1))
        else:
            self.side = 3 - self.side
        self._show()

    def on_pick_list_clicked(self, event: PickList.Clicked) -> None:
        picks = self.query_one(PickList)
        if event.row == picks.row:
            self.do_play()
        else:
            picks.choose(event.row)
            self._show()

    def do_play(self) -> None:
        """On the board of the book, by its usual rulings."""
        opponent = self.chosen
        players = (HUMAN, opponent.player) if self.side == 1 else (opponent.player, HUMAN)
        first = str(opponent.first(self.side))
        self.arcade.climb(Setup(self._definition, self._definition.size, players=players, first=first, rounds=1))
