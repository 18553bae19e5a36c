"""TextDialogue: something to read without leaving the game: rules, keys, moves."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from gridduels.terminal.arcade.screens.base import Dialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.widgets.key_help import KeyHelp

__all__ = ["TextDialogue"]


class TextDialogue(Dialogue):
    """A text that can be scrolled; any leaving key goes back."""

    moving_word = "scroll"

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            with VerticalScroll(id="text", can_focus=False):
                yield Static(Text(self._text), markup=False)
            yield KeyHelp(id="keys")

    def wanted(self) -> list[Command]:
        leaving = [Command(key, "leave", "") for key in ("enter", "q", "r", "m", "?", "space")]
        return [Command("escape", "leave", "back"), *leaving]

    def move(self, direction: str) -> None:
        step = {"up": -1, "down": 1, "left": -8, "right": 8}[direction]
        self.query_one("#text").scroll_relative(y=step, animate=False)

    def do_leave(self) -> None:
        self.dismiss()
