"""ValueGraph: what every position of a game was worth; a column a position, the one looked at marked."""

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from gridduels.analysis.annotate import Annotation
from gridduels.analysis.graph import value_graph
from gridduels.terminal.arcade.board.palette import board_styles

__all__ = ["ValueGraph"]

_MARGIN = 4
"""Characters before the first column."""


class ValueGraph(Static):
    """Above the line while Player 1 wins, below while Player 2 does; taller when the end is nearer."""

    class Clicked(Message):
        """A column was clicked."""

        def __init__(self, ply: int) -> None:
            self.ply = ply
            super().__init__()

    def __init__(self, unicode: bool, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._unicode = unicode
        self._annotation: Annotation | None = None
        self._ply, self._first = 0, 0

    def show(self, annotation: Annotation, ply: int) -> None:
        self._annotation, self._ply = annotation, ply
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if self._annotation and event.x >= _MARGIN:
            self.post_message(self.Clicked(min(event.x - _MARGIN + self._first, self._annotation.duel.ply)))

    def _draw(self) -> None:
        if self._annotation is None:
            self.update("", layout=False)
            return
        room = max(1, self.size.width - _MARGIN)
        self._first = max(0, min(self._ply - room // 2, self._annotation.duel.ply + 1 - room))
        styles = board_styles(self.app.theme)
        text, below = Text(no_wrap=True, overflow="crop"), False
        for number, line in enumerate(value_graph(self._annotation).split("\n")):
            columns = line[_MARGIN:].ljust(self._annotation.duel.ply + 1)[self._first : self._first + room]
            below = below or line.startswith("   +")
            colour = styles["two" if below else "one"].color
            if number:
                text.append("\n")
            text.append(self._drawn(line[:_MARGIN].ljust(_MARGIN)))
            for offset, character in enumerate(columns):
                here = offset + self._first == self._ply
                style = f"{colour.name}" if character == "#" and colour else ""
                text.append(self._drawn(character), style=f"{style} {'reverse' if here else ''}".strip())
        self.update(text, layout=False)

    def _drawn(self, text: str) -> str:
        if not self._unicode:
            return text
        return text.replace("#", "█").replace("-", "─").replace("|", "│").replace("+", "┼").replace("^", "▲")
