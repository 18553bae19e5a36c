"""Facts: all that the report knows of a board and of a game, gathered once."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from pathlib import Path

from gridduels.duel import Duel
from gridduels.engine import solve
from gridduels.engine.progress import Progress
from gridduels.engine.tables.naming import HISTORY, fingerprint_of, table_path
from gridduels.engine.tables.table import Table
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.game import Definition, Game
from gridduels.report.statistics.boards import Extent, boards_of
from gridduels.report.statistics.census import Census, Changes, compare, take_census
from gridduels.report.statistics.keeping import is_kept, keep
from gridduels.report.statistics.mistakes import Play, watch_players
from gridduels.report.statistics.openings import Line, Strategy, game_to, line_from, strategy_of

__all__ = ["BoardFacts", "GameFacts", "Watch", "board_facts", "game_facts", "is_counted"]

Watch = Callable[[Game], Progress]
"""Gives the progress of work on a board."""


@dataclass(frozen=True)
class BoardFacts:
    """A board that is solved: the value of its start and of each first move, how many positions that can come about
    have each value (None where they cannot be counted), and its table: its entries, the checksum of its contents, and
    how long it took to solve and to count it when that was done. A board that is searched on demand has no table."""

    game: Game
    value: Value
    first_moves: dict[str, Value]
    counts: dict[Value, int] | None
    entries: int
    sha256: str
    seconds: float
    census: Census | None

    @property
    def stored(self) -> int:
        """The positions in its table; there may be entries without one."""
        return self.census.positions if self.census else 0

    @property
    def good_moves(self) -> tuple[str, ...]:
        """The first moves that keep the value."""
        return tuple(word for word, value in self.first_moves.items() if value.outcome == self.value.outcome)

    def share(self, outcome: str) -> float:
        """The share of an outcome among the positions that can come about; of a table that is not counted, among its
        entries; 0 where there is no table."""
        amounts = self._amounts
        found = sum(number for value, number in amounts.items() if value.outcome == outcome)
        return found / max(1, sum(amounts.values()))

    @property
    def distances(self) -> dict[Value, int]:
        """How many positions have each value."""
        return dict(sorted(self._amounts.items(), key=lambda item: item[0].rank, reverse=True))

    @property
    def _amounts(self) -> dict[Value, int]:
        if self.counts is not None:
            return self.counts
        by_code = self.census.by_code if self.census else {}
        return {Value.of_code(code): number for code, number in by_code.items()}


@dataclass(frozen=True)
class Trouble:
    """A position that is lost for whoever is to move: what it is worth as it stands, and with the other to move."""

    duel: Duel
    value: Value
    turned: Value


@dataclass(frozen=True)
class Study:
    """What is looked at on the book board: best play, the longest win, the deepest mutual trouble, what the winner has
    to know, and how players went wrong."""

    best_play: Line
    longest: Line
    trouble: Trouble | None
    strategy: Strategy | None
    plays: tuple[Play, ...]


@dataclass(frozen=True)
class GameFacts:
    """A game: all its boards, the book's first; what rulings change; a study of the book board; and how long the latter
    two took when they were done."""

    definition: Definition
    boards: tuple[BoardFacts, ...]
    changes: tuple[Changes, ...]
    study: Study
    seconds: float

    @property
    def book(self) -> BoardFacts:
        return self.boards[0]

    @property
    def census(self) -> Census:
        """Of the book board."""
        assert self.book.census
        return self.book.census


def game_facts(definition: Definition, extent: Extent, watch: Watch) -> GameFacts:
    """Gathers everything about a game; what was gathered before is kept."""
    facts = tuple(board_facts(game, watch(game)) for game in boards_of(definition, extent))
    changes = list(_changes(facts, watch))
    book, quick = facts[0], extent is Extent.QUICK
    kind = "quick-study" if quick else "study"
    study, seconds = keep(kind, book.game, book.sha256, lambda: _study(book, quick, watch(book.game)))
    changed = tuple(change for change, _ in changes)
    return GameFacts(definition, facts, changed, study, seconds + sum(each for _, each in changes))


def board_facts(game: Game, progress: Progress) -> BoardFacts:
    """Solves a board, or opens its table, and looks at it."""
    begin, start = time.perf_counter(), game.start()
    values = solve(game, progress)
    if not isinstance(values, Table):
        (value, first_moves), seconds = keep(
            "search", game, fingerprint_of(game), lambda: (values.value(start), values.move_values(start))
        )
        return BoardFacts(game, value, first_moves, None, 0, "", seconds, None)
    value, first_moves = values.value(start), values.move_values(start)
    seconds = time.perf_counter() - begin
    (census, sha256, solving), counting = keep(
        "count", game, _file_checksum(values.file.path), lambda: (take_census(values, progress), values.sha256, seconds)
    )
    return BoardFacts(game, value, first_moves, values.counts, values.entries, sha256, solving + counting, census)


def is_counted(game: Game) -> bool:
    """Whether a board was searched before, or its table is there and was looked at before."""
    if game.solved_on_demand:
        return is_kept("search", game, fingerprint_of(game))
    path = table_path(game)
    return path.exists() and is_kept("count", game, _file_checksum(path))


def _file_checksum(path: Path) -> str:
    """The SHA-256 of a table's file on this machine, for which nothing has to be inflated."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _study(book: BoardFacts, quick: bool, progress: Progress) -> Study:
    table, census = solve(book.game, progress), book.census
    assert census is not None
    return Study(
        best_play=line_from(table, Duel(book.game)),
        longest=line_from(table, game_to(table, census.longest)),
        trouble=_trouble(table, census),
        strategy=strategy_of(table),
        plays=watch_players(book.game, quick, progress),
    )


def _changes(boards: Sequence[BoardFacts], watch: Watch) -> Iterator[tuple[Changes, float]]:
    """Every board that differs from another in one ruling that is a word, with that other; and how long it took to
    compare the two."""
    counted = [board for board in boards if board.census]
    for board, other in permutations(counted, 2):
        game = board.game
        differing = [name for name, value in game.rulings.items() if other.game.rulings[name] != value]
        if game.size == other.game.size and len(differing) == 1 and _is_changed_from_default(game, differing[0]):
            known_by = f"{board.sha256} {other.sha256}"
            yield keep("compare", other.game, known_by, partial(_compared, game, other.game, watch(game)))


def _compared(game: Game, other: Game, progress: Progress) -> Changes:
    tables = solve(game, progress), solve(other, progress)
    assert isinstance(tables[0], Table)
    assert isinstance(tables[1], Table)
    return compare(tables[0], tables[1], progress)


def _is_changed_from_default(game: Game, name: str) -> bool:
    """Whether a ruling of a board is a word and the default, and nothing else is set but numbers."""
    defaults = {ruling.name: ruling.values[0] for ruling in game.definition.rulings}
    words = {each for each, value in game.rulings.items() if isinstance(value, str)}
    others = words - {name, *HISTORY}
    return (
        name in words
        and game.rulings[name] == defaults[name]
        and all(game.rulings[each] == defaults[each] for each in others)
    )


def _trouble(table: Values, census: Census) -> Trouble | None:
    """The mutual trouble that takes longest to be lost."""
    if census.deepest is None:
        return None
    duel = game_to(table, census.deepest)
    turned = duel.position._replace(turn=3 - duel.turn)
    return Trouble(duel, table.value(duel.position), table.value(turned))
