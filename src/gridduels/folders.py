"""Where files of ours are kept on this machine."""

import os
from pathlib import Path

from gridduels.errors import SetupError

__all__ = ["cache_folder"]


def cache_folder() -> Path:
    """What can be made again: tables, compiled code, bots' error output. GRIDDUELS_CACHE chooses another place."""
    from platformdirs import user_cache_path

    chosen = os.environ.get("GRIDDUELS_CACHE")
    folder = Path(chosen) if chosen else user_cache_path("gridduels", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(
            f"cannot keep files in {folder} ({error.strerror}): GRIDDUELS_CACHE chooses another folder"
        ) from None
    return folder
