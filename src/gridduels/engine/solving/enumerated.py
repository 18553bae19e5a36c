"""Solves a game by enumeration: all positions that can come about from some, with their moves, then retrograde."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels import enumeration, hash_set, retrograde
from gridduels.engine.kernels.binding import compiled, compiled_for_all, plain
from gridduels.engine.kernels.enumeration import DONE, DRAWN, EDGES, FOUND, LIMIT, STOP, Enumeration
from gridduels.engine.kernels.hash_set import HashSet
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import Progress, watch
from gridduels.engine.solving.limits import MAX_POSITIONS, refusal, unstated_draw
from gridduels.engine.value import MAX_PLIES
from gridduels.game import Game

__all__ = ["enumerate_keys", "enumerate_values"]

_CAPACITY: Final = 1 << 12
"""For how many positions there is memory at first."""

Keys = npt.NDArray[np.int64]
Codes = npt.NDArray[np.int8]


def enumerate_values(
    game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True
) -> tuple[Keys, Codes]:
    """Sorted keys and codes of all positions that can come about from some, canonical or as they are."""
    found = _Enumerator(game, list(positions), canonical)
    found.expand(progress)
    codes = found.solve()
    order = np.argsort(found.keys, kind="stable")
    return found.keys[order], codes[order]


def enumerate_keys(game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True) -> Keys:
    """Keys of all positions that can come about from some, canonical or as they are."""
    found = _Enumerator(game, list(positions), canonical)
    found.expand(progress)
    return found.keys


class _Enumerator:
    """Finds the positions that can come about from some, with their moves; see `kernels.enumeration`."""

    def __init__(self, game: Game, positions: list[Any], canonical: bool) -> None:
        self._game, self._canonical = game, canonical
        canonicalize, pack = game.definition.canonicalize, plain(game.definition).pack
        roots = [canonicalize(game.rules, position) if canonical else position for position in positions]
        keys = np.unique(np.array([pack(game.rules, position, False) for position in roots], np.int64))
        self._template = roots[0]
        self._keys = np.empty(_CAPACITY, np.int64)
        self._keys[: len(keys)] = keys
        self._first = np.zeros(_CAPACITY, np.int64)
        self._finished = np.empty(_CAPACITY, np.int8)
        self._successors = np.empty(4 * _CAPACITY, np.int32)
        self._control = np.array([0, len(keys), 0, MAX_POSITIONS, 0], np.int64)
        self._rehash(4 * _CAPACITY)

    @property
    def keys(self) -> Keys:
        """The keys of the positions, by number."""
        return self._keys[: self._control[FOUND]]

    def expand(self, progress: Progress) -> None:
        """Finds everything that can come about."""
        kernels, control = compiled(self._game.definition, hash_set, enumeration), self._control
        while control[DONE] < control[FOUND] <= control[LIMIT]:
            self._reserve()
            watch(
                lambda: kernels.expand(self._game.rules, self._canonical, self._template, self._arrays()),
                lambda: progress("finding positions", int(control[FOUND]), None),
                lambda: control.__setitem__(STOP, 1),
            )
        if control[FOUND] > control[LIMIT]:
            raise refusal(self._game, f"it has more than {control[LIMIT]:,} positions")
        count = int(control[FOUND])
        progress("finding positions", count, count)

    def solve(self) -> Codes:
        """The codes of the positions, by number."""
        kernels, count = compiled_for_all(retrograde), int(self._control[FOUND])
        first, successors = self._first[: count + 1], self._successors[: self._control[EDGES]]
        finished, codes = self._finished[:count], np.empty(count, np.int8)
        graph = Graph(first, successors, np.empty(count + 1, np.int64), np.empty(len(successors), np.int32))
        drawn = finished == DRAWN
        if drawn.any() and not self._game.definition.draws:
            raise unstated_draw(self._game)
        exits = Exits(
            np.where(finished == 1, 0, retrograde.NO_WIN).astype(np.int32),
            np.where(finished == -1, 0, -1).astype(np.int32),
            (np.diff(first) + drawn).astype(np.int32),
        )
        queue = BucketQueue(*(np.empty(length, np.int32) for length in (count, MAX_PLIES + 2, count)))
        kernels.reverse(count, graph)
        if kernels.propagate(count, graph, exits, codes, queue) > MAX_PLIES:
            raise refusal(self._game, f"it has values of more than {MAX_PLIES} plies")
        return codes

    def _arrays(self) -> Enumeration:
        known = HashSet(self._keys, self._slots)
        return Enumeration(known, self._first, self._successors, self._finished, self._control)

    def _reserve(self) -> None:
        """Doubles the arrays that have no space for the moves of one more position."""
        count, edges = self._control[FOUND], self._control[EDGES]
        if count + MAX_ACTIONS > len(self._keys):
            self._keys, self._first, self._finished = map(_doubled, (self._keys, self._first, self._finished))
        if edges + MAX_ACTIONS > len(self._successors):
            self._successors = _doubled(self._successors)
        if 2 * (count + MAX_ACTIONS) > len(self._slots):
            self._rehash(2 * len(self._slots))

    def _rehash(self, slots: int) -> None:
        self._slots = np.zeros(slots, np.int32)
        compiled_for_all(hash_set).enter_all(HashSet(self._keys, self._slots), int(self._control[FOUND]))


def _doubled(array: Any) -> Any:
    longer = np.empty(2 * len(array), array.dtype)
    longer[: len(array)] = array
    return longer
