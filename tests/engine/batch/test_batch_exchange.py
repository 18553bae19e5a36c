"""Other libraries use the arrays of a batch without copying them."""

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from gridduels import load_game
from gridduels.engine.batch import Batch
from tests.skips import require

HEAVY = pytest.mark.heavy
ARRAYS = ["keys", "plies", "legal_masks", "turns"]


def library(name: str) -> Any:
    """Return an optional third-party library."""
    require(find_spec(name), f"{name} is not installed")
    return import_module(name)


@pytest.fixture
def batch() -> Batch:
    return Batch(load_game("light-cycle", 3), 10, "python", seed=1)


def results_of(batch: Batch) -> list[Any]:
    step = batch.step(batch.random_actions())
    return [*(getattr(batch, name) for name in ARRAYS), *step, batch.observe(), batch.action_masks()]


@HEAVY
def test_pytorch_shares_every_array(batch: Batch) -> None:
    torch = library("torch")
    for array in results_of(batch):
        for tensor in (torch.from_dlpack(array), torch.as_tensor(array)):
            assert tensor.data_ptr() == array.ctypes.data
            assert tuple(tensor.shape) == array.shape
            array.reshape(-1)[0] = 1
            assert tensor.reshape(-1)[0] == 1
            tensor.reshape(-1)[0] = 0
            assert array.reshape(-1)[0] == 0


@HEAVY
def test_jax_shares_every_array(batch: Batch) -> None:
    jax = library("jax")
    with jax.enable_x64(True) if hasattr(jax, "enable_x64") else jax.experimental.enable_x64():
        for array in results_of(batch):
            shared = jax.dlpack.from_dlpack(array)
            assert shared.unsafe_buffer_pointer() == array.ctypes.data
            array.reshape(-1)[0] = 1
            assert np.asarray(shared).reshape(-1)[0] == 1
            array.reshape(-1)[0] = 0
            assert np.asarray(shared).reshape(-1)[0] == 0


@pytest.mark.parametrize(
    "kind", ["list", "numpy", pytest.param("torch", marks=HEAVY), pytest.param("jax", marks=HEAVY)]
)
def test_actions_may_come_from_any_library(batch: Batch, kind: str) -> None:
    actions = [int(action) for action in batch.random_actions()]
    expected = [batch.game.play(batch.game.start(), action) for action in actions]
    given: Any = actions
    if kind == "numpy":
        given = np.array(actions, np.uint8)
    elif kind == "torch":
        given = library("torch").tensor(actions)
    elif kind == "jax":
        given = library("jax").numpy.array(actions)
    batch.step(given)
    assert [batch.position(number) for number in range(10)] == expected


@HEAVY
def test_a_tensor_of_actions_is_not_copied(batch: Batch) -> None:
    torch = library("torch")
    actions = torch.zeros(10, dtype=torch.int64)
    assert batch._backend.taken(actions).ctypes.data == actions.data_ptr()


def test_bulk_play_imports_no_other_library() -> None:
    script = (
        "import sys; from gridduels import load_game; from gridduels.engine.batch import Batch\n"
        "Batch(load_game('light-cycle', 3), 2, 'python').roll(3); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    imported = {name.partition(".")[0] for name in done.stdout.split()}
    assert not imported & {"torch", "jax", "cupy", "numba", "gymnasium"}
