"""Server responses: decoded as `protocol` defines them, sanitised, and checked against the local rules."""

import re
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from gridduels.board import read_size
from gridduels.duel import Duel
from gridduels.engine.value import Value
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.protocol import state as protocol
from gridduels.protocol.answers import Line
from gridduels.protocol.requests import MOST_MOVES
from gridduels.registry import definition
from gridduels.text import printable

ID: Final = re.compile(r"[A-Za-z0-9_-]{6,64}")
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
_LONGEST_NAME: Final = 60
_LONGEST_TEXT: Final = 300
T = TypeVar("T")


class Nonsense(Exception):
    """A response that no Grid Duels server would send; `str` says what is wrong with it."""


def decode(data: bytes, kind: type[T]) -> T:
    """Return a response as a protocol message. Every text in it is safe to print: see `one_line`."""
    try:
        return msgspec.convert(_clean(msgspec.json.decode(data)), kind)
    except msgspec.ValidationError as error:
        raise Nonsense(one_line(str(error))) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Nonsense("it is not JSON") from None


def one_line(text: str, most: int = _LONGEST_TEXT) -> str:
    r"""Return untrusted text as one line of at most `most` characters, without control characters.

    >>> one_line("up\x1b[2J\n  and   down")
    'up�[2J and down'
    """
    return " ".join(printable(text).split())[:most]


def _clean(data: Any) -> Any:
    if isinstance(data, str):
        return one_line(data)
    if isinstance(data, list):
        return [_clean(each) for each in data]
    if isinstance(data, dict):
        return {one_line(name): _clean(each) for name, each in data.items()}
    return data


def check_word(text: str, pattern: re.Pattern[str], name: str) -> str:
    """Return an id or a secret for use in URLs and headers; raise Nonsense if it is invalid."""
    if not pattern.fullmatch(text):
        raise Nonsense(f"it has no valid {name}")
    return text


# --- Duel state


class Next(NamedTuple):
    """A duel's rematch, with the secret of our seat in it (None for spectators)."""

    id: str
    seat: str | None


class State(NamedTuple):
    """The state of a duel on a server. Its moves have been replayed under the local rules."""

    id: str
    version: int
    duel: Duel
    players: tuple[str, str]
    chairs: tuple[protocol.Chair, protocol.Chair]
    you: tuple[int, ...]
    """The sides played from here: none, one or both."""
    left: tuple[float, float] | None
    """Seconds left on the players' clocks."""
    takeback: protocol.Takeback | None
    missed: protocol.Missed | None
    rematch: int | None
    """The player asking for a rematch."""
    next: Next | None
    note: str
    """How the computer found its last move."""
    names: tuple[str, str] = ("", "")
    """The names people have chosen; empty for everyone else and for the computer."""
    swap: bool = False
    """Whether the player to move may swap sides instead of moving (the pie rule)."""


def read_state(message: protocol.State) -> State:
    """Return a checked state; raise Nonsense if the rules contradict it."""
    duel = _replay(message)
    if message.takeback and message.takeback.to > duel.ply:
        raise Nonsense("it takes back moves that were not played")
    clock, next, you = message.clock, message.next, message.you
    return State(
        id=check_word(message.id, ID, "id"),
        version=message.version,
        duel=duel,
        players=(message.p1[:_LONGEST_NAME], message.p2[:_LONGEST_NAME]),
        chairs=(message.seats.one, message.seats.two),
        you=() if you is None else (1, 2) if you == "both" else (you,),
        left=(clock.left.one, clock.left.two) if clock else None,
        takeback=message.takeback,
        missed=message.missed,
        rematch=message.rematch.by if message.rematch else None,
        next=Next(check_word(next.id, ID, "id"), check_word(next.seat, SECRET, "seat") if next.seat else None)
        if next
        else None,
        note=message.note or "",
        names=read_names(message.names),
        swap=message.swap,
    )


def read_names(names: protocol.Names) -> tuple[str, str]:
    """Return the names people have chosen, or empty strings."""
    return (names.one or "")[:_LONGEST_NAME], (names.two or "")[:_LONGEST_NAME]


def _replay(message: protocol.State) -> Duel:
    if len(message.moves) > MOST_MOVES:
        raise Nonsense(f"it has more than {MOST_MOVES} moves")
    outcome = message.outcome
    try:
        game = Game(definition(message.game), read_size(message.size), message.rules)
        duel = Duel(game, message.moves, start=message.start)
        if outcome and not duel.outcome:
            duel = duel.stop(outcome.winner or 0, outcome.reason)
    except GridDuelsError as error:
        raise Nonsense(f"its duel cannot be played here ({one_line(str(error))})") from None
    if duel.outcome and not (outcome and (outcome.winner or 0) == duel.outcome.winner):
        raise Nonsense("its outcome is not the one the moves lead to")
    return duel


# --- Move values


class MoveValue(NamedTuple):
    """A legal move and its value for the player to move; `words` describes it if the exact value is unknown."""

    move: str
    value: Value | None
    words: str

    @property
    def rank(self) -> int:
        """How good the move is; higher is better."""
        return self.value.rank if self.value else 0


def read_values(line: Line, duel: Duel) -> list[MoveValue]:
    """Return the values of the legal moves, best first."""
    values = []
    for each in line.legal:
        if each.move not in duel.legal_moves:
            raise Nonsense("it evaluates a move that is not legal")
        if told := each.value:
            decided = told.outcome in ("win", "loss") and told.plies is not None
            values.append(MoveValue(each.move, Value(told.outcome, told.plies or 0) if decided else None, told.words))
    return sorted(values, key=lambda each: -each.rank)
