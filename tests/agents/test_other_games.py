"""A game from another package supports every interface, datasets and pictures without extra code."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.caches import new_cache
from tests.documents import ADDING_A_GAME, environment, install, write_files

SCRIPT = """
import gymnasium, numpy, pyspiel
import gridduels.agents.gymnasium
from gridduels import Duel, load_game
from gridduels.agents import openspiel, pettingzoo
from gridduels.agents.turns import picture_of

duel = pettingzoo.env("domineering", size=3, labels=True)
duel.reset()
duel.step(0)
print(duel.observe("player_2")["observation"][2].tolist(), duel.infos["player_2"]["labels"]["value"])

planes, info = gymnasium.make("gridduels/Domineering-v0", size=3, opponent="perfect", seat=2).reset(seed=0)
print(planes.shape, info["player"], int(planes[2].sum()))

openspiel.register()
pyspiel.random_sim_test(pyspiel.load_game("gridduels_domineering(size=3)"), num_sims=2, serialize=True, verbose=False)
print(picture_of(Duel(load_game("domineering", 3))).shape)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package that docs/adding-a-game.md builds; return its folder."""
    folder = tmp_path_factory.mktemp("domineering")
    write_files(ADDING_A_GAME, folder)
    install(folder)
    new_cache(folder)
    return folder


def run(folder: Path, *arguments: str) -> str:
    """Return the output of a process that has the package installed."""
    variables = environment(folder) | {"GRIDDUELS_CACHE": str(folder / "cache")}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=variables, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.heavy
def test_it_has_every_interface(folder: Path) -> None:
    lines = [line for line in run(folder, "-c", SCRIPT).splitlines() if line.startswith(("[", "("))]
    assert lines == ["[[1, 0, 0], [1, 0, 0], [0, 0, 0]] win", "(11, 3, 3) 2 2", "(376, 328, 3)"]


@pytest.mark.heavy
def test_it_has_datasets(folder: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "domineering.npz")
    printed = run(folder, "-m", "gridduels", "dataset", "domineering", "--size", "3", "--positions", "20", "-o", file)
    assert printed.startswith("20 positions of domineering 3x3: ")
    with np.load(file) as data:
        assert data["best"].shape == (20, 9)
