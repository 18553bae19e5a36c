"""The results file, with one line of JSON per finished game, and results as data frames."""

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.arena.encounter import Encounter
from gridduels.arena.play import Played, Task
from gridduels.arena.statistics import Measure
from gridduels.arena.workers import play_all
from gridduels.board import Size
from gridduels.errors import GridDuelsError, SetupError
from gridduels.extras import check_engine
from gridduels.players.info import Info
from gridduels.players.limits import TimeControl

if TYPE_CHECKING:
    import pandas


# --- The results file
#
# Games are appended as they end. Each line records everything the game depends on, so one file can hold any number of
# matches and tournaments, and games already in the file don't have to be played again.


_HEADER: Final = '{"gridduels results": 1}\n'
_GAME: Final[dict[str, Any]] = {
    "game": str, "size": int | str, "rules": dict, "a": str, "b": str, "versions": list, "pair": int, "swapped": bool,
    "opening": str, "seed": int, "limits": dict, "moves": str, "winner": int, "reason": str, "why": str,
    "measures": object,
}  # fmt: skip
"""The fields of a line."""
_INFO: Final = "info"
"""The players' search information for each move; omitted if there is none."""


class ResultsError(GridDuelsError):
    """A results file can't be used."""

    code = "results"


class Key(NamedTuple):
    """Return the key that identifies a game."""

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
        """Return the key that identifies a game regardless of the players' versions."""
        return self._replace(versions=("", ""))

    @property
    def unopened(self) -> "Key":
        """Return the key that identifies a game regardless of its opening."""
        return self._replace(opening="")


class Results:
    """The games in a results file, open for appending. Only one process can open it at a time."""

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
        """Return whether a game is in the file, with any opening if the task doesn't specify one."""
        return Key.of(task) in (self._games if task.opening else self._roughly)

    def has_other_version(self, task: Task) -> bool:
        """Return whether a game is missing but has been played by other versions of the players."""
        return not self.has(task) and Key.of(task).unversioned in self._roughly

    def get(self, task: Task) -> Played | None:
        """Return the result of a game, if it is in the file."""
        return self._games.get(Key.of(task))

    def add(self, task: Task, played: Played) -> None:
        """Append a game and write it out immediately."""
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
        if header.decode(errors="replace") != _HEADER:
            raise ResultsError(f"{self.path} is not a results file, so it was not changed")
        begin, length = len(header), self.path.stat().st_size
        for number, line in enumerate(self._file, 2):
            try:
                key, played = _parse(line)
            except ValueError as error:
                if begin + len(line) < length:
                    raise ResultsError(f"{self.path}, line {number}: it is damaged ({error})") from None
                warnings.warn(f"the last line of {self.path} is damaged and was removed", stacklevel=4)
                self._cut(begin)
                break
            self._keep(key, played)
            begin += len(line)

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
    """Return a game as a line."""
    facts = task.game.as_data() | {"limits": task.control.as_data()}
    facts |= {name: getattr(task, name) for name in _GAME if name in Task._fields and name not in facts}
    measures = [each._asdict() for each in played.measures] if played.measures else None
    facts |= played._asdict() | {"measures": measures}
    infos = {_INFO: [info and info.as_data() for info in played.infos]} if played.infos else {}
    return {name: facts[name] for name in _GAME} | infos


def _parse(line: bytes) -> tuple[Key, Played]:
    """Parse a line; raise a ValueError that explains what is wrong with it."""
    if not line.endswith(b"\n"):
        raise ValueError("it is truncated")
    data = json.loads(line)
    if not isinstance(data, dict) or set(data) - {_INFO} != set(_GAME):
        raise ValueError("fields of a game are missing")
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
        """Do nothing: two processes can write to the same file on Windows, so give each match its own file there."""

else:
    import fcntl

    def _lock(file: IO[bytes], path: Path) -> None:
        """Lock the file until it is closed or the process exits."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ResultsError(
                f"{path} is being written by another match: wait for it, or choose another file with --results"
            ) from None
        except OSError:
            pass  # this file system doesn't support locks


# --- Rows and data frames


def game_rows(encounter: Encounter) -> list[dict[str, Any]]:
    """Return one row per game that counts, with the winner and details of the game."""
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
    """Return rows as a data frame."""
    try:
        import pandas
    except ImportError:
        raise SetupError(
            "a data frame needs pandas: pip install pandas (rows() returns the same data without it)"
        ) from None
    return pandas.DataFrame(rows)


# --- Playing games, or looking them up in the results


def hold(
    encounters: Sequence[Encounter],
    results: Results | None,
    workers: int = 1,
    engine: str = "local",
    watch: Callable[[], object] = lambda: None,
) -> None:
    """Play all games in the given encounters, except those already in the results.

    `watch` is called after each game; when it returns True, play stops.
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
    """Yield all games: the first pair of every encounter, then the second of each, and so on."""
    for pair in range(max(encounter.pairs for encounter in encounters)):
        for encounter in encounters:
            if pair < encounter.pairs and not encounter.decided:
                yield from ((encounter, task) for task in encounter.tasks(pair))
