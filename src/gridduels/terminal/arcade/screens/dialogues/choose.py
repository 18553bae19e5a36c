"""ChooseDialogue: a question with a few answers, a key each."""

from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from gridduels.terminal.arcade.screens.base import Dialogue
from gridduels.terminal.arcade.screens.keys import Command
from gridduels.terminal.arcade.widgets.key_help import KeyHelp

__all__ = ["Answer", "ChooseDialogue"]


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
