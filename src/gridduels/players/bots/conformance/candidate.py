"""Candidate: a bot that is checked, and what has been noticed about it over all its runs."""

import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from gridduels.duel import Duel
from gridduels.errors import Forfeit, GridDuelsError, Resigned
from gridduels.game import Definition, Game
from gridduels.players.bots.conformance.buffering import explain_silence
from gridduels.players.bots.dialogue import START, Answer, Dialogue, Introduction
from gridduels.players.bots.process import BotProcess
from gridduels.players.bots.protocol import BOT_WORDS, Line
from gridduels.players.bots.scope import covers
from gridduels.players.info import Info
from gridduels.players.limits import Limits
from gridduels.registry import definitions
from gridduels.words import shorten

__all__ = ["Candidate", "Check", "Remark", "Verdict"]

_Made = TypeVar("_Made")

_HURRY: Final = 0.1
"""Seconds a bot may take to end where the check is not about that."""


class Remark(str):
    """Something that is not wrong, but that the author had better know."""


class Verdict(NamedTuple):
    """What a check found. It was `tried` unless an earlier one made it pointless."""

    check: str
    faults: tuple[str, ...]
    tried: bool = True
    remarks: tuple[str, ...] = ()


class Candidate:
    """A bot to be checked."""

    def __init__(self, command: str, think: float = 1.0, start: float = START, logs: Path | None = None) -> None:
        self.command = command
        self.limits = Limits(think)
        self.start = start
        self.introduction = Introduction()
        self.strange: list[str] = []
        """Lines that begin with no word of the protocol."""
        self.wrong_info: list[str] = []
        self.overruns: list[str] = []
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

    def meet(self, grace: float = _HURRY) -> Dialogue:
        """A dialogue with a running bot that has introduced itself."""
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
        """Its answer to a question, None where it resigns; how long it took and what it said meanwhile is noticed."""
        limits, begin = limits or self.limits, time.monotonic()
        try:
            answer = self._explained(dialogue, lambda: dialogue.ask(duel, limits, lines=lines))
        except Resigned:
            return None
        allowed = limits.clock.own if limits.clock else limits.seconds
        if (took := time.monotonic() - begin) > allowed:
            self.overruns.append(f"it took {took:.2f} s where it had {allowed:g} s, and was saved by the margin")
        self.check_line(duel, answer.info)
        return answer

    def check_line(self, duel: Duel, info: Info) -> None:
        """Notices a principal variation that cannot be played."""
        for word in info.pv:
            try:
                duel = duel.play(word)
            except GridDuelsError:
                self.wrong_info.append(f"its pv {' '.join(info.pv)} has {shorten(word)} where that is not legal")
                return

    def _explained(self, dialogue: Dialogue, work: Callable[[], _Made]) -> _Made:
        """What comes of some work; a bot that is silent is tried for the reason why."""
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
    """A process that tells its Candidate what is noticed."""

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
"""It yields a sentence for each thing that is wrong, and a Remark for what is not; its name is the promise."""


def _variants(definition: Definition) -> Iterator[Game]:
    """A game with every size and every combination of rulings, the usual ones first."""
    sizes = dict.fromkeys((definition.size, *definition.sizes))
    names = [ruling.name for ruling in definition.rulings]
    for size in sizes:
        for values in product(*(ruling.values for ruling in definition.rulings)):
            yield Game(definition, size, dict(zip(names, values, strict=True)))
