"""Random play in Pgx: jitted, mapped over a batch, without returning to Python.

`python benchmarks/pgx_play.py CORES` takes measurements for a benchmark on the given number of cores (0: the GPU, or
all cores). It answers each line `fused NAME BATCH` or `stepping NAME BATCH` with moves per second.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any, Final

GAMES: Final = ("tic_tac_toe", "connect_four")
_LONGEST: Final = {"tic_tac_toe": 9, "connect_four": 42}
_LEAST: Final = 0.2
"""The minimum duration of a measurement, in seconds."""


def missing() -> str:
    """Return the reason why Pgx isn't available, or an empty string."""
    absent = [name for name in ("jax", "pgx") if find_spec(name) is None]
    return f"Pgx is left out: {' and '.join(absent)} not installed." if absent else ""


class PgxProcess:
    """A separate process that plays in Pgx, so that it can be restricted to some cores."""

    def __init__(self, cores: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "ignore", str(Path(__file__)), str(cores)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, kind: str, name: str, batch: int) -> float:
        """Return moves per second. The first call also compiles."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{kind} {name} {batch}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def _serve(cores: int) -> None:
    if cores:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
        os.environ["XLA_FLAGS"] = f"--xla_cpu_multi_thread_eigen={'false' if cores == 1 else 'true'}"
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    for line in sys.stdin:
        kind, name, batch = line.split()
        plays = [_restarting(name, int(batch)), _to_the_end(name, int(batch))] if kind == "fused" else []
        plays = plays or [_stepping(name, int(batch))]
        print(max(_measure(play) for play in plays), flush=True)


def _measure(play: Callable[[int], int]) -> float:
    """Return moves per second, measured over a long enough time after a warm-up."""
    play(0)
    begin, moves, times = perf_counter(), 0, 0
    while perf_counter() - begin < _LEAST:
        times += 1
        moves += play(times)
    return moves / (perf_counter() - begin)


def _libraries() -> tuple[Any, Any]:
    """Import JAX and Pgx. Call this after the process has been restricted to its cores."""
    import_module("pgx.experimental")
    return import_module("jax"), import_module("pgx")


def _random_actions(key: Any, state: Any) -> Any:
    """Return a random legal action for each game."""
    jax, mask = _libraries()[0], state.legal_action_mask
    return jax.numpy.argmax(jax.numpy.where(mask, jax.random.uniform(key, mask.shape), -1.0), axis=-1)


@lru_cache(None)
def _restarting(name: str, batch: int) -> Callable[[int], int]:
    """Return a function that plays moves in a single loop, in which finished games restart at once through
    `auto_reset`."""
    jax, pgx = _libraries()
    env = pgx.make(name)
    step, plies = jax.vmap(pgx.experimental.auto_reset(env.step, env.init)), 10 * _LONGEST[name]

    def play(key: Any) -> Any:
        def move(_: Any, carry: Any) -> Any:
            state, key, ended = carry
            key, choice, again = jax.random.split(key, 3)
            state = step(state, _random_actions(choice, state), jax.random.split(again, batch))
            return state, key, ended + state.terminated.sum()

        begin, key = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(begin, batch))
        return jax.lax.fori_loop(0, plies, move, (state, key, 0))[2]

    compiled = jax.jit(play)

    def run(seed: int) -> int:
        jax.block_until_ready(compiled(jax.random.PRNGKey(seed)))
        return batch * plies

    return run


@lru_cache(None)
def _to_the_end(name: str, batch: int) -> Callable[[int], int]:
    """Return a function that plays each game once from start to end in a single loop. Only moves before the end
    count."""
    jax, pgx = _libraries()
    env = pgx.make(name)
    step = jax.vmap(env.step)

    def play(key: Any) -> Any:
        def move(_: Any, carry: Any) -> Any:
            state, key, moves = carry
            key, choice = jax.random.split(key)
            moves += (~state.terminated).sum()
            return step(state, _random_actions(choice, state)), key, moves

        begin, key = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(begin, batch))
        return jax.lax.fori_loop(0, _LONGEST[name], move, (state, key, 0))[2]

    compiled = jax.jit(play)
    return lambda seed: int(compiled(jax.random.PRNGKey(seed)))


@lru_cache(None)
def _stepping(name: str, batch: int) -> Callable[[int], int]:
    """Return a function that plays one move per call. The state includes the observation and the mask."""
    jax, pgx = _libraries()
    env = pgx.make(name)
    step, times = jax.vmap(pgx.experimental.auto_reset(env.step, env.init)), 20

    def move(state: Any, key: Any) -> Any:
        key, choice, again = jax.random.split(key, 3)
        return step(state, _random_actions(choice, state), jax.random.split(again, batch)), key

    state, compiled = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.jit(move)

    def play(seed: int) -> int:
        now, key = state, jax.random.PRNGKey(seed)
        for _ in range(times):
            now, key = compiled(now, key)
        jax.block_until_ready(now)
        return batch * times

    return play


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
