"""OptionsScreen: who plays, who starts, how large, by which rulings, how often. It is remembered."""

from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.names import player_name
from gridduels.terminal.arcade.screens.ask import AskDialogue
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.setup import PLAYER_CHOICES, Setup
from gridduels.terminal.arcade.trial import Trial, checked_player
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.option_rows import OptionRows
from gridduels.terminal.arcade.widgets.too_small import TooSmall

__all__ = ["OptionsScreen"]


class OptionsScreen(ArcadeScreen):
    """A game, as somebody wants to play it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup
        self._typed = ""
        self._trial: Trial | None = None

    def compose(self) -> ComposeResult:
        yield Static(self._setup.definition.title, id="title", markup=False)
        yield OptionRows(id="options")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        rows = self.query_one(OptionRows)
        rows.show(self._setup.choices(self.arcade.settings.typed))
        self._say(rows.current.about)
        self.refresh_keys()

    def _say(self, sentence: str) -> None:
        self.query_one(MessageLine).say(sentence)

    def on_unmount(self) -> None:
        self._forget_trial()

    def moving_entry(self) -> list[tuple[str, str]]:
        return [(self.moving_names(), "choose")]

    def wanted(self) -> list[Command]:
        is_player = self.query_one(OptionRows).current.name in PLAYER_CHOICES
        return [
            Command("enter", "play", "play"),
            *([Command("t", "type", "type a player")] if is_player else []),
            Command("r", "rules", "rules"),
            Command("escape", "leave", "back"),
            Command("q", "leave", ""),
            Command("space", "next_value", ""),
        ]

    def move(self, direction: str) -> None:
        if direction in ("up", "down"):
            self.query_one(OptionRows).move(1 if direction == "down" else -1)
            self._show()
        else:
            self._change(1 if direction == "right" else -1)

    def on_option_rows_chosen(self, event: OptionRows.Chosen) -> None:
        self._change(1)

    def _change(self, step: int) -> None:
        choice = self.query_one(OptionRows).current
        self._forget_trial()
        self._set(choice.name, choice.neighbour(step))

    def _set(self, name: str, value: Any) -> None:
        self._setup = self._setup.changed(name, value)
        self.arcade.remember_setup(self._setup)
        self._show()

    def do_type(self) -> None:
        """Any player there is: a number of simulations, or the command line of a bot."""
        row = self.query_one(OptionRows).current.name
        question = "Who plays? mcts:1000 is tree search with 1000 simulations a move, cmd:python3 bot.py starts a bot."
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
            self._set(row, name)

        def failed(error: Exception) -> None:
            self._trial = None
            self._say(f"This player cannot play: {str(error).rstrip('.')}.")

        self._say(f"Waiting for the first move of {player_name(name, 30)} ...")
        self._trial = Trial(name, self._setup.game(), done, failed)

    def _forget_trial(self) -> None:
        if self._trial:
            self._trial.cancel()
            self._trial = None

    def do_next_value(self) -> None:
        self._change(1)

    def do_play(self) -> None:
        if self._trial:
            return
        self.app.pop_screen()
        self.arcade.start(self._setup)

    def do_rules(self) -> None:
        self.arcade.show_rules(self._setup.game())

    def do_leave(self) -> None:
        self.app.pop_screen()
