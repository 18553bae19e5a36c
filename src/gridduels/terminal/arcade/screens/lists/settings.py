"""SettingsScreen: keys, colours, confirmation, animation, sound, distances, coordinates."""

from typing import Any, Final

from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.screens.lists.rows import RowsScreen
from gridduels.terminal.keeping.settings import CHOICES, Settings
from gridduels.terminal.keeping.setup import Choice

__all__ = ["SettingsScreen"]

_ABOUT: Final = {
    "keys": ("Moving keys", "vi adds hjkl, wasd its letters; commands there take capitals"),
    "theme": ("Colours", "auto asks the terminal (COLORFGBG); NO_COLOR=1 means no colour"),
    "confirm": ("Confirm moves", "yes: a first key aims, enter plays"),
    "sound": ("Sound", "the terminal's bell when the computer has moved"),
    "distances": ("Distances", "to the end of a game: a player's own moves, or plies, the moves of both"),
    "coordinates": ("Coordinates", "numbers beside the board's rows and above its columns; x in a game"),
    "animate": ("Animation", "of moves and of the miniatures; it never keeps you waiting"),
}
_SHOWN: Final = {
    True: "yes",
    False: "no",
    "ink": "dark, like ink",
    "paper": "light, like paper",
    "contrast": "black and white",
    "sepia": "brown, like old paper",
}


class SettingsScreen(RowsScreen):
    """Changes are kept at once."""

    def heading(self) -> str:
        return "Settings"

    def choices(self) -> list[Choice]:
        return [_choice(self.arcade.settings, name) for name in CHOICES]

    def choose(self, name: str, value: Any) -> None:
        setattr(self.arcade.settings, name, value)
        self.arcade.keep_settings()

    def wanted(self) -> list[Command]:
        leaving = [Command(key, "leave", "") for key in ("enter", "q", "g")]
        return [Command("escape", "leave", "back"), *leaving, Command("space", "next_value", "")]


def _choice(settings: Settings, name: str) -> Choice:
    label, about = _ABOUT[name]
    value: Any = getattr(settings, name)
    values: tuple[Any, ...] = CHOICES[name]
    return Choice(name, label, values, value, _SHOWN.get(value, str(value)), about)
