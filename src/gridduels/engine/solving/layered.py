"""Solves a game that states how many layers it has: layer by layer, wave by wave (see `kernels.layers`)."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, Final

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
from gridduels.engine.solving.rows import Rows
from gridduels.engine.solving.rules_check import broken_rules, check_ranges, forbidden_actions
from gridduels.engine.solving.solved_layers import SolvedLayers, starts_exchanged
from gridduels.engine.solving.state_maps import state_maps
from gridduels.engine.value import MAX_PLIES
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["LayerSolver"]

_FOUND: Final = 1024
"""How many new layers are gathered before they get rows."""
_FIRST: Final = (COMPILING, 0, 0)
"""What the first layer waits for."""


class LayerSolver:
    """Finds all layers wave by wave, and solves them from the last wave to the first; `rows` has those that are known
    already."""

    def __init__(self, game: Game, progress: Progress, rows: Rows | None = None) -> None:
        self._rules, self._game, self._progress = game.rules, game, progress
        self._kernels = compiled(game.definition, hash_set, retrograde, layers)
        self._plain = plain(game.definition)
        self._states: int = self._plain.state_count(game.rules)
        assert game.definition.max_layers
        self._rows = rows or Rows(game.definition.max_layers(game.rules), self._states)
        self._stage, capacity = self._rows.stage, len(self._rows.keys)
        known = HashSet(self._rows.keys, np.zeros(1 << (2 * capacity).bit_length(), np.int32))
        self._kernels.enter_all(known, self._stage.layers)
        swaps, maps = starts_exchanged(game), np.array(state_maps(game), np.int32)
        self._layers = Layers(known, self._rows.marks, self._rows.codes, swaps, maps)
        self.counts = np.zeros((game.definition.symmetries + 1, 256), np.int64)
        """How many positions have each code, by the order of their layer's stabilizer."""
        if self._stage.by_stabilizer:
            self.counts[:] = self._stage.by_stabilizer
        self._numbering = Lock()

    def run(self) -> SolvedLayers:
        """Finds and solves all layers, or those that are left."""
        stage = self._stage
        if not stage.layers:
            self._enter_start()
        with self._all_cores() as run:
            while not stage.all_found:
                self._find_wave(run)
            while stage.waves:
                self._solve_wave(run)
        rows, count = self._rows, stage.layers
        return SolvedLayers(self._game, rows.keys[:count], rows.codes[:count], self.counts)

    def _all_cores(self) -> AbstractContextManager[Any]:
        """What runs `reach` and `solve` over parts of a wave."""
        return chunks_on_all_cores(self._progress)

    def _enter_start(self) -> None:
        begin = self._game.start()
        check_ranges(self._game, [begin, self._game.start(2)])
        self._number(np.array([self._plain.canonical_layer(self._rules, begin)[0]], np.int64))
        self._rows.marks[0, self._plain.state_index(self._rules, begin)] = 1

    def _find_wave(self, run: Callable[..., object]) -> None:
        """Finds the wave that follows the last one; where there is none, all are found."""
        stage, (first, last) = self._stage, self._stage.waves[-1]
        total = len(self._rows.keys)
        self._deal_with(last, lambda *part: run(self.reach, *part, *((FINDING, part[0], total) if first else _FIRST)))
        if stage.layers > last:
            stage.waves.append((last, stage.layers))
        else:
            stage.all_found, stage.done = True, first

    def _solve_wave(self, run: Callable[..., object]) -> None:
        """Solves the last wave that is left."""
        stage, (first, last) = self._stage, self._stage.waves[-1]
        later = stage.layers - last
        self._deal_with(last, lambda *part: run(self.solve, *part, SOLVING, later + part[0] - first, stage.layers))
        stage.waves.pop()
        stage.done = stage.waves[-1][0] if stage.waves else 0

    def _deal_with(self, last: int, work: Callable[[int, int], object]) -> None:
        """Works through the rows that are left of a wave, and writes down how far it has come after each part."""
        stage = self._stage
        while stage.done < last:
            end = min(stage.done + self._rows.part, last)
            work(stage.done, end)
            stage.done, stage.by_stabilizer = end, self.counts.tolist()
            self._rows.keep()

    def _number(self, found: npt.NDArray[np.int64]) -> None:
        """Gives rows to the new ones among some layers."""
        with self._numbering:
            count = self._kernels.enter_new(self._layers.known, self._stage.layers, found)
            if count < 0:
                stated = len(self._rows.keys)
                raise SetupError(f"{self._game.id} has more layers than its max_layers states: {stated:,}")
            self._stage.layers = count

    def reach(self, first: int, last: int) -> None:
        """Marks what can be reached from some rows, and gives rows to the layers found on the way."""
        cache, queue = _transition_cache(), np.empty(2 * self._states, np.int32)
        wave_end = self._stage.waves[-1][1]
        while first < last:
            keys, marks = np.empty(_FOUND, np.int64), np.zeros((_FOUND, self._states), np.int8)
            frontier = Frontier(cache, queue, Found(keys, marks), forbidden_actions(self._game))
            done, count = self._kernels.reach_layers(self._rules, self._layers, first, last, wave_end, frontier)
            if done <= layers.BROKEN_AT:
                raise self._broken(layers.BROKEN_AT - done)
            if done < 0:
                raise self._leads_back()
            self._number(keys[:count])
            self._kernels.merge_marks(self._layers, Found(keys[:count], marks))
            first += done

    def solve(self, first: int, last: int) -> None:
        counts = np.zeros_like(self.counts)
        most = self._kernels.solve_layers(self._rules, self._layers, first, last, self._scratch(), counts)
        if most <= layers.BROKEN_AT:
            raise self._broken(layers.BROKEN_AT - most)
        if most == layers.UNSTATED_DRAW:
            raise unstated_draw(self._game)
        if most > MAX_PLIES:
            raise refusal(self._game, f"it has values of more than {MAX_PLIES} plies")
        self._add(counts)

    def _add(self, counts: npt.NDArray[np.int64]) -> None:
        with self._numbering:
            self.counts += counts

    def _broken(self, number: int) -> SetupError:
        """What is wrong with the rules at a position of this number."""
        row, state = divmod(int(number), self._states)
        layer = self._plain.unpack(self._rules, int(self._rows.keys[row]), self._game.start(), True)
        return broken_rules(self._game, self._plain.with_state(self._rules, state, layer))

    def _leads_back(self) -> SetupError:
        return SetupError(f"a move of {self._game.id} leads back to an earlier state of its irreversible fields")

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
