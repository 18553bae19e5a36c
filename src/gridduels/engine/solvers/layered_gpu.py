"""Solve a layered game on an NVIDIA GPU, wave by wave (see `kernels.gpu_layers`). Requires the `gpu` extra."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from gridduels.engine.kernels import contract, gpu_layers, layout, probe
from gridduels.engine.kernels.compiler import bind, names_of, plain
from gridduels.engine.kernels.gpu import find_cuda, is_simulated, kernel_maker, multiprocessors, replacements
from gridduels.engine.kernels.gpu_layers import BROKEN, DRAWN, FAULT, FULL, LAYERS, LED_BACK, Images, LayerSet
from gridduels.engine.kernels.hash_tables import first_slot
from gridduels.engine.kernels.layout import MAX_KEY_BITS
from gridduels.engine.progress import Progress
from gridduels.engine.solvers.layered import SolvedLayers, count_codes, starts_exchanged
from gridduels.engine.solvers.limits import gigabytes, refusal, unstated_draw
from gridduels.engine.solvers.present_layer import state_maps
from gridduels.engine.solvers.rules_check import BrokenRules
from gridduels.engine.value import MAX_PLIES, UNKNOWN, Value
from gridduels.engine.values import Values
from gridduels.errors import PositionError, SetupError
from gridduels.game import Game, Position

_THREADS: Final = 256
"""Threads per block."""
_BLOCKS: Final = 8
"""Blocks per multiprocessor: as many as it can hold."""
_BYTES_PER_LAYER: Final = 64
"""Bytes per layer in addition to one per state: its key, and its share of the key set."""
_SIMULATED: Final = (3, 4)
"""Blocks and threads in numba's simulator."""


class GpuLayerSolver:
    """Finds all layers wave by wave, then solves them from the last wave to the first.

    The codes stay on the GPU until they are requested.
    """

    def __init__(self, game: Game, progress: Progress) -> None:
        assert game.definition.max_layers, "see check_options"
        self.game, self._progress = game, progress
        self._cuda, self._kernels = find_cuda(), _kernels(game)
        self._states: int = plain(game.definition).state_count(game.rules)
        capacity = game.definition.max_layers(game.rules)
        self._blocks, self._threads = _SIMULATED if is_simulated() else (_BLOCKS * multiprocessors(), _THREADS)
        self._check_fits(capacity)
        swaps = starts_exchanged(game)
        self._images = Images(self._device(np.array(state_maps(game), np.int32)), self._device(swaps.astype(np.int32)))
        exchanging = int(swaps.sum())
        self._control = self._device(np.array([1, 0, len(swaps) - exchanging, exchanging], np.int32))
        self._counts = self._device(np.zeros((len(swaps) + 1, gpu_layers.CODES), np.int64))
        slots = 1 << (2 * capacity).bit_length()
        self._found = LayerSet(
            self._filled(slots, np.int64, -1), self._filled(slots, np.int32, -1), self._filled(capacity, np.int64, -1)
        )
        self._words = self._filled(-(-capacity * self._states // 4), np.int32, 0)
        self._table = self._words.view(np.int8)
        self._edges = self._cuda.device_array((self._blocks, game.actions, self._states), np.int16)

    def _check_fits(self, capacity: int) -> None:
        width = plain(self.game.definition).key_width(self.game.rules, True)
        if width > MAX_KEY_BITS:
            raise refusal(self.game, f"its irreversible fields take {width} bits, but at most {MAX_KEY_BITS} fit")
        needed = capacity * (self._states + _BYTES_PER_LAYER) + 2 * self._blocks * self.game.actions * self._states
        free = needed if is_simulated() else int(self._cuda.current_context().get_memory_info().free)
        if needed > free:
            raise refusal(self.game, f"it needs about {gigabytes(needed)}, but the GPU has only {gigabytes(free)} free")

    def _device(self, array: Any) -> Any:
        return self._cuda.to_device(array)

    def _filled(self, length: int, dtype: Any, value: int) -> Any:
        array = self._cuda.device_array(length, dtype)
        self._kernels.fill[self._blocks, self._threads](array, value)
        return array

    def run(self) -> None:
        """Find and solve all layers."""
        self._enter_start()
        waves = [(0, 1)]
        while waves[-1][0] < waves[-1][1]:
            first, last = waves[-1]
            self._progress(f"finding positions, wave {len(waves)}", 0, last - first)
            self._launch("reach", first, last, self._found, self._words, self._images, self._control)
            waves.append((last, self._count()))
        for number, (first, last) in reversed(list(enumerate(waves[:-1], 1))):
            self._progress(f"solving wave {number}", 0, last - first)
            self._launch(
                "solve", first, last, self._found, self._table, self._images, self._edges, self._counts, self._control
            )
            self._count()

    def _enter_start(self) -> None:
        kernels, rules, begin = plain(self.game.definition), self.game.rules, self.game.start()
        key, _ = kernels.canonical_layer(rules, begin)
        slot = first_slot(key, len(self._found.slots))
        self._found.slots[slot], self._found.rows[slot], self._found.keys[0] = key, 0, key
        self._table[kernels.state_index(rules, begin)] = 1

    def _launch(self, kernel: str, first: int, last: int, *arguments: Any) -> None:
        blocks = min(self._blocks, last - first)
        getattr(self._kernels, kernel)[blocks, self._threads](first, last, *arguments)

    def _count(self) -> int:
        """Wait for all launched kernels and return the number of layers; raise an error if anything went wrong."""
        control = self._control.copy_to_host()
        if control[FAULT] == LED_BACK:
            raise SetupError(f"a move of {self.game.id} leads back to an earlier state of its irreversible fields")
        if control[FAULT] == FULL:
            raise SetupError(f"{self.game.id} has more layers than its max_layers: {len(self._found.keys):,}")
        if control[FAULT] == BROKEN:
            raise BrokenRules(f"the rules of {self.game.id} are broken: run `gridduels check-game {self.game.id}`")
        if control[FAULT] == DRAWN:
            raise unstated_draw(self.game)
        if control[FAULT]:
            raise refusal(self.game, f"it has values of more than {MAX_PLIES} plies")
        return int(control[LAYERS])

    def counts(self) -> dict[int, int]:
        """Count the positions with each code that are reachable when Player 1 opens."""
        return count_codes(self._counts.copy_to_host())

    def keys(self) -> Any:
        """Return all layers' keys, by row."""
        return self._found.keys[: self._count()].copy_to_host()

    @property
    def bytes(self) -> int:
        """Size in bytes of the codes on the GPU."""
        return self._count() * self._states

    def code(self, row: int, state: int) -> int:
        """Return the code of a single state in a layer."""
        return int(self._table[row * self._states + state])

    def layer(self, row: int) -> Any:
        """Return the codes of all states in a layer."""
        return self._table[row * self._states : (row + 1) * self._states].copy_to_host()

    def solved(self) -> SolvedLayers:
        """Copy all layers to host memory and return them."""
        keys = self.keys()
        table = self._table[: len(keys) * self._states].copy_to_host().reshape(len(keys), self._states)
        return SolvedLayers(self.game, keys, table, self._counts.copy_to_host())


@lru_cache(8)
def _kernels(game: Game) -> SimpleNamespace:
    """Return the kernels bound to a game, with its rules as constants; each is compiled on first launch."""
    cuda = find_cuda()
    states = plain(game.definition).state_count(game.rules)
    constants = {"rules": game.rules, "begin": game.start(), "states": states, "cuda": cuda}
    names = names_of(game.definition) | replacements() | constants | ({"int64": int} if is_simulated() else {})
    bound = bind((layout, probe, contract, gpu_layers), names)
    kernel = kernel_maker()
    return SimpleNamespace(**{name: kernel(getattr(bound, name)) for name in ("fill", "reach", "solve")})


class GpuTable(Values):
    """The exact values of a game too big for a table file, held on the GPU that solved it for the life of this
    process."""

    def __init__(self, solver: GpuLayerSolver) -> None:
        self.game, self._solver = solver.game, solver
        keys = solver.keys()
        self._rows = np.argsort(keys)
        self._keys = keys[self._rows]
        self.entries = solver.bytes

    @property
    def counts(self) -> dict[Value, int]:
        return {Value.of_code(code): number for code, number in self._solver.counts().items()}

    def value(self, position: Position) -> Value:
        kernels, rules = plain(self.game.definition), self.game.rules
        key, symmetry = kernels.canonical_layer(rules, position)
        row, code = self.row_of(key), UNKNOWN
        if row >= 0:
            image = self.game.definition.apply_symmetry(rules, position, symmetry)
            code = self._solver.code(row, kernels.state_index(rules, image))
        if code == UNKNOWN:
            raise PositionError(self.game.text(position), ["it is not reachable from the start"])
        return Value.of_code(code)

    def row_of(self, key: int) -> int:
        """Return the row of the layer with this key; -1 if there is none."""
        rank = int(np.searchsorted(self._keys, key))
        return int(self._rows[rank]) if rank < len(self._keys) and self._keys[rank] == key else -1
