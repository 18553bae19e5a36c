"""Solve a game that declares its number of layers: layer by layer, wave by wave."""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from gridduels.engine.kernels import hash_tables, layers, retrograde
from gridduels.engine.kernels.compiler import Chunks, compiled, compiled_for_all, plain
from gridduels.engine.kernels.hash_tables import HashSet
from gridduels.engine.kernels.layers import TRANSITIONS, Found, Frontier, Layers, Scratch, TransitionCache
from gridduels.engine.kernels.layout import COUNT, KIND_OF, MAX_ACTIONS
from gridduels.engine.kernels.retrograde import BucketQueue, Exits, Graph
from gridduels.engine.progress import (
    CHUNK,
    COMPILING,
    FINDING,
    PACKING,
    SOLVING,
    Progress,
    chunks_on_all_cores,
    on_all_cores,
)
from gridduels.engine.solvers.limits import gigabytes, refusal, unstated_draw
from gridduels.engine.solvers.present_layer import state_maps
from gridduels.engine.solvers.rules_check import broken_rules, check_ranges, forbidden_actions
from gridduels.engine.value import MAX_PLIES, UNKNOWN
from gridduels.errors import SetupError
from gridduels.files import write_atomically
from gridduels.game import Game

# --- Rows: layer storage during solving
#
# In memory, or in memory-mapped files. With files, only two waves of layers have to be in memory at a time, and an
# interrupted solution resumes after the last completed part.


PART: Final = 1 << 14
"""The number of rows between journal entries."""


@dataclass
class Stage:
    """The progress of a solution.

    First all waves of layers are found, each from the one before; then they are solved, last wave first. `waves` lists
    the row ranges of the waves that have been found but not solved; `done` is the row up to which the last of these
    has been processed.
    """

    layers: int = 0
    waves: list[tuple[int, int]] = field(default_factory=lambda: [(0, 1)])
    done: int = 0
    all_found: bool = False
    by_stabilizer: list[list[int]] = field(default_factory=list)


class Rows:
    """In-memory storage for the layers' keys, with a row of marks and codes for each: codes overwrite marks."""

    part = 1 << 62

    def __init__(self, capacity: int, states: int) -> None:
        self.stage = Stage()
        self.keys: npt.NDArray[np.int64] = np.zeros(capacity, np.int64)
        self.marks: npt.NDArray[np.int8] = np.zeros((capacity, states), np.int8)
        self.codes = self.marks

    def keep(self) -> None:
        """Persist the progress; a no-op in memory."""


class FiledRows(Rows):
    """File-backed storage for the same data, in a folder.

    Here codes do not overwrite marks, so an interrupted part can be repeated: the same marks give the same codes.
    """

    part = PART

    def __init__(self, folder: Path, capacity: int, states: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._journal = folder, folder / "journal.json"
        self.stage = self._read_stage()
        self._check_disk(capacity * (2 * states + 8) + capacity * states // 2)
        self.keys = self._mapped("keys", np.int64, (capacity,))
        self.marks = self._mapped("marks", np.int8, (capacity, states), begin_again=not self.stage.all_found)
        self.codes = self._mapped("codes", np.int8, (capacity, states))

    def _read_stage(self) -> Stage:
        try:
            data = json.loads(self._journal.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Stage()
        return Stage(**{**data, "waves": [(first, last) for first, last in data["waves"]]})

    def _check_disk(self, needed: int) -> None:
        """Raise SetupError if the disk lacks room for both tables and the result."""
        there = sum(getattr(path.stat(), "st_blocks", 0) * 512 for path in self._folder.iterdir())
        free = shutil.disk_usage(self._folder).free
        if needed - there > free:
            raise SetupError(
                f"solving on disk needs about {gigabytes(needed - there)} in {self._folder}, but only "
                f"{gigabytes(free)} is free; set GRIDDUELS_CACHE to use another disk"
            )

    def _mapped(self, name: str, type: Any, shape: tuple[int, ...], begin_again: bool = False) -> Any:
        """Return a file-backed array, zero where nothing has been written.

        With `begin_again`, keep only the rows of known layers.
        """
        path, length = self._folder / name, int(np.prod(shape)) * np.dtype(type).itemsize
        with path.open("ab") as file:
            if begin_again:
                file.truncate(self.stage.layers * shape[1])
            file.truncate(length)
        return np.asarray(np.memmap(path, type, "r+", shape=shape))

    def keep(self) -> None:
        for array in (self.keys, self.codes if self.stage.all_found else self.marks):
            assert isinstance(array.base, np.memmap)
            array.base.flush()
        write_atomically(self._journal, json.dumps(asdict(self.stage)))

    def remove(self) -> None:
        """Remove the files."""
        shutil.rmtree(self._folder, ignore_errors=os.name == "nt")


# --- SolvedLayers: the result, counted and packed into a table


def starts_exchanged(game: Game) -> npt.NDArray[np.int64]:
    """Return 1 for each symmetry that swaps the two starts, 0 for each that preserves them."""
    starts, definition = [game.start(1), game.start(2)], game.definition
    images = [definition.apply_symmetry(game.rules, starts[0], number) for number in range(definition.symmetries)]
    if not all(image in starts for image in images):
        raise SetupError(f"`apply_symmetry` of {game.id} maps a start to a position that is not a start")
    return np.array([starts.index(image) for image in images], np.int64)


def count_codes(by_stabilizer: npt.NDArray[np.int64]) -> dict[int, int]:
    """Count the positions with each code that are reachable when Player 1 opens.

    `by_stabilizer` holds one row of sums per stabilizer order, over the layers with that order.
    """
    counts = sum(by_stabilizer[stabilizer] // stabilizer for stabilizer in range(1, len(by_stabilizer)))
    return {code + UNKNOWN: number for code, number in enumerate(counts.tolist()) if number}


def order_of_codes(game: Game, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the layer numbers in the order in which a table stores their codes.

    Layers are sorted by their counts (Blockade Runner: the reserves), then by key. Layers with the same counts are
    alike, so this order compresses best.
    """
    kernels, counts, rest = plain(game.definition), np.zeros_like(keys), keys
    for stated in reversed(game.statement.fields):
        if stated.kind.irreversible:
            kind = KIND_OF[type(stated.kind)]
            width = kernels.width_of(game.rules.cells.bit_length(), kind)
            counts = counts << width | rest & (1 << width) - 1 if kind == COUNT else counts
            rest = rest >> width
    return np.lexsort((keys, counts))


class SolvedLayers(NamedTuple):
    """The layers' keys, a row of state codes for each layer, and the code counts."""

    game: Game
    keys: npt.NDArray[np.int64]
    table: npt.NDArray[np.int8]
    by_stabilizer: npt.NDArray[np.int64]

    def packed(self, progress: Progress) -> dict[str, Any]:
        """Return the table's sections, ordered by key.

        Only the codes, which are packed as they are written, are in the order given by `order_of_codes`.
        """
        digits, count, kernels = self._digits(), len(self.keys), compiled_for_all(layers)
        digit_sets, sizes = np.zeros((count, digits.shape[1]), np.int64), np.empty(count, np.int64)
        with chunks_on_all_cores(progress) as run:
            run(
                lambda first, last: kernels.find_digits(digits, first, last, self.table, digit_sets, sizes),
                0, count, PACKING,
            )  # fmt: skip
        order, by_key = order_of_codes(self.game, self.keys), np.argsort(self.keys)
        starts = np.empty(count, np.int64)
        starts[order] = np.cumsum(sizes[order]) - sizes[order]

        def pack(first: int) -> npt.NDArray[np.int8]:
            rows = order[first : first + CHUNK]
            codes = np.empty(int(sizes[rows].sum()), np.int8)
            kernels.pack_rows(digits, rows, self.table, digit_sets, codes)
            return codes

        return {
            "keys": self.keys[by_key],
            "digit_sets": digit_sets[by_key].reshape(-1),
            "starts": starts[by_key],
            "codes": Chunks(int(sizes.sum()), lambda: on_all_cores(pack, range(0, count, CHUNK))),
        }

    def _digits(self) -> npt.NDArray[np.int64]:
        """Return digits[state, field]: each field's digit in a state index; 0 for irreversible fields."""
        kernels, rules, irreversible = plain(self.game.definition), self.game.rules, self.game.statement.irreversible
        fields = range(len(self.game.start()))
        return np.array(
            [
                [0 if field in irreversible else kernels.digit_of(rules, state, field) for field in fields]
                for state in range(self.table.shape[1])
            ],
            np.int64,
        )


# --- LayerSolver (see `kernels.layers`)


_FOUND: Final = 1024
"""The number of new layers to collect before assigning them rows."""
_FIRST: Final = (COMPILING, 0, 0)
"""The progress report for the first layer, which has to wait for the compiler."""


class LayerSolver:
    """Finds all layers wave by wave, then solves them from the last wave to the first.

    `rows` may already contain known layers.
    """

    def __init__(self, game: Game, progress: Progress, rows: Rows | None = None) -> None:
        self._rules, self._game, self._progress = game.rules, game, progress
        self._kernels = compiled(game.definition, hash_tables, retrograde, layers)
        self._plain = plain(game.definition)
        self._states: int = self._plain.state_count(game.rules)
        assert game.definition.max_layers
        self._rows = rows or Rows(game.definition.max_layers(game.rules), self._states)
        self._stage, capacity = self._rows.stage, len(self._rows.keys)
        known = HashSet(self._rows.keys, np.zeros(1 << (2 * capacity).bit_length(), np.int32))
        self._kernels.enter_all(known, self._stage.layers)
        swaps, maps = starts_exchanged(game), np.array(state_maps(game), np.int32)
        begin, states = game.start(), range(self._states)
        fields = np.array([self._plain.with_state(game.rules, state, begin) for state in states], np.int64)
        self._layers = Layers(known, self._rows.marks, self._rows.codes, swaps, maps, fields)
        self.counts = np.zeros((game.definition.symmetries + 1, 256), np.int64)
        """The number of positions with each code, by the order of their layer's stabilizer."""
        if self._stage.by_stabilizer:
            self.counts[:] = self._stage.by_stabilizer
        self._numbering = Lock()

    def run(self) -> SolvedLayers:
        """Find and solve all layers, or those that remain."""
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
        """Return the context in which `reach` and `solve` process parts of a wave."""
        return chunks_on_all_cores(self._progress)

    def _enter_start(self) -> None:
        begin = self._game.start()
        check_ranges(self._game, [begin, self._game.start(2)])
        self._number(np.array([self._plain.canonical_layer(self._rules, begin)[0]], np.int64))
        self._rows.marks[0, self._plain.state_index(self._rules, begin)] = 1

    def _find_wave(self, run: Callable[..., object]) -> None:
        """Find the next wave, or record that all waves have been found."""
        stage, (first, last) = self._stage, self._stage.waves[-1]
        total = len(self._rows.keys)
        self._deal_with(last, lambda *part: run(self.reach, *part, *((FINDING, part[0], total) if first else _FIRST)))
        if stage.layers > last:
            stage.waves.append((last, stage.layers))
        else:
            stage.all_found, stage.done = True, first

    def _solve_wave(self, run: Callable[..., object]) -> None:
        """Solve the last remaining wave."""
        stage, (first, last) = self._stage, self._stage.waves[-1]
        later = stage.layers - last
        self._deal_with(last, lambda *part: run(self.solve, *part, SOLVING, later + part[0] - first, stage.layers))
        stage.waves.pop()
        stage.done = stage.waves[-1][0] if stage.waves else 0

    def _deal_with(self, last: int, work: Callable[[int, int], object]) -> None:
        """Work through the remaining rows of a wave, persisting the progress after each part."""
        stage = self._stage
        while stage.done < last:
            end = min(stage.done + self._rows.part, last)
            work(stage.done, end)
            stage.done, stage.by_stabilizer = end, self.counts.tolist()
            self._rows.keep()

    def _number(self, found: npt.NDArray[np.int64]) -> None:
        """Assign rows to those of the given layers that are new."""
        with self._numbering:
            count = self._kernels.enter_new(self._layers.known, self._stage.layers, found)
            if count < 0:
                stated = len(self._rows.keys)
                raise SetupError(f"{self._game.id} has more layers than its max_layers: {stated:,}")
            self._stage.layers = count

    def reach(self, first: int, last: int) -> None:
        """Mark everything reachable from the given rows, and assign rows to the layers found on the way."""
        cache, queue = _transition_cache(len(self._game.start())), np.empty(2 * self._states, np.int32)
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
        """Find the codes of the given rows; later layers must already be solved."""
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
        """Return the error for rules that break their contract at the position with this number."""
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
            cache=_transition_cache(len(self._game.start())),
            node_at=array(),
            state_at=array(),
            graph=Graph(array(), array(edges), array(), array(edges)),
            exits=Exits(array(), array(), array()),
            codes=array(),
            queue=BucketQueue(array(), array(MAX_PLIES + 2), array()),
        )


def _transition_cache(fields: int) -> TransitionCache:
    entered = np.zeros((TRANSITIONS, fields + 1), np.int64)
    return TransitionCache(entered, *(np.empty(TRANSITIONS, np.int64) for _ in TransitionCache._fields[1:]))
