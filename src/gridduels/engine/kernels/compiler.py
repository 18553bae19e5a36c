"""Compile a game's plain rule functions and bind the engine's kernels to them."""

import ast
import hashlib
import inspect
import re
import textwrap
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final, NamedTuple

from gridduels.engine.kernels import checks, contract, layout, probe
from gridduels.errors import SetupError
from gridduels.files import cache_subfolder, process_lock
from gridduels.game import Definition, Game, Position, Rules
from gridduels.statement import identity, identity_symmetry, no_fields

# --- Rewriting `winner` so that it does not call `legal` again
#
# Many games end when the player to move has no legal action, so their `winner` calls `legal`, which does most
# of the work. The solver calls both at every position, and already has the result of `legal` by then.


_KNOWN = "known_actions"


@lru_cache(None)
def winner_knowing(winner: Any, legal: Any) -> FunctionType | None:
    """Return `winner` with a third parameter replacing its calls to `legal(rules, position)`.

    Return None if there is no such call, or if the source is not available. Rules are pure functions, so the result is
    the same. Only calls with the function's own two parameters are replaced, and only if it never assigns to them.
    """
    if not isinstance(winner, FunctionType) or winner.__closure__ or winner.__defaults__:
        return None
    function = _definition(winner)
    if function is None or _code(function, winner).co_code != winner.__code__.co_code:
        return None  # the file has changed since it was imported
    parameters = [each.arg for each in function.args.args]
    names = {name for name, item in winner.__globals__.items() if item is legal}
    calls = _Calls(names, parameters)
    calls.visit(function)
    if calls.assigned or not calls.replaced:
        return None
    function.args.args.append(ast.arg(_KNOWN))
    ast.fix_missing_locations(function)
    rewritten = FunctionType(_code(function, winner), winner.__globals__, winner.__name__)
    rewritten.__module__ = winner.__module__
    return rewritten


def _definition(function: FunctionType) -> ast.FunctionDef | None:
    """Return a plain function's syntax tree, without annotations."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return None
    found = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(found, ast.FunctionDef) or found.decorator_list or len(found.args.args) != 2:
        return None
    found.returns = None
    for argument in found.args.args:
        argument.annotation = None
    ast.increment_lineno(found, function.__code__.co_firstlineno - 1)
    return found


def _code(function: ast.FunctionDef, original: FunctionType) -> CodeType:
    code = compile(ast.Module([function], []), original.__code__.co_filename, "exec", dont_inherit=True)
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


class _Calls(ast.NodeTransformer):
    """Replaces calls to the given names whose arguments are exactly the function's parameters; records assignments
    to those parameters."""

    def __init__(self, names: set[str], parameters: list[str]) -> None:
        self._names, self._parameters = names, parameters
        self.replaced, self.assigned = 0, False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        given = [each.id if isinstance(each, ast.Name) else None for each in node.args]
        named = isinstance(node.func, ast.Name) and node.func.id in self._names
        if not named or given != self._parameters or node.keywords:
            return node
        self.replaced += 1
        return ast.copy_location(ast.Name(_KNOWN, ast.Load()), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        changes = not isinstance(node.ctx, ast.Load)
        self.assigned |= changes and node.id in {*self._parameters, *self._names, _KNOWN}
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.assigned = True  # its parameters may shadow the function's
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if self._parameters != [each.arg for each in node.args.args]:
            self.assigned = True
        return self.generic_visit(node)


# --- Binding and compiling
#
# A kernel module holds plain functions that call `legal`, `play` and so on by name. `bind` copies them for one game so
# that these names refer to the game's own functions; `compile_kernels` passes the copies to numba. A copy's qualified
# name contains the game and a hash of every source it is made from. Numba names its cache files after it, so games
# never share an entry, and an edited rule never runs from a stale one.


_registered: set[FunctionType] = set()


def bind(modules: Iterable[ModuleType], names: Mapping[str, Any]) -> SimpleNamespace:
    """Return the functions of kernel modules, with `names` replacing their globals of the same name."""
    bound: dict[str, Any] = {}
    kernels: list[FunctionType] = []
    for module in modules:
        own = {name for name, item in vars(module).items() if getattr(item, "__module__", "") == module.__name__}
        # All modules share one namespace, so two constants with the same name would silently become one.
        for name, item in vars(module).items():
            if isinstance(item, int) and bound.get(name, item) != item:
                raise ValueError(
                    f"{module.__name__} and another kernel module both define {name}, as {item} and {bound[name]}"
                )
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
    """Return the functions of kernel modules bound to a game and compiled, using numba's cache.

    With `inline`, every function is inlined into its callers, so that the compiler can see through loops; compilation
    takes longer. `complaint` converts a numba exception to the one to raise instead.
    """
    numba = _numba()
    if inline:
        copy_of = copier(lambda function: function)
        names = {name: copy_of(each) if isinstance(each, FunctionType) else each for name, each in names.items()}
    constants = sorted((name, each) for name, each in names.items() if isinstance(each, int | tuple))
    own = {"with_field": _tuple_setitem(), "add_marks": _atomic_or(), "number_type": numba.int64}
    bound = bind(modules, {**names, **own})
    copies: list[FunctionType] = list(vars(bound).values())
    _register((function for copy in copies for function in _callees(copy)), inline)
    called = sorted(f"{function.__module__}.{function.__qualname__}" for function in _reachable(copies))
    source = fingerprint(copies, f"{numba.__version__} {inline} {called} {constants}")
    for copy in copies:
        copy.__qualname__ = f"{game}-{copy.__name__}-{source}"
    compiled = {copy.__name__: _compiled_once(numba.njit(cache=True, nogil=True)(copy), complaint) for copy in copies}
    return SimpleNamespace(**compiled)


def _compiled_once(dispatcher: Any, complaint: Callable[[Exception], Exception] | None) -> Any:
    """Ensure that processes started together compile a function only once: the others wait and find it in the cache.

    Numba's own lock is taken first, so that threads in a process never acquire the two locks in different orders.
    """
    from numba.core import config
    from numba.core.compiler_lock import global_compiler_lock

    compile_or_load = dispatcher.compile
    lock = Path(config.CACHE_DIR) / f"{dispatcher.py_func.__qualname__}.lock"  # type: ignore[attr-defined]

    def compile_alone(signature: Any) -> Any:
        try:
            with global_compiler_lock, process_lock(lock):
                return compile_or_load(signature)
        except Exception as error:  # numba also raises exceptions other than its own
            if complaint is None or isinstance(error, OSError | MemoryError):
                raise
            found = complaint(error)
        raise found

    dispatcher.compile = compile_alone
    return dispatcher


def fingerprint(functions: Iterable[FunctionType], version: str = "") -> str:
    """Hash the source files of the functions and everything they call."""
    digest = hashlib.sha256(version.encode())
    for file in sorted({function.__code__.co_filename for function in _reachable(functions)}):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:16]


def _callees(function: FunctionType) -> list[FunctionType]:
    """Return the plain functions that a function calls by global name."""
    found = [function.__globals__.get(name) for name in _names(function.__code__)]
    return [item for item in found if isinstance(item, FunctionType)]


def _names(code: CodeType) -> Iterable[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _reachable(functions: Iterable[FunctionType]) -> list[FunctionType]:
    """Return the functions and everything they call, without duplicates."""
    found: dict[FunctionType, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function not in found:
            found[function] = None
            waiting += _callees(function)
    return list(found)


def copier(wrap: Callable[[FunctionType], Any]) -> Callable[[FunctionType], Any]:
    """Return a function that copies and wraps a plain function.

    A copy calls copies of its callees, which are wrapped in the same way.
    """
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
    """Let compiled code call these plain functions and their callees; for all other callers they stay plain."""
    from numba.extending import register_jitable

    for function in _reachable(functions):
        if function not in _registered:
            _registered.add(function)
            register_jitable(forceinline=inline)(function)


@lru_cache(None)
def _numba() -> Any:
    """Return numba, with its cache in our folder and with support for `int.bit_length` and `int.bit_count`."""
    import numba
    from numba.core import config, types
    from numba.cpython.unsafe.numbers import leading_zeros
    from numba.extending import intrinsic, overload_method

    config.CACHE_DIR = str(cache_subfolder("compiled"))  # type: ignore[attr-defined]
    count_zeros: Any = leading_zeros

    @overload_method(types.Integer, "bit_length")
    def bit_length_of(number: int) -> Callable[[int], int]:
        """Return the index of the last cell in a set, plus one."""

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
        """Return the number of cells or actions in a set."""

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
    """Return an intrinsic for `table[row, state] |= marks` on bytes that several threads update at once."""
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


# --- Numba's errors, summarised in one sentence: the function, the line, and the reason


_ADVICE: Final = (
    "Compiled rules are arithmetic on ints, without lists, sets, dicts, strings, floats, exceptions, classes or "
    "`_replace`, and every variable and every return value keeps one type"
)
_PLACE: Final = re.compile(r'File "([^"]+)", line (\d+)')


class CannotCompile(SetupError):
    """A game's rules cannot be compiled."""


class _Try(NamedTuple):
    """One of a game's functions, and its arguments after the rules."""

    name: str
    call: Callable[..., Any]
    values: tuple[Any, ...]


def complaint_about(definition: Definition, names: dict[str, Any], error: Exception) -> CannotCompile:
    """Return the error to raise when a game's kernels cannot be compiled."""
    found = next(uncompilable(Game(definition), names), "")
    said = found or f"its rules cannot be compiled{_line(definition, str(error))}. {_ADVICE}"
    return CannotCompile(f"{definition.id}: {said}")


def uncompilable(game: Game, names: dict[str, Any]) -> Iterator[str]:
    """Compile a game's functions one by one; yield a sentence about the first that fails."""
    kernels = compile_kernels((layout, probe, contract, checks), game.id, names)
    for each in _tries(game, kernels):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                each.call(game.rules, *each.values)
        except Exception as error:  # numba also raises exceptions other than its own
            yield f"`{each.name}` cannot be compiled{_line(game.definition, str(error))}. {_ADVICE}"
            return


def _tries(game: Game, kernels: Any) -> Iterator[_Try]:
    start, definition = game.start(), game.definition
    yield _Try("legal", kernels.try_legal, (start,))
    yield _Try("winner", kernels.try_winner, (start,))
    if legal := game.legal(start):
        yield _Try("play", kernels.try_play, (start, (legal & -legal).bit_length() - 1))
    if definition.canonicalize is not identity:
        yield _Try("canonicalize", kernels.try_canonicalize, (start,))
    if definition.apply_symmetry is not identity_symmetry:
        yield _Try("apply_symmetry", kernels.try_apply_symmetry, (start, 0))


def _line(definition: Definition, complaint: str) -> str:
    """Return the last line of the game's own source that numba complains about, with its text."""
    own = Path(getattr(definition.rules, "__file__", None) or definition.rules.legal.__code__.co_filename).resolve()
    places = [(Path(file), int(line)) for file, line in _PLACE.findall(complaint)]
    for path, line in reversed(places):
        if path.name == own.name and path.parent.name == own.parent.name:
            source = own.read_text(encoding="utf-8")
            text = source.splitlines()[line - 1].strip()
            return f": {own.name}, line {line}{_function(source, line)}, `{text}`{_reason(complaint)}"
    return _reason(complaint)


def _function(source: str, line: int) -> str:
    """Return the function that contains a line."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or node.lineno):
            return f" in `{node.name}`"
    return ""


def _reason(complaint: str) -> str:
    """Return the gist of numba's complaint."""
    for line in complaint.splitlines():
        said = line.strip()
        if said and not said.startswith(("Failed in", "During:", "File ", "No implementation", ">>>", "<", "-")):
            return f" ({said.rstrip('.')})"
    return ""


# --- A game's kernels, compiled or as plain Python


def rule_functions(definition: Definition) -> dict[str, Any]:
    """Return the rule functions that kernels call by name."""
    rules = definition.rules
    return {"start": rules.start, "legal": rules.legal, "play": rules.play, "winner": rules.winner}


def _hooks(definition: Definition) -> dict[str, Any]:
    """Return the functions a game declares in addition to its rules."""
    return {
        "canonicalize": definition.canonicalize,
        "apply_symmetry": definition.apply_symmetry,
        "unused": definition.unused_fields,
    }


def _constants(definition: Definition) -> dict[str, Any]:
    """Return the facts about a game that kernels use as constants."""
    constants = {"layered": definition.is_layered, "symmetries": definition.symmetries}
    return layout.layout_of(definition.statement) | constants


def names_of(definition: Definition) -> dict[str, Any]:
    """Return everything that kernels call or read by name."""
    names = rule_functions(definition) | _hooks(definition) | _constants(definition)
    quicker = winner_knowing(definition.rules.winner, definition.rules.legal)
    return names | ({"winner_knowing": quicker} if quicker else {})


_Names = tuple[tuple[str, Any], ...]
_compiled: dict[tuple[_Names, tuple[ModuleType, ...]], SimpleNamespace] = {}
"""Games for which every name means the same thing, such as those of a family, share their kernels."""


@lru_cache(1024)
def _names_for(definition: Definition) -> _Names:
    return tuple(sorted(names_of(definition).items()))


def compiled(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Return kernel modules compiled for a game."""
    names = _names_for(definition)
    if (names, modules) not in _compiled:

        def complaint(error: Exception) -> Exception:
            return complaint_about(definition, dict(names), error)

        game = "family" if definition.family else definition.id
        _compiled[names, modules] = compile_kernels(
            (layout, probe, contract, *modules), game, dict(names), complaint=complaint
        )
    return _compiled[names, modules]


@lru_cache(None)
def compiled_for_all(*modules: ModuleType) -> SimpleNamespace:
    """Return game-independent kernel modules, compiled once for all games."""
    return compile_kernels(modules, "all", {})


def plain(definition: Definition, *modules: ModuleType) -> SimpleNamespace:
    """Return kernel modules bound to a game as plain Python, without compiling anything; includes layout and probe."""
    return _plain(_names_for(definition), modules)


@lru_cache(None)
def _plain(names: _Names, modules: tuple[ModuleType, ...]) -> SimpleNamespace:
    return bind((layout, probe, contract, *modules), dict(names))


def key_of(game: Game, position: Position, canonical: bool = False) -> int:
    """Return the key of a position, or of its canonical form."""
    if canonical:
        position = game.definition.canonicalize(game.rules, position)
    return int(plain(game.definition).pack(game.rules, position, False))


def position_of(game: Game, key: int) -> Position:
    """Return the position for a key."""
    position: Position = plain(game.definition).unpack(game.rules, int(key), game.start(), False)
    return position


def key_width(game: Game) -> int:
    """Return the number of bits in a position's key."""
    return _key_width(game.definition, game.rules)


@lru_cache(1024)
def _key_width(definition: Definition, rules: Rules) -> int:
    return int(plain(definition).key_width(rules))


def is_wide(game: Game) -> bool:
    """Return whether a position's key exceeds a machine word, so that only plain Python can hold it."""
    return key_width(game) > layout.MAX_KEY_BITS


def kernels_of(game: Game, *modules: ModuleType) -> SimpleNamespace:
    """Return a game's kernel modules: compiled, or as plain Python if its keys exceed a machine word."""
    return (plain if is_wide(game) else compiled)(game.definition, *modules)


def key_type(game: Game) -> Any:
    """Return the numpy type for arrays of keys."""
    import numpy as np

    return object if is_wide(game) else np.int64


def check_word(game: Game, holder: str) -> None:
    """Raise SetupError for a game whose keys exceed a machine word."""
    if is_wide(game):
        takes = f"a position takes {key_width(game)} bits, but only {layout.MAX_KEY_BITS} fit"
        raise SetupError(f"{holder} cannot hold {game!r}: {takes}")


@lru_cache(1024)
def source_of(definition: Definition) -> str:
    """Hash the source of a game's rules and everything the game declares, except the fields of `Rules`."""
    stated = [hook for hook in _hooks(definition).values() if hook not in (identity, identity_symmetry, no_fields)]
    functions = [*rule_functions(definition).values(), *stated, layout.pack, probe.look_up]
    names = [
        function.__qualname__ for function in functions
    ]  # a file may hold several functions, of which the game declares one
    return fingerprint(functions, f"{sorted(_constants(definition).items())} {names}")


# --- Arrays: numpy arrays for compiled kernels, lists for plain Python, where lists are faster


class Chunks(NamedTuple):
    """An array of `items` bytes that is produced in chunks as it is written, and never held in memory all at once."""

    items: int
    make: Callable[[], Iterable[Any]]
    itemsize: int = 1


def zeros(length: int, type: str, fast: bool) -> Any:
    """Return an array of zeros: a numpy array if `fast`, otherwise a list.

    >>> zeros(3, "int8", fast=False)
    [0, 0, 0]
    """
    if not fast:
        return [0] * length
    import numpy as np

    return np.zeros(length, type)


def doubled(array: Any) -> Any:
    """Return an array padded with zeros to twice its length.

    >>> doubled([1, 2])
    [1, 2, 0, 0]
    """
    fast = not isinstance(array, list)
    longer = zeros(2 * len(array), str(array.dtype) if fast else "", fast)
    longer[: len(array)] = array
    return longer
