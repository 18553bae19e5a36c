"""Layout: how large a cell is drawn, and where. Cells are square, as a character is about twice as high as wide."""

from typing import NamedTuple

from gridduels.board import cell, where

__all__ = ["Layout"]

_TALLEST = 9


class Layout(NamedTuple):
    """A board, of so many rows and columns, whose cells have `rows` rows of characters; `lined` says whether lines run
    between its rows."""

    shape: tuple[int, int]
    rows: int
    lined: bool

    @classmethod
    def fitting(cls, shape: tuple[int, int], width: int, height: int) -> "Layout":
        """The largest that fits; the least there is where nothing does.

        >>> Layout.fitting((5, 5), 80, 22)
        Layout(shape=(5, 5), rows=3, lined=True)
        """
        for rows in range(_TALLEST, 0, -1):
            layout = cls(shape, rows, True)
            if layout.width <= width and layout.height <= height:
                return layout
        return cls(shape, 1, False)

    @property
    def columns(self) -> int:
        """Characters across a cell."""
        return 2 * self.rows + 1

    @property
    def width(self) -> int:
        return self.shape[1] * (self.columns + 1) + 1

    @property
    def height(self) -> int:
        return self.shape[0] * self._down + self.lined

    @property
    def _down(self) -> int:
        return self.rows + self.lined

    def corner(self, cell: int) -> tuple[int, int]:
        """The column and the row of a cell's first character, inside its lines."""
        row, column = where(self.shape[1], cell)
        return column * (self.columns + 1) + 1, row * self._down + self.lined

    def cell_at(self, x: int, y: int) -> int:
        """The cell a character is in; 0 on a line or outside."""
        column, across = divmod(x - 1, self.columns + 1)
        row, down = divmod(y - self.lined, self._down)
        inside = 0 <= row < self.shape[0] and 0 <= column < self.shape[1]
        return cell(self.shape[1], row, column) if inside and across < self.columns and down < self.rows else 0
