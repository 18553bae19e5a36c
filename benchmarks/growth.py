"""How the cost of solving grows with the board: positions, bytes and seconds for every game and size, with a fit.

`python benchmarks/growth.py [GAME ...]`, or `python benchmarks growth`. Every board is solved in its own process, with
compiled code cached. The fit is a least-squares line through the logarithms as a function of the number of cells. It
uses the bytes without the header, and the seconds in excess of those for the smallest board, which are all spent on
loading.
"""

import argparse
import math
import tempfile
from pathlib import Path
from typing import Final

from solving import solved
from tables import Cell, Column, Table
from timing import show

from gridduels import definitions, load_game
from gridduels.board import size_text

Row = tuple[Cell, ...]

_HEADER: Final = 4096
_NOISE: Final = 0.2
"""The difference to expect between two identical runs, in seconds."""


def run() -> list[Table]:
    return growth([definition.id for definition in definitions()])


def growth(ids: list[str]) -> list[Table]:
    """Return the cost for every size of the given games, and how it grows."""
    with tempfile.TemporaryDirectory() as cache:
        rows = [row for id in ids for row in _rows(id, Path(cache))]
    columns = (
        Column("game"),
        Column("cells"),
        Column("reachable"),
        Column("table entries"),
        Column("table bytes"),
        Column("CPU s", "{:.1f}"),
    )
    searched = (
        "Boards without figures are searched instead of tabulated; their seconds are those for the value of the start."
    )
    cost = Table("Cost as the board grows, with compiled code cached", columns, tuple(rows), (searched,))
    return [cost, _fits(ids, rows)]


def _rows(id: str, cache: Path) -> list[Row]:
    rows: list[Row] = []
    sizes = load_game(id).definition.sizes
    for size in sizes:
        show(f"{id} {size_text(size)}")
        if size == sizes[0] or load_game(id, size).solved_on_demand:
            solved(cache, (id, size, {}))  # compiles
        found = solved(cache, (id, size, {}))["games"][0]
        for path in (cache / "tables").glob("*"):
            path.unlink()
        cells = load_game(id, size).cell_count
        figures = (found["positions"], found["entries"], found["bytes"]) if found["entries"] else (None, None, None)
        rows.append((f"{id} {size_text(size)}", cells, *figures, found["cpu"]))
    return rows


def _fits(ids: list[str], rows: list[Row]) -> Table:
    """Return the factors by which a table's entries, bytes and seconds grow with each additional cell."""
    fits: list[Row] = []
    for id in ids:
        own = [row for row in rows if str(row[0]).startswith(f"{id} ") and row[3]]
        loading = float(own[0][5] or 0)
        fits.append((id, _factor(own, 3), _factor(own, 4, _HEADER), _factor(own, 5, loading + _NOISE)))
    columns = (Column("game"), *(Column(name, "{:.2f}x") for name in ("entries", "bytes", "CPU s")))
    return Table("Growth factor for each additional cell", columns, tuple(fits))


def _factor(rows: list[Row], column: int, less: float = 0) -> float | None:
    """Return the growth factor per cell of a column, after subtracting `less`; skip boards where nothing is left.

    >>> round(_factor([("a", 9, 0, 100.0), ("b", 16, 0, 12800.0), ("c", 25, 0, None)], 3), 6)
    2.0
    """
    known = [(row[1], row[column]) for row in rows]
    numbers = [(x, y - less) for x, y in known if isinstance(x, int | float) and isinstance(y, int | float)]
    points = [(x, math.log(y)) for x, y in numbers if y > 0]
    if len(points) < 2:
        return None
    middle, height = (sum(each) / len(points) for each in zip(*points, strict=True))
    slope = sum((x - middle) * (y - height) for x, y in points) / sum((x - middle) ** 2 for x, _ in points)
    return math.exp(slope)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the cost of solving as boards grow.")
    parser.add_argument("games", metavar="GAME", nargs="*", default=[definition.id for definition in definitions()])
    print("\n\n".join(map(str, growth(parser.parse_args().games))))


if __name__ == "__main__":
    main()
