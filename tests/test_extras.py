"""A missing extra is named with a command that adds it to the copy that is there: a clone, a wheel, an index's."""

import json
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridduels.engine.tables.catalogue import FOLDER
from gridduels.extras import MissingExtra
from tests.documents import ROOT, environment
from tests.skips import require

SAY = "import gridduels.extras as e; print(e.__file__); print(e.install_command('web'))"


def said(site: Path, where: Path) -> str:
    """The command a process names that finds gridduels in a folder."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", SAY],
        cwd=where,
        env=environment() | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )
    file, command = done.stdout.splitlines()
    assert Path(file).is_relative_to(site)
    return command


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our wheel unpacked in it, as pip leaves it there."""
    require(find_spec("hatchling"), "hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env=environment(), capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_the_wheel_brings_every_table_and_is_small_all_the_same(site: Path) -> None:
    (wheel,) = site.parent.glob("*.whl")
    assert wheel.stat().st_size < 6_000_000
    tables = site / "gridduels" / "engine" / "tables" / "shipped"
    assert {path.name for path in tables.iterdir()} == {path.name for path in FOLDER.iterdir()}


def note(site: Path, noted: dict[str, object]) -> None:
    """Notes where the wheel came from, as pip does."""
    (metadata,) = site.glob("*.dist-info")
    (metadata / "direct_url.json").write_text(json.dumps(noted))


def test_in_a_clone_it_installs_the_clone(tmp_path: Path) -> None:
    assert said(ROOT / "src", ROOT) == 'pip install -e ".[web]"'
    assert said(ROOT / "src", tmp_path) == f'pip install -e "{ROOT}[web]"'


@pytest.mark.parametrize(
    ("noted", "command"),
    [
        ({}, 'pip install "gridduels[web]"'),
        (
            {"url": "file:///home/me/gridduels-1.0-py3-none-any.whl", "archive_info": {}},
            'pip install "gridduels[web] @ file:///home/me/gridduels-1.0-py3-none-any.whl"',
        ),
        ({"url": "file:///home/me/clone", "dir_info": {}}, 'pip install "gridduels[web] @ file:///home/me/clone"'),
        (
            {"url": "https://example.org/gridduels.git", "vcs_info": {"vcs": "git", "commit_id": "1"}},
            'pip install "gridduels[web] @ git+https://example.org/gridduels.git"',
        ),
    ],
)
def test_what_was_installed_is_installed_again_from_where_it_came(
    noted: dict[str, object], command: str, site: Path, tmp_path: Path
) -> None:
    note(site, noted)
    assert said(site, tmp_path) == command


def test_a_copy_that_nobody_installed_names_the_package(site: Path, tmp_path: Path) -> None:
    (tmp_path / "gridduels").symlink_to(site / "gridduels")
    assert said(tmp_path, tmp_path) == 'pip install "gridduels[web]"'


def test_it_is_an_import_error_and_a_setup_error_in_one_sentence() -> None:
    error = MissingExtra("images need Pillow", "web")
    assert isinstance(error, ImportError)
    assert error.code == "setup"
    assert str(error).startswith("images need Pillow: pip install ")
