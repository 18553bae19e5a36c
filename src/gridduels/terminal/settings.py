"""What a person prefers: settings, and the setup of each game."""

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

# --- Files that people may edit: damaged ones are set aside, never deleted


def read_stored(path: Path, complaints: list[str]) -> dict[str, Any]:
    """What a file holds; nothing where there is none. A damaged one is set aside, and `complaints` says so."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(found, dict):
            raise ValueError("it does not hold settings by name")
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
    """Renames a damaged file; a sentence that says where it is now."""
    for number in range(1, 1000):
        other = path.with_name(f"{path.name}.damaged-{number}")
        if not other.exists():
            try:
                path.rename(other)
            except OSError as error:
                return f"It cannot be set aside: {error.strerror}."
            return f"It is kept as {other.name}."
    return "It stays where it is: too many damaged ones lie beside it."


def write_stored(path: Path, data: dict[str, Any]) -> None:
    """Writes a file whole."""
    try:
        write_atomically(path, json.dumps(data, indent=2) + "\n")
    except OSError as error:
        raise GridDuelsError(f"Cannot write {path}: {error.strerror}.") from None


def latest_first(paths: Iterable[Path]) -> list[Path]:
    """Files by when they were last written; one that has just gone comes last."""
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
"""What each setting can be, the default first."""
_MOST_TYPED: Final = 5


@dataclass
class Settings:
    """The choices of a person, the game chosen last, and how each game was set up last."""

    keys: str = "arrows"
    theme: str = "auto"
    confirm: bool = False
    animate: bool = True
    sound: bool = False
    distances: str = "moves"
    coordinates: bool = False
    game: str = ""
    server: str = "http://localhost:8000"
    """Where duels with people far away were played last; at first where `gridduels serve` serves."""
    name: str = ""
    """What to be called on servers."""
    typed: list[str] = field(default_factory=list)
    """Players whose names were typed in, the latest first."""
    setups: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def load(cls, complaints: list[str]) -> "Settings":
        """The settings as they were left; `complaints` gets a sentence about a damaged file."""
        path = _path()
        found = read_stored(path, complaints)
        wrong = [name for name, value in found.items() if not _fits(name, value)]
        if wrong:
            complaints.append(f"{path} is damaged ({', '.join(wrong)} cannot be read). {set_aside(path)}")
        return cls(**{name: value for name, value in found.items() if name not in wrong})

    def remember_player(self, name: str) -> None:
        """Keeps a name that was typed in, to be chosen again."""
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


# --- Alternating who begins


def by_turns(game: str) -> int:
    """The player who did not begin a game, known by its id, last time; in the arcade, too."""
    settings = Settings.load([])
    setup = settings.setups.setdefault(game, {})
    setup["began"] = 2 if setup.get("began") == 1 else 1
    with suppress(GridDuelsError):  # where nothing can be kept, Player 1 begins each time
        settings.save()
    return int(setup["began"])


# --- Setup: a game with its options, remembered per game


ALTERNATE: Final = "alternate"
ASK: Final = "ask"
FIRST: Final = (ALTERNATE, *IN_A_MATCH)
"""Who starts; `alternate` is the one who did not start last time. Where the players choose, they can be asked too."""
ROUNDS: Final = (0, 1, 2, 3, 4, 5, 7, 9, 10)
"""How many rounds; 0 is as many as you like."""
PLAYER_CHOICES: Final = ("one", "two")
"""The names of the choices that are players."""


@dataclass(frozen=True)
class Choice:
    """One thing to choose: what it is called, its values, the chosen one, and how each is shown."""

    name: str
    label: str
    values: tuple[Any, ...]
    chosen: Any
    shown: str
    about: str = ""

    def neighbour(self, step: int) -> Any:
        """The value before or after the chosen one, round and round."""
        position = self.values.index(self.chosen) if self.chosen in self.values else 0
        return self.values[(position + step) % len(self.values)]


@dataclass(frozen=True)
class Setup:
    """A game's size and rulings, who plays, who starts, and how many rounds."""

    definition: Definition
    size: Size
    rulings: dict[str, str | int] = field(default_factory=dict)
    players: tuple[str, str] = (HUMAN, "easy")
    first: str = ALTERNATE
    rounds: int = 0
    start: str = BOOK
    began: int = 2
    """Who started last time."""

    @classmethod
    def usual(cls, definition: Definition) -> "Setup":
        """A game as nobody has played it yet."""
        return cls(definition, definition.size, first=ASK if definition.players_choose_first else ALTERNATE)

    @classmethod
    def remembered(cls, definition: Definition, data: dict[str, Any]) -> "Setup":
        """The setup of last time; what cannot be read any more has its default."""
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
        if data.get("start") in STARTS:
            setup = replace(setup, start=data["start"])
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
            "start": self.start,
            "began": self.began,
        }

    def game(self) -> Game:
        return Game(self.definition, self.size, self.rulings)

    @property
    def ways_to_begin(self) -> tuple[str, ...]:
        """Who can start."""
        return (ASK, *FIRST) if self.definition.players_choose_first else FIRST

    @property
    def asks_first(self) -> bool:
        """Whether somebody has to be asked who starts; a fair start says it itself."""
        return self.first == ASK and not (self.start == FAIR and fair_starts(self.game()))

    def begin(self) -> Match:
        """The match it stands for, before its first move."""
        number = 3 - self.began if self.first in (ALTERNATE, ASK) else first_mover(self.first)
        game, swap = self.game(), self.first == SWAP
        start = self.start if fair_starts(game) else BOOK
        return Match.begin(game, self.players, number, self.rounds or None, start=start, swap=swap)

    def choices(self, typed: Sequence[str] = ()) -> list[Choice]:
        """Everything there is to choose, in the order it is shown; `typed` are further players."""
        words = self.definition.words
        game = self.game()
        start = self.start if fair_starts(game) else BOOK
        found = [
            _player_choice(PLAYER_CHOICES[0], words.player(1), self.players[0], typed),
            _player_choice(PLAYER_CHOICES[1], words.player(2), self.players[1], typed),
            Choice("first", "Who starts", self.ways_to_begin, self.first, *_first_text(self)),
            Choice("start", "Start", STARTS if fair_starts(game) else (BOOK,), start, start, about_start(game, start)),
            Choice("size", "Board", self.definition.sizes, self.size, size_text(self.size)),
            Choice("rounds", "Rounds", ROUNDS, self.rounds, str(self.rounds or "as many as you like")),
        ]
        for ruling in self.definition.rulings:
            value = self.rulings.get(ruling.name, ruling.values[0])
            about = f"{ruling.about} {ruling.meanings.get(value, '')}".strip()
            values = ruling.values if isinstance(ruling.values[0], str) else tuple(sorted(ruling.values))
            found.append(Choice(ruling.name, ruling.name.capitalize(), values, value, str(value), about))
        return found

    def changed(self, name: str, value: Any) -> "Setup":
        """The setup with another choice."""
        if name in PLAYER_CHOICES:
            one, two = self.players
            return replace(self, players=(value, two) if name == PLAYER_CHOICES[0] else (one, value))
        if name in ("first", "size", "rounds", "start"):
            changes: dict[str, Any] = {name: value}
            return replace(self, **changes)
        return replace(self, rulings={**self.rulings, name: value})


def _first_text(setup: Setup) -> tuple[str, str]:
    """Who starts, as it is shown, and what that means."""
    words, first = setup.definition.words, setup.first
    if first == ALTERNATE:
        return "by turns", f"this time {words.player(3 - setup.began)}, then the other one"
    if first == ASK:
        return "you are asked", "the rule book lets the players decide"
    if first == SWAP:
        return f"{words.player(1)}, swap", f"after the first move {words.player(2)} may change sides"
    return (first, "") if first == "toss" else (words.player(int(first)), "")


def _player_choice(name: str, label: str, chosen: str, typed: Sequence[str]) -> Choice:
    values = tuple(dict.fromkeys((*all_players(), *filter(_is_player, typed), chosen)))
    return Choice(name, label, values, chosen, "person" if chosen == HUMAN else chosen, _about_player(chosen))


def _about_player(name: str) -> str:
    if name == HUMAN:
        return "a person at this keyboard"
    head = name.partition(":")[0]
    return next(
        kind.about for spelling, kind in all_kinds().items() if name == spelling or spelling.startswith(f"{head}:")
    )


def _is_player(name: Any) -> bool:
    if not isinstance(name, str):
        return False
    head, colon, _ = name.partition(":")
    return any(spelling.partition(":")[:2] == (head, colon) for spelling in all_kinds())
