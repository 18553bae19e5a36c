"""Games on a GPU are the same as on a CPU core.

Here numba's simulator runs the kernels, one Python thread for each thread of a GPU; `benchmarks/gpu.py --check` does
the same on a real one.
"""

import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from gridduels import SetupError, load_game
from gridduels.engine.batch import Batch
from tests.documents import ROOT
from tests.skips import require

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not find_spec("numba_cuda"), reason="numba-cuda, which has the simulator, is not installed"),
]

SCRIPT = """
import numpy as np
from tests.engine.batch.batches import GAMES, assert_same, batch_of

for game in GAMES:
    plain, cuda = batch_of(game, 5, "python"), batch_of(game, 5, "cuda")
    for ply in range(10):
        actions, same = plain.random_actions(), cuda.random_actions()
        np.testing.assert_array_equal(actions, np.asarray(same))
        if ply == 7:
            actions[2], same = 63, np.append(np.delete(actions, 2), 63)[[0, 1, 4, 2, 3]]
        for ours, theirs in zip(plain.step(actions), cuda.step(same, observe=ply > 4), strict=True):
            np.testing.assert_array_equal(ours, np.asarray(theirs))
        assert_same(plain, cuda)
        if ply > 4:
            np.testing.assert_array_equal(plain.observe(), np.asarray(cuda.observe()))
            np.testing.assert_array_equal(plain.action_masks(), np.asarray(cuda.action_masks()))
    for batch in (plain, cuda):
        batch.step(batch.random_actions())
    np.testing.assert_array_equal(plain.observe(), np.asarray(cuda.observe()))
    np.testing.assert_array_equal(plain.action_masks(), np.asarray(cuda.action_masks()))
    assert plain.roll(25) == cuda.roll(25)
    assert_same(plain, cuda)
    for batch in (plain, cuda):
        batch.step(batch.random_actions(), restart=False, player=1)
        batch.restart()
        batch.roll(3)
    assert_same(plain, cuda)
    print(game.id, game.size, plain.roll(0).moves, cuda.keys.shape, len(cuda.keys))
"""


def run(script: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, env=environment, timeout=300
    )


def test_the_simulated_gpu_plays_the_games_that_python_plays() -> None:
    done = run(SCRIPT, NUMBA_ENABLE_CUDASIM="1")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == [
        "light-cycle", "grid-runner", "blockade", "pathway", "grid-runner", "gridlock", "blockade",
    ]  # fmt: skip


def test_without_a_gpu_one_sentence_says_so() -> None:
    cuda: Any = import_module("numba.cuda")
    require(not cuda.is_available(), "this machine has a GPU")
    with pytest.raises(SetupError, match=r"^no NVIDIA GPU with a working driver was found: use device='cpu'$"):
        Batch(load_game("light-cycle", 3), 1, "cuda")


def test_without_numba_cuda_one_sentence_says_how_to_get_it() -> None:
    script = (
        "import sys; sys.modules['numba.cuda'] = None\n"
        "from gridduels import SetupError, load_game; from gridduels.engine.batch import Batch\n"
        "try: Batch(load_game('light-cycle', 3), 1, 'cuda')\n"
        "except SetupError as error: print(error)"
    )
    done = run(script)
    assert done.stdout.startswith("a game on a GPU needs the extra 'gpu': "), done.stderr
    assert done.stdout.endswith('[gpu]"\n')
