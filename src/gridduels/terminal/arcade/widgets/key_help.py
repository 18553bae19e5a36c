"""KeyHelp: the keys that do something here, always in sight; the most important ones where there is little room.

A click on a key presses it.
"""

from collections.abc import Iterator

from rich.text import Text
from textual import events
from textual.widgets import Static

__all__ = ["KeyHelp"]

Entry = tuple[str, str]


class KeyHelp(Static):
    """A line or two of keys, each with what it does."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._entries: list[Entry] = []

    def show(self, entries: list[Entry]) -> None:
        """The keys, the most important first."""
        if entries != self._entries:
            self._entries = entries
            self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        for key, begin, end in _spans(self._fitting(), event.y):
            if begin <= event.x < end:
                self.app.simulate_key(key)

    def _draw(self) -> None:
        self.update(_written(self._fitting()), layout=False)

    def _fitting(self) -> list[list[Entry]]:
        """As many entries as there is room for; the last of all always has some, as it leads to the others."""
        chosen = list(self._entries)
        while len(chosen) > 1 and len(_rows(chosen, self.size.width)) > self.size.height:
            del chosen[-2]
        return _rows(chosen, self.size.width)


def _spans(rows: list[list[Entry]], row: int) -> Iterator[tuple[str, int, int]]:
    """The keys of a row, each with where it begins and ends."""
    begin = 0
    for key, label in rows[row] if row < len(rows) else []:
        yield key, begin, (end := begin + len(key) + 1 + len(label))
        begin = end + 2


def _written(rows: list[list[Entry]]) -> Text:
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(rows):
        text.append("\n" if number else "")
        for index, (key, label) in enumerate(row):
            text.append("  " if index else "")
            text.append(key, style="bold")
            text.append(f" {label}")
    return text


def _rows(entries: list[Entry], width: int) -> list[list[Entry]]:
    rows: list[list[Entry]] = [[]]
    used = 0
    for key, label in entries:
        length = len(key) + 1 + len(label)
        if used and used + 2 + length > width:
            rows.append([])
            used = 0
        rows[-1].append((key, label))
        used += length + (2 if used else 0)
    return rows
