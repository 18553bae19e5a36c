"""MoveList: the moves so far, a line a turn of both players, scrolled to the latest; each may carry a mark."""

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
        line = _lines(duel)[at - 1] if at else 0
        self.scroll_to(y=max(0, line - self.size.height // 2 if current is not None else line), animate=False)


def _lines(duel: Duel) -> list[int]:
    """The line of each move: Player 1's begin one, and whoever acts again goes on in the next."""
    lines: list[int] = []
    for ply, mover in enumerate(duel.movers):
        lines.append(lines[-1] + (mover <= duel.movers[ply - 1]) if lines else 0)
    return lines


def _list(duel: Duel, marks: Mapping[int, str], current: int | None) -> Text:
    width = max([len(word) for word in ("...", *duel.moves)]) + 1 + bool(marks)
    text, last = Text(no_wrap=True), -1
    for ply, (word, mover, line) in enumerate(zip(duel.moves, duel.movers, _lines(duel), strict=True), 1):
        if line != last:
            text.append(f"{chr(10) if line else ''}{line + 1:>3} {'...'.ljust(width) if mover == 2 else ''}")
        last = line
        text.append(f"{word}{marks.get(ply, '')}", style="reverse" if ply == current else "")
        text.append(" " * (width - len(word) - len(marks.get(ply, ""))))
    return text if duel.moves else Text("no moves yet", style="italic")
