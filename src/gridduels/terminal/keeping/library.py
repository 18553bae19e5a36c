"""The library: every game somebody has finished at this machine, a record each."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from gridduels.duel import Reason
from gridduels.errors import GridDuelsError
from gridduels.files import write_whole
from gridduels.folders import config_folder
from gridduels.record import HUMAN, Record, dumps, load
from gridduels.terminal.keeping.stored import latest_first, set_aside

__all__ = ["KeptGame", "Tally", "add_game", "library", "matching", "tallies"]

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
        write_whole(path, dumps(record))
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
