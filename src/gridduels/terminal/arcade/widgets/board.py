"""BoardView: a painted board that fills the room it has, and says which cell was pointed at or clicked."""

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from gridduels.terminal.arcade.board.layout import Layout
from gridduels.terminal.arcade.board.painting import MARGIN, Canvas, View, paint, with_coordinates
from gridduels.terminal.arcade.board.palette import board_styles

__all__ = ["BoardView"]


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
