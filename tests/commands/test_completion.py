"""`gridduels completion`: a real shell completes with its script."""

import shutil
import subprocess

import pytest

from gridduels.commands.help import SHELLS
from tests.terminal.processes import run


def completed(*words: str) -> set[str]:
    """Return the completions that bash offers for the last word."""
    line = " ".join(words)
    script = run("completion", "bash").output
    ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _shtab_gridduels; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.heavy
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("gridduels", "pl"), {"play", "players"}),
        (("gridduels", "play", "gri"), {"grid-runner", "gridlock"}),
        (("gridduels", "serve", "--po"), {"--port"}),
    ],
)
def test_bash_completes_commands_games_and_options(words: tuple[str, ...], offered: set[str]) -> None:
    assert completed(*words) == offered


@pytest.mark.heavy
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script_that_knows_the_games(shell: str) -> None:
    code, output, complaint = run("completion", shell)
    assert (code, complaint) == (0, "")
    assert "light-cycle" in output
