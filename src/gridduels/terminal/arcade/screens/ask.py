"""AskDialogue: asks for a line of text."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from gridduels.errors import GridDuelsError
from gridduels.terminal.arcade.screens.base import Dialogue
from gridduels.terminal.arcade.screens.keys import Command

__all__ = ["AskDialogue"]


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
        try:
            self.dismiss(self._accept(event.value.strip()))
        except GridDuelsError as error:
            self.query_one("#problem", Static).update(str(error))
