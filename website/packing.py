"""Packs the package for a browser: our own modules, what they need, and the tables, in one archive for Pyodide.

What is pure Python comes from the environment that makes the site, so that a browser runs what a server runs; msgspec,
which is compiled, comes as the wheel of the same version.
"""

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import gridduels

__all__ = ["PLAY", "PYODIDE", "pack", "prepare_pyodide"]

PLAY: Final = Path(__file__).parent / "play"
PYODIDE: Final = PLAY / "node_modules" / "pyodide"
_PACKAGE: Final = Path(gridduels.__file__).parent
_NEEDED: Final = ("anyio", "platformdirs", "prometheus_client", "starlette", "typing_extensions")
_ELSEWHERE: Final = ("agents", "arena", "commands", "language", "mcp", "terminal", "testing")
"""Rooms of the package that a page never asks."""
_COMPILED: Final = "msgspec"
_PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")


def prepare_pyodide() -> None:
    """Fetches Pyodide where it is not there yet, as the lock file names it."""
    if not PYODIDE.exists():
        _run("npm", "ci", "--prefix", str(PLAY), "--ignore-scripts", "--no-audit", "--no-fund")


def pack(archive: Path, library: Path, answers: Path, paths: Iterable[str]) -> None:
    """Writes the archive, and the standard library, both compiled.

    What the application in it answers at some paths is written too, in the folder `answers`.
    """
    with tempfile.TemporaryDirectory() as folder:
        place, compiled = Path(folder) / "python", Path(folder) / "library.zip"
        _gather(place)
        _run("node", str(PLAY / "prepare.mjs"), str(place), str(compiled), str(answers.resolve()), *paths)
        _write_packed(archive, _parts(place))
        _write_packed(library, [compiled.read_bytes()])


def _gather(place: Path) -> None:
    """Everything that is imported, in one folder."""
    left_out = shutil.ignore_patterns("__pycache__", "*.css", "*.js", "*.ts", "*.gpu.py")
    shutil.copytree(_PACKAGE, place / "gridduels", ignore=left_out)
    for room in _ELSEWHERE:
        shutil.rmtree(place / "gridduels" / room, ignore_errors=True)
    for name in _NEEDED:
        _copy(name, place)
    _unpack_compiled(place)


def _copy(name: str, place: Path) -> None:
    """The modules of a distribution that is installed here."""
    found = distribution(name)
    for file in found.files or ():
        if file.suffix == ".py":
            target = place / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


def _unpack_compiled(place: Path) -> None:
    """What is not pure Python, built for WebAssembly; pip keeps what it has fetched."""
    wanted = f"{_COMPILED}=={distribution(_COMPILED).version}"
    with tempfile.TemporaryDirectory() as folder:
        _run(
            sys.executable,
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--only-binary=:all:",
            *_PLATFORM,
            "-d",
            folder,
            wanted,
        )
        [wheel] = Path(folder).glob("*.whl")
        with ZipFile(wheel) as file:
            file.extractall(place, [name for name in file.namelist() if ".dist-info/" not in name])


def _parts(place: Path) -> list[bytes]:
    """All files of a folder in a form that a browser unpacks at once: their names and sizes, then all they hold."""
    paths = sorted(path for path in place.rglob("*") if path.is_file())
    sizes = {path.relative_to(place).as_posix(): path.stat().st_size for path in paths}
    index = json.dumps(sizes).encode()
    return [len(index).to_bytes(4, "little"), index, *(path.read_bytes() for path in paths)]


def _write_packed(path: Path, parts: list[bytes]) -> None:
    """The same parts make the same file."""
    path.write_bytes(gzip.compress(b"".join(parts), mtime=0))


def _run(*command: str) -> None:
    """Runs a command, of which nothing is heard unless it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
