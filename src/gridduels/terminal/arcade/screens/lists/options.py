"""OptionsScreen: who plays, who starts, how large, by which rulings, how often. It is remembered."""

from typing import Any

from gridduels.terminal.arcade.screens.dialogues.ask import AskDialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.screens.lists.rows import RowsScreen
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.arcade.work.trial import Trial, checked_player
from gridduels.terminal.keeping.setup import PLAYER_CHOICES, Choice, Setup

__all__ = ["OptionsScreen"]


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
        question = "Who plays? level:4 is a level from 1 to 10, mcts:1000 tree search, cmd:python3 bot.py starts a bot."
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
