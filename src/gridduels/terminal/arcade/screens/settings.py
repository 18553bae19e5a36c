"""SettingsScreen: keys, colours, confirmation, animation."""

from typing import Any, Final

from textual.app import ComposeResult
from textual.widgets import Static

from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.screens.base import ArcadeScreen
from gridduels.terminal.arcade.settings import CHOICES, Settings
from gridduels.terminal.arcade.setup import Choice
from gridduels.terminal.arcade.widgets.key_help import KeyHelp
from gridduels.terminal.arcade.widgets.message import MessageLine
from gridduels.terminal.arcade.widgets.option_rows import OptionRows
from gridduels.terminal.arcade.widgets.too_small import TooSmall

__all__ = ["SettingsScreen"]

_ABOUT: Final = {
    "keys": ("Moving keys", "vi adds hjkl, wasd its letters; commands there take capitals"),
    "theme": ("Colours", "auto asks the terminal (COLORFGBG); NO_COLOR=1 means no colour"),
    "confirm": ("Confirm moves", "yes: a first key aims, enter plays"),
    "animate": ("Animation", "of moves and of the miniatures; it never keeps you waiting"),
}
_SHOWN: Final = {True: "yes", False: "no", "ink": "dark, like ink", "paper": "light, like paper", "auto": "auto"}


class SettingsScreen(ArcadeScreen):
    """Changes are kept at once."""

    def compose(self) -> ComposeResult:
        yield Static("Settings", id="title", markup=False)
        yield OptionRows(id="options")
        yield MessageLine(id="note")
        yield KeyHelp(id="keys")
        yield TooSmall(id="too-small")

    def on_mount(self) -> None:
        self._show()

    def _show(self) -> None:
        rows = self.query_one(OptionRows)
        rows.show([_choice(self.arcade.settings, name) for name in CHOICES])
        self.query_one(MessageLine).say(rows.current.about)

    def moving_entry(self) -> list[tuple[str, str]]:
        return [(self.moving_names(), "choose")]

    def wanted(self) -> list[Command]:
        leaving = [Command(key, "leave", "") for key in ("enter", "q", "g")]
        return [Command("escape", "leave", "back"), *leaving, Command("space", "next_value", "")]

    def move(self, direction: str) -> None:
        if direction in ("up", "down"):
            self.query_one(OptionRows).move(1 if direction == "down" else -1)
            self._show()
        else:
            self._change(1 if direction == "right" else -1)

    def on_option_rows_chosen(self, event: OptionRows.Chosen) -> None:
        self._change(1)

    def do_next_value(self) -> None:
        self._change(1)

    def _change(self, step: int) -> None:
        choice = self.query_one(OptionRows).current
        setattr(self.arcade.settings, choice.name, choice.neighbour(step))
        self.arcade.keep_settings()
        self._show()
        self.refresh_keys()

    def do_leave(self) -> None:
        self.app.pop_screen()


def _choice(settings: Settings, name: str) -> Choice:
    label, about = _ABOUT[name]
    value: Any = getattr(settings, name)
    values: tuple[Any, ...] = CHOICES[name]
    return Choice(name, label, values, value, _SHOWN.get(value, str(value)), about)
