"""Find the table of a game: its name and header, its place in the cache, and the copy shipped with the package.

The package contains the tables of the book boards and of all small boards, compressed with xz. `fingerprints.json`
records the rules that each was made from; a table made from other rules is ignored. `python -m tools.tables` builds
them again.
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
"""Rulings that do not affect the value of a position, so that boards that differ only in them share a table."""


def table_path(game: Game) -> Path:
    """Return the path of a game's table in the cache; it contains the game's fingerprint."""
    return cache_folder() / "tables" / f"{game.id}-{game.size}-{fingerprint_of(game)}.table"


def fingerprint_of(game: Game) -> str:
    """Return a hash of everything that determines a table: the sources of the rules, and the fields of `Rules`."""
    return hashlib.sha256(f"{source_of(game.definition)} {tuple(game.rules)}".encode()).hexdigest()[:16]


def board_name(game: Game) -> str:
    """Return a game's id, its size and all rulings that differ from the default, except those in HISTORY.

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
    """Return the header of a table, given how many reachable positions have each code (None if not counted).

    The header depends on the rules alone, so it is the same whenever and wherever the table is made.
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
"""Bytes decompressed at a time."""


@lru_cache(1)
def fingerprints() -> dict[str, str]:
    """Return the fingerprints of the shipped tables by the names of their boards.

    Empty on a big-endian machine, whose byte order the tables do not have, and in a Python built without xz.
    """
    path = FOLDER / "fingerprints.json"
    if sys.byteorder != "little" or find_spec("_lzma") is None or not path.exists():
        return {}
    made: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return made


def is_shipped(game: Game) -> bool:
    """Return whether the package contains a table of this game that was made from its current rules."""
    return fingerprints().get(board_name(game)) == fingerprint_of(game)


def shipped_path(game: Game) -> Path:
    """Return the path of a game's compressed table, whether or not it exists."""
    return FOLDER / f"{board_name(game)}.table.xz"


def unpack_shipped(game: Game, path: Path) -> bool:
    """Decompress the shipped table of a game to a path. Return whether there is one; raise DamagedTable."""
    if not is_shipped(game):
        return False
    write_parts(path, unpacked(shipped_path(game)))
    return True


def unpacked(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a compressed table; raise DamagedTable unless xz's own checksum is right."""
    import lzma

    try:
        with lzma.open(path) as file:
            while piece := file.read(_PIECE):
                yield piece
    except (EOFError, FileNotFoundError, lzma.LZMAError):
        raise DamagedTable(f"the table {path}, which came with gridduels, is damaged") from None
