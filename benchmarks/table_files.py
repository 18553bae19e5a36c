"""Tables on disk: the compression of their blocks, and the time per probe from plain Python.

`python benchmarks/table_files.py [GAME:SIZE ...]`, or `python benchmarks table-files`. Missing tables are solved first.
A cold probe starts with an open table from which no block has been read.
"""

import argparse
import random
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Final

from tables import Cell, Column
from tables import Table as Figures
from timing import show

from gridduels import Game, load_game
from gridduels.engine import Table, solve
from gridduels.engine.tables.catalogue import table_path
from gridduels.engine.tables.format import TableFile

_BOARDS: Final = ("blockade:5", "blockade:6", "gridlock:7")
_PROBES: Final = 1000


def run() -> list[Figures]:
    return [_figures(_BOARDS)]


def _figures(boards: tuple[str, ...]) -> Figures:
    rows = tuple(_measure(board) for board in boards)
    columns = (
        Column("board"),
        Column("bytes of its arrays"),
        Column("bytes on disk"),
        Column("times smaller", "{:.2f}"),
        Column("cold probe us"),
        Column("9 of 10 within us"),
        Column("warm probe us"),
    )
    notes = ("Aims: Blockade Runner 6x6 at least 5 times smaller; a cold probe within 200 us.",)
    return Figures("Tables in deflated blocks", columns, rows, notes)


def _measure(board: str) -> tuple[Cell, ...]:
    show(board)
    id, _, size = board.partition(":")
    game = load_game(id, int(size))
    path = table_path(game)
    if not path.exists() or not _is_deflated(path):
        solve(game, rebuild=True)
    file = TableFile(path)
    plain = sum(section.bytes for section in file.sections)
    positions = _positions(game)
    cold = [_seconds(Table(game, file), position) * 1e6 for position in positions]
    table = Table(game, file)
    table.value(positions[0])
    warm = [min(_seconds(table, positions[0]) for _ in range(5)) * 1e6 for _ in range(100)]
    return board, plain, file.bytes, plain / file.bytes, median(cold), quantiles(cold, n=10)[-1], median(warm)


def _is_deflated(path: Any) -> bool:
    return any(section.deflated for section in TableFile(path).sections)


def _positions(game: Game) -> list[Any]:
    """Return positions from random games."""
    rng = random.Random(1)
    positions: list[Any] = []
    while len(positions) < _PROBES:
        position = game.start()
        for _ in range(rng.randrange(3 * game.columns)):
            if words := game.words_of(game.legal(position)):
                position = game.play(position, game.action(rng.choice(words)))
        positions.append(position)
    return positions


def _seconds(table: Table, position: Any) -> float:
    begin = perf_counter()
    table.value(position)
    return perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure tables on disk.")
    parser.add_argument("boards", metavar="GAME:SIZE", nargs="*", default=_BOARDS)
    print(_figures(tuple(parser.parse_args().boards)))


if __name__ == "__main__":
    main()
