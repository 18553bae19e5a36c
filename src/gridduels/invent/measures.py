"""Measure how good a duel is: on its solved graph, in games between imperfect players, and by dropping each rule.

Players are numbers as in `engine.kernels.graph_play`: n looks n plies ahead, and -n plays n random games after each
move. The search for duels uses SELECTION; a report uses REPORT, whose players had no influence on the choice.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Final, NamedTuple

from gridduels.engine import SolvedGraph, Value
from gridduels.engine.kernels import graph_play
from gridduels.engine.kernels.compiler import compiled_for_all
from gridduels.engine.kernels.graph_play import (
    CENSUS_FIELDS,
    CHOICES,
    CHOICES_SQUARED,
    DECIDED,
    DIVIDED,
    EDGES,
    FIRST_WINS,
    FORCED,
    INNER,
    LEADS,
    LEADS_SQUARED,
    MATTER,
    MATTER_SQUARED,
    PLIES,
    PLIES_SQUARED,
    PRODUCT,
    SECOND_WINS,
    TALLY_FIELDS,
    Solved,
)
from gridduels.engine.progress import Progress, silent
from gridduels.engine.solvers.limits import TooBig
from gridduels.game import Game
from gridduels.invent import definition
from gridduels.invent.code import Code, parse
from gridduels.registry import is_code
from gridduels.text import count

LIMIT: Final = 150_000
"""The maximum number of positions in a duel to measure, unless the caller allows more."""
SELECTION: Final = (3, 5, -8)
"""The players whose games decide which duels a search keeps."""
REPORT: Final = (2, 4, 7, -16)
"""The players whose games a report shows."""
STRONG, WEAK = 7, 1
"""The two players whose match shows how deep a duel is."""
_CHECKING: Final = "checking every rule"
GAMES: Final = 1000
"""Games per measurement in a report."""
_REPORT_SEED: Final = 1
"""The random seed of a report, chosen so that its games differ from those of the search."""
MAX_PLIES: Final = 400
"""A game longer than this many plies counts as unfinished."""
_Z: Final = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """A measured value with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """
        >>> str(Estimate(0.5, 0.469, 0.531))
        '0.50 (0.47 to 0.53)'
        """
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


def share(points: float, games: float) -> Estimate:
    """Return the share of points in independent games, with Wilson's interval.

    >>> str(share(50, 100))
    '0.50 (0.40 to 0.60)'
    """
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    mean, factor = points / games, 1 / (1 + _Z**2 / games)
    centre = factor * (mean + _Z**2 / (2 * games))
    spread = factor * _Z * math.sqrt(max(0.0, mean * (1 - mean)) / games + (_Z / (2 * games)) ** 2)
    return Estimate(mean, max(0.0, centre - spread), min(1.0, centre + spread))


def average(total: float, squares: float, games: int) -> Estimate:
    """Return the mean of independent numbers with its interval under the normal approximation.

    >>> average(20, 50, 10)
    Estimate(mean=2.0, low=1.3802..., high=2.6197...)
    """
    mean = float(total) / games
    spread = _Z * math.sqrt(max(0.0, float(squares) / games - mean * mean) / games)
    return Estimate(mean, mean - spread, mean + spread)


@dataclass(frozen=True)
class Measures:
    """A duel's measurements. Shares range from 0 to 1."""

    positions: int
    value: Value
    """The value of the start for the first player."""
    first_moves: int
    kept_first_moves: int
    """The number of first moves that keep the value of the start."""
    decided: float
    """The share of positions that are won or lost rather than perpetual or drawn."""
    branching: float
    """The mean number of legal moves in positions that have any."""
    forced: float
    """The share of positions with a single legal move, among those that have any."""
    divided: float
    """The share of positions whose moves differ in value, among those with a choice."""
    first_share: dict[int, Estimate]
    """The first player's share of the points between equal players, by player. An unfinished game counts half a
    point."""
    depth: Estimate
    """The stronger player's share of the points against a much weaker one, when both go first equally often."""
    drama: Estimate
    """The number of lead changes in a game between equal players."""
    length: Estimate
    """The number of plies in a game between equal players."""
    matter: Estimate
    """The share of choices in such games in which some moves keep the value and others don't."""

    @property
    def plies(self) -> int:
        """Number of plies under best play; 0 if the start isn't decided."""
        return self.value.plies or 0

    @property
    def fair(self) -> float:
        """Fairness: 1 if equal players win equally often from either side, 0 if one side always wins. The worst share
        counts.

        >>> [max(0.0, 1 - 2 * abs(share - 0.5)) for share in (0.5, 0.75, 1.0)]
        [1.0, 0.5, 0.0]
        """
        return max(0.0, 1 - 2 * max(abs(each.mean - 0.5) for each in self.first_share.values()))

    @property
    def deep(self) -> float:
        """Depth: 1 if the stronger player always wins, 0 if strength doesn't matter."""
        return min(1.0, max(0.0, 2 * self.depth.mean - 1))

    @property
    def sharp(self) -> float:
        """Sharpness: 1 if at least half of all choices matter. Used to choose duels, but not shown to people."""
        return min(1.0, 2 * self.matter.mean)

    @property
    def score(self) -> float:
        """The search's objective, from 0 to 1: fair * deep * sharp, reduced if games are short, tame or undecided."""
        long_enough = min(1.0, self.plies / 11)
        lively = min(1.0, self.drama.mean / 2)
        open_end = min(1.0, max(0.0, (self.decided - 0.8) / 0.2))
        return self.fair * self.deep * self.sharp * long_enough * lively * open_end

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield each measure's name ("" if unchanged from the previous line) and its description."""
        winner = {"win": "the first player wins", "loss": "the second player wins"}.get(self.value.outcome)
        said = f"{winner} in {_plies(self.plies)}" if winner else "neither side can force a win"
        yield "best play", f"{said}; {kept_words(self.kept_first_moves, self.first_moves)}"
        for number, (player, found) in enumerate(self.first_share.items()):
            yield ("" if number else "first player"), f"{found} of the points if both {_sight(player)}"
        yield "depth", f"{self.depth} of the points for looking {STRONG} plies ahead, against {WEAK}"
        yield "choices", f"{self.matter} of them matter"
        yield "drama", f"{self.drama} changes of the lead in a game"
        yield "length", f"{self.length} plies"
        yield "branching", f"{self.branching:.1f} moves to choose from on average"

    def as_data(self) -> dict[str, Any]:
        """Return the measures as data; estimates include their intervals."""
        return {
            "positions": self.positions,
            "value": self.value.outcome,
            "plies": self.value.plies,
            "fair": round(self.fair, 3),
            "deep": round(self.deep, 3),
            "score": round(self.score, 3),
            "branching": round(self.branching, 2),
            "first_share": {str(player): _rounded(each) for player, each in self.first_share.items()},
            "depth": _rounded(self.depth),
            "drama": _rounded(self.drama),
            "length": _rounded(self.length),
            "matter": _rounded(self.matter),
        }


def kept_words(kept: int, moves: int) -> str:
    """Describe how many of the first moves keep the value of the start."""
    return f"{'only ' if kept == 1 else ''}{kept} of {moves} first moves keep{'s' if kept == 1 else ''} that result"


def _plies(number: int) -> str:
    return f"{number} {'ply' if number == 1 else 'plies'}"


def _sight(player: int) -> str:
    """Describe how far both players look ahead, or how many random games they play."""
    return f"look {_plies(player)} ahead" if player >= 0 else f"try {-player} random games per move"


def _rounded(estimate: Estimate) -> list[float]:
    return [round(each, 3) for each in estimate]


def measure(
    graph: SolvedGraph, players: tuple[int, ...] = REPORT, games: int = GAMES, seed: int = 0, begin: int = 0
) -> Measures:
    """Measure a solved game, played from the position with number `begin`. The results depend only on the arguments.

    The player to move there counts as the first player. Counts over all positions don't depend on `begin`.
    """
    board = Board(graph, seed)
    census = board.census()
    inner, choices = int(census[INNER]), int(census[INNER] - census[FORCED])
    tallies = {player: board.play(player, player, games, begin) for player in players}
    middle = tallies[players[len(players) // 2]]
    moves = [board.code_of_move(edge) for edge in range(graph.first[begin], graph.first[begin + 1])]
    start = int(graph.codes[begin])
    strong, weak = (board.play(*pair, games // 2, begin) for pair in ((STRONG, WEAK), (WEAK, STRONG)))
    return Measures(
        positions=graph.entries,
        value=graph.value(graph.position(begin)),
        first_moves=len(moves),
        kept_first_moves=sum(graph_play.sign(move) == graph_play.sign(start) for move in moves),
        decided=float(census[DECIDED]) / graph.entries,
        branching=float(census[EDGES]) / max(inner, 1),
        forced=float(census[FORCED]) / max(inner, 1),
        divided=float(census[DIVIDED]) / max(choices, 1),
        first_share={player: share(points(tally, 1), games) for player, tally in tallies.items()},
        depth=share(points(strong, 1) + points(weak, 2), games // 2 * 2),
        drama=average(middle[LEADS], middle[LEADS_SQUARED], games),
        length=average(middle[PLIES], middle[PLIES_SQUARED], games),
        matter=_matter(middle),
    )


def points(tally: Any, player: int) -> float:
    """Return a player's points in a tally. An unfinished game counts half a point."""
    won = tally[FIRST_WINS if player == 1 else SECOND_WINS]
    games = tally[: SECOND_WINS + 2].sum()
    decided = tally[FIRST_WINS] + tally[SECOND_WINS]
    return float(won + (games - decided) / 2)


def _matter(tally: Any) -> Estimate:
    """Return the share of choices that matter. The unit is the game, since choices within a game aren't independent."""
    choices = float(tally[CHOICES])
    if not choices:
        return Estimate(0.0, 0.0, 1.0)
    ratio = float(tally[MATTER]) / choices
    squares = tally[MATTER_SQUARED] - 2 * ratio * tally[PRODUCT] + ratio * ratio * tally[CHOICES_SQUARED]
    spread = _Z * math.sqrt(max(0.0, float(squares))) / choices
    return Estimate(ratio, max(0.0, ratio - spread), min(1.0, ratio + spread))


class Board:
    """The kernels of `graph_play` on one solved game, with a random generator."""

    def __init__(self, graph: SolvedGraph, seed: int = 0) -> None:
        self._kernels = compiled_for_all(graph_play)
        self._solved = Solved(graph.first, graph.successors, graph.finished, graph.codes)
        self._state = (seed + 1) * 0x5DEECE66D + 11  # any number but 0

    def census(self) -> Any:
        """Return the counts of `graph_play.take_census`."""
        census = _zeros(CENSUS_FIELDS)
        self._kernels.take_census(self._solved, census)
        return census

    def can_repeat(self) -> bool:
        """Return whether a position could occur twice in a game if no rule forbade it."""
        nodes = len(self._solved.codes)
        return bool(self._kernels.can_repeat(self._solved, _zeros(nodes), _zeros(nodes)))

    def play(self, one: int, two: int, games: int, begin: int = 0) -> Any:
        """Play games from a position and return their tally; `one` is the player to move there."""
        tally = _zeros(TALLY_FIELDS)
        self._state = self._kernels.play_games(self._solved, begin, games, one, two, MAX_PLIES, self._state, tally)
        return tally

    def share(self, player: int, games: int, begin: int = 0) -> Estimate:
        """Return the share of the points that the player to move scores between equal players."""
        return share(points(self.play(player, player, games, begin), 1), games)

    def code_of_move(self, edge: int) -> int:
        """Return the code of the position after a move, from the mover's point of view."""
        return int(graph_play.code_of_move(self._solved, edge))


def _zeros(length: int) -> Any:
    import numpy as np

    return np.zeros(length, np.int64)


# --- Check that every rule matters


class Change(NamedTuple):
    """The effect of dropping an element of an invented duel, or of changing a ruling of another game."""

    element: str
    """The element, as named by `Code.without`, or the ruling with both of its values."""
    code: Code | None
    """The duel without the element; None for a ruling."""
    value: Value | None
    """The value of the start afterwards; None if the other game was too large to solve."""
    positions: int | None
    matters: bool
    """Whether anything changes: the number of positions, of moves, or of positions with a given value."""

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.element}: too large to solve"
        return f"{self.element}: {self.value}, {self.positions:,} positions"

    def as_data(self) -> dict[str, Any]:
        """Return the change as data."""
        return {
            "element": self.element,
            "value": self.value.outcome if self.value else None,
            "plies": self.value.plies if self.value else None,
            "positions": self.positions,
            "matters": self.matters,
        }


def graph_of(code: Code, limit: int = LIMIT, progress: Progress = silent) -> SolvedGraph:
    """Solve a duel in memory. Raise TooBig if it has more than `limit` positions."""
    return SolvedGraph(Game(definition(code)), progress, limit)


def signature(graph: SolvedGraph) -> tuple[int, ...]:
    """Return counts that differ for two duels unless their graphs agree in positions, moves and values."""
    import numpy as np

    return (
        graph.entries,
        len(graph.successors),
        int(graph.codes[0]),
        *np.bincount(graph.codes.astype(int) + 128, minlength=256).tolist(),
    )


def without(graph: SolvedGraph, limit: int = LIMIT, progress: Progress = silent) -> tuple[Change, ...]:
    """Return the effect of dropping each element or changing each ruling.

    A game with more than `limit` positions, and more than the original, isn't solved, because it is certainly
    different.

    >>> changes = without(graph_of(parse("duel1-3x3-k1-t0-gs-w-sc")))
    >>> [(each.element, each.matters) for each in changes]
    [('goal', True), ('wins', False)]
    """
    found, own, variants = list[Change](), signature(graph), list(_variants(graph.game))
    for number, (element, game) in enumerate(variants):
        progress(_CHECKING, number, len(variants))
        code = parse(game.id) if is_code(game.id) else None
        try:
            other = SolvedGraph(game, limit=max(limit, graph.entries))
        except TooBig:
            found.append(Change(element, code, None, None, True))
        else:
            value = other.value(game.start())
            found.append(Change(element, code, value, other.entries, signature(other) != own))
    return tuple(found)


def _variants(game: Game) -> Iterator[tuple[str, Game]]:
    """Yield each game that lacks one element or differs in one ruling, with the name of that element or ruling."""
    if is_code(game.id):
        for name, simpler in parse(game.id).without():
            yield name, Game(definition(simpler))
        return
    for ruling in game.definition.rulings:
        for value in ruling.values:
            if value != game.rulings[ruling.name] and ruling.name != "repetition":
                name = f"{ruling.name}={game.rulings[ruling.name]} (or {value})"
                yield name, Game(game.definition, game.size, {**game.rulings, ruling.name: value})


class Report(NamedTuple):
    """A report on a duel, as printed by `gridduels invent`, based on players and games that the search didn't use."""

    code: Code
    measures: Measures
    changes: tuple[Change, ...]
    """The effect of dropping each element. The fewer elements, the clearer the rules."""

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield each measure's name ("" if unchanged from the previous line) and its description."""
        yield from self.measures.lines()
        yield "clarity", count(len(self.changes), "rule element")
        for number, change in enumerate(self.changes):
            yield ("" if number else "without"), str(change)

    def as_data(self) -> dict[str, Any]:
        """Return the report as data."""
        changes = [each.as_data() for each in self.changes]
        return {**self.measures.as_data(), "elements": len(changes), "without": changes}


def report(code: Code, progress: Progress = silent) -> Report:
    """Solve and measure a duel, and drop each of its elements in turn."""
    graph = graph_of(code, progress=progress)
    return Report(code, measure(graph, REPORT, seed=_REPORT_SEED), without(graph, progress=progress))
