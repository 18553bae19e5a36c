"""A position's layer as a graph that can be solved again with some positions barred."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, NamedTuple

from gridduels.engine.kernels import hash_tables, layer_graph, retrograde
from gridduels.engine.kernels.compiler import compiled, plain, zeros
from gridduels.engine.kernels.hash_tables import HashSet
from gridduels.engine.kernels.layer_graph import (
    CONTROL_FIELDS,
    DONE,
    EDGES,
    FOUND,
    TRANSITIONS,
    LaterLayers,
    LayerGraph,
    RecordCache,
)
from gridduels.engine.kernels.placeholders import ReadOnlyVector
from gridduels.engine.kernels.probe import TableArrays
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import load_in_background
from gridduels.engine.solvers.rules_check import broken_rules
from gridduels.engine.value import MAX_PLIES, Value
from gridduels.extras import has_engine
from gridduels.game import Game, Position

# --- State maps of the symmetries


@lru_cache(8)
def state_maps(game: Game) -> list[list[int]]:
    """Return maps[symmetry][state], the image of a state index; trivial if the game has no layers.

    >>> from gridduels import load_game
    >>> identity, *others = state_maps(load_game("blockade", size=3))
    >>> identity == list(range(len(identity))), len(others)
    (True, 3)
    """
    definition, kernels, rules = game.definition, plain(game.definition), game.rules
    if not definition.is_layered:
        return [[0]]
    positions = [kernels.with_state(rules, state, game.start()) for state in range(kernels.state_count(rules))]
    maps = []
    for symmetry in range(definition.symmetries):
        images = [definition.apply_symmetry(rules, position, symmetry) for position in positions]
        for position, image in zip(positions, images, strict=True):
            if kernels.out_of_range(rules, image):
                raise broken_rules(game, position)
        maps.append([kernels.state_index(rules, image) for image in images])
    return maps


# --- PresentLayer
#
# The same kernels run as plain Python and compiled.


_CAPACITY: Final = 1 << 11
"""Initial capacity in positions; a power of two."""
_MODULES: Final = (hash_tables, retrograde, layer_graph)
_PATIENCE: Final = 1.0
"""Seconds to spend in plain Python before loading compiled code, which takes about as long if it is cached."""


class Known(NamedTuple):
    """The values of later layers: a table's arrays, plus sorted keys and codes of positions that are not in it."""

    table: TableArrays
    other_keys: ReadOnlyVector = ()
    other_codes: ReadOnlyVector = ()


def layer_of(game: Game, position: Position) -> int:
    """Return the key of a position's layer: its irreversible fields."""
    key: int = plain(game.definition).pack(game.rules, position, True)
    return key


class PresentLayer:
    """The positions in one layer reachable from a given one, with their moves. `fast` means compiled."""

    def __init__(self, game: Game, position: Position, known: Known, fast: bool) -> None:
        self._game, self._template, self.fast = game, position, fast
        self._kernels = (compiled if fast else plain)(game.definition, *_MODULES)
        self._graph = self._begin()
        self._barred: frozenset[Position] | None = None
        self._solved: SolvedLayer
        with _meter.running(fast):
            self._expand(self._later_layers(known))

    def number(self, position: Position) -> int:
        """Return a position's number, or -1 if it is not in the graph."""
        key = self._kernels.pack(self._game.rules, position, False)
        return int(self._kernels.number_of(self._graph.known, key))

    def without(self, barred: frozenset[Position]) -> "SolvedLayer":
        """Solve the layer again with moves to the barred positions removed.

        A player with no other move has lost. The last result is cached for further questions about the same duel.
        """
        if barred != self._barred:
            self._solved, self._barred = self._solve(barred), barred
        return self._solved

    def _solve(self, barred: frozenset[Position]) -> "SolvedLayer":
        with _meter.running(self.fast):
            graph, make = self._graph, self._zeros
            count, edges = int(graph.control[FOUND]), int(graph.control[EDGES])
            struck = make(count)
            for position in barred:
                if (number := self.number(position)) >= 0:
                    struck[number] = 1
            kept = Graph(make(count + 1), make(edges), make(count + 1), make(edges))
            exits, codes = Exits(graph.exits.quickest, make(count), make(count)), make(count)
            queue = BucketQueue(make(count), make(count + MAX_PLIES + 3), make(count))
            self._kernels.strike_out(count, graph.first, graph.successors, graph.exits, struck, kept, exits)
            self._kernels.reverse(count, kept)
            self._kernels.propagate(count, kept, exits, codes, queue)
            return SolvedLayer(self, codes)

    def _zeros(self, length: int) -> Any:
        return zeros(length, "int64", self.fast)

    def _begin(self) -> LayerGraph:
        """Return a graph containing only the first position."""
        graph = self._new_graph(_CAPACITY)
        graph.known.keys[0] = self._kernels.pack(self._game.rules, self._template, False)
        graph.control[FOUND] = 1
        self._kernels.enter_all(graph.known, 1)
        return graph

    def _new_graph(self, capacity: int) -> LayerGraph:
        make = self._zeros
        return LayerGraph(
            known=HashSet(make(capacity), make(4 * capacity)),
            first=make(capacity),
            successors=make(4 * capacity),
            exits=Exits(make(capacity), make(capacity), make(capacity)),
            control=make(CONTROL_FIELDS),
        )

    def _later_layers(self, known: Known) -> LaterLayers:
        maps: Any = state_maps(self._game)
        cache = RecordCache(*([-1] * TRANSITIONS for _ in RecordCache._fields))
        if not self.fast:
            return LaterLayers(*known, maps, cache)
        import numpy as np

        other_keys, other_codes = np.array(known.other_keys, np.int64), np.array(known.other_codes, np.int8)
        arrays = RecordCache(*(np.array(each, np.int64) for each in cache))
        return LaterLayers(known.table, other_keys, other_codes, np.array(maps, np.int64), arrays)

    def _expand(self, later: LaterLayers) -> None:
        """Find every reachable position in this layer."""
        while self._graph.control[DONE] < self._graph.control[FOUND]:
            self._kernels.expand_layer(self._game.rules, self._template, self._graph, later)
            if self._graph.control[DONE] < self._graph.control[FOUND]:
                self._reserve()

    def _reserve(self) -> None:
        """Double all arrays."""
        graph = self._graph
        longer = self._new_graph(2 * len(graph.known.keys))
        pairs: list[tuple[Any, Any]] = [(graph.known.keys, longer.known.keys), (graph.control, longer.control)]
        pairs += [(graph.first, longer.first), (graph.successors, longer.successors)]
        pairs += zip(graph.exits, longer.exits, strict=True)
        for source, target in pairs:
            target[: len(source)] = source
        self._kernels.enter_all(longer.known, int(longer.control[FOUND]))
        self._graph = longer


class SolvedLayer(NamedTuple):
    """The codes of a layer's positions, by number."""

    layer: PresentLayer
    codes: Any

    def value(self, position: Position) -> Value | None:
        """Return a position's value for the player to move, or None if it is not in this layer."""
        number = self.layer.number(position)
        return Value.of_code(int(self.codes[number])) if number >= 0 else None


class _Meter:
    """The time spent in plain Python so far in this process."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self, fast: bool) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.seconds += 0.0 if fast else time.perf_counter() - begin


_meter: Final = _Meter()


def is_compiled_by_now(game: Game, use: Callable[[], object]) -> bool:
    """Return whether compiled code is ready.

    No caller has to wait for it: plain Python answers until it has used enough time in this process; then `use`
    compiles the code in the background while plain Python continues to answer.
    """
    if _meter.seconds <= _PATIENCE or not has_engine():
        return False
    return load_in_background((game.definition, "present layer"), use)
