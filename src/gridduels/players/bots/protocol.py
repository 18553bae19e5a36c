"""The words of the bot protocol, for both sides of it. docs/bot-protocol.md describes them.

    the host says                           the bot says
    gridduels 2                             name NAME
                                            version TEXT            if it likes
                                            games GAME...
                                            option NAME KIND ...    if it has any
                                            ready 2
    option NAME VALUE
    newgame GAME size N RULING VALUE...
    ping TEXT                               pong TEXT
    game GAME size N RULING VALUE...
    start POSITION
    moves MOVE...
    position POSITION
    legal MOVE...
    go LIMIT NUMBER...                      info ...                as often as it likes
    stop                                    move MOVE, or resign
    analyse LIMIT NUMBER... lines N         info line N ..., then done
    quit

Either side says `error SENTENCE` when it cannot go on. A line whose first word is none of these is ignored, except by a
host that is waiting for a move. A bot of version 1 says `ready 1`, and hears neither option, newgame, ping, stop nor
analyse.
"""

import re
from typing import Final, NamedTuple

from gridduels.errors import GridDuelsError

__all__ = ["BOT_WORDS", "VERSION", "VERSIONS", "Line", "greeting", "number", "one_line", "pairs"]

VERSION: Final = 2
VERSIONS: Final = (1, 2)
"""Those a host can speak."""
BOT_WORDS: Final = ("name", "version", "games", "option", "ready", "pong", "info", "move", "resign", "done", "error")
"""The first words of what a bot may say."""


class Line(NamedTuple):
    """A line: its first word, and everything after it."""

    word: str
    rest: str

    @classmethod
    def read(cls, text: str) -> "Line":
        r"""
        >>> Line.read("move  up \r")
        Line(word='move', rest='up')
        """
        word, *rest = text.split(maxsplit=1) or [""]
        return cls(word, rest[0].strip() if rest else "")


def one_line(text: str) -> str:
    r"""A text that fits into a line and cannot be mistaken for more than one.

    >>> one_line("no such\nmove")
    'no such move'
    """
    return re.sub(r"\s+", " ", text).strip()


def greeting() -> str:
    """The first line of a host."""
    return f"gridduels {VERSION}"


def pairs(word: str, texts: list[str]) -> dict[str, str]:
    """The values of a line by their names."""
    if len(texts) % 2:
        raise GridDuelsError(f"the {word} line does not have a value for each name: {' '.join(texts)!r}")
    return dict(zip(texts[::2], texts[1::2], strict=True))


def number(name: str, text: str) -> int:
    """A number of a line."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise GridDuelsError(f"{name} is {text!r} instead of a number")
    return int(text)
