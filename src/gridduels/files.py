"""The folders this program writes to, atomic file writes, and an inter-process lock."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gridduels.errors import GridDuelsError, SetupError

# --- Folders


def cache_folder() -> Path:
    """What can be made again: tables, compiled code, bots' error output. GRIDDUELS_CACHE chooses another place."""
    from platformdirs import user_cache_path

    return _made("GRIDDUELS_CACHE", user_cache_path("gridduels", appauthor=False))


def config_folder() -> Path:
    """What cannot: settings, results, unfinished games. GRIDDUELS_CONFIG chooses another place."""
    from platformdirs import user_config_path

    return _made("GRIDDUELS_CONFIG", user_config_path("gridduels", appauthor=False))


def cache_subfolder(name: str) -> Path:
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


# --- Atomic writes, the rule about replacing files, and a lock between processes


def check_output(path: Path, is_own: Callable[[Path], bool], force: bool = False) -> None:
    """Raise SetupError unless a command may write to `path`. Call it before any long work.

    This is the one rule for all commands: an existing file is replaced only if this command could have written it, or
    with `--force`. `is_own` looks at an existing file and returns whether it has the format that the command writes; an
    error in reading it means that it has not.
    """
    try:
        if path.is_dir() or not path.name:
            raise SetupError(f"cannot write {path}: that is a folder")
        if path.exists():
            if not force and not _is(is_own, path):
                raise SetupError(
                    f"{path} exists, and this command did not write it: choose another name, or replace it with --force"
                )
        elif not path.parent.is_dir():
            raise SetupError(f"cannot write {path}: there is no folder {path.parent}")
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass  # there may be no permission, or the name may be too long
    except OSError as error:
        raise SetupError(f"cannot write {path}: {error.strerror}") from None


def _is(is_own: Callable[[Path], bool], path: Path) -> bool:
    try:
        return is_own(path)
    except (GridDuelsError, OSError, ValueError):
        return False


def begins_with(path: Path, *parts: bytes) -> bool:
    """Return whether a file begins with the first of some parts and has the others soon after."""
    with path.open("rb") as file:
        beginning = file.read(4096)
    return beginning.startswith(parts[0]) and all(part in beginning for part in parts[1:])


def write_atomically(path: Path, content: str | Iterable[bytes | memoryview]) -> None:
    """Writes a file under a temporary name and renames it, so that no reader ever sees half of it."""
    parts = [content.encode()] if isinstance(content, str) else content
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        _keep_mode(path, Path(temporary))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _keep_mode(path: Path, temporary: Path) -> None:
    """A replaced file keeps its permissions; a new one gets the ordinary ones instead of mkstemp's."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    temporary.chmod(mode)


@contextmanager
def process_lock(path: Path) -> Iterator[None]:
    """Waits while another process is in here with the same lock file; where there are no such locks, nobody waits."""
    try:
        from fcntl import LOCK_EX, LOCK_UN, flock

        file = path.open("wb")
    except (ImportError, OSError):
        yield
        return
    with file:
        with suppress(OSError):  # this file system has no locks
            flock(file, LOCK_EX)
        try:
            yield
        finally:
            with suppress(OSError):
                flock(file, LOCK_UN)  # closing is not enough: a process that was forked meanwhile has the file too
