"""Rebuild the shipped tables: `python -m tools.tables`.

Tables are shipped for the book boards, and for all other boards and rulings whose packed table is small. The solver is
deterministic, so the file of an unchanged table stays the same, byte for byte.
"""

import json
import lzma
from collections.abc import Iterator
from itertools import product
from typing import Final

from gridduels.engine.progress import silent
from gridduels.engine.solvers.limits import TooBig, memory_needed
from gridduels.engine.solvers.solver import solve_game
from gridduels.engine.tables.catalogue import FOLDER, HISTORY, board_name, fingerprint_of, header_of, shipped_path
from gridduels.engine.tables.format import table_parts
from gridduels.files import write_atomically
from gridduels.game import Definition, Game
from gridduels.registry import definitions

MOST_BYTES: Final = 100 * 1024
"""The maximum size of a packed table for boards other than the book's."""
MOST_MEMORY: Final = 30_000_000
"""The memory limit for boards to try. The largest board whose table turned out small enough needed 20 MB."""
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME},)


def boards() -> Iterator[Game]:
    """Yield every board of our games under every ruling that affects a table, except those too big to try."""
    for definition in definitions():
        if not definition.module.startswith("gridduels.games."):
            continue
        for game in _boards_of(definition):
            if is_book_board(game) or not (game.solved_on_demand or (memory_needed(game) or 0) > MOST_MEMORY):
                yield game


def _boards_of(definition: Definition) -> Iterator[Game]:
    rulings = definition.rulings
    values = [ruling.values[:1] if ruling.name in HISTORY else ruling.values for ruling in rulings]
    for size in definition.sizes:
        for chosen in product(*values):
            yield Game(definition, size, dict(zip([ruling.name for ruling in rulings], chosen, strict=True)))


def is_book_board(game: Game) -> bool:
    """Return whether a game uses its book board with default rulings."""
    return game == Game(game.definition)


def made_now(game: Game) -> bytes:
    """Return a game's table as produced by the solver."""
    solution = solve_game(game, silent)
    return b"".join(table_parts(header_of(game, solution.counts), solution.sections))


def packed(table: bytes) -> bytes:
    return lzma.compress(table, check=lzma.CHECK_CRC64, filters=list(_FILTERS))


def main() -> None:
    """Solve every board and write the shipped tables; remove outdated ones."""
    FOLDER.mkdir(exist_ok=True)
    fingerprints: dict[str, str] = {}
    for game in boards():
        try:
            table = packed(made_now(game))
        except TooBig:
            continue
        if len(table) > MOST_BYTES and not is_book_board(game):
            continue
        write_atomically(shipped_path(game), [table])
        fingerprints[board_name(game)] = fingerprint_of(game)
        print(f"{len(table):>9,} bytes  {board_name(game)}", flush=True)
    for path in FOLDER.glob("*.table.xz"):
        if path.name.removesuffix(".table.xz") not in fingerprints:
            path.unlink()
    write_atomically(FOLDER / "fingerprints.json", json.dumps(fingerprints, indent=1, sort_keys=True) + "\n")
    print(f"{len(fingerprints)} tables in {FOLDER}")


if __name__ == "__main__":
    main()
