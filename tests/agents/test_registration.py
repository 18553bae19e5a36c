"""Importing a module of `gridduels.agents` registers the games with its library; `import gridduels` does not."""

import subprocess
import sys

import pytest

MAKE = {
    "gymnasium": ("gymnasium", "gymnasium.make('gridduels/LightCycle-v0').reset(seed=0)[0].shape", "(9, 5, 5)"),
    "pettingzoo": (
        "pettingzoo",
        "pettingzoo.make('aec', 'gridduels/LightCycle-v0').metadata['name']",
        "gridduels_light_cycle_v0",
    ),
    "openspiel": ("pyspiel", "pyspiel.load_game('gridduels_light_cycle').max_game_length()", "23"),
}


def run(script: str) -> str:
    """Return what a fresh process prints."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.heavy
@pytest.mark.parametrize("module", MAKE)
@pytest.mark.parametrize("order", ["import gridduels.agents.{0}, {1}", "import {1}, gridduels.agents.{0}"])
def test_it_does_not_matter_which_is_imported_first(module: str, order: str) -> None:
    library, make, made = MAKE[module]
    assert run(f"{order.format(module, library)}; print({make})") == made


@pytest.mark.heavy
def test_gymnasium_imports_it_by_the_name_of_the_module() -> None:
    script = (
        "import gymnasium\n"
        "id = 'gridduels.agents.gymnasium:gridduels/Pathway-v0'\n"
        "print(gymnasium.make_vec(id, num_envs=2).reset()[0].shape)"
    )
    assert run(script) == "(2, 9, 5, 5)"


def test_importing_the_package_imports_no_library_and_changes_no_import() -> None:
    script = (
        "import sys; finders = [*sys.meta_path]; import gridduels\n"
        "print({'gymnasium', 'pettingzoo', 'pyspiel', 'numpy'} & set(sys.modules), finders == sys.meta_path)"
    )
    assert run(script) == "set() True"
