"""Compiles a game's plain rule functions, and binds the engine's kernels to them.

A kernel module holds plain functions that call `legal`, `play` and so on by name. `bind` makes a copy of them for one
game in which these names are the game's own functions; `compile_kernels` hands the copies to numba. A copy's qualified
name carries the game and a hash of every source it is made from: numba names its cache files after it, so games never
share an entry and an edited rule is never run from an old one.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

from gridduels.files import one_at_a_time
from gridduels.folders import kept_folder

__all__ = ["bind", "compile_kernels", "copier", "fingerprint"]

_registered: set[FunctionType] = set()


def bind(modules: Iterable[ModuleType], names: Mapping[str, Any]) -> SimpleNamespace:
    """The functions of kernel modules, with `names` in place of their own globals of these names."""
    bound: dict[str, Any] = {}
    kernels: list[FunctionType] = []
    for module in modules:
        own = {name for name, item in vars(module).items() if getattr(item, "__module__", "") == module.__name__}
        bound.update({name: item for name, item in vars(module).items() if name in own or name not in bound})
        kernels += [item for name in sorted(own - set(names)) if isinstance(item := vars(module)[name], FunctionType)]
    copies = [_copy(kernel, bound) for kernel in kernels]
    bound.update({copy.__name__: copy for copy in copies})
    bound.update(names)
    return SimpleNamespace(**{copy.__name__: copy for copy in copies})


def _copy(kernel: FunctionType, names: dict[str, Any]) -> FunctionType:
    copy = FunctionType(kernel.__code__, names, kernel.__name__, kernel.__defaults__, kernel.__closure__)
    copy.__module__ = kernel.__module__
    return copy


def compile_kernels(
    modules: Iterable[ModuleType],
    game: str,
    names: Mapping[str, Any],
    *,
    inline: bool = False,
    complaint: Callable[[Exception], Exception] | None = None,
) -> SimpleNamespace:
    """The functions of kernel modules bound to a game and compiled; kept in numba's cache for the next process.

    With `inline` no function is called any more: each becomes part of those that call it, so that loops can be seen
    through. That takes longer to compile. `complaint` turns what numba raises into what is raised instead.
    """
    numba = _numba()
    if inline:
        copy_of = copier(lambda function: function)
        names = {name: copy_of(each) if isinstance(each, FunctionType) else each for name, each in names.items()}
    own = {"with_field": _tuple_setitem(), "add_marks": _atomic_or(), "number_type": numba.int64}
    bound = bind(modules, {**names, **own})
    copies: list[FunctionType] = list(vars(bound).values())
    _register((function for copy in copies for function in _callees(copy)), inline)
    called = sorted(f"{function.__module__}.{function.__qualname__}" for function in _reachable(copies))
    source = fingerprint(copies, f"{numba.__version__} {inline} {called}")
    for copy in copies:
        copy.__qualname__ = f"{game}-{copy.__name__}-{source}"
    compiled = {copy.__name__: _compiled_once(numba.njit(cache=True, nogil=True)(copy), complaint) for copy in copies}
    return SimpleNamespace(**compiled)


def _compiled_once(dispatcher: Any, complaint: Callable[[Exception], Exception] | None) -> Any:
    """A compiled function that processes which start together compile once: the others wait and find it in the cache.

    numba's own lock comes first, so that threads of a process never wait for each other in two orders.
    """
    from numba.core import config
    from numba.core.compiler_lock import global_compiler_lock

    compile_or_load = dispatcher.compile
    lock = Path(config.CACHE_DIR) / f"{dispatcher.py_func.__qualname__}.lock"  # type: ignore[attr-defined]

    def compile_alone(signature: Any) -> Any:
        try:
            with global_compiler_lock, one_at_a_time(lock):
                return compile_or_load(signature)
        except Exception as error:  # numba has errors of its own, but not for everything
            if complaint is None or isinstance(error, OSError | MemoryError):
                raise
            found = complaint(error)
        raise found

    dispatcher.compile = compile_alone
    return dispatcher


def fingerprint(functions: Iterable[FunctionType], version: str = "") -> str:
    """A hash of the source files behind the functions and all that they call."""
    digest = hashlib.sha256(version.encode())
    for file in sorted({function.__code__.co_filename for function in _reachable(functions)}):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


def _callees(function: FunctionType) -> list[FunctionType]:
    """The plain functions that a function calls by a global name."""
    found = [function.__globals__.get(name) for name in _names(function.__code__)]
    return [item for item in found if isinstance(item, FunctionType)]


def _names(code: CodeType) -> Iterable[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _reachable(functions: Iterable[FunctionType]) -> list[FunctionType]:
    """The functions and everything they call, each once."""
    found: dict[FunctionType, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            waiting += _callees(function)
    return list(found)


def copier(wrap: Callable[[FunctionType], Any]) -> Callable[[FunctionType], Any]:
    """Gives the wrapped copy of a plain function, whose calls lead to the wrapped copies of all that it calls."""
    made: dict[FunctionType, Any] = {}

    def copy_of(function: FunctionType) -> Any:
        if function not in made:
            names = dict(function.__globals__)
            for callee in _names(function.__code__):
                if isinstance(names.get(callee), FunctionType):
                    names[callee] = copy_of(names[callee])
            made[function] = wrap(_copy(function, names))
        return made[function]

    return copy_of


def _register(functions: Iterable[FunctionType], inline: bool) -> None:
    """Lets compiled code call these plain functions and all that they call; they stay plain for everyone else."""
    from numba.extending import register_jitable

    for function in _reachable(functions):
        if function not in _registered:
            _registered.add(function)
            register_jitable(forceinline=inline)(function)


@lru_cache(None)
def _numba() -> Any:
    """numba, with its cache in our folder and a way to compile `int.bit_length` and `int.bit_count`."""
    import numba
    from numba.core import config, types
    from numba.cpython.unsafe.numbers import leading_zeros
    from numba.extending import intrinsic, overload_method

    config.CACHE_DIR = str(kept_folder("compiled"))  # type: ignore[attr-defined]
    count_zeros: Any = leading_zeros

    @overload_method(types.Integer, "bit_length")
    def bit_length_of(number: int) -> Callable[[int], int]:
        """For a set of cells it is the number of its last cell, plus one."""

        def bit_length(number: int) -> int:
            length: int = 64 - count_zeros(number)
            return length

        return bit_length

    def count_ones(typing: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return number(number), generate

    count_bits: Any = intrinsic(count_ones)

    @overload_method(types.Integer, "bit_count")
    def bit_count_of(number: int) -> Callable[[int], int]:
        """The number of cells or actions in a set."""

        def bit_count(number: int) -> int:
            count: int = count_bits(number)
            return count

        return bit_count

    return numba


def _tuple_setitem() -> Any:
    from numba.cpython.unsafe.tuple import tuple_setitem

    return tuple_setitem


@lru_cache(None)
def _atomic_or() -> Any:
    """`table[row, state] |= marks` for bytes that several threads change at once."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    pointers: Any = cgutils
    arrays: Any = arrayobj

    def add_marks(typing: Any, table: Any, row: Any, state: Any, marks: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = arrays.make_array(table)(context, builder, arguments[0])
            byte = pointers.get_item_pointer(context, builder, table, array, arguments[1:3])
            builder.atomic_rmw("or", byte, arguments[3], "monotonic")
            return context.get_dummy_value()

        return types.void(table, types.intp, types.intp, types.int8), generate

    return intrinsic(add_marks)
