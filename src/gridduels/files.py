"""Files that are either whole or untouched, and a way for processes to wait for each other."""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["one_at_a_time", "write_whole"]


def write_whole(path: Path, content: str | Iterable[bytes | memoryview]) -> None:
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
def one_at_a_time(path: Path) -> Iterator[None]:
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
