"""Search information: what a player reports about its search, in the format of the bot protocol."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.text import count

_SCORE: Final = re.compile(r"-?\d{1,9}|(win|loss):\d{1,4}|perpetual|draw", re.ASCII)
_NUMBERS: Final = ("depth", "nodes", "time", "line")
_NOTED: Final = re.compile(r"\[%info ([^\[\]]*)\]")
"""Its form in the comment of a move, like the command annotations of chess's PGN."""


class Info(NamedTuple):
    """The result of a search; every part is optional.

    >>> Info.read("depth 5 score win:7 nodes 1200 pv up left")
    Info(depth=5, score='win:7', nodes=1200, time=None, line=None, pv=('up', 'left'))
    """

    depth: int | None = None
    """The search depth in plies."""
    score: str = ""
    """The value for the player to move: `win:PLIES`, `loss:PLIES`, `perpetual`, `draw`, or a number in a unit of the
    player's own, where more is better."""
    nodes: int | None = None
    """The number of positions visited."""
    time: int | None = None
    """The time in milliseconds."""
    line: int | None = None
    """The rank of this line among several, 1 for the best."""
    pv: tuple[str, ...] = ()
    """The principal variation: the moves the player expects."""

    @classmethod
    def read(cls, text: str) -> "Info":
        """Parse the text after the word `info`.

        An unknown word is skipped together with the word after it. Raise ValueError if a known word has a wrong value.
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
        """Return whether any part is given."""
        return bool(self._said())

    def then(self, later: "Info") -> "Info":
        """Return this information updated by a later report."""
        return self._replace(**later._said())

    def _said(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if value not in (None, "", ())}

    def as_data(self) -> dict[str, Any]:
        """Return the parts that are given, by name."""
        return self._said() | ({"pv": " ".join(self.pv)} if self.pv else {})

    @classmethod
    def of_data(cls, data: Any) -> "Info":
        """Return the information with these parts; raise ValueError if they are wrong."""
        if not isinstance(data, dict) or not set(data) <= set(cls._fields):
            raise ValueError(f"info has {data!r}")
        return cls.read(" ".join(f"{name} {data[name]}" for name in cls._fields if name in data))

    def __str__(self) -> str:
        """Return the text of the protocol."""
        return " ".join(f"{name} {value}" for name, value in self.as_data().items())

    @property
    def sentence(self) -> str:
        """The information for people.

        >>> Info(depth=5, score="win:7", nodes=1200, pv=("up", "left")).sentence
        'depth 5, win in 7 moves of both, 1,200 nodes: up left'
        """
        kind, _, plies = self.score.partition(":")
        known = [
            f"depth {self.depth}" if self.depth is not None else "",
            f"{kind} in {count(int(plies), 'move')} of both" if plies else f"score {kind}" if kind else "",
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
    """A Player that reports while it thinks."""

    hear: Callable[[Info], None]


def ignore(info: Info) -> None:
    """Ignore what a player reports while it thinks."""


def note_info(info: Info, comment: str = "") -> str:
    """Return the comment of a move in a record, with search information added.

    >>> note_info(Info(depth=5, score="win:7"), "at last")
    'at last [%info depth 5 score win:7]'
    """
    text = re.sub(r"[\[\]{}]", "", str(info))  # a principal variation may be anything
    return f"{comment} [%info {text}]".lstrip()


def noted_info(comment: str) -> Info | None:
    """Return the search information in the comment of a move, or None if there is none or it is malformed.

    >>> noted_info("at last [%info depth 5 score win:7]")
    Info(depth=5, score='win:7', nodes=None, time=None, line=None, pv=())
    """
    found = _NOTED.search(comment)
    try:
        return Info.read(found[1]) if found else None
    except ValueError:
        return None


def tell_info(comment: str) -> str:
    """Return a comment with its search information in words.

    >>> tell_info("at last [%info depth 5 score win:7]")
    'at last (depth 5, win in 7 moves of both)'
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
