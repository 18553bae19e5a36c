"""Layout: how large a cell is drawn, and where. Cells are square, as a character is about twice as high as wide."""

from typing import NamedTuple

from gridduels.board import cell, where

__all__ = ["Layout"]

_TALLEST = 9


class Layout(NamedTuple):
    """A board whose cells have `rows` rows of characters; `lined` says whether lines run between its rows."""

    size: int
    rows: int
    lined: bool

    @classmethod
    def fitting(cls, size: int, width: int, height: int) -> "Layout":
        """The largest that fits; the least there is where nothing does.

        >>> Layout.fitting(5, 80, 22)
        Layout(size=5, rows=3, lined=True)
        """
        for rows in range(_TALLEST, 0, -1):
            layout = cls(size, rows, True)
            if layout.width <= width and layout.height <= height:
                return layout
        return cls(size, 1, False)

    @property
    def columns(self) -> int:
        """Characters across a cell."""
        return 2 * self.rows + 1

    @property
    def width(self) -> int:
        return self.size * (self.columns + 1) + 1

    @property
    def height(self) -> int:
        return self.size * self._down + self.lined

    @property
    def _down(self) -> int:
        return self.rows + self.lined

    def corner(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell's first character, inside its lines."""
        row, column = where(self.size, cell)
        return column * (self.columns + 1) + 1, row * self._down + self.lined

    def cell_at(self, x: int, y: int) -> int:
        """The cell a character is in; 0 on a line or outside."""
        column, across = divmod(x - 1, self.columns + 1)
        row, down = divmod(y - self.lined, self._down)
        inside = 0 <= row < self.size and 0 <= column < self.size
        return cell(self.size, row, column) if inside and across < self.columns and down < self.rows else 0
