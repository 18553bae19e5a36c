"""What a server answers, read with care."""

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.board import Size, read_size
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Game
from gridduels.registry import definition
from gridduels.text import printable

if TYPE_CHECKING:
    from gridduels.analysis.plain import Unit
    from gridduels.engine.value import Value


# --- Fields: anything unexpected is Nonsense, and is not shown


ID: Final = re.compile(r"[A-Za-z0-9_-]{6,64}")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
_LONGEST_NAME: Final = 60
_LONGEST_TEXT: Final = 300
_LARGEST: Final = 2**53
"""Whole numbers beyond are not exact in JSON."""


class Nonsense(Exception):
    """Something that no server of ours answers; `str` says what."""


def one_line(text: str, most: int = _LONGEST_TEXT) -> str:
    r"""A stranger's text in one line of so many characters that a terminal only shows.

    >>> one_line("up\x1b[2J\n  and   down")
    'up�[2J and down'
    """
    return " ".join(printable(text).split())[:most]


class Fields:
    """An object of an answer: its fields are what they are asked for, or Nonsense."""

    def __init__(self, data: object, name: str = "the answer") -> None:
        if not isinstance(data, dict):
            raise Nonsense(f"{name} is not an object")
        self._data: dict[str, Any] = data

    def has(self, name: str) -> bool:
        return self._data.get(name) is not None

    def holds(self, name: str, value: str) -> bool:
        return self._data.get(name) == value

    def truth(self, name: str) -> bool:
        """Whether something is so; what is not said is not so."""
        return self._data.get(name) is True

    def text(self, name: str, most: int = _LONGEST_TEXT) -> str:
        """A text to be shown, in one line."""
        return one_line(self._get(name, str, "a text"), most)

    def name(self, name: str) -> str:
        """A text that is short."""
        return self.text(name, _LONGEST_NAME)

    def word(self, name: str, pattern: "re.Pattern[str]") -> str:
        """A text that is never shown otherwise than it is: an id, a secret."""
        found: str = self._get(name, str, "a word")
        if not pattern.fullmatch(found):
            raise Nonsense(f"{name} has other characters than it may have")
        return found

    def one_of(self, name: str, *allowed: str) -> str:
        if (found := self._data.get(name)) not in allowed:
            raise Nonsense(f"{name} is not {' or '.join(allowed)}")
        return str(found)

    def whole(self, name: str, least: int = 0, most: int = _LARGEST) -> int:
        found: int = self._get(name, int, "a whole number")
        if not least <= found <= most:
            raise Nonsense(f"{name} is not between {least} and {most}")
        return found

    def size(self, name: str) -> Size:
        """The size of a board."""
        found = self._data.get(name)
        try:
            return read_size(found if isinstance(found, int | str) else "")
        except SetupError:
            raise Nonsense(f"{name} is not the size of a board") from None

    def side(self, name: str) -> int:
        """Player 1 or 2."""
        return self.whole(name, 1, 2)

    def seconds(self, name: str) -> float:
        found = self._data.get(name)
        if not isinstance(found, int | float) or not 0 <= found < _LARGEST:
            raise Nonsense(f"{name} is not a number of seconds")
        return float(found)

    def fields(self, name: str) -> "Fields":
        return Fields(self._data.get(name), name)

    def objects(self, name: str, most: int) -> "list[Fields]":
        return [Fields(each, f"an entry of {name}") for each in self._list(name, most)]

    def words(self, name: str, most: int) -> list[str]:
        found = self._list(name, most)
        if not all(type(word) is str and len(word) <= _LONGEST_NAME for word in found):
            raise Nonsense(f"{name} is not a list of words")
        return found

    def rulings(self, name: str) -> dict[str, str | int]:
        found: dict[str, Any] = self._get(name, dict, "an object")
        if not all(len(ruling) <= _LONGEST_NAME and _is_setting(value) for ruling, value in found.items()):
            raise Nonsense(f"{name} does not hold rulings")
        return found

    def _list(self, name: str, most: int) -> list[Any]:
        found: list[Any] = self._get(name, list, "a list")
        if len(found) > most:
            raise Nonsense(f"{name} has more than {most} entries")
        return found

    def _get(self, name: str, kind: type, what: str) -> Any:
        found = self._data.get(name)
        if type(found) is not kind:
            raise Nonsense(f"{name} is not {what}")
        return found


def _is_setting(value: object) -> bool:
    return len(value) <= _LONGEST_NAME if isinstance(value, str) else type(value) is int and abs(value) < 1000


# --- Answers


_MOST_MOVES: Final = 1_000
_LARGEST_BOARD: Final = 99


class Takeback(NamedTuple):
    """Somebody asks to take back the moves after a ply."""

    by: int
    to: int


class Next(NamedTuple):
    """The duel after this one, and the secret of the seat there for who has one here."""

    id: str
    seat: str | None


class Missed(NamedTuple):
    """A player who has left, and the seconds until the other one may claim the duel or abort it."""

    player: int
    seconds: float


class State(NamedTuple):
    """How a duel on a server stands; the rules known here have checked it."""

    id: str
    version: int
    duel: Duel
    players: tuple[str, str]
    chairs: tuple[str, str]
    """Each is `taken`, `open` or a `computer`'s."""
    you: tuple[int, ...]
    """The sides played from here: none, one or both."""
    left: tuple[float, float] | None
    """The seconds on the players' clocks."""
    takeback: Takeback | None
    missed: Missed | None
    rematch: int | None
    """Who asks for another round."""
    next: Next | None
    note: str
    """How the computer found its last move."""
    names: tuple[str, str] = ("", "")
    """What people want to be called; nothing for who has not said, and for the computer."""
    swap: bool = False
    """Whether the player to move may change sides instead, by the pie rule."""


def read_state(answer: Fields) -> State:
    duel, seats = _duel(answer), answer.fields("seats")
    left = answer.fields("clock").fields("left") if answer.has("clock") else None
    next = answer.fields("next") if answer.has("next") else None
    return State(
        id=answer.word("id", ID),
        version=answer.whole("version"),
        duel=duel,
        players=(answer.name("p1"), answer.name("p2")),
        chairs=(_chair(seats, "1"), _chair(seats, "2")),
        you=_you(answer),
        left=(left.seconds("1"), left.seconds("2")) if left else None,
        takeback=_takeback(answer.fields("takeback"), duel) if answer.has("takeback") else None,
        missed=_missed(answer.fields("missed")) if answer.has("missed") else None,
        rematch=answer.fields("rematch").side("by") if answer.has("rematch") else None,
        next=Next(next.word("id", ID), next.word("seat", SECRET) if next.has("seat") else None) if next else None,
        note=answer.text("note") if answer.has("note") else "",
        names=read_names(answer),
        swap=answer.truth("swap"),
    )


def read_names(answer: Fields) -> tuple[str, str]:
    names = answer.fields("names") if answer.has("names") else None
    one, two = (names.name(player) if names and names.has(player) else "" for player in ("1", "2"))
    return one, two


def _duel(answer: Fields) -> Duel:
    id, size, rulings = answer.name("game"), answer.size("size"), answer.rulings("rules")
    moves, start = answer.words("moves", _MOST_MOVES), answer.text("start")
    told = answer.fields("outcome") if answer.has("outcome") else None
    try:
        duel = Duel(Game(definition(id), size, rulings), moves, start=start)
        if told and not duel.outcome:
            duel = duel.stop(_winner(told), told.name("reason"))
    except GridDuelsError as error:
        raise Nonsense(f"its duel cannot be played here ({one_line(str(error))})") from None
    if duel.outcome and not (told and _winner(told) == duel.outcome.winner):
        raise Nonsense("its outcome is not what the moves lead to")
    return duel


def _winner(outcome: Fields) -> int:
    """Who has won, 0 for nobody."""
    return outcome.side("winner") if outcome.has("winner") else 0


def _chair(seats: Fields, player: str) -> str:
    return seats.one_of(player, "taken", "open", "computer")


def _you(answer: Fields) -> tuple[int, ...]:
    if not answer.has("you"):
        return ()
    return (1, 2) if answer.holds("you", "both") else (answer.side("you"),)


def _takeback(asked: Fields, duel: Duel) -> Takeback:
    return Takeback(asked.side("by"), asked.whole("to", 0, duel.ply))


def _missed(told: Fields) -> Missed:
    return Missed(told.side("player"), told.seconds("seconds"))


class Begun(NamedTuple):
    """A duel that has begun, with the secret of one's seat and the invite to the other, where there are such."""

    state: State
    secret: str | None
    invite: str | None


def read_begun(answer: Fields) -> Begun:
    secret = answer.fields("seat").word("secret", SECRET) if answer.has("seat") else None
    invite = answer.word("invite", SECRET) if answer.has("invite") else None
    return Begun(read_state(answer.fields("state")), secret, invite)


def read_secret(answer: Fields) -> str:
    """The secret of the seat that one has taken."""
    return answer.word("secret", SECRET)


class Worth(NamedTuple):
    """What a move is worth: how near a win it is, the greater the better, the move, and its value; None where that is
    known by the server's words alone."""

    rank: int
    move: str
    value: "Value | None"
    words: str

    def told(self, who: str, unit: "Unit") -> str:
        """The value in plain words, for who is to move."""
        from gridduels.analysis.plain import describe

        return describe(self.value, who, unit) if self.value else self.words


def read_worths(answer: Fields, duel: Duel) -> tuple[list[Worth], str] | None:
    """What the moves of a duel are worth, the best first, and a note; None while that is being worked out."""
    if answer.holds("type", "working"):
        return None
    moves = [each for each in answer.objects("legal", len(duel.legal_moves)) if each.has("value")]
    worths = [_worth(each.one_of("move", *duel.legal_moves), each.fields("value")) for each in moves]
    return sorted(worths, key=lambda worth: -worth.rank), answer.text("note") if answer.has("note") else ""


def _worth(move: str, told: Fields) -> Worth:
    from gridduels.engine.value import Value

    outcome, plies = told.name("outcome"), told.whole("plies", 0, 999) if told.has("plies") else None
    if outcome not in ("win", "loss") or plies is None:
        return Worth(0, move, None, told.text("words"))
    value = Value(outcome, plies)
    return Worth(value.rank, move, value, told.text("words"))
