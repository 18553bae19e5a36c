"""Solves a game by enumeration: all positions that can come about from some, with their moves, then retrograde."""

from array import array
from collections.abc import Iterable
from typing import Any, Final

from gridduels.engine.kernels import enumeration, hash_set, retrograde
from gridduels.engine.kernels.binding import compiled, compiled_for_all, plain
from gridduels.engine.kernels.enumeration import DONE, DRAWN, EDGES, FOUND, LIMIT, STOP, Enumeration
from gridduels.engine.kernels.hash_set import HashSet
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import COMPILING, COUNTING, FINDING, Progress, watch
from gridduels.engine.solving.arrays import doubled, zeros
from gridduels.engine.solving.limits import max_positions, refusal, unstated_draw
from gridduels.engine.value import MAX_PLIES
from gridduels.extras import MissingExtra, has_engine
from gridduels.game import Game

__all__ = ["enumerate_keys", "enumerate_values"]

_CAPACITY: Final = 1 << 12
"""For how many positions there is memory at first."""
MAX_PLAIN_POSITIONS: Final = 50_000
"""More positions than this are not for plain Python: it takes some seconds for so many."""


def enumerate_values(
    game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True
) -> tuple[Any, Any]:
    """Sorted keys and codes of all positions that can come about from some, canonical or as they are: arrays of int64
    and int8, numpy's where there is an engine."""
    found = _Enumerator(game, list(positions), canonical)
    found.expand(progress)
    return found.sorted(found.solve())


def enumerate_keys(game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True) -> Any:
    """Keys of all positions that can come about from some, canonical or as they are."""
    found = _Enumerator(game, list(positions), canonical)
    found.expand(progress)
    return found.keys


class _Enumerator:
    """Finds the positions that can come about from some, with their moves; see `kernels.enumeration`."""

    def __init__(self, game: Game, positions: list[Any], canonical: bool) -> None:
        self._game, self._canonical, self._fast = game, canonical, has_engine()
        canonicalize, pack = game.definition.canonicalize, plain(game.definition).pack
        roots = [canonicalize(game.rules, position) if canonical else position for position in positions]
        keys = sorted({pack(game.rules, position, False) for position in roots})
        self._template = roots[0]
        self._keys = self._zeros(_CAPACITY)
        self._keys[: len(keys)] = keys
        self._first, self._finished = self._zeros(_CAPACITY), self._zeros(_CAPACITY, "int8")
        self._successors = self._zeros(4 * _CAPACITY, "int32")
        self._control = self._zeros(5)
        self._control[FOUND], self._control[LIMIT] = len(keys), max_positions() if self._fast else MAX_PLAIN_POSITIONS
        self._rehash(4 * _CAPACITY)

    def _zeros(self, length: int, type: str = "int64") -> Any:
        return zeros(length, type, self._fast)

    def _kernels(self, *modules: Any) -> Any:
        """Kernel modules that know no game."""
        return compiled_for_all(*modules) if self._fast else plain(self._game.definition, *modules)

    @property
    def keys(self) -> Any:
        """The keys of the positions, by number."""
        return self._keys[: self._control[FOUND]]

    def expand(self, progress: Progress) -> None:
        """Finds everything that can come about."""
        bound, control = compiled if self._fast else plain, self._control
        kernels = bound(self._game.definition, hash_set, enumeration)
        while control[DONE] < control[FOUND] <= control[LIMIT]:
            self._reserve()
            watch(
                lambda: kernels.expand(self._game.rules, self._canonical, self._template, self._arrays()),
                lambda: progress(*self._stage()),
                lambda: control.__setitem__(STOP, 1),
            )
        if control[FOUND] > control[LIMIT]:
            raise self._refusal()
        progress(*self._stage())

    def _stage(self) -> tuple[str, int, int | None]:
        """How far it has come: of what is found, so much has been looked at."""
        done, found = int(self._control[DONE]), int(self._control[FOUND])
        if not done:
            return COMPILING, 0, None
        return FINDING if self._canonical else COUNTING, done, found

    def _refusal(self) -> Exception:
        what = f"more than {self._control[LIMIT]:,} positions"
        if self._fast:
            return refusal(self._game, f"it has {what}")
        name = f"{self._game.id} {self._game.board}"
        return MissingExtra(f"{name} has {what}: solving it needs the engine", "engine")

    def solve(self) -> Any:
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
            raise refusal(self._game, f"it has values of more than {MAX_PLIES} plies")
        return codes

    def sorted(self, codes: Any) -> tuple[Any, Any]:
        """Keys and codes in the order of the keys."""
        keys = self.keys
        if self._fast:
            order = keys.argsort(kind="stable")
            return keys[order], codes[order]
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return array("q", [keys[number] for number in order]), array("b", [codes[number] for number in order])

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
        self._kernels(hash_set).enter_all(HashSet(self._keys, self._slots), int(self._control[FOUND]))
