"""Facts: all that the report knows of a board and of a game, gathered once."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from gridduels.duel import Duel
from gridduels.engine import solve
from gridduels.engine.progress import Progress
from gridduels.engine.tables.naming import HISTORY
from gridduels.engine.tables.table import Table
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.game import Definition, Game
from gridduels.report.statistics.boards import boards_of, book_board
from gridduels.report.statistics.census import Census, Changes, compare, take_census
from gridduels.report.statistics.mistakes import Play, watch_players
from gridduels.report.statistics.openings import Line, Strategy, game_to, line_from, strategy_of

__all__ = ["BoardFacts", "GameFacts", "Watch", "board_facts", "game_facts"]

MOST_ENTRIES: Final = 60_000_000
"""Larger tables are not gone through entry by entry: their values and counts are told all the same."""
Watch = Callable[[Game], Progress]
"""Gives the progress of work on a board."""


@dataclass(frozen=True)
class BoardFacts:
    """A board that is solved: the value of its start and of each first move, how many positions that can come about
    have each value (None where they cannot be counted), and its table: its entries, its checksum, the time it took."""

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
        """The positions in its table; of one that was not gone through, the entries, some of which may be empty."""
        return self.census.positions if self.census else self.entries

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
class GameFacts:
    """A game: all its boards, the book's first; what rulings change; the longest win and the deepest mutual trouble of
    the book board; what the winner has to know; and how players went wrong."""

    definition: Definition
    boards: tuple[BoardFacts, ...]
    changes: tuple[Changes, ...]
    best_play: Line
    longest: Line
    trouble: Trouble | None
    strategy: Strategy | None
    plays: tuple[Play, ...]

    @property
    def book(self) -> BoardFacts:
        return self.boards[0]

    @property
    def census(self) -> Census:
        """Of the book board."""
        assert self.book.census
        return self.book.census


def game_facts(definition: Definition, quick: bool, watch: Watch) -> GameFacts:
    """Gathers everything about a game."""
    boards = boards_of(definition, quick)
    facts = tuple(board_facts(game, watch(game)) for game in boards)
    book, census = book_board(definition), facts[0].census
    table = solve(book, watch(book))
    assert census is not None
    return GameFacts(
        definition=definition,
        boards=facts,
        changes=_changes(boards, watch),
        best_play=line_from(table, Duel(book)),
        longest=line_from(table, game_to(table, census.longest)),
        trouble=_trouble(table, census),
        strategy=strategy_of(table),
        plays=watch_players(book, quick, watch(book)),
    )


def board_facts(game: Game, progress: Progress) -> BoardFacts:
    """Solves a board, or opens its table, and looks at it."""
    begin = time.perf_counter()
    values = solve(game, progress)
    start = game.start()
    value, first_moves = values.value(start), values.move_values(start)
    seconds = time.perf_counter() - begin
    census = take_census(values, progress) if isinstance(values, Table) and values.entries <= MOST_ENTRIES else None
    return BoardFacts(game, value, first_moves, values.counts, values.entries, _checksum(values), seconds, census)


def _checksum(values: Values) -> str:
    """The SHA-256 of a table's file, which is the same on every machine."""
    if not isinstance(values, Table):
        return ""
    with values.file.path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _changes(boards: Sequence[Game], watch: Watch) -> tuple[Changes, ...]:
    """Every board that differs from another in one ruling that is a word, with that other."""
    found = []
    for game in boards:
        for other in boards:
            differing = [name for name, value in game.rulings.items() if other.rulings[name] != value]
            if game.size == other.size and len(differing) == 1 and _is_changed_from_default(game, other, differing[0]):
                tables = solve(game, watch(game)), solve(other, watch(other))
                if all(isinstance(each, Table) and each.entries <= MOST_ENTRIES for each in tables):
                    found.append(compare(*tables, watch(game)))  # type: ignore[arg-type]
    return tuple(found)


def _is_changed_from_default(game: Game, other: Game, name: str) -> bool:
    """Whether two boards that differ in a ruling differ in a word, the first has the default and nothing else is set
    but numbers."""
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
