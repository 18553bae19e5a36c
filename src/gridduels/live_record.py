"""LiveRecord: a game kept in a file as it is played, a line a move, so that a killed process loses nothing."""

from contextlib import suppress
from pathlib import Path
from typing import IO

from gridduels.errors import GridDuelsError
from gridduels.files import write_whole
from gridduels.record import Record, before_last, dumps, move_line, parse_file, read_text

__all__ = ["LiveRecord"]


class LiveRecord:
    """The last game of a record file, while it is being played."""

    def __init__(self, path: Path, earlier: str = "") -> None:
        self.path = path
        self._earlier = earlier
        self._file: IO[str] | None = None

    @classmethod
    def append_to(cls, path: Path) -> "LiveRecord":
        """Adds games to a file, which may not exist yet; one that is not a record is refused."""
        earlier = read_text(path) if path.exists() else ""
        if earlier.strip():
            parse_file(path, earlier)
        return cls(path, _spaced(earlier))

    @classmethod
    def resume(cls, path: Path) -> tuple["LiveRecord", list[Record]]:
        """Goes on with the last game of a file; also gives all its records."""
        text = read_text(path)
        records = parse_file(path, text)
        if records[-1].duel.outcome:
            raise GridDuelsError(f"{path}: its last game is finished, there is nothing to resume")
        return cls(path, before_last(text)), records

    def begin(self, record: Record) -> None:
        """Starts the next game, after the one so far."""
        if self._file:
            self.close()
            self._earlier = _spaced(read_text(self.path))
        self.rewrite(record)

    def add(self, record: Record) -> None:
        """Adds the record's last move; at the end of the game also its result."""
        if record.duel.outcome or not self._file:
            self.rewrite(record)
            return
        try:
            self._file.write(move_line(record, record.duel.ply) + "\n")
            self._file.flush()
        except OSError as error:
            self.close()  # the next move writes everything anew, as this one is missing
            raise _cannot_write(self.path, error) from None

    def rewrite(self, record: Record) -> None:
        """Writes the game as it stands, after an undo or at its end."""
        self.close()
        try:
            write_whole(self.path, self._earlier + dumps(record))
            self._file = self.path.open("a", encoding="utf-8", newline="\n")
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def discard(self) -> None:
        """Removes the file: its game needs no keeping any more."""
        self.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise _cannot_write(self.path, error) from None

    def close(self) -> None:
        """Lets go of the file. Everything has been flushed, so that closing loses nothing even where it fails."""
        file, self._file = self._file, None
        if file:
            with suppress(OSError):
                file.close()

    def __del__(self) -> None:
        self.close()


def _spaced(text: str) -> str:
    """A text with a blank line at its end, where the next game may follow."""
    return text.rstrip() + "\n\n" if text.strip() else ""


def _cannot_write(path: Path, error: OSError) -> GridDuelsError:
    return GridDuelsError(f"cannot write {path}: {error.strerror or error}")
