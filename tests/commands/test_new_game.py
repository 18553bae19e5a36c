"""`gridduels new-game`: the game it writes passes its own test and can be played."""

import subprocess
import sys
from pathlib import Path

import pytest

from gridduels.extras import install_package_command
from tests.documents import environment, install, play


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install a new game."""
    folder = tmp_path_factory.mktemp("new") / "game"
    written = play(folder, "new-game", "far-apart", "-o", str(folder))
    assert (written.returncode, written.stderr) == (0, "")
    assert f"Install it:  {install_package_command(folder)}\n" in written.stdout
    install(folder)
    return folder


@pytest.mark.heavy
def test_its_own_test_passes(folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests")]
    run = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, encoding="utf-8", timeout=300
    )
    assert run.returncode == 0, run.stdout
    assert "2 passed" in run.stdout


def test_it_is_listed_explained_played_and_solved(folder: Path) -> None:
    assert "far-apart" in play(folder, "games").stdout
    assert play(folder, "rules", "far-apart").stdout.startswith("Far Apart\n")
    played = play(
        folder, "play", "far-apart", "--size", "3", "--rounds", "1", typed="2 2\n2 2\n1 2\n1 1\n1,3\n3 3\n3 1\n"
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "You cannot play 2,2: (2,2) is occupied by Player 1.\n" in played.stdout
    assert "You cannot play 1,2 now.\n" in played.stdout
    assert played.stdout.rstrip().endswith("Player 1 wins!")
    assert "wins in 3 more moves" in play(folder, "explore", "far-apart", "--size", "3").stdout


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("My Game", "'My Game' cannot be a game's id: use lower-case letters, digits and hyphens"),
        ("../up", "cannot be a game's id"),
        ("light-cycle", "there is already a game 'light-cycle'"),
    ],
)
def test_an_invalid_name_is_refused(name: str, complaint: str, tmp_path: Path) -> None:
    refused = play(tmp_path, "new-game", name, "-o", str(tmp_path / "here"))
    assert refused.returncode == 2
    assert complaint in refused.stderr
    assert not (tmp_path / "here").exists()


def test_nothing_is_overwritten(folder: Path) -> None:
    refused = play(folder, "new-game", "another", "-o", str(folder))
    assert refused.returncode == 2
    assert "exists, and this command did not write it" in refused.stderr
