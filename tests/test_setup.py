"""`scripts/setup` on a bare system whose path contains only a folder of stand-ins."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.documents import ROOT
from tests.skips import require

TOOLS: Final = ("cat", "cp", "date", "dirname", "env", "grep", "id", "ls", "mktemp", "rm", "sed", "sh", "sleep")
PACKAGES: Final = ("tmux", "curl", "npm", "g++", "chromium", "firefox-esr")
LOG: Final = 'echo "$@" >>"$APT_LOG"\n'


@pytest.fixture(autouse=True)
def posix() -> None:
    require(os.name == "posix", "it is about POSIX processes")


class Bare:
    """A project with a complete .venv on an otherwise bare system; `apt` is the body of its apt-get."""

    def __init__(self, folder: Path, apt: str) -> None:
        self.folder, self.programs, self.log = folder / "project", folder / "bin", folder / "apt.log"
        self.log.touch()
        self.programs.mkdir()
        for tool in TOOLS:
            (self.programs / tool).symlink_to(shutil.which(tool) or "")
        self.script(self.programs / "apt-get", LOG + apt)
        self.script(self.programs / "sudo", '[ "$1" = -n ] && shift\nexec "$@"')
        for name in ("scripts/setup", "pyproject.toml", "tests/web/firefox/package-lock.json"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.script(self.folder / "scripts" / "page", "")
        self.script(self.folder / ".venv" / "bin" / "python", '[ "$2" != "import weasyprint" ]')
        inputs = f"{self.folder}\n" + (self.folder / "pyproject.toml").read_text().partition("[tool.ruff")[0]
        for level in ("dev", "all"):
            (self.folder / ".venv" / f".{level}").write_text(inputs)

    @staticmethod
    def script(path: Path, body: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def set_up(self, level: str, **env: str) -> str:
        """Run the script; return its output."""
        command = ["/bin/sh", "scripts/setup", level]
        env |= {"PATH": str(self.programs), "APT_LOG": str(self.log)}
        done = subprocess.run(command, cwd=self.folder, env=env, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        return done.stderr

    def installed(self) -> list[str]:
        """Return the packages requested from apt-get, in order."""
        return [line.split()[-1] for line in self.log.read_text().splitlines() if " install " in line]


def test_every_missing_package_is_installed_and_apts_lock_is_waited_for(tmp_path: Path) -> None:
    bare = Bare(tmp_path, f'touch "{tmp_path}/bin/$5"'.replace("touch", shutil.which("touch") or ""))
    bare.set_up("all")
    assert set(bare.installed()) >= {*PACKAGES, "chromium-headless-shell", "libpangoft2-1.0-0", "libharfbuzz-subset0"}
    assert all(line.startswith("-o DPkg::Lock::Timeout=120 ") for line in bare.log.read_text().splitlines())


def test_a_package_that_cannot_be_installed_is_named_with_what_is_skipped_and_tried_again(tmp_path: Path) -> None:
    bare = Bare(tmp_path, '[ "$3" = update ]')
    for _ in range(2):
        said = bare.set_up("all")
        for package in PACKAGES:
            assert f"The system package {package} is missing and could not be installed: skipping the " in said
        assert "skipping the test of the page in Firefox (a failure with CI=true)." in said
    assert bare.log.read_text().count(" update\n") == 2


@pytest.mark.parametrize("code", ["0", "1"])
def test_it_says_why_the_tools_of_the_page_are_missing_and_tries_again(tmp_path: Path, code: str) -> None:
    bare = Bare(tmp_path, f'{shutil.which("touch")} "{tmp_path}/bin/$5"')
    reason = "Skipping the page's scripts and styles: npm could not install what package-lock.json lists."
    bare.script(bare.folder / "scripts" / "page", f'echo "npm error" >&2\necho "{reason}" >&2\nexit {code}')
    for _ in range(2):
        said = bare.set_up("dev")
        assert reason in said
        assert "npm error" not in said


def test_the_lock_on_the_package_lists_is_waited_for(tmp_path: Path) -> None:
    held = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"
    locked = (
        f'if [ "$3" = update ] && [ ! -e {tmp_path}/waited ]; then echo "{held}" >&2; exit 100; fi\n[ "$3" = update ]'
    )
    bare = Bare(tmp_path, locked)
    bare.script(bare.programs / "waits", "")
    (bare.programs / "sleep").unlink()
    bare.script(bare.programs / "sleep", f'echo "$1" >{tmp_path}/waited')
    bare.set_up("dev")
    assert (tmp_path / "waited").read_text() == "10\n"
    assert bare.log.read_text().count(" update\n") == 2


@pytest.mark.parametrize("level", ["dev", "all"])
def test_system_no_installs_no_package_and_says_nothing(tmp_path: Path, level: str) -> None:
    bare = Bare(tmp_path, "")
    assert bare.set_up(level, SYSTEM="no") == ""
    assert bare.installed() == []
    assert bare.set_up(level) != ""  # without it, they are installed after all


def test_the_documented_packages_are_those_that_are_installed(tmp_path: Path) -> None:
    bare = Bare(tmp_path, "false")
    bare.set_up("all")
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [package for package in set(bare.installed()) if f"`{package}`" not in contributing] == []


@pytest.mark.heavy
def test_without_a_network_one_sentence_says_so(tmp_path: Path) -> None:
    for name in ("Makefile", "scripts", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    (tmp_path / "src" / "gridduels").mkdir(parents=True)
    shutil.copy(ROOT / "src" / "gridduels" / "__init__.py", tmp_path / "src" / "gridduels")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    nowhere = "http://127.0.0.1:9/simple"
    env |= {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": nowhere, "PIP_RETRIES": "0", "UV_INDEX_URL": nowhere}
    env |= {"PYTHON": sys.executable, "PIP_NO_CACHE_DIR": "1", "UV_NO_CACHE": "1"}
    command = ["sh", "scripts/setup", "play"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if not line.endswith("...")]
    assert said == [
        "Grid Duels could not download the packages it needs: connect to the internet, then try again "
        "(details: .venv/setup.log)."
    ]
    assert (tmp_path / ".venv" / "setup.log").stat().st_size
