"""Shared parts of all screens: the application they belong to, the help key, size classes and dialogues."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from gridduels.errors import GridDuelsError
from gridduels.players import HUMAN
from gridduels.terminal.arcade.texts import player_name
from gridduels.terminal.arcade.widgets import LEAST_HEIGHT, LEAST_WIDTH, KeyBar, TooSmall, TopBar, arrows
from gridduels.terminal.arcade.work import checked_player

if TYPE_CHECKING:
    from gridduels.terminal.arcade.app import Arcade


def hidden(key: str, action: str) -> Binding:
    """Return a binding that is not shown in the footer."""
    return Binding(key, action, show=False)


class ArcadeScreen(Screen[None]):
    """A full screen with tabs at the top and keys at the bottom."""

    TAB = "play"
    IS_HOME = False
    """Whether leaving a game returns to this screen."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "help", "all keys", key_display="?")]
    FURTHER_KEYS: ClassVar[dict[str, str]] = {}
    """Keys that are never shown in the footer, with their descriptions."""

    @property
    def arcade(self) -> "Arcade":
        return cast("Arcade", self.app)

    @property
    def is_open(self) -> bool:
        """Whether the screen is on the stack; the widgets of a screen that is closing may be gone."""
        return self.is_attached and self in self.app.screen_stack

    def compose(self) -> ComposeResult:
        yield TopBar(self.TAB)
        yield from self.compose_body()
        yield KeyBar(compact=True, id="keys")
        yield TooSmall(id="too-small")

    def compose_body(self) -> ComposeResult:
        """Yield the widgets between the tabs and the keys."""
        raise NotImplementedError

    def action_leave(self) -> None:
        self.app.pop_screen()

    def action_help(self) -> None:
        self.arcade.show_keys(self)

    def on_screen_resume(self) -> None:
        self.fit()
        self.query_one(TopBar).draw()
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self.fit()

    def fit(self) -> None:
        """Set the size classes used by the style sheet."""
        width, height = self.app.size
        self.set_class(width < LEAST_WIDTH or height < LEAST_HEIGHT, "-too-small")
        self.set_class(width >= 60, "-wide")
        self.set_class(width < 60, "-narrow")
        self.set_class(width >= 76 and height >= 24, "-faces")
        self.set_class(width >= 100, "-broad")
        self.set_class(height >= 36, "-tall")
        self.set_class(width >= 110 and height >= 36, "-large")
        self.set_class(width >= 180 and height >= 52, "-vast")
        self.set_class(height < 20, "-short")
        if self.focused is None and not self.has_class("-too-small"):  # a hidden board loses focus
            for board in self.query("#board"):
                board.focus()


# --- Dialogues: boxes on top of the current screen


Result = TypeVar("Result")


class Dialogue(ModalScreen[Result]):
    """A box on top of the current screen, which finishes with a result."""

    def finish(self, result: Result | None = None) -> None:
        """Close the dialogue unless an earlier key of the same burst has already closed it."""
        if self.is_current:
            self.dismiss(result)


class TextDialogue(Dialogue[None]):
    """A scrollable text; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *arrows("scroll"),
        Binding("escape", "close", "back", key_display="esc"),
        *(hidden(key, "close") for key in ("enter", "q", "r", "m", "question_mark", "space")),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            with VerticalScroll(id="text", can_focus=False):
                yield Static(Text(self._text), markup=False)
            yield KeyBar(compact=True)

    def action_move(self, direction: str) -> None:
        step = {"up": -1, "down": 1, "left": -8, "right": 8}[direction]
        self.query_one("#text").scroll_relative(y=step, animate=False)

    def action_close(self) -> None:
        self.finish()


class AskDialogue(Dialogue[Any]):
    """A dialogue for typing a line. Its result is what `accept` returns, or empty if cancelled; refusals are shown."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "back")]

    def __init__(self, question: str, text: str, accept: Callable[[str], str]) -> None:
        super().__init__()
        self._question, self._text, self._accept = question, text, accept

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._question, markup=False)
            yield Input(self._text, id="line", compact=True)
            yield Static("", id="problem", markup=False)
            yield Static("enter  done     esc  back", classes="muted", markup=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def action_cancel(self) -> None:
        self.finish("")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.is_current:
            self.submit(event.value.strip())

    def submit(self, text: str) -> None:
        try:
            self.finish(self._accept(text))
        except GridDuelsError as error:
            self.complain(str(error))

    def complain(self, sentence: str) -> None:
        self.query_one("#problem", Static).update(sentence)


_LONGEST_COMMAND: Final = 400


def ask_stand_in(player: str, bot: str) -> AskDialogue:
    """Return a dialogue that asks which player should stand in for a bot named in a file.

    A file never starts a program: a person must type in the bot's command line to allow it.
    """
    question = (
        f"The file names an external bot for {player}. Files cannot start programs by themselves:\n\n"
        f"{player_name(bot, _LONGEST_COMMAND)}\n\n"
        f"Who should play? Type the bot's command line to allow it, or another player such as {HUMAN} or easy."
    )
    return AskDialogue(question, HUMAN, checked_player)


class Answer(NamedTuple):
    """A key, its label, and the resulting answer to a question."""

    key: str
    label: str
    value: str


class ChooseDialogue(Dialogue[str]):
    """A question with a few answers, one key each; Escape cancels."""

    def __init__(self, question: str, answers: list[Answer], back: str = "back") -> None:
        super().__init__()
        self._question, self._answers, self._back = question, answers, back

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self._question, markup=False)
            keys = [*((each.key, each.label) for each in self._answers), ("esc", self._back)]
            yield Static("   ".join(f"{key} {label}" for key, label in keys), classes="muted", markup=False)

    def on_key(self, event: events.Key) -> None:
        values = {"escape": "", **{each.key: each.value for each in self._answers}}
        if event.key in values:
            event.stop()
            self.finish(values[event.key])
