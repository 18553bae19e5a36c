"""BotPlayer: an outside program as a player, `cmd:COMMAND LINE`."""

import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import Forfeit, IllegalMove, NotationError, SetupError
from gridduels.players.bots.process import BotProcess
from gridduels.players.bots.process_group import parse_command
from gridduels.players.bots.protocol import VERSION, Line, greeting, one_line, question_lines
from gridduels.words import shorten

__all__ = ["BotPlayer", "Introduction", "ask", "meet"]

START: Final = 10.0
"""Seconds a bot may take to start and introduce itself."""

MARGIN: Final = 0.25
"""Seconds a move may be late: they are for the way there and back."""


class Introduction(NamedTuple):
    """What a bot says about itself; no `games` means all of them."""

    name: str
    games: tuple[str, ...]


class BotPlayer:
    """A player that is another program. It starts when it is first asked, and anew after a forfeit.

    >>> from gridduels import Duel, load_game
    >>> player = BotPlayer("no-such-program")
    >>> player.choose(Duel(load_game("light-cycle")))
    Traceback (most recent call last):
    gridduels.errors.Forfeit: the bot 'no-such-program' cannot be started: No such file or directory
    """

    def __init__(self, command: str, think: float = 1.0, start: float = START, logs: Path | None = None) -> None:
        """`think` and `start` are the seconds for a move and for the start; `logs` the folder for its error output."""
        try:
            parse_command(command)
        except ValueError as error:
            raise SetupError(f"the command line in 'cmd:{command}' cannot be read: {error}") from None
        self.name = f"cmd:{command}"
        self._command = command
        self._think = think
        self._start = start
        self._logs = logs
        self._process: BotProcess | None = None
        self._introduction = Introduction("", ())

    def choose(self, duel: Duel) -> str:
        try:
            process = self._running()
            games = self._introduction.games
            if games and duel.game.id not in games:
                raise Forfeit(f"the bot does not play {duel.game.id}")
            return ask(process, duel, self._think)
        except BaseException as problem:  # whatever it was, a late answer must not meet the next question
            failed = self._process
            self.close(str(problem))
            if isinstance(problem, Forfeit):
                raise Forfeit(str(problem), failed.log if failed else None) from None
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
            self._process = BotProcess(self._command, self._logs)
            self._introduction = meet(self._process, self._start)
        return self._process


def meet(process: BotProcess, seconds: float) -> Introduction:
    """Greets a bot that has just been started; what it says about itself."""
    until = time.monotonic() + seconds
    process.send([greeting()], until)
    name, games = "", ""
    while True:
        said = process.receive(until, f"the bot was not ready within {seconds:g} s (does it flush its output?)")
        word, rest = Line.read(said)
        if word == "name":
            name = shorten(rest)[1:-1]  # without its quotes
        elif word == "games":
            games = rest
        elif word == "error":
            raise Forfeit(f"the bot says that it cannot play: {shorten(rest)}")
        elif word == "ready":
            break
    if rest != str(VERSION):
        raise Forfeit(f"the bot said {shorten(said)} instead of 'ready {VERSION}', the version of the protocol")
    if not name:
        raise Forfeit("the bot was ready without having told its name")
    return Introduction(name, tuple(games.split()))


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
