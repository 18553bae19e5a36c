"""BreadthFirst: all positions with the graph of their moves, then retrograde analysis: for any game."""

from typing import Any

from gridduels.engine.kernels import breadth_first, hash_tables, retrograde
from gridduels.engine.kernels.breadth_first import (
    BROKEN_KEY,
    DONE,
    DRAWN,
    EDGES,
    FORBIDDEN,
    FOUND,
    LIMIT,
    STOP,
    Enumeration,
)
from gridduels.engine.kernels.compiler import compiled, doubled, plain
from gridduels.engine.kernels.hash_tables import HashSet
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import Progress, watch
from gridduels.engine.solvers.enumerator import CAPACITY, Enumerator, as_arrays
from gridduels.engine.solvers.limits import unstated_draw
from gridduels.engine.solvers.rules_check import forbidden_actions
from gridduels.engine.value import MAX_PLIES
from gridduels.game import Game

__all__ = ["BreadthFirst"]


class BreadthFirst(Enumerator):
    """Numbers the positions in the order in which they are found; see `kernels.breadth_first`."""

    BYTES_PER_POSITION = 150
    """About: each of its moves takes eight, forwards and back."""

    def __init__(self, game: Game, positions: list[Any], canonical: bool, limit: int) -> None:
        super().__init__(game, positions, canonical, limit)
        self._keys = self._zeros(CAPACITY)
        self._keys[: len(self._roots)] = self._roots
        self._first, self._finished = self._zeros(CAPACITY), self._zeros(CAPACITY, "int8")
        self._successors = self._zeros(4 * CAPACITY, "int32")
        self._control = self._zeros(7)
        self._control[FOUND], self._control[LIMIT] = len(self._roots), limit
        self._control[FORBIDDEN] = forbidden_actions(game)
        self._rehash(4 * CAPACITY)

    def keys(self) -> Any:
        """By number."""
        return self._keys[: self._control[FOUND]]

    def run(self, progress: Progress) -> None:
        bound, control = compiled if self._fast else plain, self._control
        kernels = bound(self._game.definition, hash_tables, breadth_first)

        def report() -> None:
            progress(*self._stage(int(control[DONE]), int(control[FOUND])))

        while control[DONE] < control[FOUND] <= control[LIMIT] and not control[BROKEN_KEY]:
            self._reserve()
            watch(
                lambda: kernels.expand(self._game.rules, self._canonical, self._template, self._arrays()),
                report,
                lambda: control.__setitem__(STOP, 1),
            )
        if control[BROKEN_KEY]:
            raise self._broken(control[BROKEN_KEY])
        if control[FOUND] > control[LIMIT]:
            raise self._too_many()
        report()

    def values(self) -> tuple[Any, Any]:
        keys, codes = self.keys(), self._solve()
        if self._fast:
            order = keys.argsort(kind="stable")
            return keys[order], codes[order]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return as_arrays([keys[number] for number in order], [codes[number] for number in order])

    def _solve(self) -> Any:
        """The codes of the positions, by number."""
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

    def _arrays(self) -> Enumeration:
        known = HashSet(self._keys, self._slots)
        return Enumeration(known, self._first, self._successors, self._finished, self._control)

    def _reserve(self) -> None:
        """Doubles the arrays that have no space for the moves of one more position."""
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
