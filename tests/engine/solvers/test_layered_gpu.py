"""A GPU produces the same table as the CPU.

Here numba's simulator runs the kernels, one Python thread for each thread of a GPU; `python benchmarks solving-gpu`
does the same on a real one.
"""

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
from gridduels.engine.solvers.layered_gpu import GpuLayerSolver, GpuTable
from gridduels.engine.solvers.solver import packed
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


LIMITED = """
from gridduels import SetupError, load_game
from gridduels.engine.kernels import gpu_layers
from gridduels.engine.progress import silent
from gridduels.engine.solvers import layered, layered_gpu

gpu_layers.MAX_PLIES = layered.MAX_PLIES = layered_gpu.MAX_PLIES = {most}
for solver in (layered.LayerSolver, layered_gpu.GpuLayerSolver):
    try:
        solver(load_game("blockade", 3, obstacles=1), silent).run()
        print("solved")
    except SetupError as error:
        print(error)
"""


def test_cores_and_the_simulated_gpu_refuse_the_same_distances() -> None:
    """No game here has values of 127 plies, so the limit is lowered to the greatest distance, and one below."""
    counts = solve(load_game("blockade", 3, obstacles=1)).counts or {}
    most = max(value.plies or 0 for value in counts)
    assert run(LIMITED.format(most=most)).stdout.split() == ["solved", "solved"]
    by_cores, by_gpu = run(LIMITED.format(most=most - 1)).stdout.splitlines()
    assert by_cores == by_gpu
    assert "it has values of more than" in by_gpu


def test_a_game_without_layers_is_refused() -> None:
    done = run(
        "from gridduels import load_game\nfrom gridduels.engine import solve\n"
        "solve(load_game('blockade', 3, obstacles=0), device='cuda')\n"
        "solve(load_game('pathway', 3), device='cuda')"
    )
    assert "SetupError: pathway 3x3 is not solved in layers: leave out --device cuda" in done.stderr


def test_without_a_gpu_one_sentence_says_so() -> None:
    with pytest.raises(SetupError, match="no NVIDIA GPU with a working driver was found"):
        GpuLayerSolver(load_game("blockade", 3), silent)
