"""SaveDialogue: asks for the name of a file."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from gridduels.errors import GridDuelsError
from gridduels.terminal.arcade.screens.base import Dialogue

__all__ = ["SaveDialogue"]


class SaveDialogue(Dialogue):
    """Is dismissed with a sentence that says where the game is, or with nothing."""

    def __init__(self, name: str, save: Callable[[str], str]) -> None:
        super().__init__()
        self._name, self._save = name, save

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static("Save the game as:", markup=False)
            yield Input(self._name, id="name", compact=True)
            yield Static("", id="problem", markup=False)
            yield Static("enter saves   esc goes back", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(self._save(event.value.strip()))
        except GridDuelsError as error:
            self.query_one("#problem", Static).update(str(error))
