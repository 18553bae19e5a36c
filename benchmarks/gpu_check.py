"""Check that games on a GPU match those on a CPU, and that GPU arrays are shared without copying."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Any, Final

import numpy as np

from gridduels import Game, load_game
from gridduels.engine.batch import Batch
from gridduels.engine.batch.backends import cores

_GAMES: Final = (
    load_game("light-cycle"),
    load_game("light-cycle", 7),
    load_game("pathway"),
    load_game("pathway", 4, goal="sealed"),
    load_game("grid-runner"),
    load_game("grid-runner", 7),
    load_game("grid-runner", 4, repetition="endless"),
    load_game("gridlock", 5),
    load_game("gridlock"),
    load_game("blockade"),
    load_game("blockade", 6, obstacles=2, paths="opponent", stuck="passes"),
)
_STEPPED: Final = 1_003
_ROLLED: Final = 100_003
_PLIES: Final = 250
_ENDLESS: Final = 60
_SEED: Final = 1 << 40 | 12_345


def check() -> Iterator[str]:
    """Play the same games on both. Yield a sentence for each check, and raise AssertionError if there is a
    difference."""
    with ProcessPoolExecutor(min(cores(), len(_GAMES)), get_context("spawn")) as pool:
        yield from pool.map(_compare, _GAMES)
    for library, share in (("torch", _torch), ("cupy", _cupy), ("jax", _jax)):
        yield f"{library}: {_shared(library, share)}"


def _compare(game: Game) -> str:
    _same_steps(game)
    found = _same_rollouts(game)
    return f"{game!r}: {_STEPPED * _PLIES:,} steps and {found:,} fused moves are the same on GPU and CPU"


def _batches(game: Game, count: int) -> tuple[Batch, Batch]:
    truncate_at = None if game.max_plies else _ENDLESS
    gpu, cpu = (Batch(game, count, device, seed=_SEED, truncate_at=truncate_at) for device in ("cuda", "cpu"))
    return gpu, cpu


def _equal(what: str, game: Game, ours: Any, theirs: Any) -> None:
    if not np.array_equal(np.asarray(ours), np.asarray(theirs)):
        raise AssertionError(f"{game!r}: {what} differ between GPU and CPU")


def _same_games(gpu: Batch, cpu: Batch) -> None:
    for name in ("keys", "plies", "legal_masks", "turns"):
        _equal(name, gpu.game, getattr(gpu, name), getattr(cpu, name))


def _same_steps(game: Game) -> None:
    gpu, cpu = _batches(game, _STEPPED)
    for ply in range(_PLIES):
        _equal("random actions", game, actions := gpu.random_actions(), cpu.random_actions())
        chosen = np.asarray(actions).copy()
        if ply % 10 == 9:
            chosen[ply % _STEPPED :: 97] = ply % 64 - 8  # some of these are illegal
        for ours, theirs in zip(gpu.step(chosen, observe=ply % 2 == 0), cpu.step(chosen), strict=True):
            _equal("results", game, ours, theirs)
        _same_games(gpu, cpu)
        if ply % 25 == 0:
            _equal("planes", game, gpu.observe(), cpu.observe())
            _equal("masks", game, gpu.action_masks(), cpu.action_masks())


def _same_rollouts(game: Game) -> int:
    gpu, cpu = _batches(game, _ROLLED)
    moves = 0
    for plies in (_PLIES, 7):
        ours, theirs = gpu.roll(plies), cpu.roll(plies)
        if ours != theirs:
            raise AssertionError(f"{game!r}: {ours} on the GPU, {theirs} on the CPU")
        moves += ours.moves
        _same_games(gpu, cpu)
    return moves


def _shared(library: str, share: Callable[[Any], list[Any]]) -> str:
    """Check that a library sees what a batch writes, and that a batch sees what the library passes to it."""
    try:
        import_module(library)
    except ImportError:
        return "not installed"
    batch = Batch(load_game("light-cycle"), 100, "cuda", seed=1)
    views = share(batch.keys)
    before = [int(view[0]) for view in views]
    batch.step(batch.random_actions())
    np.asarray(batch.keys)
    if [int(view[0]) for view in views] == before:
        raise AssertionError(f"{library} does not see what the batch writes")
    actions = share(batch.random_actions())
    expected = [batch.game.play(batch.position(n), int(actions[0][n])) for n in range(batch.count)]
    batch.step(actions[-1])
    assert [batch.position(n) for n in range(batch.count)] == expected
    return "arrays are shared both ways without a copy"


def _torch(array: Any) -> list[Any]:
    torch: Any = import_module("torch")
    return [torch.as_tensor(array), torch.from_dlpack(array)]


def _cupy(array: Any) -> list[Any]:
    cupy: Any = import_module("cupy")
    return [cupy.asarray(array), cupy.from_dlpack(array)]


def _jax(array: Any) -> list[Any]:
    jax: Any = import_module("jax")
    jax.config.update("jax_enable_x64", True)
    return [jax.dlpack.from_dlpack(array)]
