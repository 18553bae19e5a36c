"""The skeleton bots in examples/bots follow the protocol, in every language."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gridduels.players.bots.conformance import Candidate, check_bot
from tests.players.bots.hostile import posix_only
from tests.skips import require_package

FOLDER = Path(__file__).parents[3] / "examples" / "bots"
PROGRAMS = {"bot.py": sys.executable, "bot.sh": "sh", "bot.mjs": "node", "bot.cpp": "g++"}


def command(file: str, folder: Path) -> str:
    """Return the command line of a skeleton, after compiling it if necessary."""
    program = PROGRAMS[file]
    if program in ("node", "g++"):
        require_package(shutil.which(program), f"{program} is not installed")
    if file != "bot.cpp":
        return shlex.join([program, str(FOLDER / file)])
    built = str(folder / "bot")
    subprocess.run([program, "-Wall", "-Werror", "-o", built, str(FOLDER / file)], check=True, timeout=120)
    return shlex.quote(built)


@pytest.mark.heavy
@posix_only
@pytest.mark.parametrize("file", PROGRAMS)
def test_a_skeleton_passes_every_check(file: str, tmp_path: Path) -> None:
    verdicts = list(check_bot(Candidate(command(file, tmp_path), think=5)))
    assert [verdict for verdict in verdicts if verdict.faults or not verdict.tried] == []


def test_every_skeleton_is_listed_and_tested() -> None:
    listed = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    for path in FOLDER.iterdir():
        assert path.name in PROGRAMS
        assert f"](bots/{path.name})" in listed
