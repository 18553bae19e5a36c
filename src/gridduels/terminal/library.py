"""Games kept on this machine: finished ones, the one being played, and links to them."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from gridduels.duel import Duel, Reason
from gridduels.errors import GridDuelsError
from gridduels.files import config_folder, write_atomically
from gridduels.record import HUMAN, LiveRecord, Record, dumps, load
from gridduels.terminal.settings import latest_first, set_aside

# --- Links: a game as a URL that any Grid Duels server opens


def explore_link(duel: Duel, server: str) -> str:
    """The address at which a server shows a game move by move.

    >>> from gridduels import load_game
    >>> explore_link(Duel(load_game("light-cycle", size=3), "up down"), "http://localhost:8000")
    'http://localhost:8000/explore?game=light-cycle&size=3&moves=up%2Cdown'
    """
    game = duel.game
    query = {"game": game.id, "size": str(game.size)}
    query |= {f"rule.{name}": str(value) for name, value in game.rulings.items()}
    if duel.start != game.start():
        query["start"] = game.text(duel.start)
    return f"{server}/explore?{urlencode(query | {'moves': ','.join(duel.moves)})}"


# --- The library of finished games


_GAMES = ".record"


class KeptGame(NamedTuple):
    """A finished game and its file."""

    path: Path
    record: Record

    @property
    def title(self) -> str:
        """The game in a line: when, which, against whom, and how it ended."""
        record = self.record
        return f"{record.tags.get('Date', 'undated')} {record.duel.game.title}, {_against(record)}: {_result(record)}"

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)


class Tally(NamedTuple):
    """How a person has done in a game against an opponent, as Player `side`."""

    game: str
    opponent: str
    side: int
    won: int
    lost: int
    drawn: int


def add_game(record: Record) -> Path:
    """Keeps a finished game."""
    folder = _folder()
    path = folder / f"{record.tags.get('Date', 'undated')}-{uuid4().hex}{_GAMES}"
    try:
        folder.mkdir(exist_ok=True)
        write_atomically(path, dumps(record))
    except OSError as error:
        raise GridDuelsError(f"the game cannot be kept in {folder}: {error.strerror}") from None
    return path


def library(complaints: list[str]) -> list[KeptGame]:
    """The finished games, the latest first; a damaged file is set aside and complained of."""
    found = []
    for path in latest_first(_folder().glob(f"*{_GAMES}")):
        try:
            found += [KeptGame(path, record) for record in load(path)[-1:]]
        except GridDuelsError as error:
            complaints.append(f"{error}. {set_aside(path)}")
    return found


def matching(games: Iterable[KeptGame], words: str) -> list[KeptGame]:
    """The games whose line has all of these words in it."""
    wanted = words.lower().split()
    return [each for each in games if all(word in each.title.lower() for word in wanted)]


def tallies(games: Iterable[KeptGame]) -> list[Tally]:
    """How a person has done against computers, by game, opponent and side; games with help do not count."""
    counts: dict[tuple[str, str, int], list[int]] = {}
    for record in (each.record for each in games):
        people = [number for number in (1, 2) if record.players[number - 1] == HUMAN]
        outcome = record.duel.outcome
        if len(people) != 1 or record.tags.get("Helped") == "yes" or not outcome or outcome.reason is Reason.ABORTED:
            continue
        side, winner = people[0], outcome.winner
        row = counts.setdefault((record.duel.game.title, record.players[2 - side], side), [0, 0, 0])
        row[2 if not winner else 0 if winner == side else 1] += 1
    return [Tally(*key, *row) for key, row in sorted(counts.items())]


def _against(record: Record) -> str:
    names = ["person" if name == HUMAN else name for name in record.players]
    return " - ".join(names)


def _result(record: Record) -> str:
    outcome = record.duel.outcome
    if not outcome:
        return "unfinished"
    if outcome.winner:
        return f"{record.duel.game.words.player(outcome.winner)} won ({outcome.reason})"
    return "broken off" if outcome.reason is Reason.ABORTED else f"drawn ({outcome.reason})"


def _folder() -> Path:
    return config_folder() / "games"


# --- Autosave: a killed arcade can offer the game again


_LOCKS = ".lock"


class Autosave:
    """A game's file in the user's folder. It is locked while we live, so that another arcade leaves it alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _unfinished_folder() / f"{uuid4().hex}{_GAMES}"
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
    for path in latest_first(_unfinished_folder().glob(f"*{_GAMES}")):
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
    for path in _unfinished_folder().glob(f"*{_LOCKS}"):
        if path.with_suffix(_GAMES).exists() or (lock := _locked(path)) is None:
            continue
        path.unlink(missing_ok=True)
        os.close(lock)


def _unfinished_folder() -> Path:
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
