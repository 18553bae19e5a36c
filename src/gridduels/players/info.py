"""Search information: a player's report on its search, in the bot protocol's format."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.text import count

_SCORE: Final = re.compile(r"-?\d{1,9}|(win|loss):\d{1,4}|perpetual|draw", re.ASCII)
_NUMBERS: Final = ("depth", "nodes", "time", "line")
_NOTED: Final = re.compile(r"\[%info ([^\[\]]*)\]")
"""How it is written in a move's comment, like the command annotations in chess PGN."""


class Info(NamedTuple):
    """The result of a search. Every field is optional.

    >>> Info.read("depth 5 score win:7 nodes 1200 pv up left")
    Info(depth=5, score='win:7', nodes=1200, time=None, line=None, pv=('up', 'left'))
    """

    depth: int | None = None
    """The search depth in plies."""
    score: str = ""
    """The value for the player to move: `win:PLIES`, `loss:PLIES`, `perpetual`, `draw`, or a number in the player's own
    unit, where higher is better."""
    nodes: int | None = None
    """The number of positions visited."""
    time: int | None = None
    """The time in milliseconds."""
    line: int | None = None
    """This line's rank among several; 1 is the best."""
    pv: tuple[str, ...] = ()
    """The principal variation: the moves the player expects."""

    @classmethod
    def read(cls, text: str) -> "Info":
        """Parse the text after the word `info`.

        An unknown word is skipped along with the word after it. Raise ValueError if a known word has an invalid value.
        """
        words = iter(text.split())
        found: dict[str, Any] = {}
        for word in words:
            if word == "pv":
                found["pv"] = tuple(words)
            elif word == "text":
                break
            elif (value := next(words, None)) is not None and word in (*_NUMBERS, "score"):
                found[word] = _score(value) if word == "score" else _number(word, value)
        return cls(**found)

    def __bool__(self) -> bool:
        """Return whether any field is set."""
        return bool(self._said())

    def then(self, later: "Info") -> "Info":
        """Return this information updated with a later report."""
        return self._replace(**later._said())

    def _said(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if value not in (None, "", ())}

    def as_data(self) -> dict[str, Any]:
        """Return the fields that are set, by name."""
        return self._said() | ({"pv": " ".join(self.pv)} if self.pv else {})

    @classmethod
    def of_data(cls, data: Any) -> "Info":
        """Return the information with these fields; raise ValueError if they are invalid."""
        if not isinstance(data, dict) or not set(data) <= set(cls._fields):
            raise ValueError(f"info has {data!r}")
        return cls.read(" ".join(f"{name} {data[name]}" for name in cls._fields if name in data))

    def __str__(self) -> str:
        """Return the information in protocol syntax."""
        return " ".join(f"{name} {value}" for name, value in self.as_data().items())

    @property
    def sentence(self) -> str:
        """The information as readable text.

        >>> Info(depth=5, score="win:7", nodes=1200, pv=("up", "left")).sentence
        'depth 5, win in 7 moves by both players, 1,200 nodes: up left'
        """
        kind, _, plies = self.score.partition(":")
        known = [
            f"depth {self.depth}" if self.depth is not None else "",
            f"{kind} in {count(int(plies), 'move')} by both players" if plies else f"score {kind}" if kind else "",
            f"{self.nodes:,} nodes" if self.nodes is not None else "",
        ]
        head = ", ".join(filter(None, known))
        return ": ".join(filter(None, [head, " ".join(self.pv)]))


@runtime_checkable
class Informs(Protocol):
    """A Player that reports how it found its last move."""

    info: Info | None


@runtime_checkable
class ThinksAloud(Protocol):
    """A Player that sends reports while it thinks."""

    hear: Callable[[Info], None]


def ignore(info: Info) -> None:
    """Ignore a player's reports while it thinks."""


def note_info(info: Info, comment: str = "") -> str:
    """Return a move's comment in a record, with search information added.

    >>> note_info(Info(depth=5, score="win:7"), "at last")
    'at last [%info depth 5 score win:7]'
    """
    text = re.sub(r"[\[\]{}]", "", str(info))  # a principal variation may contain anything
    return f"{comment} [%info {text}]".lstrip()


def noted_info(comment: str) -> Info | None:
    """Return the search information in a move's comment, or None if it is missing or malformed.

    >>> noted_info("at last [%info depth 5 score win:7]")
    Info(depth=5, score='win:7', nodes=None, time=None, line=None, pv=())
    """
    found = _NOTED.search(comment)
    try:
        return Info.read(found[1]) if found else None
    except ValueError:
        return None


def tell_info(comment: str) -> str:
    """Return a comment with its search information spelled out.

    >>> tell_info("at last [%info depth 5 score win:7]")
    'at last (depth 5, win in 7 moves by both players)'
    """
    info = noted_info(comment)
    return _NOTED.sub(lambda _: f"({info.sentence})", comment, count=1) if info else comment


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ValueError(f"{name} is {text!r} instead of a number")
    return int(text)


def _score(text: str) -> str:
    if not _SCORE.fullmatch(text):
        raise ValueError(f"score is {text!r} instead of a number, win:PLIES, loss:PLIES, perpetual or draw")
    return text
