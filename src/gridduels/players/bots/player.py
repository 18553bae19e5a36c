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

_Made = TypeVar("_Made")


class BotPlayer:
    """A player that is another program. It is started for the first question, and again after a fault.

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
        """`think` and `start` are seconds per move and for the start; `logs` is the folder for its error output."""
        self.command, self._options = command, dict(options or {})
        self.name = bot_name(command, self._options)
        try:
            parse_command(command)
        except ValueError as error:
            raise SetupError(f"the command line in {self.name!r} cannot be read: {error}") from None
        self.limits = Limits(think)
        self.info: Info | None = None
        """What it reported about its last move."""
        self.hear: Callable[[Info], None] = ignore
        """Receives what it reports while it thinks."""
        self._start = start
        self._logs = logs
        self._dialogue: Dialogue | None = None
        self._introduction = Introduction()
        self._begins = True

    @property
    def note(self) -> str:
        """What it reported about its last move, for people."""
        return self.info.sentence if self.info else ""

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Start the program if necessary and let it get ready for a game, so that this takes no time from a move."""
        self._try(lambda: self._ready(game))

    def begin_game(self) -> None:
        """Note that the next question is the first of another game."""
        self._begins = True

    def choose(self, duel: Duel) -> str:
        """Return the word of the move to play."""
        return self._try(lambda: self._answer(duel))

    def analyse(self, duel: Duel, count: int) -> list[Info]:
        """Return the best lines of play it finds within its limits, at most `count`."""
        return self._try(lambda: self._ready(duel.game).analyse(duel, self.limits, count))

    def introduce(self) -> Introduction:
        """Start the program if necessary; return what it says about itself."""
        self._try(self._running)
        return self._introduction

    def _answer(self, duel: Duel) -> str:
        self.info = None
        dialogue = self._ready(duel.game)
        move, info = dialogue.ask(duel, self.limits, self.hear)
        self.info = info or None
        return move

    def _try(self, work: Callable[[], _Made]) -> _Made:
        """Do some work and return its result; end the bot if it fails."""
        try:
            return work()
        except Resigned:
            raise
        except BaseException as problem:  # after any failure, a late answer must not be taken for the next one
            failed = self._dialogue
            self.close(str(problem))
            if isinstance(problem, Forfeit):
                raise type(problem)(str(problem), failed.process.log if failed else None) from None
            raise

    def close(self, reason: str = "") -> None:
        """End the program, after telling it the reason if there is one."""
        dialogue, self._dialogue = self._dialogue, None
        if dialogue:
            dialogue.process.close(f"error {one_line(reason)}\nquit\n" if reason else "quit\n")

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for a copy, which starts a program of its own and has no listener."""
        return vars(self) | {"_dialogue": None, "hear": ignore}

    def _ready(self, game: Game) -> Dialogue:
        """Return the dialogue with a bot that is ready for the next question."""
        dialogue = self._running()
        if not covers(self._introduction.scopes, game):
            raise Forfeit(f"the bot does not play {describe(game)}")
        if self._begins:
            self._begins = False
            dialogue.new_game(game)
        return dialogue

    def _running(self) -> Dialogue:
        """Return the dialogue with the process, after its introduction."""
        if self._dialogue is None:
            try:
                self._dialogue = Dialogue(BotProcess(self.command, self._logs))
                self._introduction = self._dialogue.meet(self._start)
                self._dialogue.set_options(self._options, self._start)
            except Forfeit as problem:
                raise CannotStart(str(problem)) from None
            self._begins = True
        return self._dialogue
