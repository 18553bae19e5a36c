"""The words of the bot protocol, for both sides of it. docs/bot-protocol.md describes them.

    the host says                           the bot says
    gridduels 1                             name NAME
                                            version TEXT            if it likes
                                            games GAME...           where it does not play all of them
                                            ready 1
    game GAME size N RULING VALUE...
    start POSITION
    moves MOVE...
    position POSITION
    legal MOVE...
    go time MILLISECONDS                    info ANYTHING           as often as it likes
                                            move MOVE
    quit

Either side says `error SENTENCE` when it cannot go on. A line whose first word is none of these is ignored, except by a
host that is waiting for a move.
"""

import re
from typing import Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.registry import definition

__all__ = ["BOT_WORDS", "VERSION", "Line", "Question", "greeting", "introduction", "one_line", "question_lines"]

VERSION: Final = 1
BOT_WORDS: Final = ("name", "version", "games", "ready", "info", "move", "error")
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


def introduction(name: str) -> list[str]:
    """A bot's answer to the greeting."""
    return [f"name {one_line(name)}", f"ready {VERSION}"]


def question_lines(duel: Duel, think: float) -> list[str]:
    """A question in full: everything a bot needs to know to choose a move in `think` seconds."""
    game = duel.game
    options = "".join(f" {name} {value}" for name, value in game.rulings.items())
    return [
        f"game {game.id} size {game.size}{options}",
        f"start {game.text(duel.start)}",
        " ".join(["moves", *duel.moves]),
        f"position {game.text(duel.position)}",
        " ".join(["legal", *duel.legal_moves]),
        f"go time {round(think * 1000)}",
    ]


class Question:
    """A question as a bot hears it, line by line. Only its `game` and its `position` or `start` are needed."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def hear(self, line: Line) -> None:
        """Takes a line in; a `game` begins a new question."""
        if line.word == "game":
            self._said.clear()
        self._said[line.word] = line.rest

    def duel(self) -> Duel:
        """The duel it asks about."""
        if "game" not in self._said:
            raise GridDuelsError("there is no game line before go")
        id, *options = self._said["game"].split() or [""]
        rulings = _pairs("game", options)
        size = rulings.pop("size", None)
        game = Game(definition(id), None if size is None else _number("size", size), rulings)
        position = self._said.get("position")
        start = self._said.get("start", position)
        if start is None:
            raise GridDuelsError("there is no position line before go")
        moves = self._said.get("moves", "") if "start" in self._said else ""
        duel = Duel(game, moves, start=start)
        reached = game.text(duel.position)
        if position is not None and one_line(position) != reached:
            raise GridDuelsError(f"the moves lead to {reached!r}, but the position line says {position!r}")
        if duel.outcome:
            raise GridDuelsError("the game is over")
        return duel

    def think(self) -> float | None:
        """The seconds the move may take, where the question says so."""
        limits = _pairs("go", self._said.get("go", "").split())
        return _number("time", limits["time"]) / 1000 if "time" in limits else None


def _pairs(word: str, texts: list[str]) -> dict[str, str]:
    """The values by their names."""
    if len(texts) % 2:
        raise GridDuelsError(f"the {word} line does not have a value for each name: {' '.join(texts)!r}")
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _number(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise GridDuelsError(f"{name} is {text!r} instead of a number")
    return int(text)
