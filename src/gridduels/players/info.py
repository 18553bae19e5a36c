"""Info: what a player says about its search, in the words of the bot protocol."""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from gridduels.text import count

__all__ = ["Info", "Informs", "ThinksAloud", "ignore", "note_info", "noted_info", "tell_info"]

_SCORE: Final = re.compile(r"-?\d{1,9}|(win|loss):\d{1,4}|perpetual|draw", re.ASCII)
_NUMBERS: Final = ("depth", "nodes", "time", "line")
_NOTED: Final = re.compile(r"\[%info ([^\[\]]*)\]")
"""How it stands in the comment of a move, in the manner of chess's PGN."""


class Info(NamedTuple):
    """What a search has come to; nothing of it need be said.

    >>> Info.read("depth 5 score win:7 nodes 1200 pv up left")
    Info(depth=5, score='win:7', nodes=1200, time=None, line=None, pv=('up', 'left'))
    """

    depth: int | None = None
    """Plies looked ahead."""
    score: str = ""
    """What the position is worth to who is to move: `win:PLIES`, `loss:PLIES`, `perpetual`, `draw`, or a number, the
    greater the better, whose unit is the player's own."""
    nodes: int | None = None
    """Positions looked at."""
    time: int | None = None
    """Milliseconds it took."""
    line: int | None = None
    """Which of several lines it is about, the best being 1."""
    pv: tuple[str, ...] = ()
    """The principal variation: what the player expects to be played."""

    @classmethod
    def read(cls, text: str) -> "Info":
        """What follows the word `info`. Unknown words are passed over with what follows them; a ValueError says what
        is wrong with a known one."""
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
        """Whether it says anything."""
        return bool(self._said())

    def then(self, later: "Info") -> "Info":
        """What is known once more has been said."""
        return self._replace(**later._said())

    def _said(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if value not in (None, "", ())}

    def as_data(self) -> dict[str, Any]:
        """What it says."""
        return self._said() | ({"pv": " ".join(self.pv)} if self.pv else {})

    @classmethod
    def of_data(cls, data: Any) -> "Info":
        """The same from what it says; a ValueError where that cannot be."""
        if not isinstance(data, dict) or not set(data) <= set(cls._fields):
            raise ValueError(f"info has {data!r}")
        return cls.read(" ".join(f"{name} {data[name]}" for name in cls._fields if name in data))

    def __str__(self) -> str:
        """As the protocol says it."""
        return " ".join(f"{name} {value}" for name, value in self.as_data().items())

    @property
    def sentence(self) -> str:
        """The same for people.

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
    """A Player that says how it found its last move."""

    info: Info | None


@runtime_checkable
class ThinksAloud(Protocol):
    """A Player that says something while it thinks, to whoever listens."""

    hear: Callable[[Info], None]


def ignore(info: Info) -> None:
    """Whoever does not listen to what a player says while it thinks."""


def note_info(info: Info, comment: str = "") -> str:
    """The comment of a move in a record, with what was said about it.

    >>> note_info(Info(depth=5, score="win:7"), "at last")
    'at last [%info depth 5 score win:7]'
    """
    text = re.sub(r"[\[\]{}]", "", str(info))  # a principal variation may be anything
    return f"{comment} [%info {text}]".lstrip()


def noted_info(comment: str) -> Info | None:
    """What the comment of a move tells in this way; nothing where it cannot be read.

    >>> noted_info("at last [%info depth 5 score win:7]")
    Info(depth=5, score='win:7', nodes=None, time=None, line=None, pv=())
    """
    found = _NOTED.search(comment)
    try:
        return Info.read(found[1]) if found else None
    except ValueError:
        return None


def tell_info(comment: str) -> str:
    """A comment for people.

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
