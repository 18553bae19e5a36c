"""RowsScreen: choices in rows. What there is to choose, and what follows from it, each such screen says itself."""

from typing import Any

from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.option_rows import OptionRows
from gridduels.terminal.arcade.widgets.too_small import TooSmall
from gridduels.terminal.keeping.setup import Choice

__all__ = ["RowsScreen"]


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
