"""Batch kernels on an NVIDIA GPU, built from the same functions that run on a CPU core. Requires the `gpu` extra.

Every function a kernel reaches is copied, with its calls redirected to the copies, and numba-cuda compiles the copies
as device functions. Thread t of n takes games t, t + n, t + 2n and so on.

Three things differ from a CPU core (see `gpu_kernels`). Launching a kernel from Python takes longer than most kernels
run, so a launch that is repeated with the same arrays is recorded as a CUDA graph and replayed. In games without
irreversible fields, fused play keeps the record of repeated positions in shared memory. And since the 32 threads of a
warp run in lockstep, games with costly moves wait for each other instead of holding up all the others one by one.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np

from gridduels.engine.batch import gpu_kernels
from gridduels.engine.batch.backends import MODULES, names_of, words_a_game
from gridduels.engine.batch.kernels import State, Step, Stepping
from gridduels.engine.kernels.compiler import bind
from gridduels.engine.kernels.gpu import (
    SHARED_BYTES,
    find_cuda,
    is_simulated,
    kernel_maker,
    multiprocessors,
    replacements,
)
from gridduels.errors import SetupError
from gridduels.game import Game

_BLOCK: Final = 256
"""Threads per block."""
_WARP: Final = 32
_BLOCKS: Final = 8
"""Blocks per multiprocessor: enough to fill it with threads."""
_ROWS: Final = 1024
"""Rows of sums to copy back and add up on the host."""
_SHARED_BY_SYSTEM: Final = 1 << 10
"""Bytes of shared memory reserved by the system in every block."""
_WORD: Final = 8
_GRAPHS: Final = 64
"""The number of launches a batch caches."""
_MODULES: Final = (*MODULES, gpu_kernels)


class CudaArray:
    """An array on the GPU that PyTorch, JAX and CuPy can use without copying, through DLPack or
    `__cuda_array_interface__`."""

    def __init__(self, array: Any) -> None:
        self.device_array = array
        self.shape: tuple[int, ...] = array.shape
        self.dtype = array.dtype
        self.identity = _address(array), self.shape, self.dtype.str
        """Two arrays with the same identity share the same memory and interpret it the same way."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.device_array.__cuda_array_interface__
        return interface

    def __dlpack__(self, **options: Any) -> Any:
        views: Any = import_module("cuda.core.utils")
        return views.StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1).__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, int(find_cuda().get_current_device().id)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return a copy in host memory."""
        return np.asarray(self.device_array.copy_to_host(), dtype)

    def __getitem__(self, number: int) -> Any:
        """Return a single number, copied to host memory."""
        return self.device_array[number]

    def __len__(self) -> int:
        return self.shape[0]

    def view(self, dtype: Any, shape: tuple[int, ...]) -> "CudaArray":
        """View the same memory as another type and shape, omitting anything left over at the end."""
        flat = self.device_array.view(dtype)[: int(np.prod(shape))]
        return CudaArray(flat.reshape(*shape))


class Launch(NamedTuple):
    """A kernel with its grid and arguments."""

    kernel: str
    blocks: int
    block: int
    total: int
    arguments: tuple[Any, ...]


class CudaBackend:
    """Runs kernels on the current GPU; each thread handles a share of the games."""

    def __init__(self, game: Game, first: int) -> None:
        self._cuda = find_cuda()
        self._kernels = _kernels(game, first)
        self._add_up = self._kernels("add_up")
        self._shared_rows = _bytes_of_rows(game, first)
        self._group = int(names_of(game, first)["group_games"])
        self._special: dict[Any, Any] = {}
        self._graphs: dict[Any, Any] = {}
        self._sums: Any = None
        self._rows: Any = None

    def zeros(self, shape: Sequence[int], dtype: Any) -> CudaArray:
        array = self._cuda.device_array(shape, dtype)
        if array.size:
            array.view(np.uint8).reshape(array.nbytes)[:] = 0
        return CudaArray(array)

    def taken(self, array: Any) -> Any:
        if isinstance(array, CudaArray):
            return array
        if hasattr(array, "__cuda_array_interface__"):
            shared = self._cuda.as_cuda_array(array)
            if not shared.is_c_contiguous():
                raise SetupError("Arrays on the GPU must be C-contiguous: call .contiguous() or make a copy.")
            return CudaArray(shared)
        return CudaArray(self._cuda.to_device(np.ascontiguousarray(array)))

    def observe(self, state: State, words: Any, rows: Any) -> None:
        self._launch_groups("observe", state, words)

    def step_and_observe(
        self, state: State, how: Stepping, actions: Any, step: Step, masks: Any, words: Any, rows: Any
    ) -> None:
        self._launch_groups("step_and_observe", state, how, actions, step, masks, words)

    def _launch_groups(self, kernel: str, state: State, *arguments: Any) -> None:
        """Run a kernel with one block per group of games and one thread per game."""
        count = len(state.keys)
        self._launch(Launch(kernel, -(-count // self._group), self._group, count, (state, *arguments)))

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        self._launch(Launch(kernel, *_grid(total), total, arguments))

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        kernel, blocks, block = self._summing(kernel, total)
        if self._sums is None or self._sums.shape != (blocks * block, width):
            self._sums = CudaArray(self._cuda.device_array((blocks * block, width), np.int64))
            self._rows = self._cuda.device_array((min(_ROWS, blocks * block), width), np.int64)
        self._launch(Launch(kernel, blocks, block, total, (*arguments, self._sums)))
        self._add_up[_grid(len(self._rows))](self._sums.device_array, self._rows)
        return [int(number) for number in self._rows.copy_to_host().sum(axis=0)]

    def _summing(self, kernel: str, total: int) -> tuple[str, int, int]:
        """Return the kernel to run for a sum, and the number of blocks and threads, which can all run concurrently."""
        if self._shared_rows:
            size = int(getattr(self._cuda.get_current_device(), "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR", SHARED_BYTES))
            blocks = max(1, size // (self._shared_rows + _SHARED_BY_SYSTEM)) * multiprocessors()
            return "roll_in_shared_memory", min(-(-total // _WARP), blocks), _WARP
        blocks, block = _grid(total)
        return kernel, min(blocks, _BLOCKS * multiprocessors()), block

    def _launch(self, launch: Launch) -> None:
        """Run a kernel. If a launch is repeated with the same arguments, record it as a graph and replay it from then
        on."""
        key = launch.kernel, launch.total, _identity(launch.arguments)
        known, graph = key in self._graphs, self._graphs.pop(key, None)
        if graph is not None:
            graph.launch(_core().LEGACY_DEFAULT_STREAM)
        else:
            self._start(launch, 0)
            graph = self._record(launch) if known and not is_simulated() else None
        self._graphs[key] = graph
        if len(self._graphs) > _GRAPHS:
            del self._graphs[next(iter(self._graphs))]

    def _start(self, launch: Launch, stream: Any) -> None:
        """Launch a kernel from Python. Its argument types are resolved only once, because that is slow."""
        arguments = _inner(launch.arguments)
        key = launch.kernel, *(each.dtype for each in arguments if hasattr(each, "dtype"))
        if key not in self._special:
            self._special[key] = self._kernels(launch.kernel).specialize(launch.total, arguments)
        self._special[key][launch.blocks, launch.block, stream](launch.total, arguments)

    def _record(self, launch: Launch) -> Any:
        """Record a launch as a CUDA graph."""
        device = _core().Device(self._cuda.get_current_device().id)
        device.set_current()
        stream = device.create_stream()
        builder = stream.create_graph_builder().begin_building()
        self._start(launch, self._cuda.external_stream(int(stream.handle)))
        return builder.end_building().complete()


@lru_cache(None)
def _core() -> Any:
    return import_module("cuda.core")


def _address(array: Any) -> int:
    """Return an array's address or, in the simulator, its identity."""
    return id(array) if is_simulated() else int(array.__cuda_array_interface__["data"][0] or 0)


def _identity(arguments: Any) -> Any:
    """Return a key that is equal for equal kernel arguments."""
    if isinstance(arguments, CudaArray):
        return arguments.identity
    return tuple(map(_identity, arguments)) if isinstance(arguments, tuple) else arguments


def _bytes_of_rows(game: Game, first: int) -> int:
    """Return the shared memory in bytes needed for a warp's rows of `seen`; 0 if they stay in global memory.

    Shared memory only pays off in games without irreversible fields, where moves look up little except repetition.
    """
    names = names_of(game, first)
    words = words_a_game(game, names)
    size = (words | 1) * _WORD * _WARP
    return size if words and size <= SHARED_BYTES and not any(names["irreversible"]) else 0


def _grid(total: int) -> tuple[int, int]:
    """Return the number of blocks for this many items, and the number of threads per block, in whole warps."""
    block = min(_BLOCK, -(-total // _WARP) * _WARP)
    return -(-total // block), block


def _inner(arguments: Any) -> Any:
    """Convert arguments to the form numba expects."""
    if isinstance(arguments, CudaArray):
        return arguments.device_array
    if isinstance(arguments, tuple):
        inner = map(_inner, arguments)
        return type(arguments)._make(inner) if hasattr(arguments, "_make") else tuple(inner)
    return arguments


@lru_cache(None)
def _kernels(game: Game, first: int) -> Callable[[str], Any]:
    """Return a function that looks up a game's kernels by name; each is compiled on first use."""
    names = names_of(game, first) | replacements()
    rows = _WARP, words_a_game(game, names) | 1  # odd, so that the rows' copies of a word lie in different banks
    names |= {"cuda": find_cuda(), "simulated": is_simulated(), "rows_of_warp": rows}
    bound, make = bind(_MODULES, names), kernel_maker()

    @lru_cache(None)
    def kernel(name: str) -> Any:
        function = getattr(bound, name)
        if function.__module__ == gpu_kernels.__name__:
            return make(function)
        return make(bind(_MODULES, names | {"device_function": function}).share_out)

    return kernel
