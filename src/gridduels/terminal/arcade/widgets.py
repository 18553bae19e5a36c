"""The arcade's widgets. None of them knows a rule: a Duel decides."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.containers import VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from gridduels.analysis.annotations import Annotation, value_graph
from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.pictures.shapes import ICONS, NAMES, PLAIN_ICONS
from gridduels.terminal.arcade.painting import MARGIN, Canvas, Layout, View, paint, view_of, with_coordinates
from gridduels.terminal.arcade.palette import board_styles
from gridduels.terminal.settings import Choice

# --- BoardView


class BoardView(Widget):
    """A board in the middle of its room, its cells as large as fit."""

    view: reactive[View | None] = reactive(None)
    coordinates: reactive[bool] = reactive(False)
    """Whether rows and columns are numbered."""

    class Clicked(Message):
        """Somebody clicked a cell."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    class Hovered(Message):
        """The mouse is above another cell than before; 0 is none."""

        def __init__(self, cell: int) -> None:
            self.cell = cell
            super().__init__()

    def __init__(self, *, most_rows: int = 9, id: str | None = None) -> None:
        super().__init__(id=id)
        self._most_rows = most_rows
        self._painted: tuple[object, ...] = ()
        self._canvas: Canvas = []
        self._hovered = 0

    def layout_now(self) -> Layout | None:
        """How the board is laid out in the room there is."""
        if self.view is None:
            return None
        before, above = self._margin
        fitting = Layout.fitting(self.view.game.shape, self.size.width - before, self.size.height - above)
        return fitting._replace(rows=min(fitting.rows, self._most_rows))

    @property
    def _margin(self) -> tuple[int, int]:
        """What the numbers take to the left and above."""
        return (MARGIN, 1) if self.coordinates else (0, 0)

    def _offset(self, layout: Layout) -> tuple[int, int]:
        """Where what is painted begins."""
        before, above = self._margin
        width, height = layout.width + before, layout.height + above
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)

    def render_line(self, y: int) -> Strip:
        layout = self.layout_now()
        if layout is None or self.view is None:
            return Strip.blank(self.size.width, self.rich_style)
        if self._painted != (self.view, layout, self.coordinates):
            self._painted = self.view, layout, self.coordinates
            canvas = paint(self.view, layout)
            origin = self.view.game.words.origin
            self._canvas = with_coordinates(canvas, layout, origin) if self.coordinates else canvas
        left, top = self._offset(layout)
        if not top <= y < top + len(self._canvas):
            return Strip.blank(self.size.width, self.rich_style)
        styles = board_styles(self.app.theme)
        blank = self.rich_style
        row = [Segment(dot.character, styles.get(dot.style, Style.null())) for dot in self._canvas[y - top]]
        after = max(0, self.size.width - left - len(row))
        strip = Strip([Segment(" " * left, blank), *row, Segment(" " * after, blank)])
        return strip.simplify().crop(0, self.size.width)

    def cell_at(self, x: int, y: int) -> int:
        """The cell at a point inside the widget; 0 where there is none."""
        layout = self.layout_now()
        if layout is None:
            return 0
        (left, top), (before, above) = self._offset(layout), self._margin
        return layout.cell_at(x - left - before, y - top - above)

    def on_click(self, event: events.Click) -> None:
        if cell := self.cell_at(event.x, event.y):
            self.post_message(self.Clicked(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hover(self.cell_at(event.x, event.y))

    def on_leave(self, event: events.Leave) -> None:
        self._hover(0)

    def _hover(self, cell: int) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self.post_message(self.Hovered(cell))


# --- Demo: a miniature board that plays random moves


_PACE = 0.7


class Demo(BoardView):
    """A living miniature of a game."""

    def __init__(self, unicode: bool, moving: bool, id: str | None = None) -> None:
        super().__init__(most_rows=3, id=id)
        self._unicode, self._moving = unicode, moving
        self._rng = random.Random(1)
        self._duel: Duel | None = None
        self._pause = 0

    def on_mount(self) -> None:
        self.set_interval(_PACE, self._step)

    def show(self, game: Game, moving: bool) -> None:
        """Starts with a few moves, so that there is something to see."""
        self._moving = moving
        self._rng = random.Random(game.id)
        self._begin(game)
        for _ in range(4):
            self._move()

    def _begin(self, game: Game) -> None:
        self._duel = Duel(game)
        self._pause = 0
        self.view = view_of(self._duel, self._unicode)

    def _step(self) -> None:
        if self._moving and self._duel and self.screen.is_current:
            self._move()

    def _move(self) -> None:
        duel = self._duel
        if duel is None:
            return
        if duel.outcome or duel.ply > 40:
            self._pause += 1
            if self._pause > 3:
                self._begin(duel.game)
            return
        self._duel = duel.play(self._rng.choice(duel.legal_moves))
        self.view = view_of(self._duel, self._unicode)


# --- KeyHelp: the keys of this moment
#
# A click on a key presses it.


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


# --- MessageLine


class MessageLine(Static):
    """A sentence at the foot of the screen."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.sentence = ""

    def say(self, sentence: str) -> None:
        self.sentence = sentence
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self.update(shortened(self.sentence, self.size.width * self.size.height - self.size.width // 3), layout=False)


def shortened(sentence: str, room: int) -> str:
    """A sentence that fits: without what stands before its colon where that is needed.

    >>> shortened("You cannot move up: that is off the grid.", 30)
    'That is off the grid.'
    """
    _, colon, after = sentence.partition(": ")
    if len(sentence) <= room or not colon or not after or "\n" in sentence:
        return sentence
    return after[0].upper() + after[1:]


# --- MoveList


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


# --- OptionRows


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


# --- PickList


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


# --- TooSmall


LEAST_WIDTH, LEAST_HEIGHT = 40, 16


class TooSmall(Static):
    """Says how much room is needed, and how much there is."""

    def on_resize(self) -> None:
        self.tell()

    def tell(self) -> None:
        width, height = self.app.size
        self.update(
            f"Grid Duels needs\n{LEAST_WIDTH}x{LEAST_HEIGHT} characters.\nThis is {width}x{height}.\nYour game is safe."
        )


# --- TurnLine


_SPINNERS: Final = {True: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", False: "|/-\\"}


class TurnLine(Static):
    """A player's shape and name, and what they are doing; a spinner while the computer thinks."""

    def __init__(self, unicode: bool, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._unicode = unicode
        self._shown: tuple[int, str, bool] = (0, "", False)
        self._frame = 0

    def on_mount(self) -> None:
        self.set_interval(0.12, self._spin)

    def show(self, player: int, sentence: str, thinking: bool = False) -> None:
        """The sentence follows the player's shape: `Player 1 (you) to move`."""
        self._shown = player, sentence, thinking
        self._draw()

    def _spin(self) -> None:
        if self._shown[2]:
            self._frame += 1
            self._draw()

    def _draw(self) -> None:
        player, sentence, thinking = self._shown
        text = Text(no_wrap=True, overflow="ellipsis")
        if player:
            icon = (ICONS if self._unicode else PLAIN_ICONS)[player]
            colour = board_styles(self.app.theme)[NAMES[str(player)]].color
            text.append(f"{icon} ", Style(color=colour, bold=True))
        text.append(sentence, style="bold")
        if thinking:
            frames = _SPINNERS[self._unicode]
            text.append(f" {frames[self._frame % len(frames)]}")
        self.update(text, layout=False)


# --- ValueGraph


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
