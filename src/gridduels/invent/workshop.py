"""The workshop's report on a duel: how fair and deep it is, and which of its rules do nothing."""

from dataclasses import dataclass
from typing import Final

from gridduels.engine.progress import Progress, silent
from gridduels.invent.code import Code
from gridduels.invent.measures import Change, Measures, graph_of, measure, without

LIMIT: Final = 1_000_000
"""The maximum number of positions in a duel that the workshop solves."""
PLAYERS: Final = (1, 3, 5, 7)
"""The players whose games show how fair a duel is, given by the number of plies they look ahead."""
GAMES: Final = 400
"""The number of games per measurement."""


@dataclass(frozen=True)
class Answer:
    """The workshop's findings on a duel."""

    code: Code
    measures: Measures
    idle: tuple[Change, ...]
    """The rules that do nothing."""


def answer(code: Code, progress: Progress = silent, limit: int = LIMIT) -> Answer:
    """Solve and measure a duel, then drop each rule in turn and compare. Raise TooBig if there are more than `limit`
    positions.

    >>> from gridduels.invent import parse
    >>> [idle.element for idle in answer(parse("duel1-3x3-k1-t1-r1-gso-l-sc")).idle]
    []
    """
    graph = graph_of(code, limit, progress)
    measures = measure(graph, PLAYERS, GAMES)
    changes = without(graph, graph.entries, progress)
    return Answer(code, measures, tuple(each for each in changes if not each.matters))
