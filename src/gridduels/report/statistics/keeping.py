"""Keeping: what has been counted stays in the cache folder, so that a report that was stopped goes on from there.

It is known by the checksums of the tables that were looked at, and by the sources of all who count here: of another
table, or in another way, everything is counted anew.
"""

import hashlib
import pickle
import time
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar

from gridduels.engine.tables.naming import board_name
from gridduels.files import write_whole
from gridduels.folders import kept_folder
from gridduels.game import Game

__all__ = ["is_kept", "keep"]

Result = TypeVar("Result")
_UNREADABLE: Final = (OSError, zlib.error, pickle.UnpicklingError, EOFError, AttributeError, ImportError, ValueError)
"""What a file that is damaged, or of another version, comes to."""


def keep(what: str, game: Game, known_by: str, make: Callable[[], Result]) -> tuple[Result, float]:
    """What was made before, or is made now and kept; and how many seconds that took."""
    path = _path(what, game, known_by)
    try:
        found: tuple[Result, float] = pickle.loads(zlib.decompress(path.read_bytes()))
        return found
    except _UNREADABLE:
        begin = time.perf_counter()
        made = make(), time.perf_counter() - begin
    for older in path.parent.glob(f"{_name(what, game)}-{'?' * 16}.kept"):
        older.unlink(missing_ok=True)
    write_whole(path, [zlib.compress(pickle.dumps(made))])
    return made


def is_kept(what: str, game: Game, known_by: str) -> bool:
    """Whether something was made before."""
    return _path(what, game, known_by).exists()


def _path(what: str, game: Game, known_by: str) -> Path:
    key = hashlib.sha256(f"{_sources()} {known_by}".encode()).hexdigest()[:16]
    return kept_folder("report") / f"{_name(what, game)}-{key}.kept"


def _name(what: str, game: Game) -> str:
    return f"{what}-{board_name(game)}"


@lru_cache(1)
def _sources() -> str:
    """A hash of everything in this folder."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
