"""A missing extra is reported with a command that adds it to this installation, whichever tool created it."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from gridduels import extras
from gridduels.cli import main
from gridduels.engine.tables.catalogue import FOLDER
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra, check_dependencies, install_command, install_package_command, require
from tests.documents import ROOT, environment
from tests.skips import require as require_here

DUEL = "duel1-3x5-k1-t1-r1-gn-l-sc"
SAY = "import gridduels.extras as e; print(e.__file__); print(e.install_command('web'))"


def said(site: Path, where: Path) -> str:
    """Return the command suggested by a process that finds gridduels in the given folder."""
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
    return command.partition(" install ")[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with our wheel unpacked as pip would."""
    require_here(find_spec("hatchling"), "hatchling is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env=environment(), capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_the_wheel_contains_every_table_and_is_still_small(site: Path) -> None:
    (wheel,) = site.parent.glob("*.whl")
    assert wheel.stat().st_size < 11_000_000
    tables = site / "gridduels" / "engine" / "tables" / "shipped"
    assert {path.name for path in tables.iterdir()} == {path.name for path in FOLDER.iterdir()}


def note(site: Path, noted: dict[str, object]) -> None:
    """Record where the wheel came from, as pip does."""
    (metadata,) = site.glob("*.dist-info")
    (metadata / "direct_url.json").write_text(json.dumps(noted))


def test_a_clone_installs_itself(tmp_path: Path) -> None:
    assert said(ROOT / "src", ROOT).endswith('-e ".[web]"')
    assert said(ROOT / "src", tmp_path).endswith(f'-e "{ROOT}[web]"')


@pytest.mark.parametrize(
    ("noted", "target"),
    [
        ({}, '"gridduels[web]"'),
        (
            {"url": "file:///home/me/gridduels-1.0-py3-none-any.whl", "archive_info": {}},
            '"gridduels[web] @ file:///home/me/gridduels-1.0-py3-none-any.whl"',
        ),
        ({"url": "file:///home/me/clone", "dir_info": {}}, '"gridduels[web] @ file:///home/me/clone"'),
        (
            {"url": "https://example.org/gridduels.git", "vcs_info": {"vcs": "git", "commit_id": "1"}},
            '"gridduels[web] @ git+https://example.org/gridduels.git"',
        ),
    ],
)
def test_an_installed_copy_is_reinstalled_from_its_source(
    noted: dict[str, object], target: str, site: Path, tmp_path: Path
) -> None:
    note(site, noted)
    assert said(site, tmp_path) == target


def test_a_copied_folder_installs_the_package_by_name(site: Path, tmp_path: Path) -> None:
    (tmp_path / "gridduels").symlink_to(site / "gridduels")
    assert said(tmp_path, tmp_path) == '"gridduels[web]"'


# --- The tool that created this installation


class Environment:
    """An environment with the given files, libraries and programs."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.python = folder / "bin" / "python"
        self._programs: dict[str, str] = {}
        self._libraries: set[str] = set()
        self._folder = folder
        monkeypatch.setattr(sys, "prefix", str(folder))
        monkeypatch.setattr(sys, "executable", str(self.python))
        monkeypatch.setattr(shutil, "which", self._programs.get)
        monkeypatch.setattr(extras, "find_spec", lambda name: name in self._libraries or None)
        monkeypatch.setattr(extras, "_source", lambda: "")
        monkeypatch.setattr(extras, "__file__", str(folder / "lib" / "site-packages" / "gridduels" / "extras.py"))

    def having(self, *libraries: str, file: str = "", **programs: str) -> None:
        self._libraries |= set(libraries)
        self._programs |= programs
        if file:
            (self._folder / file).touch()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    return Environment(tmp_path, monkeypatch)


def test_with_its_own_pip_on_the_path(here: Environment) -> None:
    here.having("pip", pip=str(here.python.with_name("pip")))
    assert install_command("web") == 'pip install "gridduels[web]"'


def test_with_a_pip_that_is_not_on_the_path(here: Environment) -> None:
    here.having("pip", pip="/usr/bin/pip")
    assert install_command("web") == f'{here.python} -m pip install "gridduels[web]"'


def test_without_pip_but_with_uv(here: Environment) -> None:
    here.having(uv="/usr/bin/uv", pip="/usr/bin/pip")
    assert install_command("web") == f'uv pip install --python {here.python} "gridduels[web]"'


def test_with_a_pip_outside_the_environment(here: Environment) -> None:
    here.having(pip="/usr/bin/pip")
    assert install_command("web") == f'pip --python {here.python} install "gridduels[web]"'


def test_without_any_installer(here: Environment) -> None:
    python = here.python
    assert install_command("web") == f'{python} -m ensurepip && {python} -m pip install "gridduels[web]"'


def test_the_environment_in_the_current_folder_has_a_short_name(
    here: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    here.having(pip="/usr/bin/pip")
    assert install_command("web") == 'pip --python bin/python install "gridduels[web]"'


@pytest.mark.parametrize(
    ("file", "command", "package"),
    [
        ("pipx_metadata.json", "pipx install --force", "pipx inject --editable gridduels ./mine"),
        ("uv-receipt.toml", "uv tool install", 'uv tool install "gridduels[engine]" --with-editable ./mine'),
    ],
)
def test_a_tool_is_installed_again_with_the_extras_it_had(
    file: str, command: str, package: str, here: Environment
) -> None:
    here.having("numba", "numpy", file=file)
    assert install_command("mcp") == f'{command} "gridduels[engine,mcp]"'
    assert install_package_command(Path("mine")) == package


def test_all_missing_extras_are_named_at_once(here: Environment) -> None:
    here.having("numba", "numpy", pip="/usr/bin/pip")
    require("gridduels solve", "engine")
    with pytest.raises(MissingExtra, match=r"^gridduels serve needs the extras 'mcp' and 'postgres': .*mcp,postgres"):
        require("gridduels serve", "engine", "mcp", "postgres")


def test_a_source_tree_that_is_not_installed_says_what_to_do(here: Environment) -> None:
    here.having("rich", "textual", "shtab", pip="/usr/bin/pip")
    with pytest.raises(SetupError) as caught:
        check_dependencies()
    lacking = "this Python lacks msgspec, platformdirs, psutil; install Grid Duels first"
    assert str(caught.value) == f'{lacking}: pip --python {here.python} install "gridduels"'


def test_it_is_an_import_error_and_a_setup_error_in_one_sentence() -> None:
    error = MissingExtra("a picture", "pictures")
    assert isinstance(error, ImportError)
    assert error.code == "setup"
    assert str(error) == f"a picture needs the extra 'pictures': {install_command('pictures')}"


# --- Commands


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("verify pathway", "gridduels verify needs the extra 'engine': "),
        ("verify pathwy", "unknown game 'pathwy'. Did you mean pathway?"),
        ("verify nothing.proof", "there is no file or folder nothing.proof"),
        ("benchmark page nothing -o page.md", "there is no file or folder nothing"),
        ("benchmark page . -o page.md", "gridduels benchmark page needs the extra 'engine': "),
        ("benchmark add . --name x -o x.json", "gridduels benchmark add needs the extras 'engine' and 'llm': "),
        ("llm-report nothing", "there is no file or folder nothing"),
        ("llm-report .", "gridduels llm-report needs the extras 'llm' and 'pictures': "),
        ("mcp", "gridduels mcp needs the extras 'mcp' and 'web': "),
        ("study -o x.txt", "cannot save answers to x.txt: end the name with .json"),
        ("study -o x.json", "gridduels study needs the extra 'engine': "),
        ("dataset pathway --positions 5 -o x.npz", "gridduels dataset needs the extra 'engine': "),
        ("dataset pathway --positions 5 -o x.parquet", "gridduels dataset needs the extras 'engine' and 'agents': "),
        ("dataset pathway --form games --games 5", "gridduels dataset needs the extras 'engine' and 'agents': "),
        ("dataset pathway --size 99 --positions 5", "pathway has no size 99. Choose 3, 4, 5, 6 or 7."),
        ("invent --engine ray", "gridduels invent needs the extras 'engine' and 'ray': "),
        ("invent --like x", "'x' is not the code of a duel"),
        ("invent review pathway", "gridduels invent review needs the extra 'engine': "),
        (f"invent book {DUEL}", "gridduels invent book needs the extra 'engine': "),
        (f"invent book {DUEL} -o x.pdf", "gridduels invent book needs the extras 'engine' and 'report': "),
        ("picture pathway -o x.png", "gridduels picture needs the extra 'pictures': "),
        ("picture pathway -o x.gif", "gridduels picture needs the extra 'pictures': "),
        ("solve blockade --again --engine ray", "gridduels solve --engine ray needs the extras 'engine' and 'ray': "),
        ("solve blockade --again --device cuda", "gridduels solve --device cuda needs the extras 'engine' and 'gpu': "),
        ("match pathway easy hard --engine ray", "gridduels match needs the extras 'engine' and 'ray': "),
    ],
)
def test_a_command_reports_typos_first_then_all_missing_extras(
    arguments: str,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in {library for libraries in extras._EXTRAS.values() for library in libraries}:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(extras, "has_engine", lambda: False)
    assert main(arguments.split()) == 2
    output, said = capsys.readouterr()
    assert output == ""
    assert said.startswith(f"gridduels: {complaint}")
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


# --- Public modules


_LISTED = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8").split('"""')[1]
MODULES = {
    *re.findall(r"gridduels[\w.]*", _LISTED),
    *(f"gridduels.{name}" for name in ("agents.textarena", "agents.verifiers", "language.inspect", "language.report")),
    *(f"gridduels.{name}" for name in ("mcp", "web")),
}
"""The public modules, and other entry points of extras."""


@pytest.mark.parametrize("extra", extras._EXTRAS)
def test_no_public_module_fails_with_a_bare_import_error(extra: str) -> None:
    # Inspect depends on Starlette, so the two are never missing separately.
    modules = [name for name in sorted(MODULES) if extra != "web" or "language" not in name]
    script = (
        f"import sys, importlib; sys.modules |= dict.fromkeys({extras._EXTRAS[extra]!r})\n"
        f"for name in {modules!r}:\n"
        "    try: importlib.import_module(name)\n"
        "    except ImportError as error:\n"
        "        if 'install ' not in str(error): print(name, type(error).__name__, error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=True, timeout=120
    )
    assert done.stdout == ""
