"""PickList: numbered lines to pick one of."""

from collections.abc import Sequence

from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Static

__all__ = ["PickList"]


class PickList(VerticalScroll):
    """Numbered lines, the chosen one marked."""

    can_focus = False

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, row: int) -> None:
            self.row = row
            super().__init__()

    def __init__(self, lines: Sequence[str], id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines, self.row = list(lines), 0
        self._text = Static("", id="picks-text", markup=False)

    def compose(self) -> list[Static]:
        return [self._text]

    def on_mount(self) -> None:
        self.choose(self.row)

    def show(self, lines: Sequence[str]) -> None:
        """Other lines; the row stays where it is as far as it can."""
        self.lines = list(lines)
        self.choose(min(self.row, len(self.lines) - 1))

    def choose(self, row: int) -> None:
        """Goes to a row, round and round."""
        self.row = row % max(1, len(self.lines))
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, line in enumerate(self.lines):
            here = number == self.row
            whole = f"{'>' if here else ' '} {number + 1} {line} "
            text.append(("\n" if number else "") + whole, style="bold reverse" if here else "")
        self._text.update(text)
        self.scroll_to(y=max(0, self.row - self.size.height // 2), animate=False)

    def on_click(self, event: events.Click) -> None:
        row = int(event.y + self.scroll_y)
        if 0 <= row < len(self.lines):
            self.post_message(self.Clicked(row))
