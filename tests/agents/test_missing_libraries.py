"""Without the `agents` extra, one sentence says what to install, and nothing else needs it."""

import subprocess
import sys

import pytest

from gridduels.extras import install_command

HIDE = "import sys; sys.modules.update(dict.fromkeys({hidden!r}))\n"


def run(hidden: list[str], script: str) -> str:
    """Return the output of a process that cannot import the given modules."""
    code = HIDE.format(hidden=hidden) + script
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("module", "library"),
    [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("openspiel", "pyspiel"), ("vector", "gymnasium")],
)
def test_a_missing_library_is_reported_with_the_command_that_installs_it(module: str, library: str) -> None:
    script = f"try:\n    import gridduels.agents.{module}\nexcept ImportError as error:\n    print(error)"
    assert (
        run([library], script) == f"gridduels.agents.{module} needs the extra 'agents': {install_command('agents')}\n"
    )


def test_a_picture_without_pillow_is_refused_in_a_sentence() -> None:
    script = (
        "from gridduels.agents.pettingzoo import raw_env\n"
        "env = raw_env('gridlock', render_mode='rgb_array')\n"
        "env.reset()\n"
        "try:\n    env.render()\nexcept ImportError as error:\n    print(error)"
    )
    assert run(["PIL"], script) == f"a picture needs the extra 'agents': {install_command('agents')}\n"


def test_planes_and_datasets_need_no_extra() -> None:
    hidden = ["gymnasium", "pettingzoo", "pyspiel", "PIL", "pyarrow", "torch"]
    script = "import gridduels.engine.observation, gridduels.analysis.dataset, gridduels.agents; print('fine')"
    assert run(hidden, script) == "fine\n"


def test_importing_an_interface_imports_no_other() -> None:
    script = (
        "import gridduels.agents.gymnasium; print(sorted({'pettingzoo', 'pyspiel', 'PIL', 'torch'} & set(sys.modules)))"
    )
    assert run([], "import sys\n" + script) == "[]\n"
