"""Background threads for thinking and solving, so the screen never waits."""

import asyncio
import contextvars
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.match import Match
from gridduels.players import Prepares, chosen, is_bot, make_player
from gridduels.players.bots.process import adopt_orphans
from gridduels.players.info import ThinksAloud
from gridduels.players.perfect import Preparation, choose_meanwhile
from gridduels.terminal.live_match import LiveMatch

if TYPE_CHECKING:
    from gridduels.analysis.annotations import Annotation
    from gridduels.analysis.hints import Hint
    from gridduels.engine import Evaluation, Values
    from gridduels.engine.progress import Progress


# --- Background: work in a thread


Result = TypeVar("Result")
_EVERY: Final = 0.1


class Cancelled(Exception):
    """The work's result is no longer wanted."""


class Background(Generic[Result]):
    """Work in a thread. Once cancelled, it stops at its next progress report. Results arrive on the screen's thread."""

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
        # a daemon thread, so exiting never has to wait for it
        threading.Thread(target=self._run, daemon=True).start()

    def cancel(self) -> None:
        """Discard the result, and stop the work at its next progress report."""
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

        if not self._cancelled.is_set():
            with suppress(RuntimeError):  # the loop has closed: the arcade is gone
                self._loop.call_soon_threadsafe(unless_cancelled, context=self._context)


# --- Hang-up
#
# The arcade must exit with its terminal. Reading from a closed terminal keeps returning nothing, and the session leader
# (e.g. make) may not pass SIGHUP on.


_TERMINAL: Final = 0
_SECONDS: Final = 1.0


def end_with_terminal() -> None:
    """Exit when the terminal is closed. Games are written to disk after every move."""
    if os.name == "posix" and os.isatty(_TERMINAL):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # even if our parent ignores it
        threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    while os.isatty(_TERMINAL):
        time.sleep(_SECONDS)
    os.kill(os.getpid(), signal.SIGHUP)


# --- Pace: computers playing each other, and held keys


SPEEDS: Final = {0.0: "as fast as they can", 0.3: "fast", 1.0: "at a steady pace", 3.0: "slowly"}
"""Seconds between two moves."""
REPEAT_SECONDS: Final = 0.7
"""Terminals start repeating a held key sooner than this."""


class Pace:
    """The pace of computers playing each other, and whether they are paused."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._seconds, self._last = clock, 1.0, float("-inf")
        self.halted = False
        self.steps = False
        """Whether they pause again after the next move."""

    @property
    def speed(self) -> str:
        return f"They play {SPEEDS[self._seconds]}."

    def change(self, by: int) -> str:
        """Change the speed by one step, and return the new pace as a sentence."""
        speeds = list(SPEEDS)
        self._seconds = speeds[max(0, min(len(speeds) - 1, speeds.index(self._seconds) + by))]
        return self.speed

    def wait(self) -> float:
        """Return the seconds until the next move is due."""
        return 0.0 if self.steps else max(0.0, self._last + self._seconds - self._clock())

    def moved(self) -> None:
        self._last = self._clock()
        if self.steps:
            self.halted, self.steps = True, False


class HeldKey:
    """Detects a key that is still held down after playing a move."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._key, self._last = clock, "", 0.0

    def played(self, key: str) -> None:
        """Remember the key that just played a move."""
        self._key, self._last = key, self._clock()

    def repeats(self, key: str) -> bool:
        """Return whether this key played the last move and has been held down since."""
        now = self._clock()
        if key != self._key or now - self._last >= REPEAT_SECONDS:
            self._key = ""
            return False
        self._last = now
        return True


# --- Queries about exact values, answered on the screen's own thread


Watch = Callable[[str, int, int | None], None]
Fail = Callable[[Exception], None]


def ask(
    game: Game, question: "Callable[[Values], Result]", done: Callable[[Result], None], failed: Fail, watch: Watch
) -> Background[Result]:
    """Query a game's values in a thread, which may have to solve the game first."""

    def work(progress: "Progress") -> Result:
        from gridduels.engine import VALUES

        with VALUES.open(game, progress) as values:
            return question(values)

    return Background(work, done, failed, watch)


def ask_evaluation(
    duel: Duel, done: "Callable[[Evaluation], None]", failed: Fail, watch: Watch
) -> "Background[Evaluation]":
    """Request the values of a duel and of each legal move."""
    return ask(duel.game, lambda values: values.evaluate(duel), done, failed, watch)


def ask_hint(duel: Duel, plies: bool, done: "Callable[[Hint], None]", failed: Fail, watch: Watch) -> "Background[Hint]":
    """Request a hint for the player to move, with distances in moves or in plies."""

    def hint(values: "Values") -> "Hint":
        from gridduels.analysis.hints import hint_for

        return hint_for(values, duel, plies)

    return ask(duel.game, hint, done, failed, watch)


class Ending(NamedTuple):
    """The analysis of a finished game: all its values, a sentence, and the move that gave the game away, if any."""

    annotation: "Annotation"
    sentence: str
    ply: int | None


def ask_ending(match: Match, done: Callable[[Ending | None], None], failed: Fail) -> Background[Ending | None]:
    """Request a finished game's analysis if its values are already available; no one should have to wait for it."""

    def work(progress: "Progress") -> Ending | None:
        from gridduels.analysis.annotations import annotate, story_of_match
        from gridduels.engine import VALUES

        if not match.duel.ply or not VALUES.is_at_hand(match.game):
            return None
        with VALUES.open(match.game) as values:
            annotation = annotate(match.duel, values)
        story = story_of_match(match)
        if story is None:
            return Ending(annotation, "", None)
        turned = story.ply is not None and not annotation.notes[story.ply - 1].verdict.keeps
        return Ending(annotation, story.sentence, story.ply if turned else None)

    return Background(work, done, failed)


# --- Thinker


class Thinker:
    """Runs a computer's thinking in a thread."""

    def __init__(self, live: LiveMatch, watch: Callable[[str, int, int | None], None]) -> None:
        self._live, self._watch = live, watch
        self._under_way: Background[str] | None = None
        self._player = 0
        self.preparation: Preparation | None = None
        """The computation running in the background while a person plays."""

    @property
    def busy(self) -> bool:
        return self._under_way is not None

    def prepare(self) -> None:
        """Start computing what the computer needs, if a person is playing against one."""
        match = self._live.match
        if match.opponent:
            self.preparation = Preparation([match.opponent], match.game)

    def stop_preparing(self) -> None:
        if self.preparation:
            self.preparation.stop()

    def start(self, done: Callable[[str, str], None], failed: Callable[[Exception], None]) -> None:
        """Request a move; `done` receives the move and a note on how it was found."""
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
        """Stop thinking, and return whether there was anything to stop."""
        under_way, self._under_way = self._under_way, None
        if under_way is None:
            return False
        under_way.cancel()
        if player := self._live.computers.dismiss(self._player):
            Background(lambda progress: player.close(), lambda done: None, lambda error: None)
        return True


# --- Trial: the first move of a player typed in by name


def checked_player(name: str) -> str:
    """Return a player's name, or raise SetupError if there is no such player."""
    make_player(name, random.Random(), bots=True)
    return name


class Trial:
    """Has a player make its first move in a thread, then closes it, even if the trial is cancelled."""

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
        self._under_way.cancel()
