"""Settings and per-game setups, remembered between sessions."""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from gridduels.board import Size, size_text
from gridduels.errors import GridDuelsError
from gridduels.files import config_folder, write_atomically
from gridduels.game import Definition, Game
from gridduels.match import BOOK, FAIR, STARTS, SWAP, Match, about_start, fair_starts, first_mover
from gridduels.match import FIRST as IN_A_MATCH
from gridduels.players import HUMAN, all_kinds, all_players
from gridduels.players.ladder import LADDER, opponent_playing

# --- Files that people may edit: damaged ones are renamed, never deleted


def read_stored(path: Path, complaints: list[str]) -> dict[str, Any]:
    """Return the contents of a JSON file, if it exists. Rename a damaged file and report it in `complaints`."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict):
            raise ValueError("it is not a JSON object")
        return found
    except FileNotFoundError:
        return {}
    except OSError as error:
        complaints.append(f"Cannot read {path}: {error.strerror}.")
        return {}
    except ValueError as error:  # not JSON, not UTF-8, or JSON of another kind
        complaints.append(f"{path} is damaged ({error}). {set_aside(path)}")
        return {}


def set_aside(path: Path) -> str:
    """Rename a damaged file; return a sentence with its new name."""
    for number in range(1, 1000):
        other = path.with_name(f"{path.name}.damaged-{number}")
        if not other.exists():
            try:
                path.rename(other)
            except OSError as error:
                return f"It cannot be renamed: {error.strerror}."
            return f"It has been renamed to {other.name}."
    return "It has not been renamed: there are too many damaged copies already."


def write_stored(path: Path, data: dict[str, Any]) -> None:
    """Write a JSON file atomically."""
    try:
        write_atomically(path, json.dumps(data, indent=2) + "\n")
    except OSError as error:
        raise GridDuelsError(f"Cannot write {path}: {error.strerror}.") from None


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Sort files by modification time; a file that has just been deleted comes last."""
    return sorted(paths, key=_written, reverse=True)


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


# --- Settings


CHOICES: Final = {
    "keys": ("arrows", "vi", "wasd"),
    "theme": ("auto", "ink", "paper", "contrast", "sepia"),
    "confirm": (False, True),
    "animate": (True, False),
    "sound": (False, True),
    "distances": ("moves", "plies"),
    "coordinates": (False, True),
}
"""The possible values of each setting, default first."""
_MOST_TYPED: Final = 5


@dataclass
class Settings:
    """A person's settings, the most recently chosen game, and the latest setup of each game."""

    keys: str = "arrows"
    theme: str = "auto"
    confirm: bool = False
    animate: bool = True
    sound: bool = False
    distances: str = "moves"
    coordinates: bool = False
    game: str = ""
    server: str = "http://localhost:8000"
    """The most recently used server; the default is the one that `gridduels serve` starts."""
    name: str = ""
    """The name shown on servers."""
    typed: list[str] = field(default_factory=list)
    """Players typed in by name, latest first."""
    setups: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def load(cls, complaints: list[str]) -> "Settings":
        """Load the settings. Unreadable ones are reset to their default and reported in `complaints`."""
        path = _path()
        found = read_stored(path, complaints)
        wrong = [name for name, value in found.items() if not _fits(name, value)]
        if wrong:
            complaints.append(f"{path} is damaged ({', '.join(wrong)} cannot be read). {set_aside(path)}")
        return cls(**{name: value for name, value in found.items() if name not in wrong})

    def remember_player(self, name: str) -> None:
        """Remember a player typed in by name, so it can be chosen again."""
        self.typed = [name, *(each for each in self.typed if each != name)][:_MOST_TYPED]

    def save(self) -> None:
        write_stored(_path(), asdict(self))


def _path() -> Path:
    return config_folder() / "settings.json"


def _fits(name: str, value: Any) -> bool:
    if name in CHOICES:
        return value in CHOICES[name] and isinstance(value, type(CHOICES[name][0]))
    if name == "setups":
        return isinstance(value, dict) and all(isinstance(each, dict) for each in value.values())
    if name == "typed":
        return isinstance(value, list) and all(isinstance(each, str) for each in value)
    return name in {each.name for each in fields(Settings)} and isinstance(value, str)


# --- Alternating who goes first


def by_turns(game: str) -> int:
    """Return the player who did not go first last time, and remember that choice, which the arcade shares."""
    settings = Settings.load([])
    setup = settings.setups.setdefault(game, {})
    setup["began"] = 2 if setup.get("began") == 1 else 1
    with suppress(GridDuelsError):  # if nothing can be saved, Player 1 always goes first
        settings.save()
    return int(setup["began"])


# --- Setup: a game with its options, remembered per game


ALTERNATE: Final = "alternate"
ASK: Final = "ask"
FIRST: Final = (ALTERNATE, *IN_A_MATCH)
"""Who goes first; `alternate` is the player who did not go first last time."""
ROUNDS: Final = (0, 1, 2, 3, 4, 5, 7, 9, 10)
"""The number of rounds; 0 means no limit."""
PLAYER_CHOICES: Final = ("one", "two")
"""The names of the options whose values are players."""


_START_TEXTS: Final = {FAIR: "even", BOOK: "by the book"}


@dataclass(frozen=True)
class Choice:
    """An option with its possible values and the chosen one, as shown on a screen."""

    name: str
    label: str
    values: tuple[Any, ...]
    chosen: Any
    shown: str
    about: str = ""

    def neighbour(self, step: int) -> Any:
        """Return the value before (-1) or after (1) the chosen one, wrapping around."""
        position = self.values.index(self.chosen) if self.chosen in self.values else 0
        return self.values[(position + step) % len(self.values)]


@dataclass(frozen=True)
class Setup:
    """The options of a match: board, rulings, players, who goes first, rounds."""

    definition: Definition
    size: Size
    rulings: dict[str, str | int] = field(default_factory=dict)
    players: tuple[str, str] = (HUMAN, "easy")
    first: str = ALTERNATE
    rounds: int = 0
    opening: str = ""
    """`fair` or `book`; by default, fair against a computer and book between people."""
    began: int = 2
    """The player who went first last time."""

    @classmethod
    def usual(cls, definition: Definition) -> "Setup":
        """Return the default setup of a game."""
        return cls(definition, definition.size, first=ASK if definition.players_choose_first else ALTERNATE)

    @classmethod
    def remembered(cls, definition: Definition, data: dict[str, Any]) -> "Setup":
        """Return the last setup used; values that are no longer valid are reset to their default."""
        setup = cls.usual(definition)
        try:
            rulings = definition.read_rulings(dict(data.get("rulings", {})))
            setup = replace(setup, rulings=rulings)
        except (GridDuelsError, TypeError, ValueError):
            pass
        if data.get("size") in definition.sizes:
            setup = replace(setup, size=data["size"])
        players = data.get("players")
        if isinstance(players, list) and len(players) == 2 and all(map(_is_player, players)):
            setup = replace(setup, players=(players[0], players[1]))
        if data.get("first") in setup.ways_to_begin:
            setup = replace(setup, first=data["first"])
        if data.get("rounds") in ROUNDS:
            setup = replace(setup, rounds=data["rounds"])
        if data.get("opening") in STARTS:
            setup = replace(setup, opening=data["opening"])
        if data.get("began") in (1, 2):
            setup = replace(setup, began=data["began"])
        return setup

    def as_data(self) -> dict[str, Any]:
        return {
            "size": self.size,
            "rulings": dict(self.rulings),
            "players": list(self.players),
            "first": self.first,
            "rounds": self.rounds,
            "opening": self.opening,
            "began": self.began,
        }

    def game(self) -> Game:
        return Game(self.definition, self.size, self.rulings)

    @property
    def has_fair_starts(self) -> bool:
        """Whether balanced starts are available for this board."""
        return bool(fair_starts(self.game()))

    @property
    def start(self) -> str:
        """Where the match begins: `fair` or `book`."""
        if not self.has_fair_starts:
            return BOOK
        return self.opening or (FAIR if self.players.count(HUMAN) == 1 else BOOK)

    @property
    def ways_to_begin(self) -> tuple[str, ...]:
        """The possible values of `first`."""
        return (ASK, *FIRST) if self.definition.players_choose_first else FIRST

    @property
    def asks_first(self) -> bool:
        """Whether to ask the players who goes first; a fair start decides that already."""
        return self.first == ASK and self.start == BOOK

    def begin(self) -> Match:
        """Return a new match."""
        number = 3 - self.began if self.first in (ALTERNATE, ASK) else first_mover(self.first)
        swap = self.first == SWAP
        return Match.begin(self.game(), self.players, number, self.rounds or None, start=self.start, swap=swap)

    def choices(self, typed: Sequence[str] = ()) -> list[Choice]:
        """Return all options in display order; `typed` are additional players to offer."""
        words = self.definition.words
        starts = STARTS if self.has_fair_starts else (BOOK,)
        shown, about = _START_TEXTS[self.start], about_start(self.game(), self.start)
        found = [
            _player_choice(PLAYER_CHOICES[0], words.player(1), self.players[0], typed),
            _player_choice(PLAYER_CHOICES[1], words.player(2), self.players[1], typed),
            Choice("first", "Goes first", self.ways_to_begin, self.first, *_first_text(self)),
            Choice("opening", "Start", starts, self.start, shown, about),
            Choice("size", "Board", self.definition.sizes, self.size, size_text(self.size)),
            Choice("rounds", "Rounds", ROUNDS, self.rounds, str(self.rounds or "no limit")),
        ]
        for ruling in self.definition.rulings:
            value = self.rulings.get(ruling.name, ruling.values[0])
            about = f"{ruling.about} {ruling.meanings.get(value, '')}".strip()
            values = ruling.values if isinstance(ruling.values[0], str) else tuple(sorted(ruling.values))
            found.append(Choice(ruling.name, ruling.name.capitalize(), values, value, str(value), about))
        return found

    def changed(self, name: str, value: Any) -> "Setup":
        """Return the setup with one option changed."""
        if name in PLAYER_CHOICES:
            one, two = self.players
            return replace(self, players=(value, two) if name == PLAYER_CHOICES[0] else (one, value))
        if name in ("first", "size", "rounds", "opening"):
            changes: dict[str, Any] = {name: value}
            return replace(self, **changes)
        return replace(self, rulings={**self.rulings, name: value})


def _first_text(setup: Setup) -> tuple[str, str]:
    """Return a label for who goes first, with its meaning."""
    words, first = setup.definition.words, setup.first
    if first == ALTERNATE:
        return "take turns", f"{words.player(3 - setup.began)} this time, {words.player(setup.began)} next time"
    if first == ASK:
        return "ask me", "the rule book lets the players decide"
    if first == SWAP:
        return f"{words.player(1)}, swap", f"after the first move {words.player(2)} may change sides"
    return (first, "") if first == "toss" else (words.player(int(first)), "")


def _player_choice(name: str, label: str, chosen: str, typed: Sequence[str]) -> Choice:
    opponent = opponent_playing(chosen)
    shown, chosen = (opponent.name, opponent.player) if opponent else (chosen, chosen)
    values = tuple(dict.fromkeys((*choosable(), *filter(_is_player, typed), chosen)))
    return Choice(name, label, values, chosen, "person" if chosen == HUMAN else shown, about_player(chosen))


def choosable() -> tuple[str, ...]:
    """Return the players to offer: a person, the cast, then the other players that take no argument."""
    others = [name for name in all_players() if name != HUMAN and not opponent_playing(name)]
    return (HUMAN, *(each.player for each in LADDER), *others)


def about_player(name: str) -> str:
    """Return a description of a player."""
    if name == HUMAN:
        return "a person at this keyboard"
    if opponent := opponent_playing(name):
        return opponent.about
    head = name.partition(":")[0]
    return next(
        kind.about for spelling, kind in all_kinds().items() if name == spelling or spelling.startswith(f"{head}:")
    )


def _is_player(name: Any) -> bool:
    if not isinstance(name, str):
        return False
    head, colon, _ = name.partition(":")
    return any(spelling.partition(":")[:2] == (head, colon) for spelling in all_kinds())
