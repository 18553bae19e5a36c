"""A GPU solves a game to the very same table. Here numba's simulator plays the GPU, a thread of Python for each of its
threads; `python benchmarks solving-gpu` does the same on a real one."""

import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from gridduels import SetupError, load_game
from gridduels.engine import solve
from gridduels.engine.progress import silent
from gridduels.engine.solvers.layered_gpu import GpuLayerSolver

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not find_spec("numba_cuda"), reason="numba-cuda, which has the simulator, is not installed"),
]

SCRIPT = """
from gridduels import load_game
from gridduels.engine.progress import silent
from gridduels.engine.solvers.layered import LayerSolver
from gridduels.engine.solvers.layered_gpu import GpuLayerSolver
from gridduels.engine.solvers.solver import packed
from gridduels.engine.solvers.layered_gpu import GpuTable
from gridduels.engine.tables.format import table_parts

game = load_game("blockade", 3, obstacles=1, {rulings})
gpu = GpuLayerSolver(game, silent)
gpu.run()
table = GpuTable(gpu)
assert str(table.value(game.start())) == "{value}", table.value(game.start())
ours = packed(gpu.solved(), silent)
theirs = packed(LayerSolver(game, silent).run(), silent)
assert ours.counts == theirs.counts
assert b"".join(table_parts({{}}, ours.sections)) == b"".join(table_parts({{}}, theirs.sections))
print(sum(ours.counts.values()), ours.sections["codes"].items)
"""


def run(script: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, env=environment, timeout=300
    )


@pytest.mark.parametrize(
    ("rulings", "positions"),
    [("paths='both'", 1388), ("paths='opponent', stuck='passes'", 3433)],
    ids=["book", "other"],
)
def test_the_simulated_gpu_makes_the_table_that_cores_make(rulings: str, positions: int) -> None:
    game = load_game(
        "blockade", 3, obstacles=1, **dict(each.replace("'", "").split("=") for each in rulings.split(", "))
    )
    done = run(SCRIPT.format(rulings=rulings, value=solve(game).value(game.start())))
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] == str(positions)


def test_a_game_without_layers_is_refused() -> None:
    done = run(
        "from gridduels import load_game\nfrom gridduels.engine import solve\n"
        "solve(load_game('blockade', 3, obstacles=0), device='cuda')\n"
        "from gridduels.engine.solvers.layered_gpu import GpuLayerSolver\n"
        "from gridduels.engine.progress import silent\n"
        "GpuLayerSolver(load_game('pathway', 3), silent)"
    )
    assert "SetupError: pathway has no layers, so a GPU does not solve it" in done.stderr


def test_without_a_gpu_one_sentence_says_so() -> None:
    with pytest.raises(SetupError, match="need an NVIDIA GPU"):
        GpuLayerSolver(load_game("blockade", 3), silent)
