"""Solves a game by listing its positions: all that can come about from some, with their moves, then retrograde."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from gridduels.engine.kernels import enumeration, hash_set, retrograde
from gridduels.engine.kernels.bound import compiled, compiled_for_all, plain
from gridduels.engine.kernels.enumeration import DONE, EDGES, FOUND, MOST, MOST_ACTIONS, STOP
from gridduels.engine.progress import Progress, watch
from gridduels.engine.solving.limits import MOST_POSITIONS, refusal
from gridduels.engine.value import MOST_PLIES
from gridduels.game import Game

__all__ = ["list_keys", "list_values"]

_ROOM: Final = 1 << 12
"""For how many positions there is room at first."""


def list_values(game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True) -> tuple[Any, Any]:
    """Sorted keys and codes of all positions that can come about from some, canonical or as they are."""
    listing = _Listing(game, list(positions), canonical)
    listing.expand(progress)
    codes = listing.solved()
    order = np.argsort(listing.keys, kind="stable")
    return listing.keys[order], codes[order]


def list_keys(game: Game, positions: Iterable[Any], progress: Progress, canonical: bool = True) -> Any:
    """Keys of all positions that can come about from some, canonical or as they are."""
    listing = _Listing(game, list(positions), canonical)
    listing.expand(progress)
    return listing.keys


class _Listing:
    """The positions that can come about from some, with their moves; see `kernels.enumeration`."""

    def __init__(self, game: Game, positions: list[Any], canonical: bool) -> None:
        self._game, self._canonical = game, canonical
        canonicalize, pack = game.definition.canonicalize, plain(game.definition).pack
        begins = [canonicalize(game.rules, position) if canonical else position for position in positions]
        beginnings = np.unique(np.array([pack(game.rules, position, False) for position in begins], np.int64))
        self._sample = begins[0]
        self.keys = np.empty(_ROOM, np.int64)
        self.keys[: len(beginnings)] = beginnings
        self._first = np.zeros(_ROOM, np.int64)
        self._finished = np.empty(_ROOM, np.int8)
        self._successors = np.empty(4 * _ROOM, np.int32)
        self._control = np.array([0, len(beginnings), 0, MOST_POSITIONS, 0], np.int64)
        self._renumber(4 * _ROOM)

    def expand(self, progress: Progress) -> None:
        """Lists everything that can come about."""
        kernels, control = compiled(self._game.definition, hash_set, enumeration), self._control
        while control[DONE] < control[FOUND] <= control[MOST]:
            self._make_room()
            watch(
                lambda: kernels.expand(
                    self._game.rules, self._canonical, self._sample, self.keys, self._slots,
                    self._first, self._successors, self._finished, control,
                ),
                lambda: progress("finding positions", int(control[FOUND]), None),
                lambda: control.__setitem__(STOP, 1),
            )  # fmt: skip
        if control[FOUND] > control[MOST]:
            raise refusal(self._game, f"it has more than {control[MOST]:,} positions")
        count = int(control[FOUND])
        progress("finding positions", count, count)
        self.keys = self.keys[:count]

    def solved(self) -> Any:
        """The codes of the positions, by number."""
        kernels, count = compiled_for_all(retrograde), len(self.keys)
        first, successors = self._first[: count + 1], self._successors[: self._control[EDGES]]
        finished = self._finished[:count]
        first_back, predecessors = np.empty(count + 1, np.int64), np.empty(len(successors), np.int32)
        kernels.reverse(count, first, successors, first_back, predecessors)
        quickest = np.where(finished > 0, 0, retrograde.NO_WIN).astype(np.int32)
        slowest = np.where(finished < 0, 0, -1).astype(np.int32)
        pending, codes = np.diff(first).astype(np.int32), np.empty(count, np.int8)
        queue, next_waiting = np.empty(count, np.int32), np.empty(count, np.int32)
        waiting = np.empty(MOST_PLIES + 2, np.int32)
        most = kernels.settle(
            count, first_back, predecessors, quickest, slowest, pending, codes, queue, waiting, next_waiting
        )
        if most > MOST_PLIES:
            raise refusal(self._game, f"it has values of more than {MOST_PLIES} plies")
        return codes

    def _make_room(self) -> None:
        """Doubles the arrays that have no room for the moves of one more position."""
        count, edges = self._control[FOUND], self._control[EDGES]
        if count + MOST_ACTIONS > len(self.keys):
            self.keys, self._first, self._finished = map(_doubled, (self.keys, self._first, self._finished))
        if edges + MOST_ACTIONS > len(self._successors):
            self._successors = _doubled(self._successors)
        if 2 * (count + MOST_ACTIONS) > len(self._slots):
            self._renumber(2 * len(self._slots))

    def _renumber(self, slots: int) -> None:
        self._slots = np.zeros(slots, np.int32)
        compiled_for_all(hash_set).enter_all(self._slots, self.keys, int(self._control[FOUND]))


def _doubled(array: Any) -> Any:
    longer = np.empty(2 * len(array), array.dtype)
    longer[: len(array)] = array
    return longer
