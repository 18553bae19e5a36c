"""OptionsScreen: who plays, who starts, how large, by which rulings, how often. It is remembered."""

from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.setup import Setup
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
        rows.show(self._setup.choices())
        self.query_one(MessageLine).say(rows.current.about)

    def moving_entry(self) -> list[tuple[str, str]]:
        return [(self.moving_names(), "choose")]

    def wanted(self) -> list[Command]:
        return [
            Command("enter", "play", "play"),
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
        self._setup = self._setup.changed(choice.name, choice.neighbour(step))
        self.arcade.remember_setup(self._setup)
        self._show()

    def do_next_value(self) -> None:
        self._change(1)

    def do_play(self) -> None:
        self.app.pop_screen()
        self.arcade.start(self._setup)

    def do_rules(self) -> None:
        self.arcade.show_rules(self._setup.game())

    def do_leave(self) -> None:
        self.app.pop_screen()
