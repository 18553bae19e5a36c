"""OptionRows: a list of choices; up and down go from one to the next, left and right change it."""

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

from gridduels.terminal.keeping.setup import Choice

__all__ = ["OptionRows"]


class OptionRows(VerticalScroll):
    """Rows of a label and a value between arrows."""

    can_focus = False

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, row: int) -> None:
            self.row = row
            super().__init__()

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.choices: list[Choice] = []
        self.row = 0
        self._text = Static("", id="rows", markup=False)

    def compose(self) -> list[Static]:
        return [self._text]

    def show(self, choices: list[Choice]) -> None:
        self.choices = choices
        self.row = min(self.row, max(0, len(choices) - 1))
        self._draw()

    def move(self, step: int) -> None:
        self.row = (self.row + step) % max(1, len(self.choices))
        self._draw()

    @property
    def current(self) -> Choice:
        return self.choices[self.row]

    def on_click(self, event: events.Click) -> None:
        row = int(event.y + self.scroll_y)
        if 0 <= row < len(self.choices):
            self.row = row
            self._draw()
            self.post_message(self.Chosen(row))

    def _draw(self) -> None:
        width = max((len(choice.label) for choice in self.choices), default=0)
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, choice in enumerate(self.choices):
            here = number == self.row
            value = f"< {choice.shown} >" if here else f"  {choice.shown}"
            line = f"{'>' if here else ' '} {choice.label:<{width}}  {value} "
            text.append(("\n" if number else "") + line, style="bold reverse" if here else "")
        self._text.update(text)
        self.scroll_to(y=max(0, self.row - self.size.height // 2), animate=False)
