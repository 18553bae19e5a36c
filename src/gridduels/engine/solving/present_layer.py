"""The layer of a position as a graph, which can be solved again without some of its positions.

The same functions run as plain Python and compiled. To load what is compiled takes a while, so plain Python answers
until it has cost a process as much in all.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from gridduels.engine.kernels import hash_set, layer_graph, retrograde
from gridduels.engine.kernels.bound import compiled, plain
from gridduels.engine.kernels.layer_graph import DONE, EDGES, FOUND, MOST_ACTIONS, Beyond, Graph
from gridduels.engine.value import MOST_PLIES, Value
from gridduels.game import Game

__all__ = ["Known", "PresentLayer", "SolvedLayer", "layer_of"]

_ROOM: Final = 1 << 11
"""For how many positions there is room at first; a power of two."""
_MODULES: Final = (hash_set, retrograde, layer_graph)
_PATIENCE: Final = 1.0
"""Seconds of plain Python after which compiled code is loaded, where there is numba."""


class Known(NamedTuple):
    """What is known of later layers: the arrays of a table, and sorted keys and codes of positions that it has not."""

    table: tuple[Any, ...]
    other_keys: Any = ()
    other_codes: Any = ()


def layer_of(game: Game, position: Any) -> int:
    """The key of the layer that a position is in: its fields that a move changes for good or not at all."""
    key: int = plain(game.definition).pack(game.rules, position, True)
    return key


class PresentLayer:
    """The positions of one layer that can come about from one of them, with their moves.

    `known` gives what is known of later layers: for compiled code, or for plain Python.
    """

    def __init__(self, game: Game, position: Any, known: Callable[[bool], Known], fast: bool | None = None) -> None:
        self._game, self._sample = game, position
        self._fast = _meter.loads if fast is None else fast
        self._kernels = (compiled if self._fast else plain)(game.definition, *_MODULES)
        self._graph = self._begin()
        with _meter.running(self._fast):
            self._expand(self._beyond(known(self._fast)))

    @property
    def outdated(self) -> bool:
        """Whether it would be compiled by now."""
        return self._fast < _meter.loads

    def number(self, position: Any) -> int:
        """The number of a position; -1 where it is not in the graph."""
        kernels, graph = self._kernels, self._graph
        return int(kernels.number_of(graph.slots, graph.keys, kernels.pack(self._game.rules, position, False)))

    def without(self, barred: Iterable[Any]) -> "SolvedLayer":
        """The layer solved again where no move may lead to some positions; who has no other move has lost."""
        with _meter.running(self._fast):
            graph, make = self._graph, _maker(self._fast)
            count, edges = int(graph.control[FOUND]), int(graph.control[EDGES])
            struck = make(count)
            for position in barred:
                if (number := self.number(position)) >= 0:
                    struck[number] = 1
            kept_first, kept, lost, pending = make(count + 1), make(edges), make(count), make(count)
            self._kernels.strike_out(
                count, graph.first, graph.successors, struck, graph.quickest, graph.slowest, graph.perpetual,
                kept_first, kept, lost, pending,
            )  # fmt: skip
            first_back, predecessors, codes = make(count + 1), make(edges), make(count)
            self._kernels.reverse(count, kept_first, kept, first_back, predecessors)
            self._kernels.settle(
                count, first_back, predecessors, graph.quickest, lost, pending, codes,
                make(count), make(count + MOST_PLIES + 3), make(count),
            )  # fmt: skip
            return SolvedLayer(self, codes)

    def _begin(self) -> Graph:
        """A graph of the first position alone."""
        make = _maker(self._fast)
        graph = Graph(
            keys=make(_ROOM), slots=make(4 * _ROOM), first=make(_ROOM), successors=make(4 * _ROOM),
            quickest=make(_ROOM), slowest=make(_ROOM), perpetual=make(_ROOM), control=make(3),
        )  # fmt: skip
        graph.keys[0] = self._kernels.pack(self._game.rules, self._sample, False)
        graph.control[FOUND] = 1
        self._kernels.enter_all(graph.slots, graph.keys, 1)
        return graph

    def _beyond(self, known: Known) -> Beyond:
        maps, unknown = _state_maps(self._game), [[-1] * 3 for _ in range(2 * MOST_ACTIONS)]
        if not self._fast:
            return Beyond(*known, maps, unknown)
        import numpy as np

        other_keys, other_codes = np.array(known.other_keys, np.int64), np.array(known.other_codes, np.int8)
        return Beyond(known.table, other_keys, other_codes, np.array(maps, np.int64), np.array(unknown, np.int64))

    def _expand(self, beyond: Beyond) -> None:
        """Lists everything that can come about in this layer."""
        while self._graph.control[DONE] < self._graph.control[FOUND]:
            self._kernels.expand_layer(self._game.rules, self._sample, self._graph, beyond)
            if self._graph.control[DONE] < self._graph.control[FOUND]:
                self._make_room()

    def _make_room(self) -> None:
        """Doubles all arrays."""
        make, graph = _maker(self._fast), self._graph
        longer = {name: make(2 * len(array)) for name, array in graph._asdict().items() if name != "control"}
        for name, array in longer.items():
            if name != "slots":
                array[: len(array) // 2] = getattr(graph, name)
        self._graph = graph._replace(**longer)
        self._kernels.enter_all(self._graph.slots, self._graph.keys, int(graph.control[FOUND]))


class SolvedLayer(NamedTuple):
    """The codes of a layer's positions, by number."""

    layer: PresentLayer
    codes: Any

    def value(self, position: Any) -> Value | None:
        """What a position is worth to the player to move; None where it is not in this layer."""
        number = self.layer.number(position)
        return Value.of_code(int(self.codes[number])) if number >= 0 else None


@lru_cache(8)
def _state_maps(game: Game) -> list[list[int]]:
    """maps[number][place]: where the symmetry of that number takes a place of a layer."""
    definition, kernels, rules = game.definition, plain(game.definition), game.rules
    if not definition.is_layered:
        return [[0]]
    places = range(kernels.place_count(rules))
    positions = [kernels.put_place(rules, place, game.start()) for place in places]
    return [
        [kernels.place_of(rules, definition.apply_symmetry(rules, position, symmetry)) for position in positions]
        for symmetry in range(definition.symmetries)
    ]


def _maker(fast: bool) -> Callable[[int], Any]:
    """Gives arrays of zeros: numpy's for compiled code, lists for plain Python, which is faster with them."""
    if not fast:
        return lambda length: [0] * length
    import numpy as np

    return lambda length: np.zeros(length, np.int64)


class _Meter:
    """How long plain Python has taken in this process."""

    def __init__(self) -> None:
        self._seconds = 0.0

    @property
    def loads(self) -> bool:
        """Whether compiled code is worth its loading."""
        return self._seconds > _PATIENCE and find_spec("numba") is not None

    @contextmanager
    def running(self, fast: bool) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self._seconds += 0.0 if fast else time.perf_counter() - begin


_meter: Final = _Meter()
