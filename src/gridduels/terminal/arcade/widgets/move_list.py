"""MoveList: the moves so far, two a line, scrolled to the latest; each may carry a mark."""

from collections.abc import Mapping

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from gridduels.duel import Duel

__all__ = ["MoveList"]


class MoveList(VerticalScroll):
    """A line a turn of both players."""

    can_focus = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = Static("", id="moves-text", markup=False)
        self._shown = Text()

    def compose(self) -> list[Static]:
        return [self._text]

    def show(self, duel: Duel, marks: Mapping[int, str] | None = None, current: int | None = None) -> None:
        """The moves of a duel; `marks` by ply, `current` is the ply looked at."""
        text = _list(duel, marks or {}, current)
        if text != self._shown:
            self._text.update(text, layout=text.plain.count("\n") != self._shown.plain.count("\n"))
            self._shown = text
        at = duel.ply if current is None else current
        line = (at + (duel.start.turn == 2) - 1) // 2
        self.scroll_to(y=max(0, line - self.size.height // 2 if current is not None else line), animate=False)


def _list(duel: Duel, marks: Mapping[int, str], current: int | None) -> Text:
    words = ["..."] * (duel.start.turn == 2) + list(duel.moves)
    skipped = len(words) - duel.ply
    width = max([len(word) for word in words], default=0) + 1 + bool(marks)
    text = Text(no_wrap=True)
    for index, word in enumerate(words):
        ply = index + 1 - skipped
        if index % 2 == 0:
            text.append(f"{'' if not index else chr(10)}{index // 2 + 1:>3} ")
        style = "reverse" if ply == current and ply > 0 else ""
        text.append(f"{word}{marks.get(ply, '')}", style=style)
        text.append(" " * (width - len(word) - len(marks.get(ply, ""))))
    return text if words else Text("no moves yet", style="italic")
