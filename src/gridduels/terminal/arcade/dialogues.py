"""Boxes over the screen behind them: a text to read, a line to type, a choice."""

from collections.abc import Callable
from typing import Final, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from gridduels.errors import GridDuelsError
from gridduels.players import HUMAN
from gridduels.protocol.answers import Lobby
from gridduels.terminal.arcade.base import Command, Dialogue
from gridduels.terminal.arcade.connection import connect, look
from gridduels.terminal.arcade.texts import player_name
from gridduels.terminal.arcade.widgets import KeyHelp
from gridduels.terminal.arcade.work import Background, checked_player
from gridduels.terminal.online.start import Seated, open_duel, read_link, read_server

# --- AskDialogue and StandInDialogue


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


# --- ChooseDialogue


class Answer(NamedTuple):
    """A key, what it stands for in words, and what the question is then dismissed with."""

    key: str
    label: str
    value: str


class ChooseDialogue(Dialogue):
    """Is dismissed with the value of an answer; escape goes back, with nothing."""

    def __init__(self, question: str, answers: list[Answer]) -> None:
        super().__init__()
        self._question, self._answers = question, answers

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self._question, markup=False)
            yield KeyHelp(id="keys")

    def wanted(self) -> list[Command]:
        answers = [Command(answer.key, answer.value, answer.label) for answer in self._answers]
        return [*answers, Command("escape", "", "back")]

    def do(self, action: str) -> None:
        self.dismiss(action)


# --- ServerDialogue


Found = Seated | tuple[str, Lobby]


class ServerDialogue(AskDialogue):
    """Is dismissed with a duel, with a server's address and its lobby, or with nothing; why there is none is said, and
    the text stays."""

    def __init__(self, address: str, name: str) -> None:
        question = "Type the address of a server to see who plays there, or the link of a duel to join or to watch it."
        super().__init__(question, address, _checked)
        self._called = name
        self._connecting: Background[Found] | None = None

    def on_unmount(self) -> None:
        self._stop()

    def submit(self, text: str) -> None:
        self._stop()
        try:
            _checked(text)
        except GridDuelsError as error:
            self.complain(str(error))
            return
        self.complain(f"Asking {text} ...")
        self._connecting = connect(lambda say: _go(text, self._called, say), self._connected, self._failed)

    def _connected(self, found: "Found") -> None:
        self._connecting = None
        self.dismiss(found)

    def _failed(self, error: Exception) -> None:
        self._connecting = None
        self.complain(f"{str(error).rstrip('.')}. Is it the right address, and does gridduels serve run there?")

    def _stop(self) -> None:
        if self._connecting:
            self._connecting.cancel()
            self._connecting = None


def _go(where: str, name: str, say: Callable[[str], None]) -> "Found":
    if "/duel/" in where:
        return open_duel(read_link(where, None), say, name)
    return read_server(where), look(where, "", say)


def _checked(where: str) -> str:
    """An address or a link; what is neither is refused."""
    return read_link(where, None).server if "/duel/" in where else read_server(where)


# --- TextDialogue


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
