"""BotPlayer: an outside program as a player, `cmd:COMMAND LINE`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gridduels.duel import Duel
from gridduels.errors import CannotStart, Forfeit, Resigned, SetupError
from gridduels.game import Game
from gridduels.players.bots.dialogue import START, Dialogue, Introduction
from gridduels.players.bots.process import BotProcess, parse_command
from gridduels.players.bots.protocol import covers, describe, one_line
from gridduels.players.bots.staying import bot_name
from gridduels.players.info import Info, ignore
from gridduels.players.limits import Limits

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["BotPlayer"]

_Made = TypeVar("_Made")


class BotPlayer:
    """A player that is another program. It starts when it is first asked, and anew after a fault.

    >>> from gridduels import Duel, load_game
    >>> player = BotPlayer("no-such-program")
    >>> player.choose(Duel(load_game("light-cycle")))
    Traceback (most recent call last):
    gridduels.errors.CannotStart: the bot 'no-such-program' cannot be started: No such file or directory
    """

    def __init__(
        self,
        command: str,
        think: float = 1.0,
        start: float = START,
        logs: Path | None = None,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """`think` and `start` are the seconds for a move and for the start; `logs` the folder for its error output."""
        self.command, self._options = command, dict(options or {})
        self.name = bot_name(command, self._options)
        try:
            parse_command(command)
        except ValueError as error:
            raise SetupError(f"the command line in {self.name!r} cannot be read: {error}") from None
        self.limits = Limits(think)
        self.info: Info | None = None
        """What it said about its last move."""
        self.hear: Callable[[Info], None] = ignore
        """Is told what it says while it thinks."""
        self._start = start
        self._logs = logs
        self._dialogue: Dialogue | None = None
        self._introduction = Introduction()
        self._begins = True

    @property
    def note(self) -> str:
        """What it said about its last move, for people."""
        return self.info.sentence if self.info else ""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Starts the program where it does not run, and lets it get ready for a game: that costs no time at a move."""
        self._try(lambda: self._ready(game))

    def begin_game(self) -> None:
        """The next question is the first one of another game."""
        self._begins = True

    def choose(self, duel: Duel) -> str:
        return self._try(lambda: self._answer(duel))

    def analyse(self, duel: Duel, count: int) -> list[Info]:
        """The best lines of play it sees within its limits, at most so many."""
        return self._try(lambda: self._ready(duel.game).analyse(duel, self.limits, count))

    def introduce(self) -> Introduction:
        """Starts the program where it does not run; what it says about itself."""
        self._try(self._running)
        return self._introduction

    def _answer(self, duel: Duel) -> str:
        self.info = None
        dialogue = self._ready(duel.game)
        move, info = dialogue.ask(duel, self.limits, self.hear)
        self.info = info or None
        return move

    def _try(self, work: Callable[[], _Made]) -> _Made:
        """What comes of some work; a bot that fails at it is ended."""
        try:
            return work()
        except Resigned:
            raise
        except BaseException as problem:  # whatever it was, a late answer must not meet the next question
            failed = self._dialogue
            self.close(str(problem))
            if isinstance(problem, Forfeit):
                raise type(problem)(str(problem), failed.process.log if failed else None) from None
            raise

    def close(self, reason: str = "") -> None:
        """Ends the program; a `reason` is what it is told before."""
        dialogue, self._dialogue = self._dialogue, None
        if dialogue:
            dialogue.process.close(f"error {one_line(reason)}\nquit\n" if reason else "quit\n")

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a program of its own, and tells nobody what it says."""
        return vars(self) | {"_dialogue": None, "hear": ignore}

    def _ready(self, game: Game) -> Dialogue:
        """The dialogue with a bot that is ready for the next question."""
        dialogue = self._running()
        if not covers(self._introduction.scopes, game):
            raise Forfeit(f"the bot does not play {describe(game)}")
        if self._begins:
            self._begins = False
            dialogue.new_game(game)
        return dialogue

    def _running(self) -> Dialogue:
        """The dialogue with the process, started and introduced."""
        if self._dialogue is None:
            try:
                self._dialogue = Dialogue(BotProcess(self.command, self._logs))
                self._introduction = self._dialogue.meet(self._start)
                self._dialogue.set_options(self._options, self._start)
            except Forfeit as problem:
                raise CannotStart(str(problem)) from None
            self._begins = True
        return self._dialogue
