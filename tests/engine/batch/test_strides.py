"""A reduced case of a suspected miscompilation: games restarted in a loop over a range with a stride.

The kernels in `batch/kernels.py` count with `while` because compiled loops over `range(first, last, stride)` once
restarted the wrong games. With the installed version of numba, both loops must do the same.
"""

from typing import Any

import numba
import numpy as np
import pytest

from gridduels.engine.batch.kernels import MASK


def restart_by_range(first: int, last: int, stride: int, legal: Any, keys: Any, plies: Any) -> None:
    for number in range(first, last, stride):
        if int(legal[number & MASK]) == 0:
            keys[number & MASK], plies[number & MASK], legal[number & MASK] = 7, 0, 15


def restart_by_while(first: int, last: int, stride: int, legal: Any, keys: Any, plies: Any) -> None:
    number = first
    while number < last:
        if int(legal[number & MASK]) == 0:
            keys[number & MASK], plies[number & MASK], legal[number & MASK] = 7, 0, 15
        number += stride


@pytest.mark.parametrize("restart", [restart_by_range, restart_by_while])
def test_compiled_loops_with_a_stride_restart_the_games_that_python_restarts(restart: Any) -> None:
    compiled, rng = numba.njit(restart), np.random.default_rng(1)
    for first, last, stride in [(0, 40, 1), (1, 40, 2), (2, 41, 3), (0, 1000, 16), (5, 5, 4), (9, 3, 1)]:
        legal, keys, plies = (rng.integers(0, 3, 1000).astype(kind) for kind in (np.int64, np.int64, np.int32))
        plain = legal.copy(), keys.copy(), plies.copy()
        restart(first, last, stride, *plain)
        compiled(first, last, stride, legal, keys, plies)
        assert all(map(np.array_equal, plain, (legal, keys, plies)))
