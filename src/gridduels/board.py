"""Bitboards: cell (row, column) is bit `row * size + column`, so bit 0 is the top-left corner.

`size` is the number of cells in a row. A set of cells is one int of up to 63 bits. On a 3x3 board:

     0  1  2        up    is  >> size
     3  4  5        down  is  << size
     6  7  8        left  is  >> 1, except from the first column
                    right is  << 1, except from the last column

The functions are plain arithmetic on ints, so the same source runs interpreted, compiled and on a GPU.
`grid` is the Rules of any game: its first four fields are `size`, `cells`, `first_column` and `last_column`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from gridduels.errors import SetupError

__all__ = [
    "DIRECTIONS",
    "DOWN",
    "LEFT",
    "MAX_CELLS",
    "RIGHT",
    "UP",
    "Grid",
    "Rulings",
    "Size",
    "canonical_image",
    "cell",
    "connected",
    "cut_cells",
    "each",
    "flip",
    "geometry",
    "half_turn",
    "mirror",
    "read_size",
    "region",
    "shape",
    "size_text",
    "spread",
    "step",
    "steps",
    "transpose",
    "where",
]

UP: Final = 0
DOWN: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
DIRECTIONS: Final = ("up", "down", "left", "right")

Rulings = Mapping[str, "str | int"]
"""The rulings of a Game: values by name."""


Size = int | str
"""The size of a board: the side of a square, or rows and columns such as `6x7`."""
MAX_CELLS: Final = 63
"""The maximum number of cells on a bitboard, which must fit into a signed 64-bit int."""


class Grid(Protocol):
    """The geometry at the beginning of every game's Rules."""

    @property
    def size(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def first_column(self) -> int: ...
    @property
    def last_column(self) -> int: ...


def read_size(text: Size) -> Size:
    """Return a size in its normal form: a number for a square board, otherwise rows and columns.

    >>> read_size("5"), read_size("5x5"), read_size("6x7")
    (5, 5, '6x7')
    """
    found = re.fullmatch(r"([1-9]\d?)(?:x([1-9]\d?))?", str(text), re.ASCII)
    if not found:
        raise SetupError(f"{str(text)[:20]!r} is not a size. Use a number such as 5, or rows and columns such as 6x7.")
    rows, columns = int(found[1]), int(found[2] or found[1])
    return rows if rows == columns else f"{rows}x{columns}"


def shape(size: Size) -> tuple[int, int]:
    """Return a board's number of rows and number of columns.

    >>> shape(5), shape("6x7")
    ((5, 5), (6, 7))
    """
    if isinstance(size, int):
        return size, size
    rows, columns = map(int, size.split("x"))
    return rows, columns


def size_text(size: Size) -> str:
    """Return a size as people read it.

    >>> size_text(5), size_text("6x7")
    ('5x5', '6x7')
    """
    return f"{size}x{size}" if isinstance(size, int) else size


def geometry(size: Size) -> tuple[int, int, int, int]:
    """Return the first four fields of any game's Rules: cells in a row, all cells, the first column, the last column.

    >>> [bin(mask) for mask in geometry(3)[1:]]
    ['0b111111111', '0b1001001', '0b100100100']
    >>> [bin(mask) for mask in geometry("2x3")]
    ['0b11', '0b111111', '0b1001', '0b100100']
    """
    rows, columns = shape(size)
    column = sum(1 << row * columns for row in range(rows))
    return columns, (1 << rows * columns) - 1, column, column << columns - 1


def cell(size: int, row: int, column: int) -> int:
    """Return the cell at (row, column), counted from 0, as a one-bit set; `size` is the number of cells in a row.

    >>> cell(3, 1, 2) == 1 << 5
    True
    """
    return 1 << row * size + column


def where(size: int, cells: int) -> tuple[int, int]:
    """Return the (row, column) of a one-bit set, counted from 0.

    >>> where(3, 1 << 5)
    (1, 2)
    """
    return divmod(cells.bit_length() - 1, size)


def each(cells: int) -> Iterator[int]:
    """Yield the cells of a set as one-bit sets, starting from the top left.

    >>> list(each(0b1010))
    [2, 8]
    """
    while cells:
        yield cells & -cells
        cells &= cells - 1


def step(grid: Grid, cells: int, direction: int) -> int:
    """Return the cells moved one step in a direction, without those that leave the board."""
    if direction == UP:
        return cells >> grid.size
    if direction == DOWN:
        return cells << grid.size & grid.cells
    if direction == LEFT:
        return (cells & ~grid.first_column) >> 1
    return (cells & ~grid.last_column) << 1


def steps(grid: Grid, token: int, free: int) -> int:
    """Return a bit mask of directions: bit d is set if a step in direction d leads from `token` to a free cell."""
    size = grid.size
    actions = 0
    if token >> size & free:
        actions |= 1
    if token << size & free:
        actions |= 2
    if (token & ~grid.first_column) >> 1 & free:
        actions |= 4
    if (token & ~grid.last_column) << 1 & free:
        actions |= 8
    return actions


def spread(grid: Grid, cells: int) -> int:
    """Return the cells together with all their neighbours."""
    return (
        cells
        | cells >> grid.size
        | cells << grid.size
        | (cells & ~grid.first_column) >> 1
        | (cells & ~grid.last_column) << 1
    ) & grid.cells


def connected(grid: Grid, start: int, goal: int, free: int) -> bool:
    """Return whether a path over free cells leads from `start` to `goal`."""
    reached = start
    while not reached & goal:
        grown = spread(grid, reached) & free | reached
        if grown == reached:
            return False
        reached = grown
    return True


def cut_cells(grid: Grid, start: int, goal: int, free: int) -> int:
    """Return the cells that every path from `start` to `goal` over free cells contains, without `start` itself.

    If there is no path, return all cells. A flood fill from `start` sorts the cells by their distance modulo 3, which
    is enough to tell a step back from a step forward. The second loop walks back from `goal` along all shortest paths
    at once. A cell on every path is on every shortest path, so only cells where these all meet need to be tested.
    """
    if start == goal:
        return 0
    here = these = start
    nearer = farther = 0
    while not here & goal:
        here = spread(grid, here) & free & ~(these | nearer | farther)
        if here == 0:
            return grid.cells
        these, nearer, farther = farther | here, these, nearer
    found = here = goal
    while True:
        these, nearer, farther = nearer, farther, these
        here = spread(grid, here) & these
        if here == start:
            return found
        if here & here - 1 == 0 and not connected(grid, start, goal, free & ~here):
            found |= here


def region(grid: Grid, start: int, free: int) -> int:
    """Return the free cells that can be reached from `start` over free cells."""
    reached = start
    grown = spread(grid, reached) & free | start
    while grown != reached:
        reached = grown
        grown = spread(grid, reached) & free | start
    return reached & free


def flip(grid: Grid, cells: int) -> int:
    """Return the cells flipped top to bottom."""
    row = (1 << grid.size) - 1
    flipped, left = 0, grid.cells
    while left:
        flipped = flipped << grid.size | cells & row
        cells >>= grid.size
        left >>= grid.size
    return flipped


def mirror(grid: Grid, cells: int) -> int:
    """Return the cells with left and right exchanged."""
    mirrored = 0
    for _ in range(grid.size):
        mirrored = mirrored << 1 | cells & grid.first_column
        cells = (cells & ~grid.first_column) >> 1
    return mirrored


def half_turn(grid: Grid, cells: int) -> int:
    """Return the cells rotated by 180 degrees."""
    return flip(grid, mirror(grid, cells))


def transpose(grid: Grid, cells: int) -> int:
    """Return the cells of a square board with rows and columns exchanged.

    It works diagonal by diagonal: a cell at distance d above the main diagonal moves d * (size - 1) bits.
    """
    size = grid.size
    diagonal = ((1 << size * (size + 1)) - 1) // ((1 << size + 1) - 1)
    transposed = cells & diagonal
    for distance in range(1, size):
        diagonal = diagonal << 1 & (1 << size * (size - distance)) - 1
        shift = distance * (size - 1)
        transposed |= (cells & diagonal) << shift | cells >> shift & diagonal
    return transposed


def canonical_image(grid: Grid, first: int, second: int, third: int) -> tuple[int, int, int]:
    """Return the canonical form of three sets of cells: the least of their eight images on a square board.

    Alternating flips and mirrorings, with one transposition halfway, visit all eight rotations and reflections.
    """
    least_first, least_second, least_third = first, second, third
    for image in range(1, 8):
        if image == 4:
            first, second, third = transpose(grid, first), transpose(grid, second), transpose(grid, third)
        elif image % 2:
            first, second, third = flip(grid, first), flip(grid, second), flip(grid, third)
        else:
            first, second, third = mirror(grid, first), mirror(grid, second), mirror(grid, third)
        if (first, second, third) < (least_first, least_second, least_third):
            least_first, least_second, least_third = first, second, third
    return least_first, least_second, least_third
