"""Threads that think, solve and try, so that the screen never waits."""

import asyncio
import contextvars
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.match import Match
from gridduels.players import Prepares, chosen, is_bot, make_player
from gridduels.players.bots.process import adopt_orphans
from gridduels.players.info import ThinksAloud
from gridduels.players.perfect import Preparation, choose_meanwhile
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation, Story
    from gridduels.analysis.hints import Hint
    from gridduels.analysis.puzzles import Answer, Puzzle
    from gridduels.engine import Evaluation, Values
    from gridduels.engine.progress import Progress


# --- Background: work on a thread, so that the screen never waits


Result = TypeVar("Result")
_EVERY: Final = 0.1


class Cancelled(Exception):
    """Nobody waits for the work any more."""


class Background(Generic[Result]):
    """Work under way, stopped by way of its progress; what it comes to is handed over on the screen's own thread."""

    def __init__(
        self,
        work: "Callable[[Progress], Result]",
        done: Callable[[Result], None],
        failed: Callable[[Exception], None],
        progress: Callable[[str, int, int | None], None] | None = None,
    ) -> None:
        self._work, self._done, self._failed, self._progress = work, done, failed, progress
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()
        self._cancelled, self._told = threading.Event(), 0.0
        # a daemon, so that nobody who leaves has to wait for it
        threading.Thread(target=self._run, daemon=True).start()

    def cancel(self) -> None:
        """Nobody wants the result any more."""
        self._cancelled.set()

    def _run(self) -> None:
        try:
            result = self._work(self._tell)
        except Cancelled:
            return
        except Exception as error:
            self._hand_over(self._failed, error)
        else:
            self._hand_over(self._done, result)

    def _tell(self, stage: str, done: int, total: int | None) -> None:
        if self._cancelled.is_set():
            raise Cancelled
        now = time.monotonic()
        if self._progress and now - self._told >= _EVERY:
            self._told = now
            self._hand_over(self._progress, stage, done, total)

    def _hand_over(self, receive: Callable[..., None], *given: Any) -> None:
        def unless_cancelled() -> None:
            if not self._cancelled.is_set():
                receive(*given)

        if not self._cancelled.is_set() and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(unless_cancelled, context=self._context)


# --- Hang-up
#
# The arcade ends with its terminal. Reading from a terminal that is gone returns nothing, again and again, and the
# leader of the session (e.g. make) may not pass SIGHUP on.


_TERMINAL: Final = 0
_SECONDS: Final = 1.0


def end_with_terminal() -> None:
    """From now on ends this process once its terminal is gone. Games are on the disk after every move."""
    if os.name == "posix" and os.isatty(_TERMINAL):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where whoever started us ignores it
        threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    while os.isatty(_TERMINAL):
        time.sleep(_SECONDS)
    os.kill(os.getpid(), signal.SIGHUP)


# --- Pace: computers among themselves, and a key held down


SPEEDS: Final = {0.0: "as fast as they think", 0.3: "fast", 1.0: "at an even pace", 3.0: "slowly"}
"""Seconds between two moves."""
REPEAT_SECONDS: Final = 0.7
"""A terminal begins to repeat a held key sooner than this."""


class Pace:
    """Computers that play each other: how long each move waits, and whether they are halted."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._seconds, self._last = clock, 1.0, float("-inf")
        self.halted = False
        self.steps = False
        """Whether they halt again after the next move."""

    @property
    def speed(self) -> str:
        return f"They play {SPEEDS[self._seconds]}."

    def change(self, by: int) -> str:
        """A step faster or slower; what that is, as a sentence."""
        speeds = list(SPEEDS)
        self._seconds = speeds[max(0, min(len(speeds) - 1, speeds.index(self._seconds) + by))]
        return self.speed

    def wait(self) -> float:
        """Seconds until the next move may be made."""
        return 0.0 if self.steps else max(0.0, self._last + self._seconds - self._clock())

    def moved(self) -> None:
        self._last = self._clock()
        if self.steps:
            self.halted, self.steps = True, False


class HeldKey:
    """A key that is held down after it has played a move."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._key, self._last = clock, "", 0.0

    def played(self, key: str) -> None:
        """A key has played a move."""
        self._key, self._last = key, self._clock()

    def repeats(self, key: str) -> bool:
        """Whether the key that played the last move has been down since."""
        now = self._clock()
        if key != self._key or now - self._last >= REPEAT_SECONDS:
            self._key = ""
            return False
        self._last = now
        return True


# --- Questions about exact values, answered on the screen's own thread


Watch = Callable[[str, int, int | None], None]
Fail = Callable[[Exception], None]


def ask_evaluation(
    duel: Duel, done: "Callable[[Evaluation], None]", failed: Fail, watch: Watch
) -> "Background[Evaluation]":
    """What a duel and each move that is allowed now are worth."""
    return _ask(duel.game, lambda values: values.evaluate(duel), done, failed, watch)


def ask_hint(duel: Duel, plies: bool, done: "Callable[[Hint], None]", failed: Fail, watch: Watch) -> "Background[Hint]":
    """A hint for the player to move, in steps; its distances are in plies on request."""

    def hint(values: "Values") -> "Hint":
        from gridduels.analysis.hints import hint_for

        return hint_for(values, duel, plies)

    return _ask(duel.game, hint, done, failed, watch)


def ask_annotation(
    duel: Duel, done: "Callable[[Annotation], None]", failed: Fail, watch: Watch
) -> "Background[Annotation]":
    """What each move of a duel was worth."""

    def annotation(values: "Values") -> "Annotation":
        from gridduels.analysis.annotations import annotate

        return annotate(duel, values)

    return _ask(duel.game, annotation, done, failed, watch)


def ask_story(match: Match, done: "Callable[[Story | None], None]", failed: Fail) -> "Background[Story | None]":
    """What a game that is over came down to, where the values are at hand."""

    def work(progress: "Progress") -> "Story | None":
        from gridduels.analysis.annotations import story_of_match

        return story_of_match(match)

    return Background(work, done, failed)


def ask_puzzle(
    game: Game, seed: str, plies: int | None, done: "Callable[[Puzzle | None], None]", failed: Fail, watch: Watch
) -> "Background[Puzzle | None]":
    """A puzzle of a game, of any length or of this one; None where it has none."""

    def puzzle(values: "Values") -> "Puzzle | None":
        from gridduels.analysis.puzzles import puzzles

        return next(puzzles(values, seed, plies), None)

    return _ask(game, puzzle, done, failed, watch)


def ask_daily_puzzle(
    game: Game, day: date, done: "Callable[[Puzzle | None], None]", failed: Fail, watch: Watch
) -> "Background[Puzzle | None]":
    """The puzzle of a day, which is of this game."""

    def puzzle(values: "Values") -> "Puzzle | None":
        from gridduels.analysis.puzzles import daily_puzzle

        return daily_puzzle(values, day)

    return _ask(game, puzzle, done, failed, watch)


def ask_answer(
    duel: Duel, word: str, done: "Callable[[Answer], None]", failed: Fail, watch: Watch
) -> "Background[Answer]":
    """What an answer to a puzzle is worth."""

    def judge(values: "Values") -> "Answer":
        from gridduels.analysis.puzzles import answer

        return answer(values, duel, word)

    return _ask(duel.game, judge, done, failed, watch)


def _ask(
    game: Game, question: "Callable[[Values], Result]", done: Callable[[Result], None], failed: Fail, watch: Watch
) -> Background[Result]:
    def work(progress: "Progress") -> Result:
        from gridduels.engine import VALUES

        with VALUES.open(game, progress) as values:
            return question(values)

    return Background(work, done, failed, watch)


# --- Thinker


class Thinker:
    """The computer at work, if it is."""

    def __init__(self, live: LiveMatch, watch: Callable[[str, int, int | None], None]) -> None:
        self._live, self._watch = live, watch
        self._under_way: Background[str] | None = None
        self._player = 0
        self.preparation: Preparation | None = None
        """What the computer wants to know first, worked out while a person plays."""

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    @property
    def preparing(self) -> bool:
        return self.preparation is not None and self.preparation.under_way

    def prepare(self) -> None:
        """Begins to work out what the computer wants to know, where a person plays against one."""
        match = self._live.match
        if match.opponent:
            self.preparation = Preparation([match.opponent], match.game)

    def stop_preparing(self) -> None:
        """Nobody wants to wait for it any more."""
        if self.preparation:
            self.preparation.stop()

    def start(self, done: Callable[[str, str], None], failed: Callable[[Exception], None]) -> None:
        """Asks for a move; `done` gets its word, and a note on how it was found."""
        self.stop()
        duel, player = self._live.duel, self._live.computers.to_move(self._live.match)
        assert player, "only a computer thinks"
        self._player = duel.turn

        preparation = self.preparation

        def work(progress: "Progress") -> str:
            if isinstance(player, Prepares):
                if preparation and not preparation.has_come():
                    return choose_meanwhile(player, duel)
                player.prepare(duel.game, progress)
            if isinstance(player, ThinksAloud):
                player.hear = lambda info: progress(info.sentence, 0, None)
            return chosen(player, duel)

        def finish(word: str) -> None:
            self._under_way = None
            self._live.hear(player)
            done(word, player.note if isinstance(player, Prepares) else "")

        def fail(error: Exception) -> None:
            self._under_way = None
            failed(error)

        self._under_way = Background(work, finish, fail, self._watch)

    def stop(self) -> bool:
        """Tells the computer to stop; whether there was anything to stop."""
        under_way, self._under_way = self._under_way, None
        if under_way is None:
            return False
        under_way.cancel()
        if player := self._live.computers.dismiss(self._player):
            Background(lambda progress: player.close(), lambda done: None, lambda error: None)
        return True


# --- Trial: the first move of a player whose name was typed in


def checked_player(name: str) -> str:
    """A player's name; one that stands for nobody is refused."""
    make_player(name, random.Random(), bots=True)
    return name


class Trial:
    """A player at its first move, on a thread. It is sent home afterwards, also when the trial is cancelled."""

    def __init__(self, name: str, game: Game, done: Callable[[str], None], failed: Callable[[Exception], None]) -> None:
        if is_bot(name):
            adopt_orphans()
        player = make_player(name, random.Random(), bots=True)

        def work(progress: object) -> str:
            if player is None:
                return ""
            try:
                return chosen(player, Duel(game))
            finally:
                player.close()

        self._under_way = Background(work, done, failed)

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        self._under_way.cancel()
