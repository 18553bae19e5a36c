"""Shared by the five models: cells as (row, column) from 0, the four directions, and the text of the rows."""

from __future__ import annotations

from collections.abc import Mapping

Cell = tuple[int, int]

DIRECTIONS: dict[str, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def inside(size: int, cell: Cell) -> bool:
    """Return whether the cell is on the board."""
    row, column = cell
    return 0 <= row < size and 0 <= column < size


def neighbour(cell: Cell, direction: str, distance: int = 1) -> Cell:
    """Return the cell this many steps away, on the board or not: `neighbour((2, 0), "up")` is `(1, 0)`."""
    row, column = cell
    down, right = DIRECTIONS[direction]
    return (row + distance * down, column + distance * right)


def rows_text(size: int, marks: Mapping[Cell, str]) -> str:
    """Return the rows from the top joined by "/", with "." where nothing is marked."""
    return "/".join("".join(marks.get((row, column), ".") for column in range(size)) for row in range(size))


def require(name: str, value: object, choices: tuple[object, ...]) -> None:
    """Raise ValueError for a value that is not one of the choices."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {choices}, not {value!r}")
