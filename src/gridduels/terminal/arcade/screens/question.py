"""Question: a sentence and a few answers, each with its key."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from gridduels.terminal.arcade.keys import Command
from gridduels.terminal.arcade.screens.base import Dialogue
from gridduels.terminal.arcade.widgets.key_help import KeyHelp

__all__ = ["Question"]


class Question(Dialogue):
    """Is dismissed with the answer: one of the given words, or the last of them on escape."""

    def __init__(self, text: str, answers: dict[str, tuple[str, str]]) -> None:
        """`answers` by key: the word it stands for, and its label."""
        super().__init__()
        self._text, self._answers = text, answers

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(self._text, id="text", markup=False)
            yield KeyHelp(id="keys")

    def wanted(self) -> list[Command]:
        found = [Command(key, word, label) for key, (word, label) in self._answers.items()]
        return [*found, Command("escape", found[-1].action, "")]

    def do(self, action: str) -> None:
        self.dismiss(action)
