"""The arcade's widgets. None of them knows the rules: a Duel decides."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from gridduels.duel import Duel
from gridduels.pictures.shapes import ICONS, PLAIN_ICONS
from gridduels.terminal.arcade.canvas import Look, plain_text
from gridduels.terminal.arcade.faces import FaceView, Mood
from gridduels.terminal.arcade.texts import progress_text, wrap_sentences
from gridduels.terminal.settings import Choice
from gridduels.text import count

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation
    from gridduels.terminal.arcade.app import Arcade


def arcade_of(widget: Widget) -> "Arcade":
    return cast("Arcade", widget.app)


def icon(player: int, look: Look) -> str:
    """Return a player's shape as a character."""
    return (PLAIN_ICONS if look.mode == "ascii" else ICONS).get(player, "")


def player_style(player: int, look: Look) -> Style:
    return Style(color={1: look.palette.one, 2: look.palette.two}.get(player, look.palette.ink), bold=True)


def imagined_style(look: Look) -> Style:
    """Return the style of everything that has only been imagined."""
    return Style(color=look.gold_ink, bgcolor=look.gold, bold=True, reverse=not look.pixels)


# --- TopBar


class TopBar(Static):
    """The tabs, and the current streak of solved puzzles of the day."""

    TABS: Final = {"play": "Play", "puzzles": "Puzzles", "ladder": "Ladder", "games": "Games", "online": "Online"}

    def __init__(self, tab: str) -> None:
        super().__init__(markup=False, id="top")
        self._tab, self._ends = tab, list[tuple[int, str]]()

    def on_mount(self) -> None:
        self.draw()

    def on_resize(self) -> None:
        self.draw()

    def draw(self) -> None:
        arcade = arcade_of(self)
        look, width = arcade.look, self.size.width
        days = arcade.day_streak
        streak = f"● {count(days, 'day')} in a row" if days > 1 else ""
        text = Text(no_wrap=True, overflow="crop")
        text.append("●" if look.mode != "ascii" else "(1)", player_style(1, look))
        text.append("◆" if look.mode != "ascii" else "<2>", player_style(2, look))
        text.append(" Grid Duels ", "bold")
        self._ends = []
        for tab, label in self.TABS.items():
            if text.cell_len + len(label) + 3 > width - len(streak) - 1:
                break
            here = tab == self._tab
            text.append("  ")
            text.append(f" {label} ", self._style(look) if here else look.palette.muted)
            self._ends.append((text.cell_len, tab))
        if streak and text.cell_len + len(streak) + 2 <= width:
            text.append(" " * (width - text.cell_len - len(streak)))
            text.append(streak, Style(color=look.gold_text, bold=True))
        self.update(Text(plain_text(text.plain), spans=text.spans) if look.mode == "ascii" else text, layout=False)

    def _style(self, look: Look) -> Style:
        if look.mode == "colour":
            return Style(color=look.gold_text, bold=True, underline=True)
        return Style(bold=True, reverse=True)

    def on_click(self, event: events.Click) -> None:
        if tab := next((tab for end, tab in self._ends if 15 <= event.x < end), ""):
            arcade_of(self).open_tab(tab)


# --- KeyBar: the footer


def arrows(label: str) -> list[Binding]:
    """Return bindings of the movement keys to `action_move`; the footer shows them as one."""
    first, *others = ("up", "down", "left", "right")
    shown = Binding(first, f"move('{first}')", label, key_display=MOVING)
    return [shown, *(Binding(key, f"move('{key}')", show=False) for key in others)]


MOVING: Final = "←↑↓→"


class KeyBar(Footer):
    """The available keys on one line. If space is tight, the last ones are dropped, but never the help key."""

    def compose(self) -> ComposeResult:
        keys: list[Any] = [key for key in super().compose() if getattr(key, "description", "")]
        last = [key for key in keys if key.action == "help"]
        keys = [key for key in keys if key not in last]

        def width() -> int:
            return sum(len(key.key_display) + len(key.description) + 3 for key in keys + last) - 2

        while keys and width() > self.size.width:
            keys.pop()
        for key in keys + last:
            key.disabled = key.key == "up"  # a click cannot say which arrow it means
            yield key

    def on_resize(self) -> None:
        self.call_after_refresh(self.recompose)


# --- Cards and buttons


class PlayerCard(Horizontal):
    """A face with a name and a line or two of description."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, classes="card")
        self.face, self._text = FaceView(), _CardText("", classes="card-text", markup=False)

    def compose(self) -> ComposeResult:
        yield self.face
        yield self._text

    def show(self, key: str, player: int, name: str, about: str, mood: Mood = "") -> None:
        self.face.show(key, mood)
        self._text.shown = player, name, about


class _CardText(Static):
    """A player's name, and as many sentences about them as there is room for."""

    shown: reactive[tuple[int, str, str]] = reactive((0, "", ""))

    def render(self) -> Text:
        (player, name, about), look = self.shown, arcade_of(self).look
        text = Text()
        if player:
            text.append(f"{icon(player, look)} ", player_style(player, look))
        text.append(name, "bold")
        lines = wrap_sentences(about, max(1, self.size.width), self.size.height - 1)
        return text.append("".join(f"\n{line}" for line in lines), look.palette.muted)


class GoldButton(Static):
    """A screen's only button; clicking it presses a key."""

    def __init__(self, label: str, key: str = "enter", id: str | None = None) -> None:
        super().__init__("", id=id, markup=False, classes="gold")
        self._label, self._key = label, key

    def on_mount(self) -> None:
        self.show(self._label)

    def on_resize(self) -> None:
        self.show(self._label)

    def show(self, label: str) -> None:
        """Draw the label in the middle and the key on the right if it fits, with a lower edge if there are colours."""
        self._label = label
        look, width = arcade_of(self).look, max(1, self.size.width)
        arrow, room = "> " if look.mode == "ascii" else "▶ ", width - len(self._key) - 2
        face = fitting([f"{arrow}{label}", label], room).center(room) + f" {self._key} "
        if len(face) > width:
            face = label[:width].center(width)
        if not look.pixels:
            self.update(Text(face, "bold reverse"), layout=False)
            return
        text = Text(no_wrap=True).append(face, Style(color=look.gold_ink, bgcolor=look.gold, bold=True))
        text.append("\n" + "▀" * width, Style(color=look.gold_deep))
        self.update(text, layout=False)

    def on_click(self) -> None:
        self.app.simulate_key(self._key)


class Card(Static):
    """A few lines of text; clicking them presses a key."""

    def __init__(self, text: Text, key: str, id: str | None = None, classes: str = "panel") -> None:
        super().__init__(text, id=id, markup=False, classes=classes)
        self._key = key

    def on_click(self) -> None:
        self.app.simulate_key(self._key)


# --- Messages and turns


class MessageLine(Static):
    """A one-sentence message for the player."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.sentence = ""

    def say(self, sentence: str) -> None:
        if sentence != self.sentence:
            self.sentence = sentence
            self.update(plain_text(sentence) if arcade_of(self).look.mode == "ascii" else sentence)


class Messages:
    """The text of a screen's message lines: a computation's progress, otherwise a sentence, otherwise the default
    text."""

    def __init__(self, screen: Screen[None], usual: Callable[[], str], show_screen: Callable[[], None]) -> None:
        self._screen, self._usual, self._show_screen = screen, usual, show_screen
        self.sentence = self.progress = ""

    def say(self, sentence: str) -> None:
        """Replace the message, then redraw the screen."""
        self.sentence, self.progress = sentence, ""
        self._show_screen()

    def watch(self, stage: str, done: int, total: int | None) -> None:
        """Show a computation's progress."""
        self.progress = progress_text(stage, done, total, arcade_of(self._screen).unicode)
        self.show()

    def show(self) -> None:
        for line in self._screen.query(MessageLine):
            line.say(self.progress or self.sentence or self._usual())

    def clear(self) -> None:
        """Return to the default text."""
        self.sentence = ""
        self.show()


class FittingLine(Static):
    """One line of text: the first of several wordings that fits, or else the last."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._wordings: Sequence[str] = ("",)

    def show(self, wordings: Sequence[str]) -> None:
        self._wordings = wordings
        self.update(fitting(wordings, self.size.width))

    def on_resize(self) -> None:
        self.show(self._wordings)


def fitting(wordings: Sequence[str], width: int) -> str:
    """Return the first wording that fits in a width, or else the last one."""
    return next((each for each in wordings if len(each) <= width), wordings[-1])


_IMAGINED: Final = ("What if? Nothing here has been played.", "What if? Not played.")
"""The banner of a hypothetical line, and the same for a small board."""
_SPINNERS: Final = {True: "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", False: "|/-\\"}


class TurnStrip(Static):
    """The highlighted strip below a board: whose move it is, with a spinner while the computer thinks."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._shown: tuple[int, str, str, bool, bool] = (0, "", "", False, False)
        self._frame = 0

    def on_mount(self) -> None:
        self.set_interval(0.12, self._spin)

    def show(self, player: int, text: str, aside: str = "", thinking: bool = False) -> None:
        """Show a player's sign and some text."""
        self._shown = player, text, aside, thinking, False
        self._draw()

    def show_imagined(self) -> None:
        """Turn the strip into the banner of a hypothetical line."""
        self._shown = 0, "", "", False, True
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _spin(self) -> None:
        if self._shown[3]:
            self._frame += 1
            self._draw()

    def _draw(self) -> None:
        player, text, aside, thinking, imagined = self._shown
        look, width = arcade_of(self).look, self.size.width
        spinner = _SPINNERS[look.mode != "ascii"]
        sign = spinner[self._frame % len(spinner)] if thinking else icon(player, look)
        head = f" {sign} {text} " if sign else f" {text} "
        palette = look.palette
        line = Text(no_wrap=True, overflow="ellipsis")
        if imagined:
            line.append(f" {fitting(_IMAGINED, width - 2)} ".ljust(width), imagined_style(look))
        else:
            ground = {1: palette.one, 2: palette.two}.get(player, palette.line)
            lit = Style(color=palette.on_colour if player else palette.ink, bgcolor=ground, bold=True)
            line.append(head, lit if look.pixels else "bold reverse")
            room = width - len(head) - 1
            rest = f" {aside}" if len(aside) < room else ""
            line.append(rest.ljust(max(0, width - len(head))), Style(color=palette.ink, bgcolor=palette.line))
        self.update(line, layout=False)


# --- MoveList


class MoveList(VerticalScroll):
    """The list of moves, one line per turn of both players, or the steps of an imagined line."""

    can_focus = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = Static("", classes="lines", markup=False)
        self._shown = Text()

    def compose(self) -> list[Static]:
        return [self._text]

    def show(
        self,
        duel: Duel,
        marks: Mapping[int, str] | None = None,
        current: int | None = None,
        line: Sequence[str] = (),
    ) -> None:
        """Show a duel's moves; `marks` are keyed by ply, and `current` is the ply being viewed.

        If there is an imagined `line`, show its steps instead.
        """
        look = arcade_of(self).look
        text = _steps(duel, line, look) if line else _list(duel, marks or {}, current, look)
        if text != self._shown:
            self._text.update(text, layout=text.plain.count("\n") != self._shown.plain.count("\n"))
            self._shown = text
        at = 0 if line else duel.ply if current is None else current
        row = _lines(duel)[at - 1] if at else 0
        self.scroll_to(y=max(0, row - self.size.height // 2 if current is not None else row), animate=False)


def _lines(duel: Duel) -> list[int]:
    """Return each move's line number. Player 1's moves start a new line, as do consecutive moves by the same player."""
    lines: list[int] = []
    for ply, mover in enumerate(duel.movers):
        lines.append(lines[-1] + (mover <= duel.movers[ply - 1]) if lines else 0)
    return lines


def _list(duel: Duel, marks: Mapping[int, str], current: int | None, look: Look) -> Text:
    width = max([len(word) for word in ("...", *duel.moves)]) + 1 + bool(marks)
    text, last = Text(no_wrap=True), -1
    signs = _signs(look)
    for ply, (word, mover, line) in enumerate(zip(duel.moves, duel.movers, _lines(duel), strict=True), 1):
        if line != last:
            text.append(f"{chr(10) if line else ''}{line + 1:>3} ", look.palette.muted)
            if mover == 2:
                text.append("... ".ljust(width + 3))
        last = line
        here = ply == (duel.ply if current is None else current)
        text.append(f"{signs[mover]} ", player_style(mover, look))
        text.append(f"{word}{marks.get(ply, '')}", style="reverse" if here and current is not None else "")
        text.append(" " * (width + 1 - len(word) - len(marks.get(ply, ""))))
    return text if duel.moves else Text("No moves yet.", style="italic")


def _steps(duel: Duel, line: Sequence[str], look: Look) -> Text:
    """Return an imagined line, its steps numbered as on the board."""
    from gridduels.analysis.sentences import move_words

    after = Duel(duel.game, (*duel.moves, *line), start=duel.start)
    text, signs = Text("What if?", style="bold"), _signs(look)
    for step, (word, mover) in enumerate(zip(line, after.movers[duel.ply :], strict=True), 1):
        text.append("\n")
        text.append(f"{step:>2} ", imagined_style(look))
        text.append(f" {signs[mover]} ", player_style(mover, look))
        text.append(move_words(duel.game, word))
    return text


def _signs(look: Look) -> Mapping[int, str]:
    return {1: "1", 2: "2"} if look.mode == "ascii" else ICONS


# --- Lists


class Lines(VerticalScroll):
    """Lines of text, one of them selected; a click reports the line."""

    can_focus = False

    class Clicked(Message):
        """A line was clicked."""

        def __init__(self, row: int) -> None:
            self.row = row
            super().__init__()

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.row = 0
        self._text = Static("", classes="lines", markup=False)

    def compose(self) -> list[Static]:
        return [self._text]

    def draw(self, lines: Sequence[str]) -> None:
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, line in enumerate(lines):
            here = number == self.row
            whole = f"{'>' if here else ' '} {line} "
            text.append(("\n" if number else "") + whole, style="bold reverse" if here else "")
        self._text.update(text)
        self.scroll_to(y=max(0, self.row - self.size.height // 2), animate=False)

    def on_click(self, event: events.Click) -> None:
        row = int(event.y + self.scroll_y)
        if 0 <= row < self.count:
            self.post_message(self.Clicked(row))

    @property
    def count(self) -> int:
        raise NotImplementedError


class PickList(Lines):
    """Numbered lines to choose from."""

    def __init__(self, lines: Sequence[str], id: str | None = None) -> None:
        super().__init__(id)
        self.lines = list(lines)

    @property
    def count(self) -> int:
        return len(self.lines)

    def on_mount(self) -> None:
        self.choose(self.row)

    def show(self, lines: Sequence[str]) -> None:
        """Show a different list of lines, keeping the selected row if possible."""
        self.lines = list(lines)
        self.choose(min(self.row, len(self.lines) - 1))

    def choose(self, row: int) -> None:
        """Select a row, wrapping around at either end."""
        self.row = row % max(1, len(self.lines))
        self.draw([f"{number} {line}" for number, line in enumerate(self.lines, 1)])


class OptionRows(Lines):
    """Rows with a label and a value between arrows."""

    class Moved(Message):
        """A different row has been selected."""

    class Changed(Message):
        """The selected row's value should change."""

        def __init__(self, name: str, value: Any) -> None:
            self.name, self.value = name, value
            super().__init__()

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.choices: list[Choice] = []

    @property
    def count(self) -> int:
        return len(self.choices)

    @property
    def current(self) -> Choice:
        return self.choices[self.row]

    def show(self, choices: list[Choice]) -> None:
        self.choices = choices
        self.go_to(min(self.row, max(0, len(choices) - 1)))

    def go_to(self, row: int) -> None:
        self.row = row % max(1, len(self.choices))
        width = max((len(choice.label) for choice in self.choices), default=0)
        shown = [f"< {each.shown} >" if row == self.row else f"  {each.shown}" for row, each in enumerate(self.choices)]
        self.draw([f"{each.label:<{width}}  {value}" for each, value in zip(self.choices, shown, strict=True)])

    def move(self, direction: str) -> None:
        """Up and down select a row; left and right change its value."""
        step = 1 if direction in ("down", "right") else -1
        if direction in ("left", "right"):
            self.change(step)
        else:
            self.go_to(self.row + step)
            self.post_message(self.Moved())

    def change(self, step: int = 1) -> None:
        self.post_message(self.Changed(self.current.name, self.current.neighbour(step)))

    def on_lines_clicked(self, event: Lines.Clicked) -> None:
        event.stop()
        self.go_to(event.row)
        self.change()


# --- TooSmall


LEAST_WIDTH, LEAST_HEIGHT = 40, 16


class TooSmall(Static):
    """A message stating the required and the available terminal size."""

    def on_resize(self) -> None:
        width, height = self.app.size
        self.update(
            f"Grid Duels needs\n{LEAST_WIDTH}x{LEAST_HEIGHT} characters.\nThis is {width}x{height}.\nYour game is safe."
        )


# --- ValueGraph


_NEAR: Final = 24
"""Bars for distances of this many plies or more have the minimum height."""
_STEPS: Final = 8
"""The number of bar heights a single character can show."""


class ValueGraph(Static):
    """A bar chart: bars point up while Player 1 is winning, down while Player 2 is, and grow as the end gets closer."""

    class Clicked(Message):
        """A bar was clicked."""

        def __init__(self, ply: int) -> None:
            self.ply = ply
            super().__init__()

    def __init__(self, half: int = 2, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._half = half
        self._annotation: Annotation | None = None
        self._ply, self._first, self._wide, self._mark = 0, 0, 1, 0

    def show(self, annotation: "Annotation | None", ply: int, mark: int = 0) -> None:
        """Show a graph, highlighting the bar at `ply` and marking the one at `mark`."""
        self._annotation, self._ply, self._mark = annotation, ply, mark
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if self._annotation:
            self.post_message(self.Clicked(min(event.x // self._wide + self._first, self._annotation.duel.ply)))

    def _heights(self, annotation: "Annotation") -> list[int]:
        """Return each bar's height in eighths of a row, negative for Player 2, and 0 if neither player is winning."""
        heights = []
        for position, value in zip(annotation.duel.history(), annotation.values, strict=True):
            full = _STEPS * self._half
            near = 1 - min(value.plies or 0, _NEAR) / _NEAR
            height = round(full * (0.3 + 0.7 * near)) if value.plies is not None else 0
            winner = position.turn if value.outcome == "win" else 3 - position.turn
            heights.append(height if winner == 1 else -height)
        return heights

    def _draw(self) -> None:
        if self._annotation is None:
            self.update("", layout=False)
            return
        heights = self._heights(self._annotation)
        self._wide = 2 if 2 * len(heights) <= self.size.width else 1
        room = max(1, self.size.width // self._wide)
        self._first = max(0, min(self._ply - room // 2, len(heights) - room))
        shown = heights[self._first : self._first + room]
        text = Text(no_wrap=True, overflow="crop")
        text.append(self._marker(arcade_of(self).look))
        for row in range(self._half - 1, -1, -1):
            text.append("\n")
            text.append(self._row(shown, row, above=True))
        for row in range(self._half):
            text.append("\n")
            text.append(self._row(shown, row, above=False))
        self.update(text, layout=False)

    def _marker(self, look: Look) -> Text:
        if not self._mark or self._mark < self._first:
            return Text("")
        sign = f"{'v' if look.mode == 'ascii' else '▼'} move {self._mark}"
        return Text(" " * ((self._mark - self._first) * self._wide) + sign, Style(color=look.gold_text, bold=True))

    def _row(self, heights: list[int], row: int, above: bool) -> Text:
        look = arcade_of(self).look
        palette, text = look.palette, Text()
        for offset, height in enumerate(heights):
            eighths = max(0, min(_STEPS, (height if above else -height) - _STEPS * row))
            here = offset + self._first == self._ply
            middle = height == 0 and row == 0 and above
            if look.mode == "ascii":
                sign, style = ("#" if above else ":") if eighths >= 4 else "=" if middle else " ", Style(bold=here)
            elif above:
                sign = "─" if middle else " ▁▂▃▄▅▆▇█"[eighths]
                style = Style(color=palette.ink if here else palette.one)
            elif not look.pixels:
                sign, style = "▒" if eighths == _STEPS else "▀" if eighths >= 4 else " ", Style(bold=here)
            elif eighths == _STEPS:
                sign, style = "█", Style(color=palette.ink if here else palette.two)
            else:  # a hanging bar: paint the rest of the cell in the background colour
                sign = " ▁▂▃▄▅▆▇"[_STEPS - eighths] if eighths else " "
                style = Style(color=palette.paper, bgcolor=(palette.ink if here else palette.two) if eighths else None)
            text.append(sign * max(1, self._wide - 1), style)
            text.append(" " * (self._wide - 1))
        return text
