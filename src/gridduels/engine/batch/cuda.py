"""The kernels of a batch on an NVIDIA GPU, from the very functions that run on a core: needs the extra `gpu`.

Every function a kernel reaches is copied, its calls lead to the copies, and the copies are handed to numba-cuda as
device functions. A thread takes the games that are as far apart as there are threads.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from types import FunctionType
from typing import Any, Final

import numpy as np

from gridduels.engine.batch import observing
from gridduels.engine.batch.binding import MODULES, names_of
from gridduels.engine.batch.state import Share, State
from gridduels.engine.kernels.compiling import bind, copier
from gridduels.engine.kernels.gpu import find_cuda, multiprocessors, replacements
from gridduels.engine.observation import planes_of
from gridduels.errors import SetupError
from gridduels.game import Game

__all__ = ["CudaArray", "CudaBackend"]

_BLOCK: Final = 256
"""Threads in a block."""
_WARP: Final = 32
_BLOCKS: Final = 8
"""Blocks for each multiprocessor: as many threads as it can hold."""
_ROWS: Final = 1024
"""Rows of sums that are brought back to be added up."""


class CudaArray:
    """An array on the GPU, for PyTorch, JAX and CuPy to use without a copy: by DLPack or `__cuda_array_interface__`."""

    def __init__(self, array: Any) -> None:
        self.device_array = array
        self.shape: tuple[int, ...] = array.shape
        self.dtype = array.dtype

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
        """A copy in the memory of this machine."""
        return np.asarray(self.device_array.copy_to_host(), dtype)

    def __getitem__(self, number: int) -> Any:
        """One number, copied into the memory of this machine."""
        return self.device_array[number]

    def __len__(self) -> int:
        return self.shape[0]

    def view(self, dtype: Any, shape: tuple[int, ...]) -> "CudaArray":
        """The same memory as numbers of another kind, in another shape; what is left over at the end is left out."""
        flat = self.device_array.view(dtype)[: int(np.prod(shape))]
        return CudaArray(flat.reshape(*shape))


class CudaBackend:
    """Compiled for the current GPU; every thread has some of the games."""

    def __init__(self, game: Game, first: int) -> None:
        self._cuda = find_cuda()
        self._kernels = _kernels(game, first)
        self._add_up = _adding_kernel()
        self._special: dict[Any, Any] = {}
        self._observing: Any = None
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
                raise SetupError("an array on the GPU must have its numbers side by side: this one has gaps")
            return CudaArray(shared)
        return CudaArray(self._cuda.to_device(np.ascontiguousarray(array)))

    def observe(self, state: State, words: Any, rows: Any) -> None:
        arguments = _inner(state), words.device_array
        if self._observing is None:
            self._observing = self._kernels("observe").specialize(*arguments)
        self._observing[-(-len(state.keys) // observing.GROUP), _BLOCK](*arguments)

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        blocks, block = _grid(total)
        self._launch(kernel, blocks, block, total, _inner(arguments))

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        blocks, block = _grid(total)
        blocks = min(blocks, _BLOCKS * multiprocessors())
        rows = min(_ROWS, blocks * block)
        if self._sums is None or self._sums.shape != (blocks * block, width):
            self._sums = self._cuda.device_array((blocks * block, width), np.int64)
            self._rows = self._cuda.device_array((rows, width), np.int64)
        self._launch(kernel, blocks, block, total, (*_inner(arguments), self._sums))
        self._add_up[_grid(rows)](self._sums, self._rows)
        return [int(number) for number in self._rows.copy_to_host().sum(axis=0)]

    def _launch(self, kernel: str, blocks: int, block: int, total: int, arguments: tuple[Any, ...]) -> None:
        """Runs a kernel. The types of its arguments are found once only, because that takes longer than most steps."""
        key = kernel, *(each.dtype for each in arguments if hasattr(each, "dtype"))
        if key not in self._special:
            self._special[key] = self._kernels(kernel).specialize(total, arguments)
        self._special[key][blocks, block](total, arguments)


def _grid(total: int) -> tuple[int, int]:
    """How many blocks of how many threads, whole warps, do so much."""
    block = min(_BLOCK, -(-total // _WARP) * _WARP)
    return -(-total // block), block


def _inner(arguments: Any) -> Any:
    """The arguments as numba takes them."""
    if isinstance(arguments, CudaArray):
        return arguments.device_array
    if isinstance(arguments, tuple):
        inner = map(_inner, arguments)
        return type(arguments)._make(inner) if hasattr(arguments, "_make") else tuple(inner)
    return arguments


@lru_cache(None)
def _kernels(game: Game, first: int) -> Callable[[str], Any]:
    """Gives the kernels of a game by their names; each is compiled when it is first run."""
    cuda = find_cuda()
    bound = bind(MODULES, names_of(game, first) | replacements())
    device = copier(cuda.jit(device=True))

    @lru_cache(None)
    def kernel(name: str) -> Any:
        if name == "observe":
            names = {"gather_sets": device(bound.gather_sets), "write_words": device(bound.write_words)}
            names |= {"cuda": cuda, "int64": np.int64, "SETS": observing.GROUP * len(planes_of(game))}
            return cuda.jit(FunctionType(_observe.__code__, names, name))
        names = {"cuda": cuda, "Share": Share, "device_function": device(getattr(bound, name))}
        return cuda.jit(FunctionType(_entry.__code__, names, name))

    return kernel


def _entry(total: Any, arguments: Any) -> None:
    """Runs `device_function`, which every kernel has as a global name, over the share of a thread."""
    number = cuda.grid(1)  # type: ignore[name-defined]  # noqa: F821
    device_function(Share(number, number, total, cuda.gridsize(1)), *arguments)  # type: ignore[name-defined]  # noqa: F821


def _observe(state: Any, words: Any) -> None:
    """Writes the planes of a group of games with all threads of a block."""
    sets = cuda.shared.array(SETS, int64)  # type: ignore[name-defined]  # noqa: F821
    group, thread = cuda.blockIdx.x, cuda.threadIdx.x  # type: ignore[name-defined]  # noqa: F821
    gather_sets(sets, group, thread, state)  # type: ignore[name-defined]  # noqa: F821
    cuda.syncthreads()  # type: ignore[name-defined]  # noqa: F821
    write_words(sets, group, thread, cuda.blockDim.x, words)  # type: ignore[name-defined]  # noqa: F821


def _add_up(sums: Any, rows: Any) -> None:
    """Adds the sums of all threads up in a few rows."""
    number = cuda.grid(1)  # type: ignore[name-defined]  # noqa: F821
    if number < len(rows):
        for column in range(sums.shape[1]):
            total = 0
            for row in range(number, len(sums), len(rows)):
                total += sums[row, column]
            rows[number, column] = total


@lru_cache(None)
def _adding_kernel() -> Any:
    return find_cuda().jit(FunctionType(_add_up.__code__, {"cuda": find_cuda(), "len": len, "range": range}, "add_up"))
