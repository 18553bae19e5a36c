"""The folders this program writes to, atomic file writes, and an inter-process lock."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gridduels.errors import GridDuelsError, SetupError

# --- Folders


def cache_folder() -> Path:
    """Return the folder for tables, compiled code and bot logs. GRIDDUELS_CACHE overrides it."""
    from platformdirs import user_cache_path

    return _made("GRIDDUELS_CACHE", user_cache_path("gridduels", appauthor=False))


def config_folder() -> Path:
    """Return the folder for settings, results and unfinished games. GRIDDUELS_CONFIG overrides it."""
    from platformdirs import user_config_path

    return _made("GRIDDUELS_CONFIG", user_config_path("gridduels", appauthor=False))


def cache_subfolder(name: str) -> Path:
    """Return a writable folder inside the cache folder. Raises SetupError if it is not writable."""
    folder = cache_folder() / name
    try:
        folder.mkdir(exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        raise SetupError(f"cannot write to {folder}. Set GRIDDUELS_CACHE to another folder.")
    return folder


def _made(variable: str, usual: Path) -> Path:
    """Return the folder named by an environment variable, or the default; create it if necessary."""
    chosen = os.environ.get(variable)
    folder = Path(chosen) if chosen else usual
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"cannot create the folder {folder} ({error.strerror})"
        raise SetupError(f"{problem}. Set {variable} to another folder.") from None
    return folder


# --- Atomic writes, the overwrite policy, and an inter-process lock


def check_output(path: Path, is_own: Callable[[Path], bool], force: bool = False) -> None:
    """Raise SetupError unless a command may write to `path`. Call this before any long-running work.

    All commands share this policy: an existing file is replaced only if this command could have written it, or with
    `--force`. `is_own` inspects an existing file and returns whether it is in the format that the command writes; an
    unreadable file does not count.
    """
    try:
        if path.is_dir() or not path.name:
            raise SetupError(f"cannot write {path}: it is a folder")
        if path.exists():
            if not force and not matches(is_own, path):
                raise SetupError(
                    f"{path} exists, and this command did not write it. Choose another name, or use --force."
                )
        elif not path.parent.is_dir():
            raise SetupError(f"cannot write {path}: the folder {path.parent} does not exist")
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}."):
            pass  # permission denied, or the name is too long
    except OSError as error:
        raise SetupError(f"cannot write {path}: {error.strerror}") from None


def matches(is_own: Callable[[Path], bool], path: Path) -> bool:
    """Return whether a file is in the format that a command writes; an unreadable file is not."""
    try:
        return is_own(path)
    except (GridDuelsError, OSError, ValueError):
        return False


def begins_with(path: Path, *parts: bytes) -> bool:
    """Return whether a file begins with the first of these parts and contains the others soon after."""
    with path.open("rb") as file:
        beginning = file.read(4096)
    return beginning.startswith(parts[0]) and all(part in beginning for part in parts[1:])


def write_atomically(path: Path, content: str | Iterable[bytes | memoryview]) -> None:
    """Write a file under a temporary name and rename it, so readers never see a partial file."""
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
    """Preserve a replaced file's permissions; give a new file the default permissions instead of mkstemp's."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    temporary.chmod(mode)


@contextmanager
def process_lock(path: Path) -> Iterator[None]:
    """Hold an exclusive inter-process lock. Does nothing on systems without file locks."""
    try:
        from fcntl import LOCK_EX, LOCK_UN, flock

        file = path.open("wb")
    except (ImportError, OSError):
        yield
        return
    with file:
        with suppress(OSError):  # the file system does not support locks
            flock(file, LOCK_EX)
        try:
            yield
        finally:
            with suppress(OSError):
                flock(file, LOCK_UN)  # closing is not enough: a process forked in the meantime shares the lock
