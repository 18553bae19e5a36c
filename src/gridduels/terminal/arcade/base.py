"""What all screens share: keys as data, a note where there is too little room, and boards."""

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from textual import events
from textual.screen import ModalScreen, Screen

from gridduels.terminal.arcade.widgets import LEAST_HEIGHT, LEAST_WIDTH, BoardView, KeyHelp, TooSmall

if TYPE_CHECKING:
    from gridduels.terminal.arcade.app import Arcade


# --- Keys. A command whose letter is used for moving goes to its capital


MOVING: Final = {
    "arrows": {},
    "vi": {"k": "up", "j": "down", "h": "left", "l": "right"},
    "wasd": {"w": "up", "s": "down", "a": "left", "d": "right"},
}
"""What moves besides the arrow keys, by the name of the setting."""

_ARROWS: Final = {"up": "up", "down": "down", "left": "left", "right": "right"}


class Command(NamedTuple):
    """What a key does: the name of an action, and the word shown beside the key."""

    key: str
    action: str
    label: str


def moving_keys(style: str) -> dict[str, str]:
    """The direction of each key that moves.

    >>> moving_keys("vi")["h"]
    'left'
    """
    return _ARROWS | MOVING.get(style, {})


def commands(wanted: list[Command], style: str) -> list[Command]:
    """The commands with the keys they have beside these moving keys.

    >>> commands([Command("h", "hint", "hint"), Command("e", "values", "values")], "vi")
    [Command(key='H', action='hint', label='hint'), Command(key='e', action='values', label='values')]
    """
    taken = moving_keys(style)
    return [command._replace(key=command.key.upper()) if command.key in taken else command for command in wanted]


# --- The base of all screens


_NAMES = {" ": "space"}


class _Keys(Screen[Any]):
    """Keys go to methods: a moving key to `move`, a command to the method `do_` and its action."""

    moving_word = ""
    """What the moving keys do, where that is always the same."""

    @property
    def arcade(self) -> "Arcade":
        return cast("Arcade", self.app)

    def wanted(self) -> list[Command]:
        """The commands of this moment, the most important first."""
        return []

    def move(self, direction: str) -> None:
        """A moving key was pressed."""

    def do(self, action: str) -> None:
        """Carries out a command."""
        getattr(self, f"do_{action}")()

    def forget_question(self) -> None:
        """Another key: whoever was asked to press one again to be sure is not."""

    def commands(self) -> list[Command]:
        return commands(self.wanted(), self.arcade.settings.keys)

    def on_key(self, event: events.Key) -> None:
        if not self.is_current:  # typed ahead, while another screen opened or this one closed
            event.stop()
            self.app.post_message(events.Key(event.key, event.character))
            return
        key = event.character if event.is_printable and event.character else event.key
        key = _NAMES.get(key, key)
        for command in self.commands():
            if command.key == key:
                event.stop()
                event.prevent_default()
                self.do(command.action)
                self.refresh_keys()
                return
        self.forget_question()
        direction = moving_keys(self.arcade.settings.keys).get(key)
        if direction:
            event.stop()
            event.prevent_default()
            self.move(direction)
            self.refresh_keys()

    def refresh_keys(self) -> None:
        """Shows the keys of this moment; they change as the game goes on."""
        if not self.is_attached:
            return
        entries = [(command.key, command.label) for command in self.commands() if command.label]
        for help in self.query(KeyHelp):
            help.show([*self.moving_entry(), *entries])

    def moving_entry(self) -> list[tuple[str, str]]:
        """What is said about the moving keys."""
        return [(self.moving_names(), self.moving_word)] if self.moving_word else []

    def moving_names(self) -> str:
        extra = {"vi": "hjkl", "wasd": "wasd"}.get(self.arcade.settings.keys)
        arrows = "←↑↓→" if self.arcade.unicode else "arrows"
        return f"{arrows} {extra}" if extra else arrows


class ArcadeScreen(_Keys):
    """A full screen. There is always a key that shows all the others, which may not fit."""

    is_home = False
    """Whether who leaves a game comes back here."""

    def commands(self) -> list[Command]:
        return [*super().commands(), *self.always()]

    def always(self) -> list[Command]:
        """The commands that this screen has at any moment."""
        return [Command("?", "help", "keys")]

    def on_key(self, event: events.Key) -> None:
        """Nothing is done blindly: where the screen does not fit, its keys do nothing."""
        if self.has_class("-too-small"):
            event.stop()
            event.prevent_default()
        else:
            super().on_key(event)

    def further_keys(self) -> list[tuple[str, str]]:
        """Keys that have no place at the foot of the screen."""
        return []

    def do_leave(self) -> None:
        """Back to where one came from."""
        self.app.pop_screen()

    def do_help(self) -> None:
        entries = [(command.key, command.label) for command in self.commands() if command.label]
        always = [("ctrl+c", "leave; a game is kept")]
        self.arcade.show_keys([*self.moving_entry(), *entries, *self.further_keys(), *always])

    def on_screen_resume(self) -> None:
        self.fit()
        self.refresh_keys()

    def on_resize(self, event: events.Resize) -> None:
        self.fit()

    def fit(self) -> None:
        width, height = self.app.size
        small = width < LEAST_WIDTH or height < LEAST_HEIGHT
        self.set_class(small, "-too-small")
        self.set_class(width >= 64, "-wide")
        self.set_class(width < 64 and height >= 30, "-tall")
        self.set_class(height >= 30, "-roomy")
        self.set_class(height < 20, "-short")
        for note in self.query(TooSmall):
            note.tell()


class Dialogue(ModalScreen[Any], _Keys):
    """A box over the screen behind it."""

    def on_screen_resume(self) -> None:
        self.refresh_keys()


# --- ShowsBoard: coordinates next to the board


class ShowsBoard(ArcadeScreen):
    """A screen whose board is the game's own, not a miniature."""

    def always(self) -> list[Command]:
        return [Command("x", "coordinates", "coordinates"), *super().always()]

    def on_screen_resume(self) -> None:
        self._number_cells()
        super().on_screen_resume()

    def do_coordinates(self) -> None:
        """Numbers rows and columns, or stops to; it is remembered."""
        settings = self.arcade.settings
        settings.coordinates = not settings.coordinates
        self.arcade.keep_settings()
        self._number_cells()

    def _number_cells(self) -> None:
        self.query_one(BoardView).coordinates = self.arcade.settings.coordinates
