"""Find a game's table: its name and header, its path in the cache, and the copy shipped with the package.

The package includes tables for the book boards and all small boards, compressed with xz. `fingerprints.json` records
the rules each was made from; tables made from other rules are ignored. Run `python -m tools.tables` to rebuild them.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from gridduels.engine.kernels.compiler import source_of
from gridduels.engine.tables.format import DamagedTable, write_parts
from gridduels.files import cache_folder
from gridduels.game import Game

# --- Names, fingerprints and headers


HISTORY: Final = ("repetition",)
"""Rulings that do not affect a position's value: boards that differ only in these share a table."""


def table_path(game: Game) -> Path:
    """Return the path of a game's table in the cache; the file name contains the game's fingerprint."""
    return cache_folder() / "tables" / f"{game.id}-{game.size}-{fingerprint_of(game)}.table"


def fingerprint_of(game: Game) -> str:
    """Hash everything that determines a table: the rules' source code and the fields of `Rules`."""
    return hashlib.sha256(f"{source_of(game.definition)} {tuple(game.rules)}".encode()).hexdigest()[:16]


def board_name(game: Game) -> str:
    """Return a game's id, its size and all non-default rulings, except those in HISTORY.

    >>> from gridduels import load_game
    >>> board_name(load_game("blockade", 4, obstacles=2, repetition="endless"))
    'blockade-4-obstacles-2'
    """
    chosen = [
        f"{ruling.name}-{game.rulings[ruling.name]}"
        for ruling in game.definition.rulings
        if ruling.name not in HISTORY and game.rulings[ruling.name] != ruling.values[0]
    ]
    return "-".join([game.id, str(game.size), *chosen])


def header_of(game: Game, counts: dict[int, int] | None) -> dict[str, Any]:
    """Return a table's header, given the number of reachable positions with each code (None if not counted).

    The header depends only on the rules, so it is the same whenever and wherever the table is made.
    """
    return {**board_header(game), "counts": None if counts is None else sorted(counts.items())}


def board_header(game: Game) -> dict[str, Any]:
    """Return the part of a table's header that identifies the board."""
    return {
        "game": game.id,
        "size": game.size,
        "rulings": {name: value for name, value in game.rulings.items() if name not in HISTORY},
        "rules": [list(field) if isinstance(field, tuple) else field for field in game.rules],
    }


# --- Tables shipped with the package


FOLDER: Final = Path(__file__).parent / "shipped"
_PIECE: Final = 1 << 20
"""Bytes to decompress at a time."""


@lru_cache(1)
def fingerprints() -> dict[str, str]:
    """Return the fingerprints of the shipped tables, keyed by board name.

    Empty on big-endian machines, because the tables are little-endian, and in Python builds without xz.
    """
    path = FOLDER / "fingerprints.json"
    if sys.byteorder != "little" or find_spec("_lzma") is None or not path.exists():
        return {}
    made: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return made


def is_shipped(game: Game) -> bool:
    """Return whether the package includes a table for this game made from its current rules."""
    return fingerprints().get(board_name(game)) == fingerprint_of(game)


def shipped_path(game: Game) -> Path:
    """Return the path of a game's compressed table, whether or not it exists."""
    return FOLDER / f"{board_name(game)}.table.xz"


def unpack_shipped(game: Game, path: Path) -> bool:
    """Decompress a game's shipped table to a path. Return whether there is one; raise DamagedTable if it is damaged."""
    if not is_shipped(game):
        return False
    write_parts(path, unpacked(shipped_path(game)))
    return True


def unpacked(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a compressed table; raise DamagedTable if xz's own checksum does not match."""
    import lzma

    try:
        with lzma.open(path) as file:
            while piece := file.read(_PIECE):
                yield piece
    except (EOFError, FileNotFoundError, lzma.LZMAError):
        raise DamagedTable(f"the table {path} shipped with gridduels is damaged") from None
