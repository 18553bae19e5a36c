"""Search the family for good duels with MAP-Elites, a quality-diversity algorithm.

The archive keeps the best duel of each kind (see `kind_of`). Each generation draws new codes, most of them by modifying
an elite, and screens them: a code must be small enough to solve, decided, long enough, fair for several kinds of
players, and every one of its rules must matter. Screening is a pure function of the code, so a seed always gives the
same duels, no matter where the search runs or how many workers it uses.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, Final

from gridduels.board import Size, shape
from gridduels.engine import SolvedGraph
from gridduels.engine.ray_cluster import connected, load_ray
from gridduels.engine.solvers.limits import TooBig
from gridduels.errors import SetupError
from gridduels.invent.code import Code
from gridduels.invent.measures import LIMIT, SELECTION, Measures, graph_of, measure, signature

LEAST_PLIES: Final = 7
"""The minimum length of best play, in plies, for a duel worth showing."""
LEAST_BRANCHING: Final = 2.0
FAIREST, MOST_UNFAIR = 0.35, 0.65
"""The first player's share of the points must lie between these limits, for every kind of player."""
LEAST_DECIDED: Final = 0.8
GAMES: Final = 300
"""The number of games per measurement during the search."""
GENERATION: Final = 32
"""The number of codes per generation."""
_NEW: Final = 0.25
"""The share of a generation that is drawn at random instead of being derived from an elite."""
_JUMPS: Final = 0.15
"""The chance that a new code gains or loses jumps."""
_DRAWS: Final = 200
"""The number of attempts to draw a code that hasn't been screened yet."""
SIZES: Final = ((3, 3), (3, 4), (3, 5), (4, 4), (4, 4), (3, 6), (4, 5), (4, 5), (5, 5))
STAGES: Final = ("too big", "undecided", "too short", "too forced", "unfair", "dull", "kept")
"""The possible fates of a code, in the order of the checks."""


# --- Drawing codes


def draw(rng: random.Random, size: Size | None = None) -> Code:
    """Return a random code, of the given size or of any."""
    while True:
        try:
            return _draw(rng, shape(size) if size is not None else rng.choice(SIZES))
        except SetupError:  # the elements contradict each other
            continue


def _draw(rng: random.Random, board: tuple[int, int]) -> Code:
    rows, columns = board
    cells = rows * columns
    steps = rng.choice("ooodkkkn")
    reach = 1 if steps == "n" else rng.choice((1, 1, 1, 2, 9))
    goal = rng.choice("nnsscer")
    trail = rng.choice((0, 1, 1, 1, 2)) if goal != "n" else rng.choice((1, 1, 2))
    obstacles = rng.choice((0, 0, 1, 1, 2, 3))
    shared = rng.random() < 0.15
    blocked = 0
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        cell = rng.randrange(cells // 2)
        blocked |= 1 << cell | 1 << cells - 1 - cell
    return Code(
        rows=rows,
        columns=columns,
        steps=steps,
        reach=reach,
        trail=trail,
        obstacles=obstacles,
        then=obstacles > 0 and rng.random() < 0.35,
        paths=rng.choice((0, 1, 2)) if obstacles and goal != "n" else 0,
        goal=goal,
        open=goal != "n" and rng.random() < 0.5,
        wins=rng.random() < 0.2,
        shared=shared,
        start=rng.choice((0, rows // 2 * columns, rng.randrange(cells))),
        blocked=blocked,
    )


def change(code: Code, rng: random.Random, keep_size: bool = False) -> Code:
    """Return a code that differs from another in one or two elements."""
    names = [each.name for each in fields(Code) if each.name not in ("rows", "columns", "jumps")]
    for _ in range(_DRAWS):
        board = (code.rows, code.columns) if keep_size or rng.random() < 0.8 else rng.choice(SIZES)
        try:
            other = _draw(rng, board)
            if board != (code.rows, code.columns):
                changed = replace(code, rows=board[0], columns=board[1], start=other.start, blocked=other.blocked)
            else:
                wanted = rng.sample(names, rng.choice((1, 1, 2)))
                changed = replace(code, **{name: getattr(other, name) for name in wanted})
        except SetupError:
            continue
        if changed != code:
            return changed
    return draw(rng)


def toggle_jumps(code: Code, rng: random.Random) -> Code:
    """Occasionally return the same duel with jumps if it has none, or without if it has them.

    This isn't a part of `draw` and `change` because the benchmark for language models has drawn its duels with them.
    """
    try:
        return replace(code, jumps=not code.jumps) if rng.random() < _JUMPS else code
    except SetupError:  # knights don't jump
        return code


# --- Screening


@dataclass(frozen=True)
class Screened:
    """A code's fate: the last stage it reached and, if it was kept, the duel with its measures."""

    stage: str
    code: Code
    measures: Measures | None = None

    @property
    def score(self) -> float:
        """The score of the measures; 0 if the duel wasn't kept."""
        return self.measures.score if self.measures else 0.0


def screen(code: Code, limit: int = LIMIT) -> Screened:
    """Simplify, solve and measure a duel, and decide whether it is worth keeping."""
    try:
        graph = graph_of(code, limit)
    except TooBig:
        return Screened("too big", code)
    start = int(graph.codes[0])
    if not start:
        return Screened("undecided", code)
    if abs(start) <= LEAST_PLIES:
        return Screened("too short", code)
    code, graph = simplify(code, graph, limit)
    found = measure(graph, SELECTION, GAMES)
    if found.decided < LEAST_DECIDED:
        return Screened("undecided", code)
    if found.branching < LEAST_BRANCHING:
        return Screened("too forced", code)
    if not all(FAIREST <= each.mean <= MOST_UNFAIR for each in found.first_share.values()):
        return Screened("unfair", code)
    return Screened("kept" if found.score else "dull", code, found if found.score else None)


# --- Drop rules that do nothing


def simplify(code: Code, graph: SolvedGraph, limit: int = LIMIT) -> tuple[Code, SolvedGraph]:
    """Drop every element that does nothing, i.e. without which the counts of positions, moves and each value stay the
    same."""
    for _, simpler in code.without():
        try:
            found = graph_of(simpler, limit)
        except TooBig:
            continue
        if signature(found) == signature(graph):
            return simplify(simpler, found, limit)
    return code, graph


# --- The archive


def ending_of(code: Code) -> str:
    """Return how a duel ends: `refuge` if being stuck wins, `race` to a goal, or `trap`."""
    return "refuge" if code.wins else "race" if code.goal != "n" else "trap"


def kind_of(code: Code) -> tuple[str | int | bool, ...]:
    """Return a duel's niche: the archive keeps only the best duel in each niche."""
    placing = "none" if not code.obstacles else "then" if code.then else "or"
    size = next(each for each, cells in enumerate((12, 16, 20, 99)) if code.cells <= cells)
    goal = code.goal, code.open, code.blocked.bit_count() // 2
    return ending_of(code), code.steps, code.reach > 1, code.jumps, code.trail > 0, placing, code.shared, size, *goal


@dataclass
class Search:
    """A search for good duels; `generations` runs it."""

    seed: int = 0
    size: Size | None = None
    like: Code | None = None
    limit: int = LIMIT
    elites: dict[tuple[str | int | bool, ...], Screened] = field(default_factory=dict)
    stages: Counter[str] = field(default_factory=Counter)
    """The number of codes that ended at each stage."""

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)
        self._seen: set[Code] = set()

    @property
    def screened(self) -> int:
        """The number of codes that have been screened."""
        return self.stages.total()

    def best(self, count: int | None = None) -> list[Screened]:
        """Return the elites, best first."""
        return sorted(self.elites.values(), key=lambda each: (-each.score, str(each.code)))[:count]

    def generation(self) -> list[Code]:
        """Return new codes to screen."""
        elites = [each.code for each in self.best()] or ([self.like] if self.like else [])
        found: list[Code] = []
        if self.like and not self._seen:
            found.append(self.like)
        for _ in range(_DRAWS):
            if len(found) == GENERATION:
                break
            fresh = not elites or (not self.like and self._rng.random() < _NEW)
            keep = self.size is not None
            code = draw(self._rng, self.size) if fresh else change(self._rng.choice(elites), self._rng, keep)
            code = toggle_jumps(code, self._rng)
            if code not in self._seen and (not keep or {code.rows, code.columns} == set(shape(self.size or 0))):
                found.append(code)
                self._seen.add(code)
        return found

    def add(self, screened: Screened) -> None:
        """Record a screened code, and make it an elite if it is the best of its kind."""
        self.stages[screened.stage] += 1
        kind = kind_of(screened.code)
        if screened.measures and (kind not in self.elites or screened.score > self.elites[kind].score):
            self.elites[kind] = screened

    def generations(self, screen_all: "Screen | None" = None) -> Iterator[None]:
        """Screen one generation after another for as long as the caller iterates."""
        screen_all = screen_all or partial(map, partial(screen, limit=self.limit))
        while codes := self.generation():
            for screened in screen_all(codes):
                self.add(screened)
            yield


Screen = Callable[[Iterable[Code]], Iterable[Screened]]


@contextmanager
def screening(engine: str, workers: int, limit: int = LIMIT) -> Iterator[Screen]:
    """Return a function that screens codes in order: in this process, in several, or on a Ray cluster."""
    task = partial(screen, limit=limit)
    if engine == "ray":
        ray: Any = load_ray()
        with connected(ray, workers):
            remote = ray.remote(screen)
            yield lambda codes: ray.get([remote.remote(code, limit) for code in codes])
    elif workers > 1:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield lambda codes: pool.map(task, codes)
    else:
        yield lambda codes: map(task, codes)
