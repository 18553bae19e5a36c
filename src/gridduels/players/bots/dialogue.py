"""The host's side of the protocol: sending lines to a running bot and checking its answers."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, Self

from gridduels.duel import Duel
from gridduels.errors import Forfeit, IllegalMove, NotationError, OutOfTime, Resigned
from gridduels.game import Game
from gridduels.players.bots.process import BotProcess
from gridduels.players.bots.protocol import (
    VERSIONS,
    Line,
    Option,
    Scope,
    game_text,
    greeting,
    one_line,
    question_lines,
    read_scopes,
)
from gridduels.players.info import Info, ignore
from gridduels.players.limits import MARGIN, Limits
from gridduels.text import shorten

START: Final = 10.0
"""Seconds a bot may take to start and introduce itself."""
PREPARE: Final = 60.0
"""Seconds a bot may take to get ready for a game."""


class Introduction(NamedTuple):
    """A bot's introduction. Empty `scopes` means all games."""

    name: str = ""
    version: str = ""
    scopes: tuple[Scope, ...] = ()
    options: tuple[Option, ...] = ()
    protocol: int = 1
    """The protocol version the bot speaks."""


class Answer(NamedTuple):
    """A legal move, with the bot's report about it."""

    move: str
    info: Info


class Dialogue:
    """A conversation with a running bot. If the bot does anything wrong, Forfeit is raised with a sentence saying
    what."""

    def __init__(self, process: BotProcess) -> None:
        self.process = process
        self.introduction = Introduction()
        self._pings = 0

    def close(self) -> None:
        """Shut down the bot."""
        self.process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def meet(self, seconds: float = START) -> Introduction:
        """Greet a newly started bot and return its introduction."""
        until = time.monotonic() + seconds
        self.process.send([greeting()], until)
        told: dict[str, str] = {}
        options: list[str] = []
        while "ready" not in told:
            said = self.process.receive(
                until, f"the bot was not ready within {seconds:g} s (does it flush its output?)"
            )
            word, rest = Line.read(said)
            if word == "error":
                raise Forfeit(f"the bot says that it cannot play: {shorten(rest)}")
            if word == "option":
                options.append(rest)
            told[word] = rest
        self.introduction = _introduction(told, options, said)
        return self.introduction

    def set_options(self, values: Mapping[str, str], seconds: float = START) -> None:
        """Set the given options, which the bot must have declared."""
        declared = {option.name: option for option in self.introduction.options}
        for name, value in values.items():
            if name not in declared:
                known = f"it has {', '.join(declared)}" if declared else "it has none"
                raise Forfeit(f"the bot declares no option {name!r}: {known}")
            try:
                declared[name].check(value)
            except ValueError as error:
                raise Forfeit(f"the bot cannot be configured like that: {error}") from None
        lines = [f"option {name} {one_line(value)}" for name, value in values.items()]
        if lines:
            self.process.send(lines, time.monotonic() + seconds)

    def new_game(self, game: Game, seconds: float = PREPARE) -> None:
        """Announce a new game and wait until the bot is ready for it."""
        if self.introduction.protocol > 1:
            self.check_silent()
            self.process.send([f"newgame {game_text(game)}"], time.monotonic() + seconds)
            self.ping(seconds)

    def ping(self, seconds: float = START) -> None:
        """Wait until the bot has processed every line sent so far."""
        self._pings += 1
        until = time.monotonic() + seconds
        self.process.send([f"ping {self._pings}"], until)
        while True:
            said = self.process.receive(until, f"the bot did not answer ping {self._pings} within {seconds:g} s")
            word, rest = Line.read(said)
            if (word, rest) == ("pong", str(self._pings)):
                return
            if word in ("move", "resign", "done", "error", "pong"):
                raise Forfeit(f"the bot said {shorten(said)} when 'pong {self._pings}' was expected")

    def ask(
        self,
        duel: Duel,
        limits: Limits,
        hear: Callable[[Info], None] = ignore,
        lines: list[str] | None = None,
    ) -> Answer:
        """Ask for a move and return it once it is known to be legal. `lines` replaces the usual question."""
        asked = lines or question_lines(duel, limits, self.introduction.protocol)
        info = Info()
        for line in self._answer(asked, limits, ("move", "resign")):
            if line.word == "info":
                info = info.then(_read_info(line.rest))
                hear(info)
            elif line.word == "resign":
                raise Resigned("the bot resigns")
            else:
                return Answer(_checked(duel, line.rest), info)
        raise AssertionError("an answer must end with a move")

    def analyse(self, duel: Duel, limits: Limits, count: int) -> list[Info]:
        """Return up to `count` of the best lines of play the bot finds, best first."""
        if self.introduction.protocol == 1:
            raise Forfeit("the bot speaks version 1 of the protocol, which has no analyse")
        found: dict[int, Info] = {}
        asked = question_lines(duel, limits, lines=count)
        for line in self._answer(asked, limits, ("done",)):
            if line.word == "info" and (info := _read_info(line.rest)):
                number = info.line or 1
                found[number] = found.get(number, Info(line=number)).then(info)
        return [found[number] for number in sorted(found) if number <= count]

    def _answer(self, asked: list[str], limits: Limits, ends: tuple[str, ...]) -> Iterator[Line]:
        """Yield the bot's lines up to and including the one that ends its answer.

        When time is up, a version 2 bot is told to stop. It forfeits if it hasn't answered within another MARGIN
        seconds.
        """
        self.check_silent()
        budget = limits.clock.own if limits.clock else limits.seconds
        soft = time.monotonic() + budget
        hard, stopped = soft + MARGIN, self.introduction.protocol == 1
        self.process.send(asked, hard)
        while True:
            said = self.process.hear(hard if stopped else soft)
            if said is None and stopped:
                raise _late(limits)
            if said is None:
                stopped = True
                self.process.send(["stop"], hard)
                continue
            line = Line.read(said)
            if line.word == "error":
                raise Forfeit(f"the bot says that it cannot move: {shorten(line.rest)}")
            if line.word in ("info", *ends):
                yield line
            elif line.word:
                due = "its move" if "move" in ends else "'done'"
                raise Forfeit(f"the bot said {shorten(said)} when {due} was expected")
            if line.word in ends:
                return

    def check_silent(self) -> None:
        """Raise Forfeit if the bot has sent lines unprompted, since its later answers couldn't be trusted."""
        for said in self.process.unasked():
            if Line.read(said).word in ("move", "resign", "done", "pong", "error"):
                raise Forfeit(f"the bot said {shorten(said)} without being asked")


def _introduction(told: dict[str, str], options: list[str], ready: str) -> Introduction:
    """Return the bot's introduction; raise Forfeit if anything is missing."""
    if told["ready"] not in map(str, VERSIONS):
        known = " or ".join(f"'ready {version}'" for version in reversed(VERSIONS))
        raise Forfeit(f"the bot said {shorten(ready)} instead of {known}")
    if not told.get("name"):
        raise Forfeit("the bot said it was ready without giving its name")
    protocol = int(told["ready"])
    if protocol > 1 and not told.get("games"):
        raise Forfeit("the bot said it was ready without listing its games ('games all' if it plays all of them)")
    try:
        scopes = read_scopes(told.get("games", ""))
        declared = tuple(map(Option.read, options))
    except ValueError as error:
        raise Forfeit(f"the bot made an invalid declaration: {error}") from None
    return Introduction(_short(told["name"]), _short(told.get("version", "")), scopes, declared, protocol)


def _short(text: str) -> str:
    return shorten(text)[1:-1]


def _late(limits: Limits) -> Forfeit:
    if limits.clock:
        return OutOfTime("the bot is out of time")
    return Forfeit(f"the bot gave no move within {limits.seconds:g} s")


def _read_info(text: str) -> Info:
    try:
        return Info.read(text)
    except ValueError:
        return Info()  # `check-bot` reports the mistake, but it isn't bad enough to lose a game


def _checked(duel: Duel, word: str) -> str:
    """Return a move if it is legal; otherwise raise Forfeit."""
    try:
        duel.play(word)
    except NotationError:
        said = shorten(f"move {word}".strip())
        raise Forfeit(f"the bot said {said}, which is not a move of {duel.game.id}") from None
    except IllegalMove as refusal:
        raise Forfeit(f"the bot played {word}, which is not legal: {refusal}") from None
    return word
