"""The bot protocol, shared by both sides: keywords, options, declared games and questions."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from gridduels.board import Size, read_size
from gridduels.duel import Duel
from gridduels.errors import GridDuelsError, SetupError
from gridduels.game import Game
from gridduels.players.limits import Clock, Limits
from gridduels.registry import definition

# --- Protocol lines, described in docs/bot-protocol.md
#
#     the host says                           the bot says
#     gridduels 2                             name NAME
#                                             version TEXT            optional
#                                             games GAME...
#                                             option NAME KIND ...    optional
#                                             ready 2
#     option NAME VALUE
#     newgame GAME size N RULING VALUE...
#     ping TEXT                               pong TEXT
#     game GAME size N RULING VALUE...
#     start POSITION
#     moves MOVE...
#     position POSITION
#     legal MOVE...
#     go LIMIT NUMBER...                      info ...                any number of times
#     stop                                    move MOVE, or resign
#     analyse LIMIT NUMBER... lines N         info line N ..., then done
#     quit
#
# Either side says `error SENTENCE` when it can't continue. A line that starts with any other word is ignored, except by
# a host waiting for a move. A version 1 bot says `ready 1` and is never sent option, newgame, ping, stop or analyse.


VERSION: Final = 2
VERSIONS: Final = (1, 2)
"""The protocol versions a host can speak."""
BOT_WORDS: Final = ("name", "version", "games", "option", "ready", "pong", "info", "move", "resign", "done", "error")
"""The first words of lines a bot can send."""


class Line(NamedTuple):
    """A line, split into its first word and the rest."""

    word: str
    rest: str

    @classmethod
    def read(cls, text: str) -> "Line":
        r"""Split a line.

        >>> Line.read("move  up \r")
        Line(word='move', rest='up')
        """
        word, *rest = text.split(maxsplit=1) or [""]
        return cls(word, rest[0].strip() if rest else "")


def one_line(text: str) -> str:
    r"""Collapse a text into a single line.

    >>> one_line("no such\nmove")
    'no such move'
    """
    return re.sub(r"\s+", " ", text).strip()


def greeting() -> str:
    """Return a host's first line."""
    return f"gridduels {VERSION}"


def pairs(word: str, texts: list[str]) -> dict[str, str]:
    """Parse a line of names and values into a dict."""
    if len(texts) % 2:
        raise GridDuelsError(f"the {word} line does not have a value for each name: {' '.join(texts)!r}")
    return dict(zip(texts[::2], texts[1::2], strict=True))


def number(name: str, text: str) -> int:
    """Return the number in a line."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise GridDuelsError(f"{name} is {text!r} instead of a number")
    return int(text)


# --- Bot options


_NAME: Final = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


class Option(NamedTuple):
    """An option declared by a bot.

    >>> Option.read("threads number 1 1 64")
    Option(name='threads', kind='number', default='1', values=('1', '64'))
    """

    name: str
    kind: str
    default: str
    values: tuple[str, ...] = ()
    """The minimum and maximum, or the list of choices."""

    @classmethod
    def read(cls, text: str) -> "Option":
        """Parse a declaration; raise ValueError if it is malformed."""
        name, kind, default, *values = [*text.split(), "", "", ""][: max(3, len(text.split()))]
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not a valid option name: use lower-case letters, digits and hyphens")
        if kind not in _KINDS:
            raise ValueError(f"the option {name} has the unknown kind {kind!r}: use {', '.join(_KINDS)}")
        if kind == "text":
            default, values = " ".join([default, *values]), []
        option = cls(name, kind, default, tuple(values))
        if kind == "number" and (len(values) != 2 or not all(map(_is_number, values))):
            raise ValueError(f"the option {name} is a number without a minimum and a maximum")
        option.check(default)
        return option

    def __str__(self) -> str:
        return " ".join(filter(None, [self.name, self.kind, self.default, *self.values]))

    def check(self, value: str) -> None:
        """Raise ValueError if this value isn't allowed."""
        if not _KINDS[self.kind](self, value):
            raise ValueError(f"the option {self.name} cannot be {value!r}: use {self.allowed}")

    @property
    def allowed(self) -> str:
        """The allowed values, in human-readable form."""
        if self.kind == "number":
            return "a number from {} to {}".format(*self.values)
        return {"switch": "on or off", "text": "text on one line"}.get(self.kind, " or ".join(self.values))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d{1,15}", text, re.ASCII) is not None


def _in_range(option: Option, value: str) -> bool:
    return _is_number(value) and int(option.values[0]) <= int(value) <= int(option.values[1])


_KINDS: Final[dict[str, Callable[[Option, str], bool]]] = {
    "number": _in_range,
    "switch": lambda option, value: value in ("on", "off"),
    "choice": lambda option, value: value in option.values,
    "text": lambda option, value: "\n" not in value,
}


# --- Games declared by a bot


ALL: Final = "all"
"""The word that stands for every game."""


class Scope(NamedTuple):
    """A game, restricted to the given sizes and rulings (default: all).

    >>> Scope.read("pathway:5,7,goal=open")
    Scope(game='pathway', sizes=(5, 7), rulings=(('goal', 'open'),))
    """

    game: str
    sizes: tuple[Size, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, text: str) -> "Scope":
        """Parse one word of the line; raise ValueError if it is malformed."""
        game, _, details = text.partition(":")
        sizes: list[Size] = []
        rulings: list[tuple[str, str]] = []
        for detail in details.split(",") if details else ():
            name, equals, value = detail.partition("=")
            if name and equals and value:
                rulings.append((name, value))
            else:
                sizes.append(_size(detail))
        return cls(game, tuple(sizes), tuple(rulings))

    def covers(self, game: Game) -> bool:
        """Return whether the scope includes this game, with its size and rulings."""
        if self.game not in (game.id, ALL) or (self.sizes and game.size not in self.sizes):
            return False
        named = {name for name, _ in self.rulings}
        return all((name, str(value)) in self.rulings for name, value in game.rulings.items() if name in named)


def _size(detail: str) -> Size:
    try:
        return read_size(detail)
    except SetupError:
        raise ValueError(f"{detail!r} is neither a size nor a ruling such as goal=open") from None


def read_scopes(text: str) -> tuple[Scope, ...]:
    """Return the scopes in a `games` line."""
    return tuple(map(Scope.read, text.split()))


def covers(scopes: tuple[Scope, ...], game: Game) -> bool:
    """Return whether a bot with these scopes plays a game. A bot without scopes plays every game."""
    return not scopes or any(scope.covers(game) for scope in scopes)


def describe(game: Game) -> str:
    """Return a game in the syntax of a declaration.

    >>> from gridduels import load_game
    >>> describe(load_game("pathway"))
    'pathway:5,goal=open'
    """
    return ",".join([f"{game.id}:{game.size}", *(f"{name}={value}" for name, value in game.rulings.items())])


# --- Questions: everything a bot needs to choose a move


_USUAL: Limits = Limits()


def question_lines(duel: Duel, limits: Limits, version: int = 2, lines: int | None = None) -> list[str]:
    """Return the protocol lines that ask for a move or, given a number of variations, for an analysis."""
    game = duel.game
    end = f"go {limits_text(limits, version)}" if lines is None else f"analyse {limits_text(limits)} lines {lines}"
    return [
        f"game {game_text(game)}",
        f"start {game.text(duel.start)}",
        " ".join(["moves", *duel.moves]),
        f"position {game.text(duel.position)}",
        " ".join(["legal", *duel.legal_moves]),
        end,
    ]


def game_text(game: Game) -> str:
    """Return the text of a `game` line.

    >>> from gridduels import load_game
    >>> game_text(load_game("pathway"))
    'pathway size 5 goal open'
    """
    return f"{game.id} size {game.size}" + "".join(f" {name} {value}" for name, value in game.rulings.items())


def read_game(text: str) -> Game:
    """Return the game in a `game` or `newgame` line."""
    id, *options = text.split() or [""]
    rulings = pairs("game", options)
    size = rulings.pop("size", None)
    return Game(definition(id), size, rulings)


def limits_text(limits: Limits, version: int = 2) -> str:
    """Return the limits in protocol syntax.

    >>> limits_text(Limits(clock=Clock(60, 55.5, 1), depth=7))
    'clock 60000 opponent 55500 increment 1000 depth 7'
    >>> limits_text(Limits(2, clock=Clock(60, 55.5, 1)), version=1)
    'time 2000'
    """
    if version == 1:  # version 1 only supports time per move
        return f"time {_milliseconds(limits.seconds)}"
    timed = {"time": limits.seconds}
    if limits.clock:
        timed = limits.clock._asdict()
        timed["clock"] = timed.pop("own")
        timed = {name: timed[name] for name in ("clock", "opponent", "increment")}
    counts = {"depth": limits.depth, "nodes": limits.nodes}
    said = {name: _milliseconds(seconds) for name, seconds in timed.items()}
    said |= {name: count for name, count in counts.items() if count is not None}
    return " ".join(f"{name} {value}" for name, value in said.items())


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))


class Question:
    """A question, as received by a bot line by line. Only `game` and either `position` or `start` are required."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def hear(self, line: Line) -> None:
        """Add a line; a `game` line starts a new question."""
        if line.word == "game":
            self._said.clear()
        self._said[line.word] = line.rest

    def duel(self) -> Duel:
        """Return the duel that the question is about."""
        if "game" not in self._said:
            raise GridDuelsError("there is no game line before go")
        game = read_game(self._said["game"])
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

    def limits(self) -> Limits:
        """Return the limits for the answer."""
        said = self._asked()
        numbers = {name: number(name, said[name]) for name in _LIMITS if name in said}
        clock, seconds = None, numbers["time"] / 1000 if "time" in numbers else _USUAL.seconds
        if "clock" in numbers:
            own = numbers["clock"] / 1000
            opponent = numbers.get("opponent", numbers["clock"]) / 1000
            clock = Clock(own, opponent, numbers.get("increment", 0) / 1000)
            seconds = min(clock.share, seconds) if "time" in numbers else clock.share
        return Limits(seconds, numbers.get("depth"), numbers.get("nodes"), clock)

    @property
    def lines(self) -> int:
        """The number of lines requested for an analysis."""
        return max(1, number("lines", self._asked().get("lines", "1")))

    def _asked(self) -> dict[str, str]:
        word = "analyse" if "analyse" in self._said else "go"
        return pairs(word, self._said.get(word, "").split())


_LIMITS = ("time", "clock", "opponent", "increment", "depth", "nodes")
