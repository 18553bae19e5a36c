"""Autosave: the game being played, kept move by move, so that a killed arcade can offer it again."""

import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from gridduels.errors import GridDuelsError
from gridduels.folders import config_folder
from gridduels.live_record import LiveRecord
from gridduels.record import Record
from gridduels.terminal.keeping.stored import latest_first, set_aside

__all__ = ["Autosave", "Unfinished", "unfinished"]

_LOCKS = ".lock"
_GAMES = ".record"


class Autosave:
    """A game's file in the user's folder. It is locked while we live, so that another arcade leaves it alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _folder() / f"{uuid4().hex}{_GAMES}"
        self._lock = _locked(self.path.with_suffix(_LOCKS))
        self._live = LiveRecord(self.path)

    def begin(self, record: Record) -> None:
        self.rewrite(record)

    def add(self, record: Record) -> None:
        """Adds the last move as one line; a game that is over needs no keeping."""
        if record.duel.outcome:
            self._live.discard()
        else:
            self._live.add(record)

    def rewrite(self, record: Record) -> None:
        """Keeps the game as it stands; one that has not begun, or is over, needs no keeping."""
        if record.duel.outcome or not record.duel.ply:
            self._live.discard()
        else:
            self._live.rewrite(record)

    def close(self) -> None:
        """The game is not being played any more; what is kept of it stays."""
        self._live.close()
        self._unlock()
        if not self.path.exists():
            self.path.with_suffix(_LOCKS).unlink(missing_ok=True)

    def _unlock(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            os.close(lock)

    def __del__(self) -> None:
        self._unlock()


class Unfinished:
    """A game that was cut off."""

    def __init__(self, path: Path, record: Record) -> None:
        self.path, self.record = path, record

    def resume(self) -> Autosave:
        return Autosave(self.path)

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)
        self.path.with_suffix(_LOCKS).unlink(missing_ok=True)


def unfinished(complaints: list[str]) -> list[Unfinished]:
    """The games that were cut off, the latest first; a damaged file is set aside and complained of."""
    found = []
    for path in latest_first(_folder().glob(f"*{_GAMES}")):
        lock = _locked(path.with_suffix(_LOCKS))
        if os.name == "posix" and lock is None:
            continue  # somebody is playing it
        if lock is not None:
            os.close(lock)
        try:
            _, records = LiveRecord.resume(path)
            found.append(Unfinished(path, records[-1]))
        except GridDuelsError as error:
            complaints.append(f"{error}. {set_aside(path)}")
    _remove_idle_locks()
    return found


def _remove_idle_locks() -> None:
    """A game that was killed before its first move leaves a lock and nothing else."""
    for path in _folder().glob(f"*{_LOCKS}"):
        if path.with_suffix(_GAMES).exists() or (lock := _locked(path)) is None:
            continue
        path.unlink(missing_ok=True)
        os.close(lock)


def _folder() -> Path:
    folder = config_folder() / "unfinished"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise GridDuelsError(f"cannot keep games in {folder}: {error.strerror}") from None
    return folder


def _locked(path: Path) -> int | None:
    """A file that is ours until we close it or die; None where it is somebody else's or cannot be locked."""
    with suppress(ImportError, OSError):
        import fcntl

        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError:
            os.close(file)
    return None
