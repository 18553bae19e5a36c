"""PersonalApp: the application as far as it knows the person before it: settings, record and colours, what is told and
what is kept. It knows of no screen but the boxes that it tells and asks in.
"""

import os
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.filter import LineFilter, Monochrome

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.match import Match
from gridduels.record import Record
from gridduels.terminal.arcade.board.colours import Colourless, light_terminal
from gridduels.terminal.arcade.board.filters import Printable
from gridduels.terminal.arcade.board.palette import THEMES, theme_name
from gridduels.terminal.arcade.texts.rules import rules_text
from gridduels.terminal.keeping.library import add_game
from gridduels.terminal.keeping.results import Results
from gridduels.terminal.keeping.settings import Settings
from gridduels.terminal.keeping.setup import Setup
from gridduels.terminal.saving import SavedGames

if TYPE_CHECKING:
    from gridduels.analysis.plain import Unit

__all__ = ["PersonalApp"]


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
        from gridduels.analysis.plain import unit_of

        return unit_of(game, self._plies or self.settings.distances == "plies")

    # something to read

    def tell(self, text: str) -> None:
        """Something to read."""
        from gridduels.terminal.arcade.screens.dialogues.text import TextDialogue

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
        from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue

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
        from gridduels.terminal.keeping.stars import star_of

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
