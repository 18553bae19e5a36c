"""Games saved on this machine, finished and unfinished, links to them, and replays."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from gridduels.duel import Duel, Reason
from gridduels.errors import GridDuelsError, SetupError
from gridduels.extras import has_extra
from gridduels.files import config_folder, write_atomically
from gridduels.players.info import noted_info, tell_info
from gridduels.players.ladder import called
from gridduels.record import HUMAN, LiveRecord, Record, dumps, load
from gridduels.terminal.settings import latest_first, set_aside

# --- Links: a game as a URL that any Grid Duels server opens


def explore_link(duel: Duel, server: str) -> str:
    """Return the URL at which a server shows this game move by move.

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
        """A line with the date, the game, the players and the result."""
        record = self.record
        return f"{record.tags.get('Date', 'undated')} {record.duel.game.title}, {_against(record)}: {_result(record)}"

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)


class Tally(NamedTuple):
    """A person's results in one game against one opponent, as Player `side`."""

    game: str
    opponent: str
    side: int
    won: int
    lost: int
    drawn: int


def add_game(record: Record) -> Path:
    """Save a finished game and return its path."""
    folder = _folder()
    path = folder / f"{record.tags.get('Date', 'undated')}-{uuid4().hex}{_GAMES}"
    try:
        folder.mkdir(exist_ok=True)
        write_atomically(path, dumps(record))
    except OSError as error:
        raise GridDuelsError(f"cannot save the game in {folder}: {error.strerror}") from None
    return path


def library(complaints: list[str]) -> list[KeptGame]:
    """Return the finished games, latest first. Damaged files are renamed and reported in `complaints`."""
    found = []
    for path in latest_first(_folder().glob(f"*{_GAMES}")):
        try:
            found += [KeptGame(path, record) for record in load(path)[-1:]]
        except GridDuelsError as error:
            complaints.append(f"{error}. {set_aside(path)}")
    return found


def exported(record: Record, ending: str) -> bytes:
    """Return a game as a record, an image or an animation, depending on the file extension."""
    from gridduels.pictures.svg import PICTURES, picture_of

    if ending in PICTURES:
        return picture_of(record.duel, ending)
    if ending in ("", ".txt", ".record"):
        return dumps(record).encode()
    formats = ".txt, .svg, .png or .gif" if has_extra("pictures") else ".txt or .svg"
    raise SetupError(f"{ending} is not a format for games: use {formats}.")


def matching(games: Iterable[KeptGame], words: str) -> list[KeptGame]:
    """Return the games whose title contains all of these words."""
    wanted = words.lower().split()
    return [each for each in games if all(word in each.title.lower() for word in wanted)]


def tallies(games: Iterable[KeptGame]) -> list[Tally]:
    """Count results against computers by game, opponent and side. Games played with help do not count."""
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
    return " - ".join(map(called, record.players))


def _result(record: Record) -> str:
    outcome = record.duel.outcome
    if not outcome:
        return "unfinished"
    if outcome.winner:
        return f"{record.duel.game.words.player(outcome.winner)} won ({outcome.reason})"
    return "aborted" if outcome.reason is Reason.ABORTED else f"drawn ({outcome.reason})"


def _folder() -> Path:
    return config_folder() / "games"


# --- Autosave: unfinished games survive a crash


_LOCKS = ".lock"


class Autosave:
    """The file of the game being played. It stays locked while this process runs, so no other process resumes it."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _unfinished_folder() / f"{uuid4().hex}{_GAMES}"
        self._lock = _locked(self.path.with_suffix(_LOCKS))
        self._live = LiveRecord(self.path)

    def begin(self, record: Record) -> None:
        self.rewrite(record)

    def add(self, record: Record) -> None:
        """Append the last move, or delete the file if the game is over."""
        if record.duel.outcome:
            self._live.discard()
        else:
            self._live.add(record)

    def rewrite(self, record: Record) -> None:
        """Write the whole game, or delete the file if the game has no moves or is over."""
        if record.duel.outcome or not record.duel.ply:
            self._live.discard()
        else:
            self._live.rewrite(record)

    def close(self) -> None:
        """Stop saving and leave the file in place."""
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
    """A game that can be resumed."""

    def __init__(self, path: Path, record: Record) -> None:
        self.path, self.record = path, record

    def resume(self) -> Autosave:
        return Autosave(self.path)

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)
        self.path.with_suffix(_LOCKS).unlink(missing_ok=True)


def unfinished(complaints: list[str]) -> list[Unfinished]:
    """Return the unfinished games, latest first. Damaged files are renamed and reported in `complaints`."""
    found = []
    for path in latest_first(_unfinished_folder().glob(f"*{_GAMES}")):
        lock = _locked(path.with_suffix(_LOCKS))
        if os.name == "posix" and lock is None:
            continue  # being played in another process
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
    """Delete the lock files of games whose process was killed before the first move."""
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
        raise GridDuelsError(f"cannot save games in {folder}: {error.strerror}") from None
    return folder


def _locked(path: Path) -> int | None:
    """Lock a file until it is closed or this process exits; return None if it is already locked or cannot be locked."""
    with suppress(ImportError, OSError):
        import fcntl

        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return file
        except OSError:
            os.close(file)
    return None


# --- Replays


def replay_text(number: int, record: Record) -> str:
    """Return every position of a game, with the moves and comments in between."""
    duel, words = record.duel, record.duel.game.words
    names = [f"{words.player(player)} {called(name)}" for player, name in enumerate(record.players, 1)]
    parts = [f"Game {number}: {duel.game.title}, {', '.join(names)}"]
    for ply, position in enumerate(duel.history()):
        title = f"{ply}. {words.player(duel.movers[ply - 1])}: {duel.moves[ply - 1]}" if ply else "Start"
        comment = f"\n{tell_info(record.comments[ply])}" if ply in record.comments else ""
        parts.append(f"{title}\n{words.board(duel.game, position)}{comment}")
    parts.append(f"{words.why(duel)}\n{words.victory(duel)}" if duel.outcome else "Unfinished.")
    return "\n\n".join(parts)


def replay_data(record: Record) -> dict[str, Any]:
    """Return a recorded game for --json."""
    duel = record.duel
    said = [noted_info(record.comments.get(ply, "")) for ply in range(1, duel.ply + 1)]
    return {
        **duel.game.as_data(),
        "players": list(record.players),
        "moves": list(duel.moves),
        "positions": [duel.game.text(position) for position in duel.history()],
        "winner": (duel.outcome.winner or None) if duel.outcome else None,
        "reason": duel.outcome.reason if duel.outcome else None,
        **({"info": [info and info.as_data() for info in said]} if any(said) else {}),
    }
