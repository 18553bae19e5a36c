"""External programs as players, named `cmd:COMMAND LINE`."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gridduels.duel import Duel
from gridduels.errors import CannotStart, Forfeit, Resigned, SetupError
from gridduels.game import Game
from gridduels.players.bots.dialogue import START, Dialogue, Introduction
from gridduels.players.bots.process import BotProcess, parse_command
from gridduels.players.bots.protocol import covers, describe, one_line
from gridduels.players.bots.sessions import bot_name
from gridduels.players.info import Info, ignore
from gridduels.players.limits import Limits

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

_Made = TypeVar("_Made")


class BotPlayer:
    """A player that runs as a separate program. The program is started for the first question and restarted after a
    fault.

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
        """`think` and `start` are the time allowed per move and for starting up, in seconds; `logs` is the folder for
        error output."""
        self.command, self._options = command, dict(options or {})
        self.name = bot_name(command, self._options)
        try:
            parse_command(command)
        except ValueError as error:
            raise SetupError(f"the command line in {self.name!r} cannot be read: {error}") from None
        self.limits = Limits(think)
        self.info: Info | None = None
        """The bot's report on its last move."""
        self.hear: Callable[[Info], None] = ignore
        """Receives the bot's reports while it thinks."""
        self._start = start
        self._logs = logs
        self._dialogue: Dialogue | None = None
        self._introduction = Introduction()
        self._begins = True

    @property
    def note(self) -> str:
        """The bot's report on its last move in readable form."""
        return self.info.sentence if self.info else ""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Start the program if necessary and prepare it for a game, so this doesn't count towards a move's time."""
        self._try(lambda: self._ready(game))

    def begin_game(self) -> None:
        """Record that the next question starts a new game."""
        self._begins = True

    def choose(self, duel: Duel) -> str:
        """Return the word for the chosen move."""
        return self._try(lambda: self._answer(duel))

    def analyse(self, duel: Duel, count: int) -> list[Info]:
        """Return up to `count` of the best lines of play that the bot finds within its limits."""
        return self._try(lambda: self._ready(duel.game).analyse(duel, self.limits, count))

    def introduce(self) -> Introduction:
        """Start the program if necessary and return its introduction."""
        self._try(self._running)
        return self._introduction

    def _answer(self, duel: Duel) -> str:
        self.info = None
        dialogue = self._ready(duel.game)
        move, info = dialogue.ask(duel, self.limits, self.hear)
        self.info = info or None
        return move

    def _try(self, work: Callable[[], _Made]) -> _Made:
        """Run a task and return its result; shut down the bot if it fails."""
        try:
            return work()
        except Resigned:
            raise
        except BaseException as problem:  # after a failure, a late answer must not be mistaken for the next one
            failed = self._dialogue
            self.close(str(problem))
            if isinstance(problem, Forfeit):
                raise type(problem)(str(problem), failed.process.log if failed else None) from None
            raise

    def close(self, reason: str = "") -> None:
        """Shut down the program, first sending it the reason, if any."""
        dialogue, self._dialogue = self._dialogue, None
        if dialogue:
            dialogue.process.close(f"error {one_line(reason)}\nquit\n" if reason else "quit\n")

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle. A copy starts its own program and has no listener."""
        return vars(self) | {"_dialogue": None, "hear": ignore}

    def _ready(self, game: Game) -> Dialogue:
        """Return the dialogue, with the bot ready for its next question."""
        dialogue = self._running()
        if not covers(self._introduction.scopes, game):
            raise Forfeit(f"the bot does not play {describe(game)}")
        if self._begins:
            self._begins = False
            dialogue.new_game(game)
        return dialogue

    def _running(self) -> Dialogue:
        """Return the dialogue with the process, starting it and waiting for its introduction if necessary."""
        if self._dialogue is None:
            try:
                self._dialogue = Dialogue(BotProcess(self.command, self._logs))
                self._introduction = self._dialogue.meet(self._start)
                self._dialogue.set_options(self._options, self._start)
            except Forfeit as problem:
                raise CannotStart(str(problem)) from None
            self._begins = True
        return self._dialogue
