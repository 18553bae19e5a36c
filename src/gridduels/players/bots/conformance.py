"""Does a bot keep to the protocol? For authors of bots: `gridduels check-bot COMMAND` shows what comes out here.

A check is a generator: it yields a sentence for each thing that is wrong, and its name is the promise.
"""

import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from gridduels.duel import Duel
from gridduels.errors import Forfeit
from gridduels.game import Definition, Game
from gridduels.players.bots.orphans import adopts_orphans
from gridduels.players.bots.player import START, Introduction, ask, meet
from gridduels.players.bots.process import GRACE, BotProcess
from gridduels.players.bots.protocol import BOT_WORDS, Line, question_lines
from gridduels.players.bots.scope import covers
from gridduels.registry import definitions
from gridduels.words import shorten

__all__ = ["Candidate", "Verdict", "check_bot"]

_HURRY: Final = 0.1
"""Seconds a bot may take to end where the check is not about that."""


class Verdict(NamedTuple):
    """What a check found. It was `tried` unless an earlier one made it pointless."""

    check: str
    faults: tuple[str, ...]
    tried: bool = True


class Candidate:
    """A bot to be checked, and what has been noticed about it over all its runs."""

    def __init__(self, command: str, think: float = 1.0, start: float = START, logs: Path | None = None) -> None:
        self.command = command
        self.think = think
        self.start = start
        self.introduction = Introduction()
        self.strange: list[str] = []
        self.left_behind: frozenset[int] = frozenset()
        self.log: Path | None = None
        self._logs = logs
        self._started: _WatchedProcess | None = None

    @property
    def games(self) -> list[Game]:
        """The games it says it plays."""
        found = (next(filter(self.plays, _variants(each)), None) for each in definitions())
        return [game for game in found if game]

    def plays(self, game: Game) -> bool:
        """Whether it says that it plays a game."""
        return covers(self.introduction.scopes, game)

    def run(self, grace: float = _HURRY) -> None:
        """Starts it, to be met next."""
        self._started = _WatchedProcess(self, self._logs, grace)

    def meet(self, grace: float = _HURRY) -> "_WatchedProcess":
        """A running bot that has introduced itself."""
        if self._started is None:
            self.run(grace)
        process, self._started = self._started, None
        assert process
        try:
            self.introduction = meet(process, self.start)
        except BaseException:
            process.close()
            raise
        return process


class _WatchedProcess(BotProcess):
    """A process that tells its Candidate what is noticed."""

    def __init__(self, candidate: Candidate, logs: Path | None, grace: float) -> None:
        self._candidate = candidate
        super().__init__(candidate.command, logs, grace)

    def receive(self, until: float, missing: str) -> str:
        line = super().receive(until, missing)
        self._watch(line)
        return line

    def unasked(self) -> list[str]:
        lines = super().unasked()
        for line in lines:
            self._watch(line)
        return lines

    def _watch(self, line: str) -> None:
        if Line.read(line).word not in BOT_WORDS:
            self._candidate.strange.append(line)

    def close(self, last_words: str = "quit\n") -> None:
        self.unasked()
        super().close(last_words)
        self._candidate.log = self._candidate.log or self.log


Check = Callable[[Candidate], Iterator[str]]


def check_bot(candidate: Candidate) -> Iterator[Verdict]:
    """Every check in turn; the first ones decide whether most others can be tried."""
    going = True
    for check in _FIRST:
        verdict = _try(candidate, check) if going else _not_tried(check)
        going = going and not verdict.faults
        yield verdict
    last = _leaves_nothing_behind if adopts_orphans() else _leaves_nothing_behind_that_can_be_seen_here
    for check in (*(_plays(game) for game in candidate.games), *_WHEN_IT_SPEAKS, last):
        yield _try(candidate, check) if going else _not_tried(check)
    yield _try(candidate, _says_nothing_but_the_protocol)


def _promise(check: Check) -> str:
    return check.__name__.strip("_").replace("_", " ")


def _not_tried(check: Check) -> Verdict:
    return Verdict(_promise(check), (), tried=False)


def _try(candidate: Candidate, check: Check) -> Verdict:
    faults: list[str] = []
    try:
        faults.extend(check(candidate))
    except Forfeit as forfeit:
        faults.append(str(forfeit))
    return Verdict(_promise(check), tuple(faults))


def _starts(candidate: Candidate) -> Iterator[str]:
    candidate.run()
    yield from ()


def _introduces_itself(candidate: Candidate) -> Iterator[str]:
    candidate.meet().close()
    if not candidate.games:
        named = " ".join(scope.game for scope in candidate.introduction.scopes)
        yield f"none of the games it plays is known here: {named}"


def _plays(game: Game) -> Check:
    """The check that a bot answers with a legal move in various positions of a game."""

    def check(candidate: Candidate) -> Iterator[str]:
        with candidate.meet() as process:
            for duel in _duels(game, candidate):
                try:
                    ask(process, duel, candidate.think)
                except Forfeit as forfeit:
                    yield f"{forfeit} (asked about {duel!r})"
                    return

    check.__name__ = f"plays_{game.id}"
    return check


def _variants(definition: Definition) -> Iterator[Game]:
    """A game with every size and every combination of rulings, the usual ones first."""
    sizes = dict.fromkeys((definition.size, *definition.sizes))
    names = [ruling.name for ruling in definition.rulings]
    for size in sizes:
        for values in product(*(ruling.values for ruling in definition.rulings)):
            yield Game(definition, size, dict(zip(names, values, strict=True)))


def _duels(game: Game, candidate: Candidate) -> Iterator[Duel]:
    """The start with either player to move, other sizes, the middle of a game, and a move that repetition bars."""
    rng = random.Random(game.id)
    for first in (1, 2):
        yield Duel(game, start=game.start(first))
    sizes = [Game(game.definition, size, game.rulings) for size in game.definition.sizes]
    boards = [board for board in sizes if candidate.plays(board)]
    for board in (boards[0], boards[-1]):
        yield _wander(Duel(board), rng, lambda duel: duel.ply == 4)
    if game.bars_repetition:
        yield _wander(Duel(boards[0]), rng, lambda duel: bool(duel.barred_moves))


def _wander(start: Duel, rng: random.Random, arrived: Callable[[Duel], bool]) -> Duel:
    """A duel with random moves that has come to what is looked for, and is not over."""
    for _ in range(1000):
        duel = start
        while not duel.outcome and duel.ply < 60:
            if arrived(duel):
                return duel
            duel = duel.play(rng.choice(duel.legal_moves))
    return start


def _needs_no_memory(candidate: Candidate) -> Iterator[str]:
    """The same questions once more, in another order."""
    duels = [Duel(game) for game in candidate.games]
    with candidate.meet() as process:
        for duel in [*duels, *reversed(duels), *duels[:1]]:
            ask(process, duel, candidate.think)
    yield from ()


def _ignores_unknown_lines(candidate: Candidate) -> Iterator[str]:
    duel = Duel(candidate.games[0])
    game, *lines, go = question_lines(duel, candidate.think)
    before = ["", "weather sunny", "    ", "Ünknown words, with (signs)"]
    with candidate.meet() as process:
        ask(process, duel, candidate.think, [*before, game, "moonlight", *lines, "clouds 7", f"{go} moonlight 7"])
        process.send(["weather changing"], time.monotonic() + candidate.think)
        ask(process, duel, candidate.think)
    yield from ()


def _says_nothing_but_the_protocol(candidate: Candidate) -> Iterator[str]:
    for line in candidate.strange[:3]:
        yield f"it said {shorten(line)}: a line begins with one of {', '.join(BOT_WORDS)}"


def _quits_when_asked(candidate: Candidate) -> Iterator[str]:
    return _end(candidate, "quit\n", "quit")


def _ends_with_its_input(candidate: Candidate) -> Iterator[str]:
    return _end(candidate, "", "the end of its input")


def _end(candidate: Candidate, last_words: str, after: str) -> Iterator[str]:
    """Lets it move once and end."""
    with candidate.meet(GRACE) as process:
        ask(process, Duel(candidate.games[0]), candidate.think)
        process.close(last_words)
    candidate.left_behind |= process.left_behind
    if process.exit_code is None:
        yield f"it still runs {GRACE:g} s after {after}"
    elif process.exit_code:
        yield f"its exit code after {after} is {process.exit_code} instead of 0"


def _leaves_nothing_behind_that_can_be_seen_here(candidate: Candidate) -> Iterator[str]:
    """Where orphans cannot be adopted, one that hides well enough is not found."""
    return _leaves_nothing_behind(candidate)


def _leaves_nothing_behind(candidate: Candidate) -> Iterator[str]:
    if candidate.left_behind:
        numbers = " ".join(map(str, sorted(candidate.left_behind)))
        yield f"processes it had started still ran after it had ended: {numbers} (they have been ended)"


_FIRST: Final[tuple[Check, ...]] = (_starts, _introduces_itself)
_WHEN_IT_SPEAKS: Final[tuple[Check, ...]] = (
    _needs_no_memory,
    _ignores_unknown_lines,
    _quits_when_asked,
    _ends_with_its_input,
)
