"""BotPlayer: an outside program as a player, `cmd:COMMAND LINE`."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from gridduels.duel import Duel
from gridduels.errors import CannotStart, Forfeit, IllegalMove, NotationError, SetupError
from gridduels.players.bots.process import BotProcess
from gridduels.players.bots.process_group import parse_command
from gridduels.players.bots.protocol import VERSION, Line, greeting, one_line, question_lines
from gridduels.players.bots.scope import Scope, covers, describe, read_scopes
from gridduels.words import shorten

__all__ = ["BotPlayer", "Introduction", "ask", "meet"]

_Made = TypeVar("_Made")

START: Final = 10.0
"""Seconds a bot may take to start and introduce itself."""

MARGIN: Final = 0.25
"""Seconds a move may be late: they are for the way there and back."""


class Introduction(NamedTuple):
    """What a bot says about itself; no `scopes` means all games."""

    name: str = ""
    version: str = ""
    scopes: tuple[Scope, ...] = ()


class BotPlayer:
    """A player that is another program. It starts when it is first asked, and anew after a forfeit.

    >>> from gridduels import Duel, load_game
    >>> player = BotPlayer("no-such-program")
    >>> player.choose(Duel(load_game("light-cycle")))
    Traceback (most recent call last):
    gridduels.errors.CannotStart: the bot 'no-such-program' cannot be started: No such file or directory
    """

    def __init__(self, command: str, think: float = 1.0, start: float = START, logs: Path | None = None) -> None:
        """`think` and `start` are the seconds for a move and for the start; `logs` the folder for its error output."""
        try:
            parse_command(command)
        except ValueError as error:
            raise SetupError(f"the command line in 'cmd:{command}' cannot be read: {error}") from None
        self.name = f"cmd:{command}"
        self.command = command
        self._think = think
        self._start = start
        self._logs = logs
        self._process: BotProcess | None = None
        self._introduction = Introduction()

    def choose(self, duel: Duel) -> str:
        return self._try(lambda: self._answer(duel))

    def introduce(self) -> Introduction:
        """Starts the program where it does not run; what it says about itself."""
        self._try(self._running)
        return self._introduction

    def _answer(self, duel: Duel) -> str:
        process = self._running()
        if not covers(self._introduction.scopes, duel.game):
            raise Forfeit(f"the bot does not play {describe(duel.game)}")
        return ask(process, duel, self._think)

    def _try(self, work: Callable[[], _Made]) -> _Made:
        """What comes of some work; a bot that fails at it is ended."""
        try:
            return work()
        except BaseException as problem:  # whatever it was, a late answer must not meet the next question
            failed = self._process
            self.close(str(problem))
            if isinstance(problem, Forfeit):
                raise type(problem)(str(problem), failed.log if failed else None) from None
            raise

    def close(self, reason: str = "") -> None:
        """Ends the program; a `reason` is what it is told before."""
        process, self._process = self._process, None
        if process:
            process.close(f"error {one_line(reason)}\nquit\n" if reason else "quit\n")

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a program of its own."""
        return vars(self) | {"_process": None}

    def _running(self) -> BotProcess:
        """The process, started and introduced."""
        if self._process is None:
            try:
                self._process = BotProcess(self.command, self._logs)
                self._introduction = meet(self._process, self._start)
            except Forfeit as problem:
                raise CannotStart(str(problem)) from None
        return self._process


def meet(process: BotProcess, seconds: float) -> Introduction:
    """Greets a bot that has just been started; what it says about itself."""
    until = time.monotonic() + seconds
    process.send([greeting()], until)
    told: dict[str, str] = {}
    while "ready" not in told:
        said = process.receive(until, f"the bot was not ready within {seconds:g} s (does it flush its output?)")
        word, rest = Line.read(said)
        if word == "error":
            raise Forfeit(f"the bot says that it cannot play: {shorten(rest)}")
        told[word] = rest
    if told["ready"] != str(VERSION):
        raise Forfeit(f"the bot said {shorten(said)} instead of 'ready {VERSION}', the version of the protocol")
    if not told.get("name"):
        raise Forfeit("the bot was ready without having told its name")
    try:
        scopes = read_scopes(told.get("games", ""))
    except ValueError as error:
        raise Forfeit(f"the bot declares games that cannot be read: {error}") from None
    return Introduction(shorten(told["name"])[1:-1], shorten(told.get("version", ""))[1:-1], scopes)


def ask(process: BotProcess, duel: Duel, think: float, lines: list[str] | None = None) -> str:
    """The legal move a bot answers with; `lines` are what it is asked, where not the usual."""
    for said in process.unasked():
        if Line.read(said).word in ("move", "error"):
            raise Forfeit(f"the bot said {shorten(said)} without being asked")
    until = time.monotonic() + think + MARGIN
    process.send(lines or question_lines(duel, think), until)
    while True:
        said = process.receive(until, f"the bot gave no move within {think:g} s")
        word, rest = Line.read(said)
        if word == "move":
            return _checked(duel, said, rest)
        if word == "error":
            raise Forfeit(f"the bot says that it cannot move: {shorten(rest)}")
        if word not in ("", "info"):
            raise Forfeit(f"the bot said {shorten(said)} where its move was due")


def _checked(duel: Duel, said: str, word: str) -> str:
    """A move that the rules allow."""
    try:
        duel.play(word)
    except NotationError:
        raise Forfeit(f"the bot said {shorten(said)}, which is not a move of {duel.game.id}") from None
    except IllegalMove as refusal:
        raise Forfeit(f"the bot played {word}, which is not legal: {refusal}") from None
    return word
