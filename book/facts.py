"""Everything the book knows about a board and a game: best play, counts and comparisons."""

import hashlib
import os
import pickle
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import permutations
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from book import kernels as finding
from book.boards import Extent, boards_of, ruling_words, states_of
from book.census import Census, Changes, compare, take_census
from gridduels.duel import Duel
from gridduels.engine import VALUES, solve
from gridduels.engine.kernels import hash_tables
from gridduels.engine.kernels.compiler import compiled, is_wide, plain
from gridduels.engine.kernels.hash_tables import HashSet
from gridduels.engine.progress import Progress
from gridduels.engine.proofs import best_value, prove, verify_proof, write_proof
from gridduels.engine.solvers.limits import memory_limit
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.catalogue import HISTORY, board_name, fingerprint_of, table_path
from gridduels.engine.tables.table import Table
from gridduels.engine.value import Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.files import cache_subfolder, write_atomically
from gridduels.game import Definition, Game
from gridduels.statement import Position
from gridduels.targets import fills_up
from gridduels.text import count

# --- Best play


MOST_KNOWN: Final = 20_000
"""The maximum number of positions in a strategy to compute."""


@dataclass(frozen=True)
class Line:
    """A game that leads to a position, followed by best play, with the number of legal and good moves at each ply."""

    before: Duel
    value: Value
    moves: tuple[str, ...]
    choices: tuple[tuple[int, int], ...]

    @property
    def duel(self) -> Duel:
        """Return the whole line as a duel."""
        duel = self.before
        for word in self.moves:
            duel = duel.play(word)
        return duel


@dataclass(frozen=True)
class Strategy:
    """A winning strategy, i.e. an answer to every position that the opponent can reach. It records the number of
    positions in which the winner moves, counting equivalent ones once, and how many of those have exactly one good
    move."""

    positions: int
    single: int


def line_from(values: Values, before: Duel) -> Line:
    """Return best play from a duel. If neither side can force a win, stop when a position repeats."""
    game, now = values.game, before.position
    moves, choices = values.principal_variation(now), []
    value = values.value(now)
    for word in moves:
        worth, best = values.move_values(now), values.value(now)
        choices.append((len(worth), sum(each.outcome == best.outcome for each in worth.values())))
        now = game.play(now, game.action(word))
    return Line(before, value, moves, tuple(choices))


def game_to(values: Values, position: Position) -> Duel:
    """Return a duel at a position from a table, or at an image of it. If tokens leave trails, the duel includes a whole
    game that leads there; otherwise it starts there."""
    game = values.game
    if not fills_up(game):
        return Duel(game, start=position)
    bound, kernels = plain(game.definition), compiled(game.definition, hash_tables, finding)
    slots = np.zeros(1 << (4 * values.entries).bit_length(), np.int32)
    known = HashSet(np.empty(values.entries + 1, np.int64), slots)
    keys, left, path = (np.zeros(game.cell_count + 2, np.int64) for _ in range(3))
    target = bound.pack(game.rules, game.definition.canonicalize(game.rules, position), False)
    plies = kernels.find_game(game.rules, game.start(), target, known, keys, left, path)
    return Duel(game, [game.moves[action] for action in path[: max(plies, 0)].tolist()])


def strategy_of(values: Values) -> Strategy | None:
    """Return a winning strategy from the start, which always plays one of the best moves, the same in equivalent
    positions. Return None if no one wins or the strategy is too big."""
    game, start = values.game, values.game.start()
    value = values.value(start)
    if value.plies is None:
        return None
    winner = start.turn if value.outcome == "win" else 3 - start.turn
    seen: set[Any] = set()
    waiting, known, single = [start], 0, 0
    while waiting and known <= MOST_KNOWN:
        position = waiting.pop()
        form = form_of(game, position)
        if form in seen or not game.legal(position):
            continue
        seen.add(form)
        worth = values.move_values(position)
        after = {word: game.play(position, game.action(word)) for word in worth}
        if position.turn != winner:
            waiting += after.values()
            continue
        best = max(each.rank for each in worth.values())
        waiting.append(min((after[word] for word in worth if worth[word].rank == best), key=partial(form_of, game)))
        known += 1
        single += len(worth) > 1 and sum(each.outcome == "win" for each in worth.values()) == 1
    return Strategy(known, single) if known <= MOST_KNOWN else None


def form_of(game: Game, position: Position) -> Any:
    """Return a form shared by all of a position's images with the same player to move."""
    definition = game.definition
    if definition.is_layered:
        images = [definition.apply_symmetry(game.rules, position, each) for each in range(definition.symmetries)]
        return min(image for image in images if image.turn == position.turn)
    return position.turn, definition.canonicalize(game.rules, position)


# --- Cached counts
#
# Entries are keyed by the checksums of the tables and of the counting code, so a different table or counting method
# triggers a recount, whereas a new sentence in a chapter doesn't.


Result = TypeVar("Result")
_UNREADABLE: Final = (OSError, zlib.error, pickle.UnpicklingError, EOFError, AttributeError, ImportError, ValueError)
"""The exceptions that a damaged or outdated cache file may raise."""
_COUNTING_MODULES: Final = ("boards.py", "census.py", "facts.py", "kernels.py")


def keep(what: str, game: Game, known_by: str, make: Callable[[], Result]) -> tuple[Result, float]:
    """Return the cached value, or compute and cache it. The result includes the seconds it took."""
    path = _path(what, game, known_by)
    try:
        found: tuple[Result, float] = pickle.loads(zlib.decompress(path.read_bytes()))
        return found
    except _UNREADABLE:
        begin = time.perf_counter()
        made = make(), time.perf_counter() - begin
    for older in path.parent.glob(f"{_name(what, game)}-{'?' * 16}.kept"):
        older.unlink(missing_ok=True)
    write_atomically(path, [zlib.compress(pickle.dumps(made))])
    return made


def is_kept(what: str, game: Game, known_by: str) -> bool:
    """Return whether a value is cached."""
    return _path(what, game, known_by).exists()


def _path(what: str, game: Game, known_by: str) -> Path:
    key = hashlib.sha256(f"{_sources()} {known_by}".encode()).hexdigest()[:16]
    return cache_subfolder("report") / f"{_name(what, game)}-{key}.kept"


def _name(what: str, game: Game) -> str:
    return f"{what}-{board_name(game)}"


@lru_cache(1)
def _sources() -> str:
    """Return a hash of the modules that do the counting."""
    digest = hashlib.sha256()
    for name in _COUNTING_MODULES:
        digest.update(Path(__file__).with_name(name).read_bytes())
    return digest.hexdigest()


# --- Facts


Watch = Callable[[Game], Progress]
"""Returns a progress reporter for work on a board."""


@dataclass(frozen=True)
class BoardFacts:
    """A solved board: the value of its start and of each first move, the number of reachable positions with each value
    (None if they can't be counted), and its table's entries and checksum and the time taken to solve and count it. A
    board searched on demand has no table."""

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
        """Return the number of positions in the board's table; some entries may be unused."""
        return self.census.positions if self.census else 0

    @property
    def good_moves(self) -> tuple[str, ...]:
        """Return the first moves that keep the value."""
        return tuple(word for word, value in self.first_moves.items() if value.outcome == self.value.outcome)

    def share(self, outcome: str) -> float:
        """Return an outcome's share of the reachable positions, or else of the table's entries; 0 without a table."""
        amounts = self._amounts
        found = sum(number for value, number in amounts.items() if value.outcome == outcome)
        return found / max(1, sum(amounts.values()))

    @property
    def distances(self) -> dict[Value, int]:
        """Return the number of positions with each value."""
        return dict(sorted(self._amounts.items(), key=lambda item: item[0].rank, reverse=True))

    @property
    def _amounts(self) -> dict[Value, int]:
        if self.counts is not None:
            return self.counts
        by_code = self.census.by_code if self.census else {}
        return {Value.of_code(code): number for code, number in by_code.items()}


@dataclass(frozen=True)
class Zugzwang:
    """A mutual zugzwang, with its value for the player to move and its value with the opponent to move."""

    duel: Duel
    value: Value
    turned: Value


@dataclass(frozen=True)
class Study:
    """A study of the book board: best play, the longest win, the deepest mutual zugzwang, and the winning strategy."""

    best_play: Line
    longest: Line
    zugzwang: Zugzwang | None
    strategy: Strategy | None


@dataclass(frozen=True)
class GameFacts:
    """A game: all its boards, the book board first; the effect of rulings; a study of the book board; and the time that
    the last two took."""

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
        """Return the facts about the book board."""
        assert self.book.census
        return self.book.census


def game_facts(definition: Definition, extent: Extent, watch: Watch) -> GameFacts:
    """Gather everything about a game, using the cache."""
    facts = tuple(board_facts(game, watch(game)) for game in boards_of(definition, extent))
    changes = list(_changes(facts, watch))
    book = facts[0]
    study, seconds = keep("study", book.game, book.sha256, lambda: _study(book, watch(book.game)))
    changed = tuple(change for change, _ in changes)
    return GameFacts(definition, facts, changed, study, seconds + sum(each for _, each in changes))


def board_facts(game: Game, progress: Progress) -> BoardFacts:
    """Solve a board or open its table, and count it."""
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
    """Return whether a board has already been searched, or has a table that has been counted."""
    if game.solved_on_demand:
        return is_kept("search", game, fingerprint_of(game))
    path = table_path(game)
    return path.exists() and is_kept("count", game, _file_checksum(path))


def _file_checksum(path: Path) -> str:
    """Return the SHA-256 of a table's file on this machine, which requires no decompression."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _study(book: BoardFacts, progress: Progress) -> Study:
    table, census = solve(book.game, progress), book.census
    assert census is not None
    return Study(
        best_play=line_from(table, Duel(book.game)),
        longest=line_from(table, game_to(table, census.longest)),
        zugzwang=_zugzwang(table, census),
        strategy=strategy_of(table),
    )


def _changes(boards: Sequence[BoardFacts], watch: Watch) -> Iterator[tuple[Changes, float]]:
    """Compare boards that differ in one non-numeric ruling; yield each comparison with the time it took."""
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
    """Return whether a ruling is non-numeric and all non-numeric rulings have their default values."""
    defaults = {ruling.name: ruling.values[0] for ruling in game.definition.rulings}
    words = {each for each, value in game.rulings.items() if isinstance(value, str)}
    others = words - {name, *HISTORY}
    return (
        name in words
        and game.rulings[name] == defaults[name]
        and all(game.rulings[each] == defaults[each] for each in others)
    )


def _zugzwang(table: Values, census: Census) -> Zugzwang | None:
    """Return the mutual zugzwang with the longest loss."""
    if census.deepest is None:
        return None
    duel = game_to(table, census.deepest)
    turned = duel.position._replace(turn=3 - duel.turn)
    return Zugzwang(duel, table.value(duel.position), table.value(turned))


# --- Remaining time


_SOLVING: Final = 1.4e-6
_COUNTING: Final = 1.0e-6
"""CPU seconds per state in a layer, as measured on Blockade Runner boards."""
_SEARCHING: Final = 20.0
"""Seconds for a board without layers that has to be solved or searched."""
_SEARCHING_PLAINLY: Final = 100.0
"""Seconds for a board searched in plain Python: GridLock 9x9."""
_OPENING: Final = 1.0
_MINUTE: Final = 60


def expected_seconds(game: Game) -> float:
    """Estimate the seconds needed to solve (if necessary) and count a board; 0 if cached."""
    if is_counted(game):
        return 0.0
    at_hand, states = VALUES.is_at_hand(game), states_of(game)
    if states is None:
        return _OPENING if at_hand else _SEARCHING_PLAINLY if is_wide(game) else _SEARCHING
    each = _COUNTING if at_hand else _SOLVING + _COUNTING
    return _OPENING + states * each / (os.cpu_count() or 1)


class Course:
    """A book's boards, with the estimated seconds for each.

    >>> from gridduels import load_game
    >>> clock = iter([0.0, 0.0, 90.0, 90.0])
    >>> course = Course({load_game("pathway", 6): 30.0, load_game("pathway", 7): 60.0}, lambda: next(clock))
    >>> course.begin(load_game("pathway", 6))
    >>> course.begin(load_game("pathway", 7))
    >>> course.words  # the first board took three times as long as expected, and so will the second
    'about 3 minutes left'
    """

    def __init__(self, expected: Mapping[Game, float], clock: Callable[[], float] = time.monotonic) -> None:
        self._left, self._clock = dict(expected), clock
        self._now, self._since = 0.0, clock()
        self._expected = self._taken = 0.0

    def begin(self, game: Game) -> None:
        """Start a board and report progress, unless the board is cached."""
        if game not in self._left:
            return
        moment = self._clock()
        if self._now:  # cached boards say nothing about the pace
            self._expected, self._taken = self._expected + self._now, self._taken + moment - self._since
        self._now, self._since = self._left.pop(game), moment

    @property
    def words(self) -> str:
        """Return the estimated time for the remaining boards."""
        pace = self._taken / self._expected if self._expected else 1.0
        left = max(0.0, self._now * pace - (self._clock() - self._since)) + sum(self._left.values()) * pace
        return f"about {count(round(left / _MINUTE), 'minute')} left" if left >= _MINUTE / 2 else ""


# --- Proofs for boards that are too big for a table


@dataclass(frozen=True)
class Proved:
    """A board with a verified proof: the value of each first move, the number of positions in the proof, and its
    file."""

    game: Game
    moves: dict[str, Value]
    positions: int
    file: bytes

    @property
    def value(self) -> Value:
        return best_value(self.moves)

    @property
    def name(self) -> str:
        """The name of the proof's file.

        >>> from gridduels import load_game
        >>> Proved(load_game("pathway", 7, goal="sealed"), {}, 0, b"").name
        'pathway-7-sealed.proof'
        """
        rulings = [each.partition("=")[2] for each in ruling_words(self.game).split()]
        return "-".join([self.game.id, str(self.game.size), *rulings]) + ".proof"


def boards_to_prove(definition: Definition, extent: Extent) -> list[Game]:
    """Return a game's boards without a table. A quick book omits those that take minutes to search in plain Python."""
    games = [game for game in boards_of(definition, Extent.USUAL) if game.solved_on_demand]
    return [game for game in games if extent is not Extent.QUICK or not is_wide(game)]


def proof_of(game: Game, progress: Progress) -> tuple[Proved, float]:
    """Return a board's proof from the cache, or find and verify one. The result includes the seconds it took."""
    return keep("proof", game, fingerprint_of(game), lambda: _proved(game, progress))


def _proved(game: Game, progress: Progress) -> Proved:
    proof = prove(OnDemandSolver(game, progress, memory=memory_limit()), progress)
    report = verify_proof(proof, progress=progress)
    if report.faults:
        raise SetupError(f"the proof of {game.title} {game.board} is wrong: {report.faults[0]}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "start.proof"
        write_proof(path, proof)
        return Proved(game, report.moves, proof.positions, path.read_bytes())
