"""Protocol checks for bots, as reported by `gridduels check-bot`."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from gridduels.duel import Duel
from gridduels.errors import BrokenGame, Forfeit, GridDuelsError, Resigned
from gridduels.game import Definition, Game
from gridduels.players.bots.dialogue import START, Answer, Dialogue, Introduction
from gridduels.players.bots.process import GRACE, BotProcess, adopts_orphans
from gridduels.players.bots.protocol import BOT_WORDS, VERSION, Line, Option, covers, question_lines
from gridduels.players.info import Info
from gridduels.players.limits import Clock, Limits
from gridduels.registry import definitions
from gridduels.text import shorten

# --- Diagnosing a silent bot


_PADDING: Final = 4096
"""The number of 16-character blank lines to send, enough to fill any read buffer."""
_PATIENCE: Final = 0.5
"""Seconds to wait for an answer that was stuck in a buffer."""


def explain_silence(process: BotProcess) -> str:
    """Work out why a bot is silent from what gets it to answer; return an empty string if nothing does."""
    try:
        process.send([" " * 15] * _PADDING, time.monotonic() + _PATIENCE)
        if process.hear(time.monotonic() + _PATIENCE) is not None:
            return (
                "it answered only after 64 KiB more had been sent: it must read its input line by line, not in blocks"
            )
        process.end_input()
        if process.hear(time.monotonic() + _PATIENCE) is not None:
            return "it answered only after its input had ended: it must flush its output after every line"
    except Forfeit:
        pass  # it has exited, or doesn't read its input at all
    return ""


# --- Candidate: the bot under test and our observations


_Made = TypeVar("_Made")

_HURRY: Final = 0.1
"""Seconds a bot may take to exit in checks that aren't about exiting."""


class Remark(str):
    """An observation that isn't a fault but is worth telling the author."""


class Finding(NamedTuple):
    """The result of a check. `tried` is False if an earlier fault makes the check pointless."""

    check: str
    faults: tuple[str, ...]
    tried: bool = True
    remarks: tuple[str, ...] = ()


class Candidate:
    """A bot under test."""

    def __init__(self, command: str, think: float = 1.0, start: float = START, logs: Path | None = None) -> None:
        self.command = command
        self.limits = Limits(think)
        self.start = start
        self.introduction = Introduction()
        self.strange: list[str] = []
        """Lines that don't start with a protocol keyword."""
        self.wrong_info: list[str] = []
        self.overruns: list[str] = []
        self.left_behind: frozenset[int] = frozenset()
        self.log: Path | None = None
        self._logs = logs
        self._started: _WatchedProcess | None = None

    @property
    def games(self) -> list[Game]:
        """The games the bot declares."""
        found = (next(filter(self.plays, _variants(each)), None) for each in definitions())
        return [game for game in found if game]

    def plays(self, game: Game) -> bool:
        """Return whether the bot declares a game."""
        return covers(self.introduction.scopes, game)

    def run(self, grace: float = _HURRY) -> None:
        """Start the bot for the next `meet`."""
        self._started = _WatchedProcess(self, self._logs, grace)

    def meet(self, grace: float = _HURRY) -> Dialogue:
        """Return a dialogue with the running bot once it has introduced itself."""
        if self._started is None:
            self.run(grace)
        process, self._started = self._started, None
        assert process
        dialogue = Dialogue(process)
        try:
            self.introduction = self._explained(dialogue, lambda: dialogue.meet(self.start))
        except BaseException:
            process.close()
            raise
        return dialogue

    def ask(
        self, dialogue: Dialogue, duel: Duel, limits: Limits | None = None, lines: list[str] | None = None
    ) -> Answer | None:
        """Return the bot's answer to a question, or None if it resigns. Record its time and principal variation."""
        limits, begin = limits or self.limits, time.monotonic()
        try:
            answer = self._explained(dialogue, lambda: dialogue.ask(duel, limits, lines=lines))
        except Resigned:
            return None
        allowed = limits.clock.own if limits.clock else limits.seconds
        if (took := time.monotonic() - begin) > allowed:
            self.overruns.append(f"it took {took:.2f} s instead of {allowed:g} s, and only the margin saved it")
        self.check_line(duel, answer.info)
        return answer

    def check_line(self, duel: Duel, info: Info) -> None:
        """Record a remark if a principal variation contains an illegal move."""
        for word in info.pv:
            try:
                duel = duel.play(word)
            except GridDuelsError:
                self.wrong_info.append(f"its pv {' '.join(info.pv)} contains {shorten(word)}, which is not legal there")
                return

    def _explained(self, dialogue: Dialogue, work: Callable[[], _Made]) -> _Made:
        """Run a task and return its result. If a silent bot raises Forfeit, add the reason to it."""
        begin = time.monotonic()
        try:
            return work()
        except Resigned:
            raise
        except Forfeit as problem:
            silent = time.monotonic() - begin >= min(self.start, self.limits.seconds)
            reason = explain_silence(dialogue.process) if silent else ""
            raise Forfeit(f"{problem}; {reason}" if reason else str(problem)) from None


class _WatchedProcess(BotProcess):
    """A process that reports its observations to a Candidate."""

    def __init__(self, candidate: Candidate, logs: Path | None, grace: float) -> None:
        self._candidate = candidate
        super().__init__(candidate.command, logs, grace)

    def hear(self, until: float) -> str | None:
        line = super().hear(until)
        if line is not None:
            self._watch(line)
        return line

    def unasked(self) -> list[str]:
        lines = super().unasked()
        for line in lines:
            self._watch(line)
        return lines

    def _watch(self, text: str) -> None:
        line = Line.read(text)
        if line.word not in BOT_WORDS:
            self._candidate.strange.append(text)
        if line.word == "info" and self._candidate.introduction.protocol > 1:
            try:
                Info.read(line.rest)
            except ValueError as error:
                self._candidate.wrong_info.append(f"it said {shorten(text)}: {error}")

    def close(self, last_words: str = "quit\n") -> None:
        self.unasked()
        super().close(last_words)
        self._candidate.log = self._candidate.log or self.log


Check = Callable[[Candidate], Iterator[str]]
"""A check, named after its requirement. It yields a sentence for each fault and a Remark for anything else."""


def _variants(definition: Definition) -> Iterator[Game]:
    """Yield a game in every size and every combination of rulings, starting with the defaults."""
    sizes = dict.fromkeys((definition.size, *definition.sizes))
    names = [ruling.name for ruling in definition.rulings]
    for size in sizes:
        for values in product(*(ruling.values for ruling in definition.rulings)):
            yield Game(definition, size, dict(zip(names, values, strict=True)))


# --- Requirements for version 2


_LONG: Final = 600.0
"""More seconds than any bot needs for a move."""
_LINES: Final = 2
_NODES: Final = 100


def answers_ping(candidate: Candidate) -> Iterator[str]:
    with candidate.meet() as dialogue:
        for _ in range(3):
            dialogue.ping(candidate.limits.seconds)
    yield from ()


def _accepts_its_options(candidate: Candidate) -> Iterator[str]:
    """Set each option to its extreme values, asking for a move after each."""
    with candidate.meet() as dialogue:
        for option in candidate.introduction.options:
            for value in _extremes(option):
                dialogue.set_options({option.name: value}, candidate.limits.seconds)
                dialogue.ping(candidate.start)
        candidate.ask(dialogue, Duel(candidate.games[0]))
    yield from ()


def _extremes(option: Option) -> tuple[str, ...]:
    edges = {"switch": ("on", "off"), "number": option.values, "choice": option.values}.get(option.kind, ())
    return (*edges, option.default)


def _plays_game_after_game(candidate: Candidate) -> Iterator[str]:
    with candidate.meet() as dialogue:
        for game in candidate.games * 2:
            dialogue.new_game(game)
            candidate.ask(dialogue, Duel(game))
    yield from ()


def _stops_when_told(candidate: Candidate) -> Iterator[str]:
    """Ask for a move with plenty of time and send `stop` at once; then send `stop` when there is nothing to stop."""
    duel = Duel(candidate.games[0])
    with candidate.meet() as dialogue:
        process, until = dialogue.process, time.monotonic() + candidate.limits.seconds
        process.send([*question_lines(duel, candidate.limits._replace(seconds=_LONG)), "stop"], until)
        while (said := process.hear(until)) is not None and Line.read(said).word not in ("move", "resign"):
            pass
        if said is None:
            yield Remark(
                "it did not respond to stop: a bot that doesn't read input while thinking must stop in time on its own"
            )
            return
        process.send(["stop"], until)
        dialogue.ping(candidate.start)
        candidate.ask(dialogue, duel)


def _stays_within_its_clock(candidate: Candidate) -> Iterator[str]:
    clock = Clock(candidate.limits.seconds, candidate.limits.seconds, 0)
    with candidate.meet() as dialogue:
        for share in (1.0, 0.5):
            limits = candidate.limits._replace(clock=clock._replace(own=share * clock.own))
            candidate.ask(dialogue, Duel(candidate.games[0]), limits)
    yield from ()


def _respects_depth_and_nodes(candidate: Candidate) -> Iterator[str]:
    with candidate.meet() as dialogue:
        shallow = candidate.ask(dialogue, Duel(candidate.games[0]), candidate.limits._replace(depth=1))
        few = candidate.ask(dialogue, Duel(candidate.games[0]), candidate.limits._replace(nodes=_NODES))
    if shallow and (shallow.info.depth or 0) > 1:
        yield Remark(f"it reports depth {shallow.info.depth}, although the limit was 1")
    if few and (few.info.nodes or 0) > 2 * _NODES:
        yield Remark(f"it reports {few.info.nodes} nodes, although the limit was {_NODES}")


def _analyses(candidate: Candidate) -> Iterator[str]:
    """Ask for an analysis, which may be empty but must end with `done`."""
    with candidate.meet() as dialogue:
        for game in candidate.games[:2]:
            dialogue.new_game(game)
            found = dialogue.analyse(Duel(game), candidate.limits, _LINES)
            for info in found:
                candidate.check_line(Duel(game), info)
        candidate.ask(dialogue, Duel(candidate.games[0]))
    yield from ()


def _sends_valid_info(candidate: Candidate) -> Iterator[str]:
    yield from dict.fromkeys(candidate.wrong_info[:3])


CHECKS: Final[tuple[Check, ...]] = (
    _accepts_its_options,
    _plays_game_after_game,
    _stops_when_told,
    _stays_within_its_clock,
    _respects_depth_and_nodes,
    _analyses,
    _sends_valid_info,
)


# --- Requirements for every version, and the order of the checks


def check_bot(candidate: Candidate) -> Iterator[Finding]:
    """Run the checks in order. If one of the early ones fails, most of the rest are skipped."""
    going = True
    for check in (*_FIRST, answers_ping):
        if check in _FIRST or candidate.introduction.protocol > 1:
            finding = _try(candidate, check) if going else _not_tried(check)
            going = going and not finding.faults
            yield finding
    later = CHECKS if candidate.introduction.protocol > 1 else ()
    last = _leaves_no_processes_behind if adopts_orphans() else _leaves_no_processes_behind_that_can_be_seen_here
    for check in (*(_plays(game) for game in candidate.games), *_WHEN_IT_SPEAKS, *later, *_TO_THE_END, last):
        yield _try(candidate, check) if going else _not_tried(check)
    yield _try(candidate, _answers_in_time) if going else _not_tried(_answers_in_time)
    yield _try(candidate, _prints_only_protocol_lines)


def _promise(check: Check) -> str:
    return check.__name__.strip("_").replace("_", " ")


def _not_tried(check: Check) -> Finding:
    return Finding(_promise(check), (), tried=False)


def _try(candidate: Candidate, check: Check) -> Finding:
    found: list[str] = []
    try:
        found.extend(check(candidate))
    except Forfeit as forfeit:
        found.append(str(forfeit))
    except BrokenGame as broken:
        found.append(Remark(f"{broken} (the bot is not to blame)"))
    faults = tuple(each for each in found if not isinstance(each, Remark))
    return Finding(_promise(check), faults, remarks=tuple(each for each in found if isinstance(each, Remark)))


def _starts(candidate: Candidate) -> Iterator[str]:
    candidate.run()
    yield from ()


def _introduces_itself(candidate: Candidate) -> Iterator[str]:
    candidate.meet().close()
    if (spoken := candidate.introduction.protocol) < VERSION:
        yield Remark(f"it speaks version {spoken} of the protocol, so version {VERSION} is not tested")
    if not candidate.games:
        named = " ".join(scope.game for scope in candidate.introduction.scopes)
        yield f"none of the games it plays is known here: {named}"


def _plays(game: Game) -> Check:
    """Return a check that the bot plays legal moves in a variety of positions from a game."""

    def check(candidate: Candidate) -> Iterator[str]:
        with candidate.meet() as dialogue:
            for duel in _duels(game, candidate):
                try:
                    dialogue.new_game(duel.game)
                    candidate.ask(dialogue, duel)
                except Forfeit as forfeit:
                    yield f"{forfeit} (asked about {duel!r})"
                    return

    check.__name__ = f"plays_{game.id}"
    return check


def _duels(game: Game, candidate: Candidate) -> Iterator[Duel]:
    """Yield start positions with either player to move, other sizes, mid-game positions, and one with a barred
    repetition."""
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
    """Return an unfinished duel that meets a condition, reached by random moves."""
    for _ in range(1000):
        duel = start
        while not duel.outcome and duel.ply < 60:
            if arrived(duel):
                return duel
            duel = duel.play(rng.choice(duel.legal_moves))
    return start


def _needs_no_memory(candidate: Candidate) -> Iterator[str]:
    """Ask the same questions again in a different order."""
    duels = [Duel(game) for game in candidate.games]
    with candidate.meet() as dialogue:
        for duel in [*duels, *reversed(duels), *duels[:1]]:
            candidate.ask(dialogue, duel)
    yield from ()


def _ignores_unknown_lines(candidate: Candidate) -> Iterator[str]:
    duel = Duel(candidate.games[0])
    game, *lines, go = question_lines(duel, candidate.limits, candidate.introduction.protocol)
    before = ["", "weather sunny", "    ", "Ünknown words, with (signs)"]
    with candidate.meet() as dialogue:
        asked = [*before, game, "moonlight", *lines, "clouds 7", f"{go} moonlight 7"]
        candidate.ask(dialogue, duel, lines=asked)
        dialogue.process.send(["weather changing"], time.monotonic() + candidate.limits.seconds)
        candidate.ask(dialogue, duel)
    yield from ()


def _answers_in_time(candidate: Candidate) -> Iterator[str]:
    """Note the moves that were on time only because of the margin."""
    yield from map(Remark, candidate.overruns[:3])


def _prints_only_protocol_lines(candidate: Candidate) -> Iterator[str]:
    for line in candidate.strange[:3]:
        yield f"it said {shorten(line)}: a line begins with one of {', '.join(BOT_WORDS)}"


def _quits_when_asked(candidate: Candidate) -> Iterator[str]:
    return _end(candidate, "quit\n", "quit")


def _exits_at_the_end_of_input(candidate: Candidate) -> Iterator[str]:
    return _end(candidate, "", "the end of its input")


def _end(candidate: Candidate, last_words: str, after: str) -> Iterator[str]:
    """Let the bot move once, then exit."""
    with candidate.meet(GRACE) as dialogue:
        candidate.ask(dialogue, Duel(candidate.games[0]))
        process = dialogue.process
        process.close(last_words)
    candidate.left_behind |= process.left_behind
    if process.exit_code is None:
        yield f"it is still running {GRACE:g} s after {after}"
    elif process.exit_code:
        yield f"its exit code after {after} is {process.exit_code} instead of 0"


def _leaves_no_processes_behind_that_can_be_seen_here(candidate: Candidate) -> Iterator[str]:
    """Check for leftover processes without adopting orphans, so a well-hidden process goes unnoticed."""
    return _leaves_no_processes_behind(candidate)


def _leaves_no_processes_behind(candidate: Candidate) -> Iterator[str]:
    if candidate.left_behind:
        numbers = " ".join(map(str, sorted(candidate.left_behind)))
        yield f"processes it started were still running after it ended: {numbers} (they have been killed)"


_FIRST: Final[tuple[Check, ...]] = (_starts, _introduces_itself)
_WHEN_IT_SPEAKS: Final[tuple[Check, ...]] = (_needs_no_memory, _ignores_unknown_lines)
_TO_THE_END: Final[tuple[Check, ...]] = (_quits_when_asked, _exits_at_the_end_of_input)
