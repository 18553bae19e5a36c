"""The games are in the registries of other libraries as soon as gridduels is imported, before them or after."""

import subprocess
import sys

import pytest

MAKE = {
    "gymnasium": "gymnasium.make('gridduels/LightCycle-v0').reset(seed=0)[0].shape",
    "pettingzoo": "pettingzoo.make('aec', 'gridduels/LightCycle-v0').metadata['name']",
    "pyspiel": "pyspiel.load_game('gridduels_light_cycle').max_game_length()",
}
MADE = {"gymnasium": "(9, 5, 5)", "pettingzoo": "gridduels_light_cycle_v0", "pyspiel": "23"}


def run(script: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.heavy
@pytest.mark.parametrize("library", MAKE)
@pytest.mark.parametrize("order", ["import gridduels, {0}", "import {0}, gridduels"])
def test_it_does_not_matter_which_is_imported_first(library: str, order: str) -> None:
    assert run(f"{order.format(library)}; print({MAKE[library]})") == MADE[library]


@pytest.mark.heavy
def test_gymnasium_imports_it_by_the_name_of_the_package() -> None:
    script = (
        "import gymnasium; print(gymnasium.make_vec('gridduels:gridduels/Pathway-v0', num_envs=2).reset()[0].shape)"
    )
    assert run(script) == "(2, 9, 5, 5)"


def test_a_library_that_is_not_imported_stays_so() -> None:
    script = "import sys, gridduels; print({'gymnasium', 'pettingzoo', 'pyspiel', 'numpy'} & set(sys.modules))"
    assert run(script) == "set()"


@pytest.mark.heavy
def test_without_the_engine_the_library_is_imported_all_the_same() -> None:
    script = (
        "import sys; sys.modules['numba'] = None; import gridduels, gymnasium\n"
        "print([id for id in gymnasium.registry if 'gridduels' in id], 'CartPole-v1' in gymnasium.registry)"
    )
    assert run(script) == "[] True"
