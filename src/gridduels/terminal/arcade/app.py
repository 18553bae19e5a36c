"""The arcade: the full-screen application, and the person in front of it."""

import os
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, Monochrome
from textual.screen import Screen

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Definition, Game
from gridduels.match import Match, first_mover
from gridduels.players import is_bot
from gridduels.record import Record
from gridduels.registry import definitions
from gridduels.terminal.arcade.menu import MenuScreen
from gridduels.terminal.arcade.palette import THEMES, Colourless, Printable, light_terminal, theme_name
from gridduels.terminal.arcade.play import PlayScreen
from gridduels.terminal.arcade.texts import rules_text
from gridduels.terminal.arcade.work import end_with_terminal
from gridduels.terminal.library import Autosave, Unfinished, add_game, library, unfinished
from gridduels.terminal.live_match import Computers, LiveMatch, SavedGames
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Settings, Setup
from gridduels.words import AnyWords

if TYPE_CHECKING:
    from gridduels.analysis.sentences import Unit
    from gridduels.terminal.online.start import Seated


# --- PersonalApp: settings, results and colours of the person who plays


class PersonalApp(App[int]):
    """What a person prefers, has won and has learned, remembered from one time to the next."""

    def __init__(self, unicode: bool, plies: bool) -> None:
        """`unicode`: the terminal draws boxes; `plies`: distances are told in plies this time."""
        super().__init__()
        self.complaints: list[str] = []
        self.settings = Settings.load(self.complaints)
        self.results = Results.load(self.complaints)
        self.saved = SavedGames()
        self.unicode, self._plies = unicode, plies
        self._colourless = Colourless() if os.environ.get("NO_COLOR") else None
        for theme in THEMES.values():
            self.register_theme(theme)
        self.choose_theme()

    def get_line_filters(self) -> Sequence[LineFilter]:
        if self._colourless:
            return [Printable(), self._colourless]
        usual = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]  # NO_COLOR is empty
        return [Printable(), *usual]

    def choose_theme(self) -> None:
        """The chosen colours; where the terminal is asked, dark ones unless it says that it is light."""
        chosen = self.settings.theme
        if chosen == "auto":
            chosen = "paper" if light_terminal() else "ink"
        self.theme = theme_name(chosen, self.console.color_system in ("standard", "windows"))

    def unit(self, game: Game) -> "Unit":
        """What distances are told in."""
        from gridduels.analysis.sentences import unit_of

        return unit_of(game, self._plies or self.settings.distances == "plies")

    # something to read

    def tell(self, text: str) -> None:
        """Something to read."""
        from gridduels.terminal.arcade.dialogues import TextDialogue

        self.push_screen(TextDialogue(text))

    def show_rules(self, game: Game) -> None:
        self.tell(rules_text(game))

    def show_keys(self, entries: list[tuple[str, str]]) -> None:
        width = max(len(key) for key, _ in entries)
        self.tell("\n".join(f"{key:<{width}}  {label}" for key, label in entries))

    def show_moves(self, duel: Duel) -> None:
        mover = duel.game.words.player
        turns = [position.turn for position in duel.history()]
        lines = [f"{ply:>3}. {mover(turns[ply - 1])} {word}" for ply, word in enumerate(duel.moves, 1)]
        self.tell("\n".join(lines) or "No moves yet.")

    def ask_to_save(self, record: Record, said: Callable[[str], None]) -> None:
        """Asks for a file's name; `said` gets a sentence that says where the game is."""
        from gridduels.terminal.arcade.dialogues import AskDialogue

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

    # what is remembered

    def keep_settings(self) -> None:
        """Keeps the settings and follows them."""
        self.choose_theme()
        self.keep(self.settings.save)

    def remember_setup(self, setup: Setup) -> None:
        self.settings.setups[setup.definition.id] = setup.as_data()
        self.settings.game = setup.definition.id
        self.keep(self.settings.save)

    def remember_result(self, game: str, opponent: str, won: bool) -> None:
        self.keep(lambda: self.results.add(game, opponent, won))

    def remember_star(self, match: Match) -> None:
        """Keeps it where somebody on the ladder was beaten, and says so the first time."""
        from gridduels.terminal.results import star_of

        def add() -> None:
            if star and self.results.beat(match.game.id, star.opponent.name, star.side):
                side = match.game.words.player(star.side)
                self.notify(f"A star: you have beaten {star.opponent.name} as {side}.", timeout=6)

        star = star_of(match)
        self.keep(add)

    def remember_game(self, record: Record) -> None:
        def add() -> None:
            add_game(record)

        self.keep(add)

    def remember_puzzle(self, game: str, date: str, position: str) -> None:
        self.keep(lambda: self.results.solved(game, date, position))

    def remember_place(self, game: str, date: str, number: int) -> None:
        self.keep(lambda: self.results.reached(game, date, number))

    def end_streak(self, game: str) -> None:
        self.keep(lambda: self.results.slipped(game))

    def remember_tutorial(self, game: str) -> None:
        self.keep(lambda: self.results.learned(game))

    def keep(self, keep: Callable[[], None]) -> None:
        """Keeps something; a disk that refuses is no reason to stop playing."""
        try:
            keep()
        except GridDuelsError as error:
            self.notify(str(error), severity="warning", markup=False)


# --- Arcade: which screen follows which


INTERRUPTED: Final = 130


class Arcade(PersonalApp):
    """Grid Duels on the full screen."""

    CSS_PATH = "arcade.tcss"
    TITLE = "Grid Duels"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: Final[list[BindingType]] = [  # type: ignore[misc]
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
        super().__init__(can_draw_boxes() if unicode is None else unicode, plies)
        self.bots: set[str] = set()
        """The outside bots that a person has named since the arcade was opened; no other is started."""
        self._live, self._asks_first = live, asks_first

    def on_mount(self) -> None:
        self.set_class(not self.unicode, "-plain")
        self.push_screen(MenuScreen(definitions()))
        if self._live:
            self._open(self._live)
        elif self.unfinished_games():
            self.choose_unfinished()
        if self.complaints:
            self.tell("\n\n".join(self.complaints))

    def show_warnings(self) -> None:
        """From now on shows what our own code warns of, from whatever thread; other warnings are not for players."""

        def show(message: Warning | str, *_: Any, **__: Any) -> None:
            self.notify(str(message)[:1].upper() + str(message)[1:] + ".", severity="warning", timeout=10, markup=False)

        warnings.simplefilter("ignore")
        warnings.filterwarnings("default", category=UserWarning, module=r"gridduels\.")
        warnings.showwarning = show

    def action_interrupt(self) -> None:
        """Ctrl-C: the game is kept."""
        self.exit(INTERRUPTED)

    # games

    def start(self, setup: Setup) -> None:
        """A new match."""

        def begin(players: tuple[str, str]) -> None:
            chosen = replace(setup, players=players)
            if chosen.asks_first:
                self._ask_first(chosen.definition.words, lambda first: play(chosen, first))
            else:
                play(chosen, chosen.first)

        def play(chosen: Setup, first: str) -> None:
            try:
                match = replace(chosen, first=first).begin()
                self.remember_setup(replace(chosen, began=match.duel.turn))
                self._play(match, Autosave())
            except GridDuelsError as error:
                self.tell(str(error))

        self._stand_in(setup.players, setup.definition.words, begin)

    def _open(self, live: LiveMatch) -> None:
        """The game the arcade was opened with; where nobody said who goes first, that is asked."""

        def begin(first: str) -> None:
            live.go_first(first_mover(first))
            self.push_screen(PlayScreen(live))

        if self._asks_first:
            self._ask_first(live.match.game.words, begin, lambda: self.exit(0))
        else:
            self.push_screen(PlayScreen(live))

    def _ask_first(
        self, words: AnyWords, then: Callable[[str], None], otherwise: Callable[[], None] = lambda: None
    ) -> None:
        """Asks who goes first, as a rule book wants it that lets the players decide."""
        from gridduels.terminal.arcade.dialogues import Answer, ChooseDialogue

        answers = [Answer(str(player), words.player(player), str(player)) for player in (1, 2)]
        question = ChooseDialogue("Who goes first?", [*answers, Answer("t", "toss", "toss")])
        self._ask(question, lambda first: then(first) if first else otherwise())

    def _ask(self, question: Screen[Any], answered: Callable[[Any], object]) -> None:
        """The screen that wants to know may be gone when the answer comes, so it is the application that asks."""
        self.call_later(self.push_screen, question, answered)

    def _play(self, match: Match, keeper: Autosave) -> None:
        self.push_screen(PlayScreen(LiveMatch(match, Computers(match.players, bots=self.bots), keeper)))

    def _stand_in(self, players: tuple[str, str], words: AnyWords, then: Callable[[tuple[str, str]], None]) -> None:
        """Asks who plays in place of an outside bot that a file names and nobody has named here."""
        number = next((n for n in (1, 2) if is_bot(name := players[n - 1]) and name not in self.bots), None)
        if number is None:
            then(players)
            return

        from gridduels.terminal.arcade.dialogues import StandInDialogue

        def sit(name: str | None) -> None:
            if name:
                self.bots |= {name} if is_bot(name) else set()
                self._stand_in((name, players[1]) if number == 1 else (players[0], name), words, then)

        self._ask(StandInDialogue(words.player(number), players[number - 1]), sit)

    def unfinished_games(self) -> list[Unfinished]:
        return unfinished(self.complaints)

    def choose_unfinished(self) -> None:
        """The games that were left, the latest first."""
        from gridduels.terminal.arcade.lists import UnfinishedScreen

        if found := self.unfinished_games():
            self.push_screen(UnfinishedScreen(found))

    def open_library(self) -> None:
        """The games that were finished, the latest first."""
        from gridduels.terminal.arcade.lists import LibraryScreen

        complaints: list[str] = []
        found = library(complaints)
        for sentence in complaints:
            self.notify(sentence, severity="warning", markup=False)
        if found:
            self.push_screen(LibraryScreen(found))
        else:
            self.tell("No game is finished yet: every game you play to its end is kept here.")

    def resume(self, game: Unfinished) -> None:
        """Goes on with a game that was left."""

        def go_on(players: tuple[str, str]) -> None:
            try:
                self._play(Match.resume([game.record], players), game.resume())
            except GridDuelsError as error:
                self.tell(f"This game cannot go on: {error}")

        self._stand_in(game.record.players, game.record.duel.game.words, go_on)

    def leave_game(self) -> None:
        """Back to the menu or the ladder; one who started with a game leaves altogether. An unfinished game is kept."""
        screen = self.screen
        if isinstance(screen, PlayScreen):
            screen.live.close()
        if self._live:
            self.exit(0)
        else:
            while not getattr(self.screen, "is_home", False):
                self.pop_screen()

    def look_back(self, live: LiveMatch, ply: int | None = None) -> None:
        """Shows a game that is over from its end, or from one of its moves."""
        from gridduels.terminal.arcade.review import ReviewScreen

        self.push_screen(ReviewScreen(live, ply))

    def try_again(self, live: LiveMatch, ply: int) -> None:
        """Takes a game up again after some of its moves."""
        self.push_screen(PlayScreen(live.branch(ply, Autosave())))

    def open_server(self, setup: Setup) -> None:
        """Goes to a server, or to a duel there; the address is remembered."""
        from gridduels.terminal.arcade.dialogues import ServerDialogue
        from gridduels.terminal.arcade.online import LobbyScreen
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
        """A duel on a server, played or watched."""
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

        self.push_screen(DailyScreen())

    def open_ladder(self, definition: Definition) -> None:
        from gridduels.terminal.arcade.lists import LadderScreen

        self.push_screen(LadderScreen(definition))

    def climb(self, setup: Setup) -> None:
        """A game of the ladder; how the game is usually played stays as it is."""
        self._play(setup.begin(), Autosave())

    def open_tutorial(self, definition: Definition) -> None:
        from gridduels.terminal.arcade.tutorial import TutorialScreen

        self.push_screen(TutorialScreen(definition))


def can_draw_boxes() -> bool:
    """Whether the terminal's encoding has more than ASCII; Textual writes to the error stream."""
    stream = sys.__stdout__ if os.name == "nt" else sys.__stderr__
    try:
        "┌╌•█⠋●".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def open_arcade(live: LiveMatch | None = None, plies: bool = False, asks_first: bool = False) -> int:
    """Opens the arcade, with a game at once or its menu; the exit code. On request distances are told in plies, and
    somebody is asked who goes first. What is wrong in the background is shown, not printed over the screen."""
    for stale in ("COLUMNS", "LINES"):  # the terminal knows better, and also after it has been resized
        os.environ.pop(stale, None)
    with warnings.catch_warnings():
        arcade = Arcade(live, plies=plies, asks_first=asks_first)
        arcade.show_warnings()
        end_with_terminal()
        code = arcade.run()
    if live and live.duel.ply and not live.duel.outcome:
        print(f"Your game is kept. {live.way_back}", flush=True)
    return INTERRUPTED if code is None else code
