"""KeyHelp: the keys that do something here, always in sight; the most important ones where there is little room."""

from rich.text import Text
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

    def _draw(self) -> None:
        self.update(_filled(self._entries, self.size.width, self.size.height), layout=False)


def _filled(entries: list[Entry], width: int, lines: int) -> Text:
    """As many entries as fit on so many lines; the last of all always does, as it leads to the others."""
    chosen = list(entries)
    while len(chosen) > 1 and len(_rows(chosen, width)) > lines:
        del chosen[-2]
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(_rows(chosen, width)):
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
