"""Solves a game that states how many layers it has: layer by layer, wave by wave (see `kernels.layers`)."""

from threading import Lock
from typing import Final

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels import hash_set, layers, retrograde
from gridduels.engine.kernels.binding import compiled, plain
from gridduels.engine.kernels.hash_set import HashSet
from gridduels.engine.kernels.layers import TRANSITIONS, Found, Frontier, Layers, Scratch, TransitionCache
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import COMPILING, FINDING, SOLVING, Progress, chunks_on_all_cores
from gridduels.engine.solving.limits import refusal, unstated_draw
from gridduels.engine.solving.solved_layers import SolvedLayers, starts_exchanged
from gridduels.engine.solving.state_maps import state_maps
from gridduels.engine.value import MAX_PLIES
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["LayerSolver"]

_FOUND: Final = 1024
"""How many new layers are gathered before they get rows."""


class LayerSolver:
    """Finds all layers wave by wave, and solves them from the last wave to the first."""

    def __init__(self, game: Game, capacity: int, progress: Progress) -> None:
        self._rules, self._game, self._progress = game.rules, game, progress
        self._kernels = compiled(game.definition, hash_set, retrograde, layers)
        self._plain = plain(game.definition)
        self._states: int = self._plain.state_count(game.rules)
        self._keys = np.full(capacity, -1, np.int64)
        self._table = np.zeros((capacity, self._states), np.int8)
        slots = np.zeros(1 << (2 * capacity).bit_length(), np.int32)
        maps = np.array(state_maps(game), np.int32)
        self._layers = Layers(HashSet(self._keys, slots), self._table, starts_exchanged(game), maps)
        self._count = 0
        self._counts = np.zeros((game.definition.symmetries + 1, 256), np.int64)
        self._numbering = Lock()

    def run(self) -> SolvedLayers:
        """Finds and solves all layers."""
        begin = self._game.start()
        self._number(np.array([self._plain.canonical_layer(self._rules, begin)[0]], np.int64))
        self._table[0, self._plain.state_index(self._rules, begin)] = 1
        waves = [(0, 1)]
        with chunks_on_all_cores(self._progress) as run:
            while waves[-1][0] < waves[-1][1]:
                first, self._wave_end = waves[-1]
                found = (FINDING, first, len(self._keys)) if first else (COMPILING, 0, 0)
                run(self._reach, *waves[-1], *found)
                waves.append((self._wave_end, self._count))
            for number in range(len(waves) - 1, 0, -1):
                first, last = waves[number - 1]
                run(self._solve, first, last, SOLVING, self._count - last, self._count)
        return SolvedLayers(self._game, self._keys[: self._count], self._table[: self._count], self._counts)

    def _number(self, found: npt.NDArray[np.int64]) -> None:
        """Gives rows to the new ones among some layers."""
        with self._numbering:
            count = self._kernels.enter_new(self._layers.known, self._count, found)
            if count < 0:
                raise SetupError(f"{self._game.id} has more layers than its max_layers states: {len(self._keys):,}")
            self._count = count

    def _reach(self, first: int, last: int) -> None:
        """Marks what can be reached from some rows, and gives rows to the layers found on the way."""
        cache, queue = _transition_cache(), np.empty(2 * self._states, np.int32)
        while first < last:
            keys, marks = np.empty(_FOUND, np.int64), np.zeros((_FOUND, self._states), np.int8)
            frontier = Frontier(cache, queue, Found(keys, marks))
            done, count = self._kernels.reach_layers(self._rules, self._layers, first, last, self._wave_end, frontier)
            if done < 0:
                raise SetupError(f"a move of {self._game.id} leads back to an earlier state of its irreversible fields")
            self._number(keys[:count])
            self._kernels.merge_marks(self._layers, Found(keys[:count], marks))
            first += done

    def _solve(self, first: int, last: int) -> None:
        counts = np.zeros_like(self._counts)
        most = self._kernels.solve_layers(self._rules, self._layers, first, last, self._scratch(), counts)
        if most == layers.UNSTATED_DRAW:
            raise unstated_draw(self._game)
        if most > MAX_PLIES:
            raise refusal(self._game, f"it has values of more than {MAX_PLIES} plies")
        with self._numbering:
            self._counts += counts

    def _scratch(self) -> Scratch:
        def array(length: int = self._states + 1) -> npt.NDArray[np.int32]:
            return np.empty(length, np.int32)

        edges = self._states * MAX_ACTIONS
        return Scratch(
            cache=_transition_cache(),
            node_at=array(),
            state_at=array(),
            graph=Graph(array(), array(edges), array(), array(edges)),
            exits=Exits(array(), array(), array()),
            codes=array(),
            queue=BucketQueue(array(), array(MAX_PLIES + 2), array()),
        )


def _transition_cache() -> TransitionCache:
    return TransitionCache(*(np.empty(TRANSITIONS, np.int64) for _ in TransitionCache._fields))
