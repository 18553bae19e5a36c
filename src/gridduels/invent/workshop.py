"""The workshop's report on a duel: how fair and how deep it is, and which of its rules do nothing."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.limits import TooBig
from gridduels.invent.code import Code
from gridduels.invent.measures import Measures, measure
from gridduels.invent.search import graph_of, signature

LIMIT: Final = 1_000_000
"""The maximum number of positions in a duel that the workshop solves."""
PLAYERS: Final = (1, 3, 5, 7)
"""The players whose games show how fair a duel is, by how many plies they look ahead."""
GAMES: Final = 400
"""Games per measurement."""
_CHECKING: Final = "checking every rule"


class Idle(NamedTuple):
    """A rule that does nothing, and the duel without it."""

    element: str
    """The element of the code, as `Code.without` calls it."""
    simpler: Code


@dataclass(frozen=True)
class Answer:
    """What the workshop says about a duel."""

    code: Code
    measures: Measures
    idle: tuple[Idle, ...]


def answer(code: Code, progress: Progress = silent, limit: int = LIMIT) -> Answer:
    """Solve and measure a duel, then drop each rule in turn and compare. Raises TooBig beyond `limit` positions.

    >>> from gridduels.invent import parse
    >>> [idle.element for idle in answer(parse("duel1-3x3-k1-t1-r1-gso-l-sc")).idle]
    []
    """
    graph = graph_of(code, limit, progress)
    measures = measure(graph, PLAYERS, GAMES)
    idle, own, variants = [], signature(graph), list(code.without())
    for number, (element, simpler) in enumerate(variants):
        progress(_CHECKING, number, len(variants))
        try:
            other = graph_of(simpler, graph.entries)
        except TooBig:  # it has more positions, so the rule matters
            continue
        if signature(other) == own:
            idle.append(Idle(element, simpler))
    return Answer(code, measures, tuple(idle))
