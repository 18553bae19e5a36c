"""Tables that come with the package, packed with xz: those of the book boards, and all that are small.

Beside them, `fingerprints.json` says from which rules each was made: one of other rules is as good as none. `python -m
tools.tables` makes them anew.
"""

import json
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from gridduels.engine.tables.format import DamagedTable, write_parts
from gridduels.engine.tables.naming import board_name, fingerprint_of
from gridduels.game import Game

__all__ = ["FOLDER", "fingerprints", "is_shipped", "shipped_path", "unpack_shipped", "unpacked"]

FOLDER: Final = Path(__file__).parent / "shipped"
_PIECE: Final = 1 << 20


@lru_cache(1)
def fingerprints() -> dict[str, str]:
    """From which rules each table was made, by the name of its board; none where they are of no use: the bytes of a
    number are in another order here, or this Python was built without xz."""
    path = FOLDER / "fingerprints.json"
    if sys.byteorder != "little" or find_spec("_lzma") is None or not path.exists():
        return {}
    made: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return made


def is_shipped(game: Game) -> bool:
    """Whether the table of a game, made from the rules it has today, came with the package."""
    name = board_name(game)
    return name in fingerprints() and fingerprints()[name] == fingerprint_of(game)


def shipped_path(game: Game) -> Path:
    """Where the packed table of a game is, if it is there."""
    return FOLDER / f"{board_name(game)}.table.xz"


def unpack_shipped(game: Game, path: Path) -> bool:
    """Unpacks the table that came with the package to its place; whether there is one. Raises DamagedTable."""
    if not is_shipped(game):
        return False
    write_parts(path, unpacked(shipped_path(game)))
    return True


def unpacked(path: Path) -> Iterator[bytes]:
    """What a packed table holds, checked: xz has a checksum of it."""
    import lzma

    try:
        with lzma.open(path) as file:
            while piece := file.read(_PIECE):
                yield piece
    except (EOFError, FileNotFoundError, lzma.LZMAError):
        raise DamagedTable(f"the table {path}, which came with gridduels, is damaged") from None
