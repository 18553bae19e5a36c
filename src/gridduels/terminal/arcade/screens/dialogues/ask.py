"""AskDialogue: asks for a line of text; StandInDialogue, who plays in place of an outside bot that a file names."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from gridduels.errors import GridDuelsError
from gridduels.players import HUMAN
from gridduels.terminal.arcade.screens.base import Dialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.texts.names import player_name
from gridduels.terminal.arcade.work.trial import checked_player

__all__ = ["AskDialogue", "StandInDialogue"]

_ROOM: Final = 400
"""Characters of a command line that fit."""


class AskDialogue(Dialogue):
    """Is dismissed with what `accept` makes of the text, or with nothing; a refusal is shown, and the text stays."""

    def __init__(self, question: str, text: str, accept: Callable[[str], str]) -> None:
        super().__init__()
        self._question, self._text, self._accept = question, text, accept

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self._question, markup=False)
            yield Input(self._text, id="line", compact=True)
            yield Static("", id="problem", markup=False)
            yield Static("enter is done   esc goes back", id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def wanted(self) -> list[Command]:
        return [Command("escape", "leave", "")]

    def do_leave(self) -> None:
        self.dismiss("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.submit(event.value.strip())

    def submit(self, text: str) -> None:
        """A line has been typed."""
        try:
            self.dismiss(self._accept(text))
        except GridDuelsError as error:
            self.complain(str(error))

    def complain(self, sentence: str) -> None:
        self.query_one("#problem", Static).update(sentence)


class StandInDialogue(AskDialogue):
    """A file starts no programs, however somebody presses enter: only the bot's own line, typed in, allows it."""

    def __init__(self, player: str, bot: str) -> None:
        question = (
            f"A file names an outside bot for {player}, and no file starts programs:\n\n{player_name(bot, _ROOM)}\n\n"
            f"Who plays? Type the bot's line to allow it, or anybody else, such as {HUMAN} or easy."
        )
        super().__init__(question, HUMAN, checked_player)
