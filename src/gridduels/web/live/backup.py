"""A copy of a database while it is in use. It needs nothing but Python, so that it can be made wherever the file is."""

import os
import sqlite3
from pathlib import Path
from typing import Final

from gridduels.errors import SetupError

__all__ = ["back_up"]

_WAIT: Final = 5.0


def back_up(path: Path, copy: Path) -> None:
    """Writes a copy of a database that may be in use; an older copy is replaced once the new one is whole."""
    if not path.exists():
        raise SetupError(f"there is no database {path} to copy")
    unfinished = copy.with_name(f".{copy.name}.{os.getpid()}")
    try:
        source, target = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=_WAIT), sqlite3.connect(unfinished)
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
        target.close()
        source.close()
        os.replace(unfinished, copy)
    except (OSError, sqlite3.Error) as error:
        raise SetupError(f"cannot copy {path} to {copy}: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)
