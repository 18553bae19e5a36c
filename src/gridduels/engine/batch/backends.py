"""The devices that run a batch's kernels, and the constants bound into the kernels for each game."""

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from gridduels.board import MAX_CELLS
from gridduels.engine.batch import kernels, planes, simd
from gridduels.engine.batch.kernels import Share, State, Step, Stepping
from gridduels.engine.batch.simd import LANES
from gridduels.engine.kernels import layout
from gridduels.engine.kernels.compiler import bind, check_word, compile_kernels, rule_functions
from gridduels.engine.kernels.gpu import SHARED_BYTES
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.statement import Field, Token, Turn

# --- Per-game constants


MODULES: Final = (layout, kernels, simd, planes)
"""A batch's kernel modules."""
_FEW: Final = 4
_MAX_ACTIONS: Final = 63
_MAX_COUNT: Final = 15
_GROUP: Final = 256


def names_of(game: Game, first: int) -> dict[str, Any]:
    """Return the names that a game's kernels are bound to."""
    begin, statement = game.start(first), game.statement
    names = rule_functions(game.definition) | layout.layout_of(statement)
    _check(game)
    halvings = max(1, (game.actions - 1).bit_length())
    token_one, token_two = _tokens(game)
    together = 2 * game.cell_count <= kernels.EPOCH_SHIFT
    return (
        names
        | {
            "token_one": token_one,
            "token_two": token_two,
            "words_a_set": 1 if together else 2,
            "twice_shift": game.cell_count if together else 0,
            "rules": game.rules,
            "begin": begin,
            "begin_key": bind((layout,), names).pack(game.rules, begin, False),
            "begin_legal": game.legal(begin),
            "barred": game.bars_repetition,
            "few_actions": game.actions == _FEW,
            "halvings": halvings,
            "half_width": 1 << halvings - 1,
            "cell_count": game.cell_count,
            "action_count": game.actions,
            "tokens_one": _bits(statement.tokens[0]),
            "tokens_two": _bits(statement.tokens[1]),
            "blocked_fields": _bits(statement.marks),
            "reserves_one": _bits(statement.counts[0]),
            "reserves_two": _bits(statement.counts[1]),
            "goal_one": game.goal(1),
            "goal_two": game.goal(2),
            "plane_count": planes.PLANES + len(statement.shown_apart),
            "shown_one": tuple(shown.one for shown in statement.shown_apart) or (0,),
            "shown_two": tuple(shown.two for shown in statement.shown_apart) or (0,),
        }
        | _groups(game)
    )


def _groups(game: Game) -> dict[str, int]:
    """Return how GPU threads write planes: the number of games in a group, and the number of bits they take."""
    value_bits = max(1, (_MAX_COUNT * max(map(len, game.statement.counts))).bit_length())
    bits = (planes.PLANES + len(game.statement.shown_apart)) * game.cell_count * value_bits
    games = _GROUP
    while games * bits >= 8 * SHARED_BYTES:
        games //= 2
    return {"group_games": games, "value_bits": value_bits, "bit_words": games * bits // 32 + 1}


def _tokens(game: Game) -> tuple[int, int]:
    """Return the field of the token that each player moves, used to look up repetitions."""
    tokens = [number for number, _, kind, _ in _reversible(game) if isinstance(kind, Token)]
    if game.bars_repetition and not tokens:
        raise SetupError(f"a batch cannot hold {game!r}: counting repetition needs a token, and it has none")
    one, two = (([number for number in own if number in tokens] or tokens or [0])[0] for own in game.statement.tokens)
    if game.bars_repetition and not set(tokens) <= {one, two}:
        raise SetupError(f"a batch cannot hold {game!r}: counting repetition needs players with a single token")
    return one, two


def _reversible(game: Game) -> list[Field]:
    """Return the reversible fields: those that a move can change back."""
    return [field for field in game.statement.fields if not field.kind.irreversible]


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _check(game: Game) -> None:
    """Raise SetupError for a game that the kernels cannot handle."""
    check_word(game, "a batch")
    cells = kernels.EPOCH_SHIFT if game.bars_repetition else MAX_CELLS
    if game.cell_count > cells:
        barred = " because repetition is barred" if game.bars_repetition else ""
        raise SetupError(
            f"a batch cannot hold {game!r}: it has {game.cell_count} cells, but at most {cells} fit{barred}"
        )
    if game.actions > _MAX_ACTIONS:
        raise SetupError(f"a batch cannot hold {game!r}: it has {game.actions} actions, but at most {_MAX_ACTIONS} fit")
    if game.bars_repetition and not all(isinstance(field.kind, Turn | Token) for field in _reversible(game)):
        raise SetupError(
            f"a batch cannot hold {game!r}: repetitions can be counted only if tokens are the only reversible fields"
        )


def title_of(game: Game, names: dict[str, Any]) -> str:
    """Return a name for a game's compiled kernels that identifies every constant they are bound to."""
    constants = repr([(name, value) for name, value in sorted(names.items()) if not callable(value)]).encode()
    return f"{game.id}-{game.size}-{hashlib.sha256(constants).hexdigest()[:12]}"


def words_a_game(game: Game, names: dict[str, Any]) -> int:
    """Return the number of words a game needs to count repetitions; 0 if positions may repeat."""
    if not game.bars_repetition:
        return 0
    states: int = bind((layout,), names).state_count(game.rules)
    return int(names["words_a_set"]) * (states // game.cell_count)


# --- Backends: interpreted, compiled for the CPU, or on a GPU (see `cuda`)


DEVICES: Final = ("cpu", "cuda", "python")
"""Compiled for this machine's cores, compiled for a GPU, or interpreted, which is slow but needs no compiler."""
_ALIGNED: Final = 64
"""Array alignment in bytes: JAX copies arrays that are not aligned to this."""


class Backend(Protocol):
    """Holds arrays and runs kernels over them."""

    def zeros(self, shape: Sequence[int], dtype: Any) -> Any:
        """Return a new array of zeros."""

    def taken(self, array: Any) -> Any:
        """Return a caller's array in the form this backend needs, without copying if possible."""

    def observe(self, state: State, words: Any, rows: Any) -> None:
        """Write the planes of all games.

        `words` and `rows` are the same memory, viewed as 64-bit words and as a row of bytes per game.
        """

    def step_and_observe(
        self, state: State, how: Stepping, actions: Any, step: Step, masks: Any, words: Any, rows: Any
    ) -> None:
        """Play an action in each game, then write the masks and planes of the new positions."""

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        """Run a kernel over the numbers from 0 to `total` - 1."""

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        """Run a kernel that accumulates rows of `width` numbers; return the sum of the rows."""


def backend_for(game: Game, device: str, first: int, threads: int | None) -> Backend:
    """Return the backend for a device."""
    if device == "cpu":
        return CpuBackend(game, first, threads)
    if device == "python":
        return PythonBackend(game, first)
    if device == "cuda":
        from gridduels.engine.batch.cuda import CudaBackend

        return CudaBackend(game, first)
    raise SetupError(f"Unknown device {device!r}: choose {', '.join(DEVICES[:-1])} or {DEVICES[-1]}.")


def cores() -> int:
    """Return the number of cores available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def aligned_zeros(shape: Sequence[int], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Return a numpy array of zeros aligned so that every library accepts it."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNED, np.uint8)
    begin = -memory.ctypes.data % _ALIGNED
    return memory[begin : begin + size].view(dtype).reshape(shape)


class PythonBackend:
    """Runs the kernels as plain Python functions."""

    def __init__(self, game: Game, first: int) -> None:
        self._kernels = bind(MODULES, names_of(game, first))

    def zeros(self, shape: Sequence[int], dtype: Any) -> Any:
        return aligned_zeros(shape, dtype)

    def taken(self, array: Any) -> Any:
        return np.ascontiguousarray(array)

    def observe(self, state: State, words: Any, rows: Any) -> None:
        self.run("observe_games", len(rows), state, rows)

    def step_and_observe(
        self, state: State, how: Stepping, actions: Any, step: Step, masks: Any, words: Any, rows: Any
    ) -> None:
        self.run("step_games", len(rows), state, how, actions, step)
        self.run("mask_actions", len(masks), state, masks)
        self.observe(state, words, rows)

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        getattr(self._kernels, kernel)(Share(0, 0, total, 1), *arguments)

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        sums = np.zeros((1, width), np.int64)
        self.run(kernel, total, *arguments, sums)
        return [int(number) for number in sums[0]]


class CpuBackend(PythonBackend):
    """Runs compiled kernels; each thread gets a contiguous range of games."""

    def __init__(self, game: Game, first: int, threads: int | None) -> None:
        self._kernels = _compiled(game, first)
        self._threads = cores() if threads is None else threads
        if self._threads < 1:
            raise SetupError(f"threads={threads!r} is too few: use at least 1.")

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        function, ranges = getattr(self._kernels, kernel), self._ranges(total)
        if len(ranges) == 1:
            function(Share(0, 0, total, 1), *arguments)
            return
        tasks = [
            _pool(self._threads).submit(function, Share(thread, begin, end, 1), *arguments)
            for thread, (begin, end) in enumerate(ranges)
        ]
        for task in tasks:
            task.result()

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        sums = np.zeros((self._threads, width), np.int64)
        self.run(kernel, total, *arguments, sums)
        return [int(number) for number in sums.sum(axis=0)]

    def _ranges(self, total: int) -> list[tuple[int, int]]:
        """Return each thread's range in whole groups of games, so that no two threads write to the same cache line."""
        length = -(-total // (self._threads * LANES)) * LANES
        return [(begin, min(begin + length, total)) for begin in range(0, total, length)]


@lru_cache(None)
def _compiled(game: Game, first: int) -> Any:
    names = names_of(game, first)
    return compile_kernels(MODULES, title_of(game, names), names, inline=True)


@lru_cache(None)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="gridduels-batch")
