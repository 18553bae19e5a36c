"""Statistics over all positions of a table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from book import kernels as advice
from book import kernels as counting
from book.kernels import LOSS, OPEN, WIN, Plan, Tally
from gridduels.board import shape
from gridduels.engine.kernels import checks, hash_tables, layer_graph, retrograde
from gridduels.engine.kernels.compiler import compiled, plain
from gridduels.engine.kernels.layer_graph import TRANSITIONS, LaterLayers, RecordCache
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.progress import Progress, chunks_on_all_cores, silent
from gridduels.engine.solvers.present_layer import state_maps
from gridduels.engine.tables.table import Table
from gridduels.engine.value import UNKNOWN
from gridduels.game import Game
from gridduels.statement import Places, Position

# --- Rules of thumb and indicators


class Thumb(NamedTuple):
    """A rule of thumb: its number in the kernel, its advice, and the moves it suggests."""

    number: int
    advice: str
    meaning: str


MIDDLE: Final = Thumb(advice.MIDDLE, "Keep the middle", "the moves that end nearest to the centre of the board")
WALLS: Final = Thumb(advice.WALLS, "Hug the walls", "the moves to cells with the fewest free neighbours")
FEW_REPLIES: Final = Thumb(
    advice.FEW_REPLIES, "Leave the fewest replies", "the moves after which the opponent has the fewest moves"
)
FREEDOM: Final = Thumb(advice.FREEDOM, "Keep your freedom", "the moves after which you would have the most moves")
ROOM: Final = Thumb(advice.ROOM, "Keep the larger room", "the moves after which the most free cells are within reach")
TERRITORY: Final = Thumb(
    advice.TERRITORY, "Count who gets there first", "the moves after which you get to the most cells before the other"
)
SHORTEST_WAY: Final = Thumb(
    advice.SHORTEST_WAY, "Take the shortest way", "the moves after which your way to the goal is shortest"
)
LEAD: Final = Thumb(
    advice.LEAD, "Mind both ways", "the moves after which your way is shortest compared with the opponent's"
)
TOWARDS: Final = Thumb(advice.TOWARDS, "Go towards the opponent", "the moves that end nearest to the other token")
RUN: Final = Thumb(advice.RUN, "Run", "the steps, none of the obstacles")
OBSTRUCT: Final = Thumb(advice.OBSTRUCT, "Build", "the obstacles, none of the steps")
FAR: Final = Thumb(advice.FAR, "Slide as far as you can", "the longest slides")
NEAR: Final = Thumb(advice.NEAR, "Slide one cell", "the shortest slides")
EVEN_ROOM: Final = Thumb(
    advice.EVEN_ROOM, "Leave an even room", "the moves after which an even number of free cells is within reach"
)

THUMBS: Final[dict[str, tuple[Thumb, ...]]] = {
    "light-cycle": (MIDDLE, WALLS, FEW_REPLIES, FREEDOM, ROOM, TERRITORY, TOWARDS),
    "pathway": (MIDDLE, WALLS, FEW_REPLIES, FREEDOM, TERRITORY, SHORTEST_WAY, LEAD, TOWARDS),
    "grid-runner": (MIDDLE, FEW_REPLIES, FREEDOM, SHORTEST_WAY, LEAD, TOWARDS),
    "gridlock": (MIDDLE, WALLS, FEW_REPLIES, EVEN_ROOM, FAR, NEAR),
    "blockade": (MIDDLE, FEW_REPLIES, SHORTEST_WAY, LEAD, TOWARDS, RUN, OBSTRUCT),
}
"""The rules of thumb tested in each game."""


class Sign(NamedTuple):
    """An indicator of who is ahead: its number in the kernel and its description."""

    number: int
    claim: str


MORE_TERRITORY: Final = Sign(advice.MORE_TERRITORY, "gets to more cells before the other does")
SHORTER_WAY: Final = Sign(advice.SHORTER_WAY, "has the shorter way to the goal")
MORE_MOVES: Final = Sign(advice.MORE_MOVES, "has more moves")
MORE_ROOM_CUT_OFF: Final = Sign(
    advice.MORE_ROOM_CUT_OFF, "has the larger room, once the two are cut off from each other"
)
LARGER_RESERVE: Final = Sign(advice.LARGER_RESERVE, "has more obstacles left")
ODD_ROOM: Final = Sign(advice.ODD_ROOM, "is to move while an odd number of cells is within reach")

SIGNS: Final[dict[str, tuple[Sign, ...]]] = {
    "light-cycle": (MORE_ROOM_CUT_OFF, MORE_TERRITORY, MORE_MOVES),
    "pathway": (SHORTER_WAY, MORE_TERRITORY, MORE_MOVES),
    "grid-runner": (SHORTER_WAY, MORE_MOVES),
    "gridlock": (ODD_ROOM,),
    "blockade": (SHORTER_WAY, LARGER_RESERVE, MORE_MOVES),
}
"""The indicators tested in each game."""


# --- Census


OUTCOMES: Final = ("win", "loss", "perpetual")
MOST_TRIED: Final = 2_000_000
"""The approximate number of positions on which to test rules of thumb."""
_PLAIN_ENTRIES: Final = 2_000
_MODULES: Final = (checks, hash_tables, retrograde, layer_graph, advice, counting)
_BLOCK: Final = 64
"""The number of rows of an enumerated table to count at once, in the units used by `chunks_on_all_cores`."""
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ThumbTest:
    """A rule of thumb's result: the number of critical positions in which it distinguishes between moves, and the share
    of good moves among those it suggests and among all moves in the same positions."""

    thumb: Thumb
    positions: int
    right: float
    chance: float


@dataclass(frozen=True)
class SignTest:
    """An indicator's result: the number of decided positions in which it is nonzero, and in which it is right."""

    sign: Sign
    positions: int
    right: int

    @property
    def share(self) -> float:
        return self.right / max(1, self.positions)


@dataclass(frozen=True)
class Census:
    """Statistics on a table's positions. Equivalent positions share an entry and are counted once.

    `good` counts positions by outcome, number of moves, and number of good ones; `tempo` counts them by outcome and by
    the outcome for the same player if the opponent were to move; `heat` counts the moves in critical positions, and the
    good ones among them, by cell, separately for steps and placements.
    """

    game: Game
    by_code: dict[int, int]
    good: Counts
    tempo: Counts
    heat: Counts
    every: int
    """Rules of thumb and indicators were tested on one entry out of this many."""
    thumbs: tuple[ThumbTest, ...]
    signs: tuple[SignTest, ...]
    longest: Position
    """A position with the longest win."""
    deepest: Position | None
    """The mutual zugzwang with the longest loss, or None."""

    @property
    def positions(self) -> int:
        return sum(self.by_code.values())

    @property
    def going_on(self) -> int:
        """Return the number of unfinished positions."""
        return int(self.good.sum())

    def of_outcome(self, outcome: int) -> int:
        """Return the number of unfinished positions with a given outcome."""
        return int(self.good[outcome].sum())

    @cached_property
    def mean_moves(self) -> float:
        """Return the mean number of moves per position."""
        return float((self.good.sum(axis=(0, 2)) * np.arange(MAX_ACTIONS + 1)).sum() / max(1, self.going_on))

    def with_choice(self, outcome: int) -> int:
        """Return the number of positions with a given outcome and at least two moves."""
        return int(self.good[outcome, 2:].sum())

    def single_good(self, outcome: int) -> int:
        """Return how many of them have exactly one good move."""
        return int(self.good[outcome, 2:, 1].sum())

    @cached_property
    def critical(self) -> int:
        """Return the number of positions with both good and bad moves."""
        moves = np.arange(MAX_ACTIONS + 1)
        return int(self.good[:, moves[:, None] > moves[None, :]].sum())

    def random_keeps(self, outcome: int) -> float:
        """Return the mean probability that a random move keeps a win (or a perpetual), over positions with a choice."""
        moves, good = np.arange(2, MAX_ACTIONS + 1)[:, None], np.arange(MAX_ACTIONS + 1)[None, :]
        return float((self.good[outcome, 2:] * (good / moves)).sum() / max(1, self.with_choice(outcome)))

    @property
    def turned(self) -> int:
        """Return the number of positions that are also reachable with the opponent to move."""
        return int(self.tempo.sum())

    @property
    def mutual_zugzwang(self) -> int:
        """Return how many of them are lost for the player to move on either side (mutual zugzwang)."""
        return int(self.tempo[LOSS, WIN])

    @property
    def turn_helps(self) -> int:
        """Return in how many of them having the move is an advantage."""
        return int(self.tempo[WIN, LOSS] + self.tempo[WIN, OPEN] + self.tempo[OPEN, LOSS])

    @property
    def turn_harms(self) -> int:
        """Return in how many of them having the move is a disadvantage."""
        return int(self.tempo[LOSS, WIN] + self.tempo[OPEN, WIN] + self.tempo[LOSS, OPEN])

    @property
    def longest_win(self) -> int:
        """Return the length of the longest win in plies."""
        return max(self.by_code) - 1


@dataclass(frozen=True)
class Changes:
    """The number of positions with each pair of outcomes, among those reachable under both of two rulings."""

    game: Game
    other: Game
    matrix: Counts

    @property
    def ruling(self) -> str:
        """The ruling in which the two boards differ."""
        return next(name for name, value in self.game.rulings.items() if self.other.rulings[name] != value)

    @property
    def shared(self) -> int:
        return int(self.matrix.sum())

    @property
    def changed(self) -> int:
        return self.shared - int(np.trace(self.matrix))


def take_census(table: Table, progress: Progress = silent) -> Census:
    """Count all entries in a table."""
    game, arrays, kernels, fast = table.game, _arrays(table), _kernels(table), not _is_small(table)
    every = -(-len(arrays.codes) // MOST_TRIED)
    plan, total, lock = plan_of(game, every), _empty_tally(game), Lock()

    def count(first: int, last: int) -> None:
        tally = _empty_tally(game)
        kernels.count_rows(game.rules, first, last, _later_layers(game, arrays, fast), plan, tally)
        with lock:
            _add(total, tally)

    _over_rows(game, arrays, count, progress, "looking at every position")
    return _census(table, total, every)


def compare(table: Table, other: Table, progress: Progress = silent) -> Changes:
    """Count how the outcomes of a table's positions change under different rulings."""
    game, arrays, kernels, fast = table.game, _arrays(table), _kernels(table), not _is_small(table)
    others = other.arrays if fast else other.sections
    total, lock = np.zeros((3, 3), np.int64), Lock()

    def count(first: int, last: int) -> None:
        changes = np.zeros((3, 3), np.int64)
        later = _later_layers(other.game, others, fast)
        kernels.compare_rows(game.rules, first, last, arrays, other.game.rules, later, changes)
        with lock:
            total.__iadd__(changes)

    _over_rows(game, arrays, count, progress, "comparing rulings")
    return Changes(game, other.game, total)


def _is_small(table: Table) -> bool:
    """Return whether plain Python would process a table faster than compilation takes."""
    return table.entries <= _PLAIN_ENTRIES


def _arrays(table: Table) -> TableArrays:
    return table.sections if _is_small(table) else table.arrays


def _kernels(table: Table) -> Any:
    return (plain if _is_small(table) else compiled)(table.game.definition, *_MODULES)


def _later_layers(game: Game, arrays: TableArrays, fast: bool) -> LaterLayers:
    """Return the table in the form used by kernels to look up moves to later layers, where no position is missing."""
    maps: Any = state_maps(game)
    cache = RecordCache(*(np.full(TRANSITIONS, -1, np.int64) for _ in RecordCache._fields))
    others = np.array([-1], np.int64), np.array([UNKNOWN], np.int8)
    return LaterLayers(arrays, *others, np.array(maps, np.int64) if fast else maps, cache)


def _over_rows(
    game: Game, arrays: TableArrays, count: Callable[[int, int], None], progress: Progress, stage: str
) -> None:
    rows = len(arrays.keys)
    block = 1 if game.definition.is_layered else _BLOCK
    with chunks_on_all_cores(progress) as run:
        run(lambda first, last: count(first * block, min(last * block, rows)), 0, -(-rows // block), stage)


def plan_of(game: Game, every: int) -> Plan:
    """Return a game's declaration in the form expected by the kernel."""
    statement = game.statement
    turn = next(field.number for field in statement.fields if field.name == "turn")
    (one, *_), (two, *_) = statement.tokens
    places = next((each for each in game.action_ranges if isinstance(each.kind, Places)), None)
    return Plan(
        turn=turn,
        token_one=one,
        token_two=two,
        marks=np.array(statement.marks, np.int64),
        goal_one=game.goal(1),
        goal_two=game.goal(2),
        reserve_one=statement.counts[0][0] if statement.counts[0] else -1,
        reserve_two=statement.counts[1][0] if statement.counts[1] else -1,
        first_place=places.first if places else 0,
        places=places.length if places else 0,
        thumbs=np.array([thumb.number for thumb in THUMBS[game.id]], np.int64),
        signs=np.array([sign.number for sign in SIGNS[game.id]], np.int64),
        every=every,
    )


def _empty_tally(game: Game) -> Tally:
    """Return an empty tally; fractional counts use floats."""
    return Tally(
        codes=np.zeros(256, np.int64),
        good=np.zeros((3, MAX_ACTIONS + 1, MAX_ACTIONS + 1), np.int64),
        tempo=np.zeros((3, 3), np.int64),
        heat=np.zeros((2, game.cell_count, 2), np.int64),
        thumbs=np.zeros((len(THUMBS[game.id]), 3)),
        signs=np.zeros((len(SIGNS[game.id]), 2), np.int64),
        longest=np.zeros(3, np.int64),
        deepest=np.zeros(3, np.int64),
    )


def _add(total: Tally, tally: Tally) -> None:
    """Add one tally to another. Of two examples, keep the longer one, or the earlier one if they are equally long."""
    for mine, more in zip(total[:6], tally[:6], strict=True):
        mine += more
    for mine, more in zip(total[6:], tally[6:], strict=True):
        if (-more[0], more[1], more[2]) < (-mine[0], mine[1], mine[2]):
            np.asarray(mine)[:] = more


def _census(table: Table, total: Tally, every: int) -> Census:
    game = table.game
    codes = {number + UNKNOWN: int(amount) for number, amount in enumerate(np.asarray(total.codes)) if amount}
    tests = tuple(
        ThumbTest(thumb, int(number), float(right / max(1, number)), float(chance / max(1, number)))
        for thumb, (number, right, chance) in zip(THUMBS[game.id], np.asarray(total.thumbs).tolist(), strict=True)
    )
    return Census(
        game=game,
        by_code=codes,
        good=np.asarray(total.good),
        tempo=np.asarray(total.tempo),
        heat=_symmetrized(game, np.asarray(total.heat)),
        every=every,
        thumbs=tests,
        signs=tuple(
            SignTest(sign, *counts)
            for sign, counts in zip(SIGNS[game.id], np.asarray(total.signs).tolist(), strict=True)
        ),
        longest=_example(table, total.longest),
        deepest=_example(table, total.deepest),
    )


def _example(table: Table, found: Any) -> Any:
    """Return the position of an entry stored as an example."""
    depth, row, index = map(int, found)
    if not depth:
        return None
    game, kernels = table.game, plain(table.game.definition, checks)
    base = kernels.unpack(game.rules, table.sections.keys[row], game.start(), game.definition.is_layered)
    return kernels.entry_of(game.rules, table.sections, row, index, base)


def _symmetrized(game: Game, heat: Counts) -> Counts:
    """Sum over each cell's images: all rotations and reflections, or only the transposition in corner-to-corner games.
    This makes the result independent of which image a table stores."""
    rows, columns = shape(game.size)
    board = heat.reshape(2, rows, columns, 2)
    images = [board, board.transpose(0, 2, 1, 3)]
    if not game.goal(1):
        images += [image[:, ::-1] for image in images]
        images += [image[:, :, ::-1] for image in images]
    total: Counts = np.sum(images, axis=0)
    return total
