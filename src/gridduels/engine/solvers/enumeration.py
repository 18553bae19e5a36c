"""Solve a game, or the rest of a duel, by enumerating every reachable position."""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ClassVar, Final

from gridduels.duel import Duel
from gridduels.engine.kernels import enumeration, hash_tables, retrograde
from gridduels.engine.kernels.compiler import (
    compiled,
    compiled_for_all,
    doubled,
    key_of,
    plain,
    position_of,
    zeros,
)
from gridduels.engine.kernels.enumeration import (
    ANY_DRAWN,
    BROKEN_KEY,
    CONTROL_FIELDS,
    CYCLE,
    DEPTH,
    DRAWN,
    EDGES,
    EXPANDED,
    FAULT,
    FORBIDDEN,
    FOUND,
    LIMIT,
    STOP,
    TOO_FAR,
    WAITING,
    Enumeration,
    Line,
)
from gridduels.engine.kernels.hash_tables import CodeMap, HashSet
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import COMPILING, COUNTING, FINDING, Progress, silent, watch
from gridduels.engine.solvers.limits import TooBig, check_key, max_positions, refusal, unstated_draw
from gridduels.engine.solvers.present_layer import Known, PresentLayer, layer_of
from gridduels.engine.solvers.rules_check import (
    SAMPLE,
    broken_rules,
    check_compiled,
    check_ranges,
    forbidden_actions,
    spread,
)
from gridduels.engine.value import MAX_PLIES, Value
from gridduels.engine.values import Values
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra, has_engine
from gridduels.game import Game, Position

# --- Keys and values of all reachable positions


MAX_PLAIN_POSITIONS: Final = 50_000
"""The maximum number of positions to enumerate in plain Python, which takes a few seconds."""


def enumerate_values(
    game: Game, positions: Iterable[Position], progress: Progress, canonical: bool = True
) -> tuple[Any, Any]:
    """Return the keys and codes of all positions reachable from the given ones, as arrays of int64 and int8.

    These are numpy arrays if the engine is installed, and standard-library ones otherwise. With `canonical`, each
    position is replaced by its canonical form. Keys are in ascending order, since sorted keys are faster to look up.
    """
    return _enumerate(game, list(positions), progress, canonical).values()


def enumerate_keys(
    game: Game, positions: Iterable[Position], progress: Progress, canonical: bool = True, limit: int | None = None
) -> Any:
    """Return the keys of all positions reachable from the given ones, in any order.

    Raise TooBig if there are more than `limit`, or more than will fit in memory.
    """
    return _enumerate(game, list(positions), progress, canonical, limit).keys()


def _enumerate(
    game: Game, positions: list[Position], progress: Progress, canonical: bool, limit: int | None = None
) -> "Enumerator":
    """Enumerate depth first if no position can repeat, that is, if games end without a ruling against repetition.

    A game may declare the wrong maximum length; if a position does repeat, start again breadth first.
    """
    if game.max_plies is not None and not game.bars_repetition:
        try:
            return _run(DepthFirst, game, positions, progress, canonical, limit)
        except PositionRepeats:
            pass
    return _run(BreadthFirst, game, positions, progress, canonical, limit)


def _run(
    kind: "type[Enumerator]",
    game: Game,
    positions: list[Position],
    progress: Progress,
    canonical: bool,
    limit: int | None,
) -> "Enumerator":
    most = max_positions(kind.BYTES_PER_POSITION) if has_engine() else MAX_PLAIN_POSITIONS
    enumerator = kind(game, positions, canonical, most if limit is None else min(most, limit))
    enumerator.run(progress)
    return enumerator


# --- Enumerators


_CAPACITY: Final = 1 << 12
"""Initial capacity in positions."""


class PositionRepeats(Exception):
    """A position can be reached from itself, so depth-first enumeration is impossible."""


class Enumerator(ABC):
    """The positions reachable from given ones, and their values. Subclasses differ in search order and memory use."""

    BYTES_PER_POSITION: ClassVar[int]
    """Maximum memory per position, in bytes."""

    def __init__(self, game: Game, positions: list[Position], canonical: bool, limit: int) -> None:
        self._game, self._canonical, self._limit, self._fast = game, canonical, limit, has_engine()
        canonicalize, pack = game.definition.canonicalize, plain(game.definition).pack
        roots = [canonicalize(game.rules, position) if canonical else position for position in positions]
        check_ranges(game, [*positions, *roots])
        self._roots = sorted({pack(game.rules, position, False) for position in roots})
        self._template = roots[0]
        self._control = self._zeros(CONTROL_FIELDS)
        self._control[LIMIT], self._control[FORBIDDEN] = limit, forbidden_actions(game)

    @abstractmethod
    def run(self, progress: Progress) -> None:
        """Find every reachable position; raise TooBig or MissingExtra if there are too many."""

    @abstractmethod
    def keys(self) -> Any:
        """Return the keys of the positions found, in any order."""

    @abstractmethod
    def values(self) -> tuple[Any, Any]:
        """Return the keys and codes of the positions found: see `enumerate_values`."""

    def _zeros(self, length: int, type: str = "int64") -> Any:
        return zeros(length, type, self._fast)

    def _game_kernels(self) -> Any:
        """Return the kernels bound to this game's rules."""
        return (compiled if self._fast else plain)(self._game.definition, hash_tables, enumeration)

    def _kernels(self, *modules: Any) -> Any:
        """Return the kernels that do not depend on the game and so are compiled once for all games."""
        return compiled_for_all(*modules) if self._fast else plain(self._game.definition, *modules)

    def _watch(self, task: Callable[[], None], report: Callable[[], None]) -> None:
        watch(task, report, lambda: self._control.__setitem__(STOP, 1))

    def _stage(self, done: int, found: int | None) -> tuple[str, int, int | None]:
        """Return the arguments of a progress report."""
        if not done:
            return COMPILING, 0, None
        return FINDING if self._canonical else COUNTING, done, found

    def _check(self) -> None:
        """Raise the error that ended the enumeration, if any."""
        if key := int(self._control[BROKEN_KEY]):
            raise broken_rules(self._game, position_of(self._game, key))
        if self._control[FOUND] > self._control[LIMIT]:
            what = f"more than {self._limit:,} positions"
            if self._fast:
                raise refusal(self._game, f"it has {what}")
            name = f"{self._game.id} {self._game.board}"
            raise MissingExtra(f"{name} has {what}: solving it", "engine")

    def _too_far(self) -> Exception:
        return refusal(self._game, f"it has values of more than {MAX_PLIES} plies")


class BreadthFirst(Enumerator):
    """For any game: number positions as they are found, store their moves, then run retrograde analysis."""

    BYTES_PER_POSITION = 150
    """Approximate; each move takes eight bytes, four forwards and four backwards."""

    def __init__(self, game: Game, positions: list[Position], canonical: bool, limit: int) -> None:
        super().__init__(game, positions, canonical, limit)
        self._keys = self._zeros(_CAPACITY)
        self._keys[: len(self._roots)] = self._roots
        self._first, self._finished = self._zeros(_CAPACITY), self._zeros(_CAPACITY, "int8")
        self._successors = self._zeros(4 * _CAPACITY, "int32")
        self._control[FOUND] = len(self._roots)
        self._rehash(4 * _CAPACITY)

    def keys(self) -> Any:
        return self._keys[: self._control[FOUND]]

    def run(self, progress: Progress) -> None:
        kernels, control = self._game_kernels(), self._control

        def report() -> None:
            progress(*self._stage(int(control[EXPANDED]), int(control[FOUND])))

        def expand() -> None:
            known = HashSet(self._keys, self._slots)
            arrays = Enumeration(known, self._first, self._successors, self._finished, control)
            kernels.expand(self._game.rules, self._canonical, self._template, arrays)

        while control[EXPANDED] < control[FOUND] <= control[LIMIT] and not control[BROKEN_KEY]:
            self._reserve()
            self._watch(expand, report)
        self._check()
        report()

    def values(self) -> tuple[Any, Any]:
        keys, codes = self.keys(), self._solve()
        if self._fast:
            order = keys.argsort(kind="stable")
            return keys[order], codes[order]
        pairs = sorted(zip(keys, codes, strict=True))
        return array("q", [key for key, _ in pairs]), array("b", [code for _, code in pairs])

    def graph(self) -> tuple[Any, ...]:
        """Return the keys, codes, first edges, successors and endings by number: see `SolvedGraph`."""
        count, edges = int(self._control[FOUND]), int(self._control[EDGES])
        return (
            self._keys[:count],
            self._solve(),
            self._first[: count + 1],
            self._successors[:edges],
            self._finished[:count],
        )

    def _solve(self) -> Any:
        """Return the positions' codes, by number."""
        kernels, count, edges = self._kernels(retrograde), int(self._control[FOUND]), int(self._control[EDGES])
        graph = Graph(self._first, self._successors, self._zeros(count + 1), self._zeros(edges, "int32"))
        exits = Exits(*(self._zeros(count, "int32") for _ in Exits._fields))
        queue = BucketQueue(*(self._zeros(length, "int32") for length in (count, MAX_PLIES + 2, count)))
        codes = self._zeros(count, "int8")
        if not self._game.definition.draws and DRAWN in self._finished[:count]:
            raise unstated_draw(self._game)
        kernels.begin(count, self._first, self._finished, exits)
        kernels.reverse(count, graph)
        if kernels.propagate(count, graph, exits, codes, queue) > MAX_PLIES:
            raise self._too_far()
        return codes

    def _reserve(self) -> None:
        """Double any array that has no room for another position's moves."""
        count, edges = self._control[FOUND], self._control[EDGES]
        if count + MAX_ACTIONS > len(self._keys):
            self._keys, self._first, self._finished = map(doubled, (self._keys, self._first, self._finished))
        if edges + MAX_ACTIONS > len(self._successors):
            self._successors = doubled(self._successors)
        if 2 * (count + MAX_ACTIONS) > len(self._slots):
            self._rehash(2 * len(self._slots))

    def _rehash(self, slots: int) -> None:
        self._slots = self._zeros(slots, "int32")
        self._kernels(hash_tables).enter_all(HashSet(self._keys, self._slots), int(self._control[FOUND]))


class DepthFirst(Enumerator):
    """For games without repetition: evaluate each position once, after all its successors."""

    BYTES_PER_POSITION = 36
    """A slot takes 9 bytes. The map grows when three quarters of its slots are taken; the old and new maps together
    have three times as many slots."""

    def __init__(self, game: Game, positions: list[Position], canonical: bool, limit: int) -> None:
        super().__init__(game, positions, canonical, limit)
        self._known = self._empty(4 * _CAPACITY)
        children = self._zeros(_CAPACITY)
        children[: len(self._roots)] = self._roots
        self._line = Line(self._zeros(MAX_ACTIONS), self._zeros(MAX_ACTIONS), children)
        self._control[WAITING] = len(self._roots)

    def _empty(self, slots: int) -> CodeMap:
        return CodeMap(self._zeros(slots), self._zeros(slots, "int8"))

    def keys(self) -> Any:
        keys = self._zeros(int(self._control[FOUND]))
        self._kernels(hash_tables).list_keys(self._known, keys)
        return keys

    def values(self) -> tuple[Any, Any]:
        keys, codes = self.keys(), self._zeros(int(self._control[FOUND]), "int8")
        keys.sort()
        self._kernels(hash_tables).codes_of(self._known, keys, codes)
        return (keys, codes) if self._fast else (array("q", keys), array("b", codes))

    def run(self, progress: Progress) -> None:
        """Find every reachable position; also raise PositionRepeats."""
        control, kernels = self._control, self._game_kernels()

        def report() -> None:
            found = int(control[FOUND])
            progress(*self._stage(found, None if control[WAITING] else found))

        def evaluate() -> None:
            kernels.evaluate(self._game.rules, self._canonical, self._template, self._known, self._line, control)

        while control[WAITING] and not control[FAULT] and not control[BROKEN_KEY] and control[FOUND] <= control[LIMIT]:
            self._reserve(report)
            self._watch(evaluate, report)
        report()
        self._check()
        if control[FAULT] == CYCLE:
            raise PositionRepeats
        if control[FAULT] == TOO_FAR:
            raise self._too_far()
        if control[ANY_DRAWN] and not self._game.definition.draws:
            raise unstated_draw(self._game)

    def _reserve(self, report: Callable[[], None]) -> None:
        """Double any array that has no room for another position."""
        best, first, children = self._line
        if self._control[DEPTH] + 1 >= len(first):
            best, first = doubled(best), doubled(first)
        if self._control[WAITING] + MAX_ACTIONS > len(children):
            children = doubled(children)
        self._line = Line(best, first, children)
        if 4 * (self._control[FOUND] + 1) > 3 * len(self._known.keys):
            larger = self._empty(2 * len(self._known.keys))
            self._watch(lambda: self._kernels(hash_tables).move_all(self._known, larger), report)
            self._known = larger


# --- The whole graph of a game, in memory


class SolvedGraph(Values):
    """Every position that is reachable from a game's start, with its moves and its exact value. Nothing is saved.

    Positions are numbered from 0, the start, in order of discovery. All arrays are indexed by number: `keys` holds the
    packed positions and `codes` their values (see `engine.value`); the moves of position n lead to
    successors[first[n]:first[n + 1]], in the order of its legal actions, where ~m stands for position m with the same
    player to move again; finished[n] is 1 if the game is over there and the player to move has won, -1 if the opponent
    has, 2 for a draw, and 0 while it is in progress.

    >>> from gridduels import load_game
    >>> graph = SolvedGraph(load_game("light-cycle", size=3))
    >>> graph.entries, str(graph.value(graph.game.start()))
    (52, 'win in 3 plies')
    """

    def __init__(self, game: Game, progress: Progress = silent, limit: int | None = None) -> None:
        """Solve a game; raise TooBig if it has more than `limit` positions, or more than fit in memory."""
        self.game = game
        check_key(game)
        found = _run(BreadthFirst, game, [game.start()], progress, False, limit)
        assert isinstance(found, BreadthFirst)
        self.keys, self.codes, self.first, self.successors, self.finished = found.graph()
        self.entries = len(self.keys)

    def number(self, position: Position) -> int:
        """Return a position's number. Raises SetupError if it is not reachable from the start."""
        number = self._numbers.get(key_of(self.game, position))
        if number is None:
            raise SetupError(f"{self.game.text(position)!r} is not reachable from the start of {self.game.id}")
        return number

    def position(self, number: int) -> Position:
        """Return the position with a number."""
        return position_of(self.game, self.keys[number])

    def moves(self, number: int) -> dict[str, int]:
        """Return the legal moves at a position, each with the number of the position it leads to."""
        words = self.game.words_of(self.game.legal(self.position(number)))
        ends = self.successors[self.first[number] : self.first[number + 1]]
        return {word: int(end if end >= 0 else ~end) for word, end in zip(words, ends, strict=True)}

    def value(self, position: Position) -> Value:
        return Value.of_code(int(self.codes[self.number(position)]), self.game.definition.draws)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {int(key): number for number, key in enumerate(self.keys)}

    def _present_layer(self, position: Position) -> PresentLayer:
        return Ending(Duel(self.game, start=position))._present_layer(position)


# --- The rest of a duel


class Ending(Values):
    """The exact value of every position that is still reachable in a duel.

    >>> from gridduels import load_game
    >>> game = load_game("blockade", 6, obstacles=9)
    >>> duel = Duel(game, start=".##.##/1.#.#./#....#/###..#/#.#.../##..#2 1 1 0")
    >>> str(Ending(duel).value_of(duel))
    'win in 17 plies'
    """

    def __init__(self, duel: Duel, progress: Progress = silent) -> None:
        """Enumerate everything reachable from a duel; raise TooBig if even that is too much."""
        self.game = duel.game
        check_key(self.game)
        present = layer_of(self.game, duel.position)
        # Repetition may still involve every position of the present layer, so all their values are needed.
        roots = [position for position in duel.history() if layer_of(self.game, position) == present]
        try:
            self._keys, self._codes = enumerate_values(self.game, roots, progress)
        except TooBig as refusal:
            raise TooBig(f"{refusal} (nor can the rest of this duel)") from None
        sample = spread(len(self._keys), SAMPLE)
        check_compiled(self.game, (position_of(self.game, self._keys[index]) for index in sample))

    def value(self, position: Position) -> Value:
        rank = plain(self.game.definition).rank_of(self._keys, key_of(self.game, position, canonical=True))
        if rank < 0:
            raise SetupError(f"{self.game.text(position)!r} is not reachable from the position that was solved")
        return Value.of_code(int(self._codes[rank]), self.game.definition.draws)

    def _present_layer(self, position: Position) -> PresentLayer:
        nothing = self._keys[:0]
        known = Known(TableArrays(self._keys, nothing, nothing, self._codes))
        return PresentLayer(self.game, position, known, has_engine())
