"""Where files of ours are kept on this machine."""

import os
from pathlib import Path

from gridduels.errors import SetupError

__all__ = ["cache_folder", "config_folder", "kept_folder"]


def cache_folder() -> Path:
    """What can be made again: tables, compiled code, bots' error output. GRIDDUELS_CACHE chooses another place."""
    from platformdirs import user_cache_path

    return _made("GRIDDUELS_CACHE", user_cache_path("gridduels", appauthor=False))


def config_folder() -> Path:
    """What cannot: settings, results, unfinished games. GRIDDUELS_CONFIG chooses another place."""
    from platformdirs import user_config_path

    return _made("GRIDDUELS_CONFIG", user_config_path("gridduels", appauthor=False))


def kept_folder(name: str) -> Path:
    """A folder in the cache folder that files can be written to."""
    folder = cache_folder() / name
    try:
        folder.mkdir(exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        raise SetupError(f"cannot keep files in {folder}: GRIDDUELS_CACHE chooses another place for tables")
    return folder


def _made(variable: str, usual: Path) -> Path:
    """The folder a variable names, or the usual one, made where it is not there yet."""
    chosen = os.environ.get(variable)
    folder = Path(chosen) if chosen else usual
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"cannot keep files in {folder} ({error.strerror})"
        raise SetupError(f"{why}: {variable} chooses another folder") from None
    return folder
