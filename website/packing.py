"""Pack the package, its dependencies and the tables into one archive for Pyodide.

Pure Python comes from the environment that builds the site, so a browser runs what a server runs. msgspec is compiled,
so the WebAssembly wheel of the same version is used.
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

PLAY: Final = Path(__file__).parent / "play"
PYODIDE: Final = PLAY / "node_modules" / "pyodide"
_PACKAGE: Final = Path(gridduels.__file__).parent
_NEEDED: Final = ("anyio", "platformdirs", "prometheus_client", "starlette", "typing_extensions")
_ELSEWHERE: Final = ("agents", "arena", "commands", "language", "mcp", "terminal", "testing")
"""Packages that the browser never imports."""
_COMPILED: Final = "msgspec"
_PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")


def prepare_pyodide() -> None:
    """Install Pyodide from the lock file if it is missing."""
    if not PYODIDE.exists():
        _run("npm", "ci", "--prefix", str(PLAY), "--ignore-scripts", "--no-audit", "--no-fund")


def pack(archive: Path, library: Path, answers: Path, paths: Iterable[str]) -> None:
    """Write the archive and the standard library, both compiled.

    The packed application's responses to the given paths are written to the folder `answers`.
    """
    with tempfile.TemporaryDirectory() as folder:
        place, compiled = Path(folder) / "python", Path(folder) / "library.zip"
        _gather(place)
        _run("node", str(PLAY / "prepare.mjs"), str(place), str(compiled), str(answers.resolve()), *paths)
        _write_packed(archive, _parts(place))
        _write_packed(library, [compiled.read_bytes()])


def _gather(place: Path) -> None:
    """Copy everything that is imported into one folder."""
    left_out = shutil.ignore_patterns("__pycache__", "*.css", "*.js", "*.ts", "*.npz", "*.gpu.py")
    shutil.copytree(_PACKAGE, place / "gridduels", ignore=left_out)
    for package in _ELSEWHERE:
        shutil.rmtree(place / "gridduels" / package, ignore_errors=True)
    for name in _NEEDED:
        _copy(name, place)
    _unpack_compiled(place)


def _copy(name: str, place: Path) -> None:
    """Copy the modules of an installed distribution."""
    found = distribution(name)
    for file in found.files or ():
        if file.suffix == ".py":
            target = place / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


def _unpack_compiled(place: Path) -> None:
    """Download and unpack the WebAssembly build of the compiled dependency; pip caches it."""
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
    """Return a folder as one stream: an index of names and sizes, then the contents."""
    paths = sorted(path for path in place.rglob("*") if path.is_file())
    sizes = {path.relative_to(place).as_posix(): path.stat().st_size for path in paths}
    index = json.dumps(sizes).encode()
    return [len(index).to_bytes(4, "little"), index, *(path.read_bytes() for path in paths)]


def _write_packed(path: Path, parts: list[bytes]) -> None:
    """Write a compressed file; the same parts always produce the same bytes."""
    path.write_bytes(gzip.compress(b"".join(parts), mtime=0))


def _run(*command: str) -> None:
    """Run a command quietly; show its output only if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
