"""The results file, one line of JSON for each finished game, and results as data frames."""

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.arena.encounter import Encounter
from gridduels.arena.entrants import OWN
from gridduels.arena.exact import Measure
from gridduels.arena.play import Played, Task
from gridduels.arena.workers import play_all
from gridduels.board import Size
from gridduels.errors import GridDuelsError, SetupError
from gridduels.extras import check_engine
from gridduels.players.info import Info
from gridduels.players.limits import TimeControl
from gridduels.text import count

if TYPE_CHECKING:
    import pandas


# --- The results file
#
# A game is appended as it ends. Each line has everything that the game depends on, so one file may hold any number of
# matches and tournaments, and whoever looks for a game that is in it need not play it again.


_HEADER: Final = '{"gridduels results": 2}\n'
_FIRST_HEADER: Final = '{"gridduels results": 1}\n'
"""Files of the first version say neither which version of a player played, nor what but the time was limited."""
_GAME: Final[dict[str, Any]] = {
    "game": str, "size": int | str, "rules": dict, "a": str, "b": str, "versions": list, "pair": int, "swapped": bool,
    "opening": str, "seed": int, "limits": dict, "moves": str, "winner": int, "reason": str, "why": str,
    "measures": object,
}  # fmt: skip
"""The fields of a line."""
_INFO: Final = "info"
"""What players said about each move: a field only where they said something."""


class ResultsError(GridDuelsError):
    """A results file cannot be used."""

    code = "results"


class Key(NamedTuple):
    """What tells games apart."""

    game: str
    size: Size
    rules: tuple[tuple[str, str | int], ...]
    a: str
    b: str
    pair: int
    swapped: bool
    opening: str
    seed: int
    control: TimeControl
    versions: tuple[str, str]

    @classmethod
    def of(cls, task: Task) -> "Key":
        game = task.game
        rules = tuple(sorted(game.rulings.items()))
        names = task.a, task.b, task.pair, task.swapped, task.opening
        return cls(game.id, game.size, rules, *names, task.seed, task.control, task.versions)

    @property
    def unversioned(self) -> "Key":
        """The same game, whichever versions of the players played it."""
        return self._replace(versions=("", ""))

    @property
    def unopened(self) -> "Key":
        """The same game, whatever its opening."""
        return self._replace(opening="")


class Results:
    """The games of a results file, and the file open for more. Only one process at a time has it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._games: dict[Key, Played] = {}
        self._roughly: set[Key] = set()
        """The keys of the same games without opening, version, or both."""
        try:
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise ResultsError(f"cannot write to {path}: {error.strerror}") from None
        try:
            _lock(self._file, path)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __len__(self) -> int:
        return len(self._games)

    def has(self, task: Task) -> bool:
        """Whether a game is here; with any opening, where the task does not say which."""
        return Key.of(task) in (self._games if task.opening else self._roughly)

    def has_other_version(self, task: Task) -> bool:
        """Whether a game is not here, but was played by other versions of the players."""
        return not self.has(task) and Key.of(task).unversioned in self._roughly

    def get(self, task: Task) -> Played | None:
        """How a game ended, if it is here."""
        return self._games.get(Key.of(task))

    def add(self, task: Task, played: Played) -> None:
        """Appends a game at once."""
        self._keep(Key.of(task), played)
        self._append(json.dumps(_data(task, played)) + "\n")

    def _keep(self, key: Key, played: Played) -> None:
        self._games[key] = played
        self._roughly |= {key.unopened, key.unversioned, key.unopened.unversioned}

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(self) -> None:
        self._file.seek(0)
        header = self._file.readline()
        if not header.endswith(b"\n") and _HEADER.encode().startswith(header):
            self._cut(0)
            self._append(_HEADER)
            return
        if header.decode(errors="replace") not in (_HEADER, _FIRST_HEADER):
            raise ResultsError(f"{self.path} is not a results file: it is left alone")
        begin, length, unknown = len(header), self.path.stat().st_size, 0
        for number, line in enumerate(self._file, 2):
            try:
                key, played = _parse(line)
            except ValueError as error:
                if begin + len(line) < length:
                    raise ResultsError(f"{self.path}, line {number}: it is damaged ({error})") from None
                warnings.warn(f"the last line of {self.path} is damaged: it is taken out", stacklevel=4)
                self._cut(begin)
                break
            self._keep(key, played)
            unknown += "" in key.versions
            begin += len(line)
        if unknown:
            warnings.warn(
                f"{self.path} is of an earlier version and does not say which bots played: "
                f"{count(unknown, 'game')} of outside bots in it will not be used",
                stacklevel=4,
            )

    def _cut(self, length: int) -> None:
        self._file.truncate(length)
        self._file.seek(0, os.SEEK_END)

    def _append(self, line: str) -> None:
        try:
            self._file.write(line.encode())
            self._file.flush()
        except OSError as error:
            raise ResultsError(f"cannot write to {self.path}: {error.strerror}") from None


def _data(task: Task, played: Played) -> dict[str, Any]:
    """A game as a line shows it."""
    facts = task.game.as_data() | {"limits": task.control.as_data()}
    facts |= {name: getattr(task, name) for name in _GAME if name in Task._fields and name not in facts}
    measures = [each._asdict() for each in played.measures] if played.measures else None
    facts |= played._asdict() | {"measures": measures}
    infos = {_INFO: [info and info.as_data() for info in played.infos]} if played.infos else {}
    return {name: facts[name] for name in _GAME} | infos


def _parse(line: bytes) -> tuple[Key, Played]:
    """A line's game; a ValueError says what is wrong with it."""
    if not line.endswith(b"\n"):
        raise ValueError("it breaks off")
    data = json.loads(line)
    if isinstance(data, dict) and "versions" not in data:
        data = _from_first_version(data)
    if not isinstance(data, dict) or set(data) - {_INFO} != set(_GAME):
        raise ValueError("it has not the fields of a game")
    for name, kind in _GAME.items():
        if not isinstance(data[name], kind):
            raise ValueError(f"{name} is {data[name]!r}")
    if data["winner"] not in (0, 1, 2):
        raise ValueError(f"winner is {data['winner']!r}")
    if list(map(type, data["versions"])) != [str, str]:
        raise ValueError(f"versions is {data['versions']!r}")
    data["versions"] = tuple(data["versions"])
    data["rules"] = tuple(sorted(data["rules"].items()))
    data["measures"] = _measures(data["measures"])
    data["infos"] = _infos(data.get(_INFO, []))
    data["control"] = TimeControl.of_data(data["limits"])
    key = Key(*(data[name] for name in Key._fields))
    return key, Played(*(data[name] for name in Played._fields))


def _from_first_version(data: dict[str, Any]) -> dict[str, Any]:
    """A line of the first version with the fields of this one. A bot's version cannot be known then."""
    versions = ["" if str(data.get(name)).startswith("cmd:") else OWN for name in ("a", "b")]
    renamed = {"rules": data.get("rulings"), "limits": {"think": data.get("think")}, "versions": versions}
    return {name: value for name, value in data.items() if name not in ("rulings", "think")} | renamed


def _measures(data: Any) -> tuple[Measure, Measure] | None:
    if data is None:
        return None
    try:
        one, two = (Measure(*(int(each[name]) for name in Measure._fields)) for each in data)
    except (KeyError, TypeError, ValueError):
        raise ValueError(f"measures is {data!r}") from None
    return one, two


def _infos(data: Any) -> tuple[Info | None, ...]:
    if not isinstance(data, list):
        raise ValueError(f"info is {data!r}")
    return tuple(each and Info.of_data(each) for each in data)


if sys.platform == "win32":

    def _lock(file: IO[bytes], path: Path) -> None:
        """Windows lets two processes write: whoever starts two matches gives each its own file."""

else:
    import fcntl

    def _lock(file: IO[bytes], path: Path) -> None:
        """Until the file is closed, or the process is gone, nobody else may have it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsError(
                f"{path} is being written by another match: wait for it, or choose another file with --results"
            ) from None
        except OSError:
            pass  # this file system has no locks


# --- Rows and data frames


def game_rows(encounter: Encounter) -> list[dict[str, Any]]:
    """A row for each game that counts: who won it, and how it went."""
    titles = encounter.a.title, encounter.b.title
    rows = []
    for task, played in encounter.games():
        one, two = reversed(titles) if task.swapped else titles
        rows.append(
            {
                **task.game.as_data(),
                "pair": task.pair,
                "opening": task.opening,
                "player1": one,
                "player2": two,
                "winner": (None, one, two)[played.winner],
                "reason": played.reason,
                "why": played.why,
                "plies": len(played.moves.split()),
                "moves": played.moves,
                "share_kept1": played.measures[0].share_kept if played.measures else None,
                "share_kept2": played.measures[1].share_kept if played.measures else None,
            }
        )
    return rows


def to_frame(rows: list[dict[str, Any]]) -> "pandas.DataFrame":
    """Rows as a data frame."""
    try:
        import pandas
    except ImportError:
        raise SetupError("a data frame needs pandas: pip install pandas (rows() gives the same without it)") from None
    return pandas.DataFrame(rows)


# --- Playing games, or finding them in the results


def hold(
    encounters: Sequence[Encounter],
    results: Results | None,
    workers: int = 1,
    engine: str = "local",
    watch: Callable[[], object] = lambda: None,
) -> None:
    """Plays all games of some encounters, but for those that are in the results already, if there are any.

    `watch` is called after each game; when it gives True, no more are played.
    """
    check_engine("a match")

    def coming() -> Iterator[Task]:
        for encounter, task in _schedule(encounters):
            if stopped:
                return
            if results is not None and (played := results.get(task)):
                encounter.from_file += 1
                encounter.add(task, played)
                stopped.extend([True] if watch() is True else [])
            else:
                homes[task] = encounter
                yield task

    stopped: list[bool] = []
    homes: dict[Task, Encounter] = {}
    entrants = list({each.name: each for encounter in encounters for each in encounter.players}.values())
    with closing(play_all(coming(), workers, engine, entrants)) as ended:
        for task, played in ended:
            if results is not None:
                results.add(task, played)
            homes.pop(task).add(task, played)
            if watch() is True or all(encounter.decided for encounter in encounters):
                return


def _schedule(encounters: Sequence[Encounter]) -> Iterator[tuple[Encounter, Task]]:
    """All games: the first pair of every encounter, then the second of each, and so on."""
    for pair in range(max(encounter.pairs for encounter in encounters)):
        for encounter in encounters:
            if pair < encounter.pairs and not encounter.decided:
                yield from ((encounter, task) for task in encounter.tasks(pair))
