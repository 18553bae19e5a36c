"""Where the kernels of a batch run, and the constants they are bound to for a game."""

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np

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

# --- The constants of a game


MODULES: Final = (layout, kernels, simd, planes)
"""The kernel modules of a batch."""
_FEW: Final = 4
_MAX_ACTIONS: Final = 63
_MAX_COUNT: Final = 15
_GROUP: Final = 256


def names_of(game: Game, first: int) -> dict[str, Any]:
    """The names that the kernels of a game are bound to."""
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
    """How the threads of a GPU write planes: how many games together, as how many bits."""
    value_bits = max(1, (_MAX_COUNT * max(map(len, game.statement.counts))).bit_length())
    bits = (planes.PLANES + len(game.statement.shown_apart)) * game.cell_count * value_bits
    games = _GROUP
    while games * bits >= 8 * SHARED_BYTES:
        games //= 2
    return {"group_games": games, "value_bits": value_bits, "bit_words": games * bits // 32 + 1}


def _tokens(game: Game) -> tuple[int, int]:
    """The fields of the tokens that the players move, by which repetition is looked up."""
    tokens = [number for number, _, kind, _ in _reversible(game) if isinstance(kind, Token)]
    if game.bars_repetition and not tokens:
        raise SetupError(f"a batch cannot hold {game!r}: it has no token by which repetition could be looked up")
    one, two = (([number for number in own if number in tokens] or tokens or [0])[0] for own in game.statement.tokens)
    if game.bars_repetition and not set(tokens) <= {one, two}:
        raise SetupError(f"a batch cannot hold {game!r}: to count repetition, a player must have one token only")
    return one, two


def _reversible(game: Game) -> list[Field]:
    """The fields that may change and change back."""
    return [field for field in game.statement.fields if not field.kind.irreversible]


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _check(game: Game) -> None:
    """Refuses a game that the kernels cannot hold."""
    check_word(game, "a batch")
    cells = kernels.EPOCH_SHIFT if game.bars_repetition else MAX_CELLS
    if game.cell_count > cells:
        barred = " where repetition is barred" if game.bars_repetition else ""
        raise SetupError(f"a batch cannot hold {game!r}: it has {game.cell_count} cells, and {cells} fit{barred}")
    if game.actions > _MAX_ACTIONS:
        raise SetupError(f"a batch cannot hold {game!r}: it has {game.actions} actions, and {_MAX_ACTIONS} fit")
    if game.bars_repetition and not all(isinstance(field.kind, Turn | Token) for field in _reversible(game)):
        raise SetupError(f"a batch cannot hold {game!r}: to count repetition, only a token may change and change back")


def title_of(game: Game, names: dict[str, Any]) -> str:
    """A name for what is compiled for a game: all that its kernels have as constants is in it."""
    constants = repr([(name, value) for name, value in sorted(names.items()) if not callable(value)]).encode()
    return f"{game.id}-{game.size}-{hashlib.sha256(constants).hexdigest()[:12]}"


def words_a_game(game: Game, names: dict[str, Any]) -> int:
    """How many words a game needs to count how often its positions came about; 0 where nobody asks."""
    if not game.bars_repetition:
        return 0
    states: int = bind((layout,), names).state_count(game.rules)
    return int(names["words_a_set"]) * (states // game.cell_count)


# --- Backends: interpreted, compiled for the CPU, or on a GPU (see `cuda`)


DEVICES: Final = ("cpu", "cuda", "python")
"""Compiled on the cores of this machine, compiled on a GPU, and interpreted, which is slow and needs no compiler."""
_ALIGNED: Final = 64
"""Arrays begin at a multiple of so many bytes: JAX takes no others without a copy."""


class Backend(Protocol):
    """Holds arrays and runs kernels over them."""

    def zeros(self, shape: Sequence[int], dtype: Any) -> Any:
        """A new array."""

    def taken(self, array: Any) -> Any:
        """Somebody else's array, without a copy if that is possible."""

    def observe(self, state: State, words: Any, rows: Any) -> None:
        """Writes the planes of all games, into the same memory as words or as a row of bytes for each game."""

    def step_and_observe(
        self, state: State, how: Stepping, actions: Any, step: Step, masks: Any, words: Any, rows: Any
    ) -> None:
        """Plays an action in each game, and writes the masks and the planes of what it leads to."""

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        """Runs a kernel over the numbers below `total`."""

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        """Runs a kernel that adds up rows of so many numbers, and adds the rows up."""


def backend_for(game: Game, device: str, first: int, threads: int | None) -> Backend:
    """The backend of a device."""
    if device == "cpu":
        return CpuBackend(game, first, threads)
    if device == "python":
        return PythonBackend(game, first)
    if device == "cuda":
        from gridduels.engine.batch.cuda import CudaBackend

        return CudaBackend(game, first)
    raise SetupError(f"there is no device {device!r}: it is {', '.join(DEVICES[:-1])} or {DEVICES[-1]}")


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def aligned_zeros(shape: Sequence[int], dtype: Any) -> Any:
    """A numpy array of zeros that begins where every library accepts it."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(size + _ALIGNED, np.uint8)
    begin = -memory.ctypes.data % _ALIGNED
    return memory[begin : begin + size].view(dtype).reshape(shape)


class PythonBackend:
    """Interpreted: the kernels are plain functions."""

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
    """Compiled; every thread has a stretch of the games."""

    def __init__(self, game: Game, first: int, threads: int | None) -> None:
        self._kernels = _compiled(game, first)
        self._threads = cores() if threads is None else threads
        if self._threads < 1:
            raise SetupError(f"threads={threads!r} is too few: there must be 1 at least")

    def run(self, kernel: str, total: int, *arguments: Any) -> None:
        function, stretches = getattr(self._kernels, kernel), self._stretches(total)
        if len(stretches) == 1:
            function(Share(0, 0, total, 1), *arguments)
            return
        tasks = [
            _pool(self._threads).submit(function, Share(thread, begin, end, 1), *arguments)
            for thread, (begin, end) in enumerate(stretches)
        ]
        for task in tasks:
            task.result()

    def summed(self, kernel: str, total: int, width: int, *arguments: Any) -> list[int]:
        sums = np.zeros((self._threads, width), np.int64)
        self.run(kernel, total, *arguments, sums)
        return [int(number) for number in sums.sum(axis=0)]

    def _stretches(self, total: int) -> list[tuple[int, int]]:
        """The shares of the threads: whole groups of games, so that no two threads write to the same line of memory."""
        length = -(-total // (self._threads * LANES)) * LANES
        return [(begin, min(begin + length, total)) for begin in range(0, total, length)]


@lru_cache(None)
def _compiled(game: Game, first: int) -> Any:
    names = names_of(game, first)
    return compile_kernels(MODULES, title_of(game, names), names, inline=True)


@lru_cache(None)
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="gridduels-batch")
