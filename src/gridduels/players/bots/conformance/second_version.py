"""What a bot of version 2 of the protocol must do besides."""

import time
from collections.abc import Iterator
from typing import Final

from gridduels.duel import Duel
from gridduels.players.bots.conformance.candidate import Candidate, Check, Remark
from gridduels.players.bots.options import Option
from gridduels.players.bots.protocol import Line
from gridduels.players.bots.question import question_lines
from gridduels.players.limits import Clock

__all__ = ["CHECKS", "answers_ping"]

_LONG: Final = 600.0
"""Seconds that nobody takes for a move."""
_LINES: Final = 2
_NODES: Final = 100


def answers_ping(candidate: Candidate) -> Iterator[str]:
    with candidate.meet() as dialogue:
        for _ in range(3):
            dialogue.ping(candidate.limits.seconds)
    yield from ()


def _takes_its_options(candidate: Candidate) -> Iterator[str]:
    """Every value that is at the edge of what an option may be, and a move afterwards."""
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
    """A question with all the time in the world, and `stop` at once; then `stop` where there is nothing to stop."""
    duel = Duel(candidate.games[0])
    with candidate.meet() as dialogue:
        process, until = dialogue.process, time.monotonic() + candidate.limits.seconds
        process.send([*question_lines(duel, candidate.limits._replace(seconds=_LONG)), "stop"], until)
        while (said := process.hear(until)) is not None and Line.read(said).word not in ("move", "resign"):
            pass
        if said is None:
            yield Remark("it did not answer to stop: a bot that does not listen while it thinks must keep its time")
            return
        process.send(["stop"], until)
        dialogue.ping(candidate.start)
        candidate.ask(dialogue, duel)


def _keeps_to_its_clock(candidate: Candidate) -> Iterator[str]:
    clock = Clock(candidate.limits.seconds, candidate.limits.seconds, 0)
    with candidate.meet() as dialogue:
        for share in (1.0, 0.5):
            limits = candidate.limits._replace(clock=clock._replace(own=share * clock.own))
            candidate.ask(dialogue, Duel(candidate.games[0]), limits)
    yield from ()


def _heeds_depth_and_nodes(candidate: Candidate) -> Iterator[str]:
    with candidate.meet() as dialogue:
        shallow = candidate.ask(dialogue, Duel(candidate.games[0]), candidate.limits._replace(depth=1))
        few = candidate.ask(dialogue, Duel(candidate.games[0]), candidate.limits._replace(nodes=_NODES))
    if shallow and (shallow.info.depth or 0) > 1:
        yield Remark(f"it says that it searched to depth {shallow.info.depth} where it was given depth 1")
    if few and (few.info.nodes or 0) > 2 * _NODES:
        yield Remark(f"it says that it searched {few.info.nodes} nodes where it was given {_NODES}")


def _analyses(candidate: Candidate) -> Iterator[str]:
    """It may have nothing to say, but it must say `done`."""
    with candidate.meet() as dialogue:
        for game in candidate.games[:2]:
            dialogue.new_game(game)
            found = dialogue.analyse(Duel(game), candidate.limits, _LINES)
            for info in found:
                candidate.check_line(Duel(game), info)
        candidate.ask(dialogue, Duel(candidate.games[0]))
    yield from ()


def _says_info_that_can_be_read(candidate: Candidate) -> Iterator[str]:
    yield from dict.fromkeys(candidate.wrong_info[:3])


CHECKS: Final[tuple[Check, ...]] = (
    _takes_its_options,
    _plays_game_after_game,
    _stops_when_told,
    _keeps_to_its_clock,
    _heeds_depth_and_nodes,
    _analyses,
    _says_info_that_can_be_read,
)
