"""Compile for an NVIDIA GPU. Requires the `gpu` extra."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from types import FunctionType
from typing import Any, Final

import numpy as np

from gridduels.engine.kernels.compiler import copier
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra

SHARED_BYTES: Final = 48 << 10
"""Bytes of shared memory available to a block on every GPU."""


def multiprocessors() -> int:
    """Return the number of multiprocessors; at least that many blocks can run concurrently."""
    return int(getattr(find_cuda().get_current_device(), "MULTIPROCESSOR_COUNT", 1))


@lru_cache(None)
def find_cuda(otherwise: str = "use device='cpu'") -> Any:
    """Return numba's CUDA module; raise MissingExtra, or SetupError with an alternative if there is no GPU."""
    for missing, present in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, missing):  # numba-cuda still uses names that numpy 2.5 removed
            setattr(np, missing, getattr(np, present))
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError as error:
        raise MissingExtra("a game on a GPU", "gpu") from error
    if not cuda.is_available():
        raise SetupError(f"no NVIDIA GPU with a working driver was found: {otherwise}")
    return cuda


def is_simulated() -> bool:
    """Return whether kernels run in numba's simulator instead of on a GPU."""
    from numba.core import config

    return bool(config.ENABLE_CUDASIM)  # type: ignore[attr-defined]


def kernel_maker() -> Callable[[FunctionType], Any]:
    """Return a function that compiles a plain function as a kernel, and everything it calls as device functions."""
    cuda = find_cuda()
    device = copier(cuda.jit(device=True))

    def kernel(function: FunctionType) -> Any:
        called = {name: item for name, item in function.__globals__.items() if name in function.__code__.co_names}
        called |= {name: device(item) for name, item in called.items() if isinstance(item, FunctionType)}
        return cuda.jit(FunctionType(function.__code__, called | {"__builtins__": __builtins__}, function.__name__))

    return kernel


@lru_cache(None)
def replacements() -> dict[str, Any]:
    """Return the functions that replace the CPU's in GPU code; the simulator is plain Python and needs none."""
    return {} if is_simulated() else {"with_field": _register_integers()}


@lru_cache(None)
def _register_integers() -> Any:
    """Let GPU code call `int.bit_length` and `int.bit_count`; return the intrinsic that sets a field."""
    cuda, ir = find_cuda(), import_module("llvmlite.ir")
    cgutils, types = import_module("numba.cuda.cgutils"), import_module("numba.cuda.types")
    extending: Any = import_module("numba.cuda.extending")

    def bit_length_of(number: int) -> Callable[[int], int]:
        def bit_length(number: int) -> int:
            length: int = 64 - cuda.clz(number)
            return length

        return bit_length

    def bit_count_of(number: int) -> Callable[[int], int]:
        def bit_count(number: int) -> int:
            count: int = cuda.popc(number)
            return count

        return bit_count

    extending.overload_method(types.Integer, "bit_length")(bit_length_of)
    extending.overload_method(types.Integer, "bit_count")(bit_count_of)

    def with_field(typing: Any, position: Any, field: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            copy = cgutils.alloca_once_value(builder, arguments[0])
            zero, index = ir.Constant(ir.IntType(32), 0), builder.trunc(arguments[1], ir.IntType(32))
            builder.store(arguments[2], builder.gep(copy, [zero, index]))
            return builder.load(copy)

        return position(position, types.intp, position.dtype), generate

    return extending.intrinsic(with_field)
