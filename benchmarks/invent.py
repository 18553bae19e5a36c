"""Invented duels: what becomes of codes, codes screened per second, solving compared with the hand-written games, and
the scores of known games.

The score is tested on games that it wasn't tuned on, by comparing well-known games with random codes, and balanced
starts of the five games with the book's starts. To leave no choice of boards, each well-known game is measured on its
largest board with at most a million positions.
"""

import random
import statistics
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from math import prod
from pkgutil import iter_modules
from time import process_time
from typing import Final

import classic_duels
from tables import Column, Table
from timing import in_turn, show

from gridduels import Duel, Game, load_game
from gridduels.board import shape
from gridduels.engine import SolvedGraph
from gridduels.engine.solvers.limits import TooBig
from gridduels.game import Definition
from gridduels.invent import Code
from gridduels.invent.measures import REPORT, Board, graph_of, measure
from gridduels.invent.review import fairest_starts
from gridduels.invent.search import STAGES, Screened, Search, draw, screen
from gridduels.match import fair_starts
from gridduels.players.levels import LEVELS
from gridduels.registry import definition

_CODES: Final = 200
_GENERATIONS: Final = 20
_SEED: Final = 20_000
"""A seed that wasn't used for tuning or for the list of days."""
_ROUNDS: Final = 5
_POINTS: Final[tuple[tuple[str, int, dict[str, str | int], str], ...]] = (
    ("light-cycle", 5, {}, "duel1-5x5-o1-t1-gn-l-s2"),
    ("pathway", 5, {}, "duel1-5x5-o1-t1-gso-l-sc"),
    ("gridlock", 5, {}, "duel1-5x5-o4-t2-gn-l-ux"),
    ("blockade", 5, {"obstacles": 1}, "duel1-5x5-o1-t0-r1pb-gs-l-sc"),
)
"""Rule-book games, expressed as codes in the family."""
_LIMIT: Final = 1_000_000
"""The maximum number of positions on a board of a well-known game."""
_RANDOM: Final = 60
"""The number of random codes to compare with."""
_SMALL: Final[tuple[tuple[str, int, dict[str, str | int]], ...]] = (
    ("light-cycle", 5, {}),
    ("pathway", 5, {}),
    ("grid-runner", 5, {}),
    ("gridlock", 5, {}),
    ("blockade", 4, {"obstacles": 1}),
)
"""Small boards of the five games."""
_STARTS: Final = 8
"""The number of starts to choose per game. The players used to choose them aren't the ones used to measure them."""
_FIGURES: Final = ("fair", "score")


def run() -> list[Table]:
    return [_screening(), _solving(), _score(), _starts()]


def _screening() -> Table:
    rng = random.Random(_SEED)
    codes = [draw(rng) for _ in range(_CODES)]
    screen(codes[0])  # compiles
    show(f"screening {_CODES} codes")
    begin = process_time()
    stages = Counter(screen(code).stage for code in codes)
    rate = _CODES / (process_time() - begin)
    kept = list[Code]()

    def screen_all(codes: Iterable[Code]) -> list[Screened]:
        found = [screen(code) for code in codes]
        kept.extend(each.code for each in found if each.measures)
        return found

    show("searching")
    search = Search(_SEED)
    for _ in islice(search.generations(screen_all), _GENERATIONS):
        pass
    jumping = sum(code.jumps for code in kept)
    rows = [(stage, stages[stage] / _CODES, search.stages[stage] / search.screened) for stage in STAGES]
    return Table(
        f"What becomes of {_CODES} random codes and of {search.screened} codes in a search; {rate:.1f} codes per "
        "second of one core's time",
        (Column("stage"), Column("random", "{:.0%}"), Column("search", "{:.0%}")),
        tuple(rows),
        (f"The search kept {len(kept)} codes, {jumping} of them with jumps, of {len(search.elites)} kinds.",),
    )


def _solving() -> Table:
    pairs: dict[str, tuple[Game, Game]] = {}
    for id, size, rules, code in _POINTS:
        pairs[f"{id} {size}x{size}"] = Game(definition(id), size, rules), load_game(code)
    work = {(name, kind): partial(_seconds, game) for name, games in pairs.items() for kind, game in enumerate(games)}
    for solve in work.values():
        solve()  # compiles
    figures = in_turn(work, _ROUNDS)
    rows = [
        (name, min(figures[name, 0]), min(figures[name, 1]), min(figures[name, 1]) / min(figures[name, 0]))
        for name in pairs
    ]
    return Table(
        f"Solving in memory, CPU seconds: best of {_ROUNDS} rounds, taken in turn",
        (Column("board"), Column("hand-written", "{:.3f}"), Column("family", "{:.3f}"), Column("ratio", "{:.2f}x")),
        tuple(rows),
    )


def _seconds(game: Game) -> float:
    begin = process_time()
    SolvedGraph(game)
    return process_time() - begin


def _score() -> Table:
    rng, scores = random.Random(_SEED + 1), list[float]()
    show(f"measuring {_RANDOM} random codes")
    while len(scores) < _RANDOM:
        try:
            scores.append(measure(graph_of(draw(rng), 50_000), REPORT, 300).score)
        except TooBig:
            continue
    rows: list[tuple[str | float | None, ...]] = []
    for name in sorted(each.name for each in iter_modules(classic_duels.__path__)):
        show(f"measuring {name}")
        if (graph := _largest(import_module(f"classic_duels.{name}").GAME)) is None:
            continue
        found = measure(graph, REPORT, 300)
        above = sum(each < found.score for each in scores) / len(scores)
        rows.append((str(graph.game), str(found.value), found.fair, found.score, above))
    rows.append(("random codes, median", None, None, statistics.median(scores), None))
    return Table(
        "The score of well-known games, measured with players that no search used",
        (
            Column("game"),
            Column("value"),
            Column("fair", "{:.2f}"),
            Column("score", "{:.2f}"),
            Column(f"above this share of {_RANDOM} random codes", "{:.0%}"),
        ),
        tuple(rows),
        (f"Each game on its largest board with at most {_LIMIT:,} positions.",),
    )


def _largest(definition: Definition) -> SolvedGraph | None:
    """Solve a game's largest board with at most _LIMIT positions; return None if all boards have more."""
    for size in sorted(definition.sizes, key=lambda size: -prod(shape(size))):
        with suppress(TooBig):
            return SolvedGraph(Game(definition, size), limit=_LIMIT)
    return None


def _starts() -> Table:
    rows: list[tuple[str | float | None, ...]] = []
    for id, size, rules in _SMALL:
        show(f"measuring starts of {id}")
        graph = SolvedGraph(Game(definition(id), size, rules))
        book = measure(graph, REPORT, 300)
        chosen = [number for _, number, _ in fairest_starts(graph, Board(graph, _SEED))[:_STARTS]]
        moves = dict.fromkeys(moves for level in LEVELS for moves in fair_starts(graph.game, level))
        shipped = [graph.number(Duel(graph.game, each).position) for each in moves]
        rows.append((str(graph.game), book.fair, book.score, *_medians(graph, chosen), *_medians(graph, shipped)))
    return Table(
        f"The book's start, the {_STARTS} fairest after one or two moves, and those balanced for one level (medians)",
        (
            Column("game"),
            *(Column(f"{start} {name}", "{:.2f}") for start in ("book", "chosen", "levels") for name in _FIGURES),
        ),
        tuple(rows),
    )


def _medians(graph: SolvedGraph, starts: list[int]) -> tuple[float | None, float | None]:
    """Return the medians of the _FIGURES over the given starts; None if there are none."""
    if not starts:
        return None, None
    found = [measure(graph, REPORT, 300, begin=number) for number in starts]
    fair, score = (statistics.median(getattr(each, name) for each in found) for name in _FIGURES)
    return fair, score
