"""Games of a match as files, as a person asks for them."""

from pathlib import Path

from gridduels.errors import GridDuelsError
from gridduels.files import write_whole
from gridduels.record import Record, dumps
from gridduels.words import shorten

__all__ = ["SavedGames"]


class SavedGames:
    """Writes games to files; only files of its own are written again."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def save(self, name: str, record: Record) -> Path:
        """Writes a game to the file with this name."""
        try:
            path = Path(name).expanduser()
            if path.exists() and path not in self._own:
                raise GridDuelsError(f"{shorten(name)} exists already: choose another name.")
            write_whole(path, dumps(record))
        except (OSError, RuntimeError, ValueError) as error:  # no such place, no such home, no such name
            reason = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
            raise GridDuelsError(f"Cannot write {shorten(name)}: {reason}.") from None
        self._own.add(path)
        return path
