"""The arcade: the full-screen application and the navigation between its screens."""

import os
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen
from textual.widgets import Input

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Definition, Game
from gridduels.match import Match, first_mover
from gridduels.players import is_bot
from gridduels.record import Record
from gridduels.registry import definitions
from gridduels.terminal.arcade.canvas import (
    THEMES,
    Colourless,
    Look,
    Mode,
    Printable,
    light_terminal,
    look_of,
    terminal_is_unicode,
    theme_name,
)
from gridduels.terminal.arcade.home import CastScreen, HomeScreen, LadderScreen
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.screens import (
    Answer,
    ArcadeScreen,
    AskDialogue,
    ChooseDialogue,
    TextDialogue,
    ask_stand_in,
)
from gridduels.terminal.arcade.texts import rules_text
from gridduels.terminal.arcade.widgets import MOVING
from gridduels.terminal.arcade.work import end_with_terminal
from gridduels.terminal.library import Autosave, Unfinished, add_game, library, unfinished
from gridduels.terminal.live_match import Computers, LiveMatch, SavedGames
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Settings, Setup
from gridduels.words import AnyWords

if TYPE_CHECKING:
    from gridduels.analysis.sentences import Unit
    from gridduels.terminal.online.start import Seated

INTERRUPTED: Final = 130
MOVING_LETTERS: Final = {
    "arrows": {},
    "vi": {"k": "up", "j": "down", "h": "left", "l": "right"},
    "wasd": {"w": "up", "s": "down", "a": "left", "d": "right"},
}
"""The letters that act as arrow keys, by key setting. Commands bound to those letters then need Shift."""
_KEY_NAMES: Final = {"escape": "esc", "slash": "/", "left_square_bracket": "[", "right_square_bracket": "]"}


class Arcade(App[int]):
    """The full-screen Grid Duels application."""

    CSS_PATH = "arcade.tcss"
    TITLE = "Grid Duels"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self,
        live: LiveMatch | None = None,
        unicode: bool | None = None,
        plies: bool = False,
        asks_first: bool = False,
    ) -> None:
        """Open on a match or on the home screen. `plies` shows distances in plies; `asks_first` asks who goes first."""
        super().__init__()
        self.complaints: list[str] = []
        self.settings = Settings.load(self.complaints)
        self.results = Results.load(self.complaints)
        self.saved = SavedGames()
        self.bots: set[str] = set()
        """External bots a person has named since opening the arcade; no others may be started."""
        self.unicode = terminal_is_unicode() if unicode is None else unicode
        self._live, self._asks_first, self._plies = live, asks_first, plies
        self._colourless = Colourless() if os.environ.get("NO_COLOR") else None
        for theme in THEMES.values():
            self.register_theme(theme)
        self.choose_theme()

    def on_mount(self) -> None:
        self.set_class(not self.unicode, "-plain")
        self.set_class(not self.look.pixels, "-mono")
        self.push_screen(HomeScreen(definitions()))
        if self._live:
            self._open(self._live)
        if self.complaints:
            self.tell("\n\n".join(self.complaints))

    # colours

    @property
    def mode(self) -> Mode:
        return "ascii" if not self.unicode else "mono" if self._colourless else "colour"

    @property
    def look(self) -> Look:
        return look_of(self.theme, self.mode)

    def get_line_filters(self) -> Sequence[LineFilter]:
        if self._colourless:
            return [Printable(), self._colourless]
        usual = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]  # NO_COLOR is empty
        return [Printable(), *usual]

    def choose_theme(self) -> None:
        """Apply the chosen theme; `auto` is dark unless the terminal reports a light background."""
        chosen = self.settings.theme
        if chosen == "auto":
            chosen = "paper" if light_terminal() else "ink"
        self.theme = theme_name(chosen, self.console.color_system in ("standard", "windows"))

    # keys

    async def on_event(self, event: events.Event) -> None:
        """Translate movement letters into arrow keys, and ignore keys while the window is too small."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            if self.screen.has_class("-too-small") and not event.key.startswith("ctrl+"):
                return
            event = self._translated(event)
        await super().on_event(event)

    async def run_action(self, *arguments: Any, **named: Any) -> bool:
        """Run an action, unless an earlier key in the same burst has already closed the arcade."""
        return self.return_value is None and await super().run_action(*arguments, **named)

    def _translated(self, event: events.Key) -> events.Key:
        letters: dict[str, str] = MOVING_LETTERS[self.settings.keys]
        if isinstance(self.focused, Input):
            return event
        if event.key in letters:
            return events.Key(letters[event.key], None)
        if event.key.lower() in letters and event.key.isupper():
            return events.Key(event.key.lower(), event.key.lower())
        return event

    def get_key_display(self, binding: Binding) -> str:
        letters: dict[str, str] = MOVING_LETTERS[self.settings.keys]
        if binding.key_display == MOVING:
            arrows = MOVING if self.unicode else "arrows"
            return f"{arrows} {''.join(letters)}".rstrip()
        if binding.key in letters:
            return binding.key.upper()
        return binding.key_display or _KEY_NAMES.get(binding.key, binding.key)

    def action_interrupt(self) -> None:
        """Leave immediately; the game is saved."""
        self.exit(INTERRUPTED)

    # dialogues

    def tell(self, text: str) -> None:
        self.push_screen(TextDialogue(text))

    def show_rules(self, game: Game) -> None:
        self.tell(rules_text(game))

    def show_keys(self, screen: ArcadeScreen) -> None:
        """Show all of a screen's keys, including those that don't fit in its footer."""
        entries = {
            self.get_key_display(binding): binding.description
            for _, binding, enabled, _ in screen.active_bindings.values()
            if binding.show and enabled and binding.action != "help"
        }
        entries |= screen.FURTHER_KEYS | {"ctrl+c": "leave; your game is saved"}
        width = max(map(len, entries))
        self.tell("\n".join(f"{key:<{width}}  {label}" for key, label in entries.items()))

    def show_moves(self, duel: Duel) -> None:
        mover = duel.game.words.player
        lines = [f"{ply:>3}. {mover(duel.movers[ply - 1])} {word}" for ply, word in enumerate(duel.moves, 1)]
        self.tell("\n".join(lines) or "No moves yet.")

    def confirm(self, question: str, yes: str, key: str, no: str, then: Callable[[], None]) -> None:
        """Ask for confirmation before something irreversible; pressing the same key again confirms."""

        def answered(answer: str | None) -> None:
            if answer:
                then()

        answers = [Answer(key, yes, "yes"), Answer("y", "yes", "yes"), Answer("n", no, "")]
        self.push_screen(ChooseDialogue(question, answers, no), answered)

    def ask_to_save(self, record: Record, said: Callable[[str], None]) -> None:
        """Ask for a file name and save the game; `said` receives a sentence that names the file."""

        def save(name: str) -> str:
            if not name:
                raise GridDuelsError("Type the name of a file.")
            path = self.saved.save(name, record)
            command = "replay" if record.duel.outcome else "play --resume"
            return f"Saved. Later: gridduels {command} {path}"

        def finished(sentence: Any) -> None:
            if sentence:
                said(sentence)

        name = f"{record.duel.game.id}-{date.today().isoformat()}.txt"
        self.push_screen(AskDialogue("Save the game as:", name, save), finished)

    def show_warnings(self) -> None:
        """Show warnings from our own code, on any thread; other warnings are not meant for players."""

        def show(message: Warning | str, *_: Any, **__: Any) -> None:
            self.notify(str(message)[:1].upper() + str(message)[1:] + ".", severity="warning", timeout=10, markup=False)

        warnings.simplefilter("ignore")
        warnings.filterwarnings("default", category=UserWarning, module=r"gridduels\.")
        warnings.showwarning = show

    # saved state

    def unit(self, game: Game) -> "Unit":
        """Return the unit in which distances are shown."""
        from gridduels.analysis.sentences import unit_of

        return unit_of(game, self._plies or self.settings.distances == "plies")

    @property
    def day_streak(self) -> int:
        return self.results.day_streak(date.today())

    def keep_settings(self) -> None:
        """Save the settings and apply them."""
        self.choose_theme()
        self.keep(self.settings.save)

    def remember_setup(self, setup: Setup) -> None:
        self.settings.setups[setup.definition.id] = setup.as_data()
        self.choose_game(setup.definition)
        self.keep(self.settings.save)

    def choose_game(self, definition: Definition) -> None:
        """Preselect this game on the home screen from now on, unless it is an invented duel, which is not listed."""
        if definition.id in [each.id for each in definitions()]:
            self.settings.game = definition.id

    def count_game(self, match: Match) -> None:
        """Count a finished game, and announce a new star."""

        def count() -> None:
            if star := self.results.count(match):
                side = match.game.words.player(star.side)
                self.notify(f"A new star: you beat {star.opponent.name} as {side}.", timeout=6)

        self.keep(count)

    def remember_game(self, record: Record) -> None:
        def add() -> None:
            add_game(record)

        self.keep(add)

    def keep(self, keep: Callable[[], None]) -> None:
        """Save something; if the disk refuses, warn and carry on."""
        try:
            keep()
        except GridDuelsError as error:
            self.notify(str(error), severity="warning", markup=False)

    # games

    def start(self, setup: Setup, remember: bool = True) -> None:
        """Start a new match."""

        def begin(players: tuple[str, str]) -> None:
            chosen = replace(setup, players=players)
            if chosen.asks_first:
                self._ask_first(chosen.definition.words, lambda first: play(chosen, first))
            else:
                play(chosen, chosen.first)

        def play(chosen: Setup, first: str) -> None:
            try:
                match = replace(chosen, first=first).begin()
                if remember:
                    self.remember_setup(replace(chosen, began=match.duel.turn))
                self.play_match(match, Autosave())
            except GridDuelsError as error:
                self.tell(str(error))

        self._stand_in(setup.players, setup.definition.words, begin)

    def play_match(self, match: Match, keeper: Autosave) -> None:
        self.push_screen(PlayScreen(LiveMatch(match, Computers(match.players, bots=self.bots), keeper)))

    def _open(self, live: LiveMatch) -> None:
        """Open the match the arcade was started with, asking who goes first if necessary."""

        def begin(first: str) -> None:
            live.go_first(first_mover(first))
            self.push_screen(PlayScreen(live))

        if self._asks_first:
            self._ask_first(live.match.game.words, begin)
        else:
            self.push_screen(PlayScreen(live))

    def _ask_first(self, words: AnyWords, then: Callable[[str], None]) -> None:
        """Ask who goes first, for games whose rule book lets the players decide."""
        answers = [Answer(str(player), words.player(player), str(player)) for player in (1, 2)]
        question = ChooseDialogue("Who goes first?", [*answers, Answer("t", "toss a coin", "toss")])
        self._ask(question, lambda first: then(first) if first else None)

    def _ask(self, question: Screen[Any], answered: Callable[[Any], object]) -> None:
        # The screen that asks may be gone by the time the answer arrives, so the application asks.
        self.call_later(self.push_screen, question, answered)

    def _stand_in(self, players: tuple[str, str], words: AnyWords, then: Callable[[tuple[str, str]], None]) -> None:
        """Ask which player should stand in for an external bot that a file names but no one has typed in here."""
        number = next((n for n in (1, 2) if is_bot(name := players[n - 1]) and name not in self.bots), None)
        if number is None:
            then(players)
            return

        def sit(name: str | None) -> None:
            if name:
                self.bots |= {name} if is_bot(name) else set()
                self._stand_in((name, players[1]) if number == 1 else (players[0], name), words, then)

        self._ask(ask_stand_in(words.player(number), players[number - 1]), sit)

    def unfinished_games(self) -> list[Unfinished]:
        return unfinished(self.complaints)

    def resume(self, game: Unfinished) -> None:
        """Continue an unfinished game."""

        def go_on(players: tuple[str, str]) -> None:
            try:
                self.play_match(Match.resume([game.record], players), game.resume())
            except GridDuelsError as error:
                self.tell(f"This game can't be continued: {error}")

        self._stand_in(game.record.players, game.record.duel.game.words, go_on)

    def leave_game(self) -> None:
        """Return to the screen the game was started from. An unfinished game is saved."""
        if isinstance(self.screen, PlayScreen):
            self.screen.live.close()
        while not getattr(self.screen, "IS_HOME", False):
            self.pop_screen()

    def try_again(self, live: LiveMatch, ply: int) -> None:
        """Play a game again from one of its positions."""
        self.push_screen(PlayScreen(live.branch(ply, Autosave())))

    # screens

    def open_tab(self, tab: str) -> None:
        """Open the screen for one of the tabs at the top."""
        definition = self.chosen_game()
        openers: dict[str, Callable[[], None]] = {
            "play": lambda: None,
            "puzzles": self.open_daily,
            "ladder": lambda: self.open_ladder(definition),
            "games": self.open_library,
            "online": lambda: self.open_server(self.remembered_setup(definition)),
        }
        if isinstance(self.screen, ArcadeScreen) and tab != self.screen.TAB:
            self.leave_game()
            while len(self.screen_stack) > 2:  # keep the default screen and home
                self.pop_screen()
            openers[tab]()

    def chosen_game(self) -> Definition:
        """Return the most recently chosen game."""
        games = definitions()
        return next((each for each in games if each.id == self.settings.game), games[0])

    def remembered_setup(self, definition: Definition) -> Setup:
        """Return a game with the setup it was last played with."""
        return Setup.remembered(definition, self.settings.setups.get(definition.id, {}))

    def open_cast(self, definition: Definition) -> None:
        self.push_screen(CastScreen(self.remembered_setup(definition)))

    def choose_unfinished(self) -> None:
        from gridduels.terminal.arcade.lists import UnfinishedScreen

        if found := self.unfinished_games():
            self.push_screen(UnfinishedScreen(found))

    def open_library(self) -> None:
        from gridduels.terminal.arcade.lists import LibraryScreen

        complaints: list[str] = []
        found = library(complaints)
        for sentence in complaints:
            self.notify(sentence, severity="warning", markup=False)
        if found:
            self.push_screen(LibraryScreen(found))
        else:
            self.tell("No finished games yet. Every game you finish is saved here.")

    def look_back(self, live: LiveMatch, ply: int | None = None) -> None:
        """Show a game move by move, starting at its end or at a given move."""
        from gridduels.terminal.arcade.review import ReviewScreen

        self.push_screen(ReviewScreen(live, ply))

    def open_server(self, setup: Setup) -> None:
        """Ask for a server or a duel link and open it; the address is remembered."""
        from gridduels.terminal.arcade.online import LobbyScreen, ServerDialogue
        from gridduels.terminal.online.start import Seated

        def connected(found: Any) -> None:
            if not found:
                return
            self.settings.server = found.server.url if isinstance(found, Seated) else found[0]
            self.keep(self.settings.save)
            if isinstance(found, Seated):
                self.play_online(found)
            else:
                self.push_screen(LobbyScreen(setup, *found))

        self.push_screen(ServerDialogue(self.settings.server, self.settings.name), connected)

    def play_online(self, seated: "Seated") -> None:
        from gridduels.terminal.arcade.online import OnlineScreen

        self.push_screen(OnlineScreen(seated))

    def choose_options(self, setup: Setup) -> None:
        from gridduels.terminal.arcade.lists import OptionsScreen

        self.push_screen(OptionsScreen(setup))

    def open_settings(self) -> None:
        from gridduels.terminal.arcade.lists import SettingsScreen

        self.push_screen(SettingsScreen())

    def open_puzzles(self, game: Game) -> None:
        from gridduels.terminal.arcade.puzzles import PuzzleScreen

        self.push_screen(PuzzleScreen(game))

    def open_daily(self) -> None:
        from gridduels.terminal.arcade.puzzles import DailyScreen

        self.push_screen(DailyScreen(date.today()))

    def open_ladder(self, definition: Definition) -> None:
        self.push_screen(LadderScreen(definition))

    def open_tutorial(self, definition: Definition) -> None:
        from gridduels.terminal.arcade.puzzles import TutorialScreen

        self.push_screen(TutorialScreen(definition))


def open_arcade(live: LiveMatch | None = None, plies: bool = False, asks_first: bool = False) -> int:
    """Open the arcade on a match or on the home screen, and return the exit code.

    Show warnings from background work in the arcade instead of printing over it.
    """
    for stale in ("COLUMNS", "LINES"):  # the terminal's own size is right, even after a resize
        os.environ.pop(stale, None)
    with warnings.catch_warnings():
        arcade = Arcade(live, plies=plies, asks_first=asks_first)
        arcade.show_warnings()
        end_with_terminal()
        code = arcade.run()
    if live and live.duel.ply and not live.duel.outcome:
        print(f"Your game has been saved. {live.way_back}", flush=True)
    return INTERRUPTED if code is None else code
