"""Benchmark results as tables, formatted as text or JSON."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gridduels import Game

Cell = str | float | None
"""A name, a figure, or None if there is none."""


@dataclass(frozen=True)
class Column:
    """A heading, and the format of the figures below it."""

    heading: str
    form: str = "{:,.0f}"

    def text(self, cell: Cell) -> str:
        """Return a cell's text as printed.

        >>> Column("ratio", "{:.1f}x").text(2.5)
        '2.5x'
        """
        if cell is None:
            return "-"
        return cell if isinstance(cell, str) else self.form.format(cell)


@dataclass(frozen=True)
class Table:
    """A titled grid of cells. The first column names the row, and the others contain its figures."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [[column.heading for column in self.columns]]
        lines += [[column.text(cell) for column, cell in zip(self.columns, row, strict=True)] for row in self.rows]
        widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
        grid = ["  ".join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]) for cells in lines]
        return "\n".join(
            [self.title, "", *(line.rstrip() for line in grid), *(["", *self.notes] if self.notes else [])]
        )

    def as_json(self) -> dict[str, object]:
        """Return the unrounded figures, one mapping per row."""
        headings = [column.heading for column in self.columns]
        rows = [dict(zip(headings, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows, "notes": list(self.notes)}


def board_name(game: "Game") -> str:
    """Return a row name with a game and its size."""
    return f"{game.id} {game.size}x{game.size}"
