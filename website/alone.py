"""Build a folder for any static host in which the games run without a server: `python website/alone.py`.

It contains the pages of `gridduels serve` as files, the responses that are the same for every visitor, Pyodide, and an
archive of the package for Pyodide. A service worker answers all other requests by running the package in the browser.
"""

import argparse
import hashlib
import json
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from packing import PLAY, PYODIDE, pack, prepare_pyodide

from gridduels.protocol.codec import write
from gridduels.web.pages.files import STATIC, address
from gridduels.web.pages.manifest import ICONS, draw_icon, file_list, manifest
from gridduels.web.pages.pages import MISSING, PAGES, Page, made_script, page_text
from gridduels.web.pool.tasks import samples

ROOT: Final = Path(__file__).resolve().parents[1]
ANSWERS: Final = ("games", "ladder", "players")
"""Responses that `static/js/shared/server.js` loads from files."""
PYTHON: Final = (
    "pyodide/pyodide.asm.wasm",
    "pyodide/pyodide-lock.json",
    "python/library.bin",
    "python/package.bin",
)
"""Files whose download progress is shown while Python starts."""
MODULES: Final = ("pyodide.mjs", "pyodide.asm.mjs")
OWN_PAGES: Final = {place: page for place, page in PAGES.items() if not page.served}


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the folder to play without a server.")
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, default=ROOT / "build" / "site" / "play")
    parser.add_argument("--server", metavar="URL", default="", help="a server for games with a friend")
    options = parser.parse_args()
    make_alone(options.output, options.server)
    print(f"The games are in {options.output}.")
    return 0


def make_alone(output: Path, server: str = "", guide: Mapping[str, str] | None = None) -> None:
    """Rebuild the folder.

    The pages link to the server for games with a friend, if there is one. `guide` contains the paths of the docs and
    the book on the surrounding site, and the address of the source code.
    """
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    prepare_pyodide()
    _copy_pyodide(output / "pyodide")
    (output / "python").mkdir()
    pack(output / "python" / "package.bin", output / "python" / "library.bin", output / "api", ANSWERS)
    shutil.copytree(
        STATIC,
        output / address(),
        ignore=shutil.ignore_patterns("pages", "*.md", "*.ts", "??.json", "robots.txt", "worker"),
    )
    for name in (name for page in (*OWN_PAGES.values(), MISSING) for name in page.catalogues):
        _write(output / address() / name, made_script(name) or "")
    for place, page in OWN_PAGES.items():
        _write(output / place / "index.html", _page(page, "../" if place else "./", server, guide))
        if page.place:  # links inside the pages have no trailing slash
            _write(output / f"{page.place}.html", _page(page, "./", server, guide))
    _write(output / "404.html", _page(MISSING, "./", server, guide))
    _write(output / "samples.json", write(samples()))
    for name in ICONS:
        draw_icon(name).save(output / name)
    _write(output / "manifest.webmanifest", manifest())
    shutil.copy(PLAY / "worker.js", output / "worker.js")
    shutil.copy(STATIC / "worker" / "cache.js", output / "cache.js")
    _write(output / "files.js", _files(output))


def _page(page: Page, root: str, server: str, guide: Mapping[str, str] | None) -> str:
    """Return one of the server's pages, marked as running without a server."""
    return page_text(page, root, {"alone": server}, guide=guide)


def _copy_pyodide(folder: Path) -> None:
    folder.mkdir()
    for name in ("pyodide.asm.wasm", *MODULES):
        shutil.copy(PYODIDE / name, folder / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    _write(
        folder / "pyodide-lock.json", json.dumps(lock | {"packages": {}})
    )  # so that nothing is fetched from another site


def _files(output: Path) -> str:
    """Return the list of files for the service worker's cache. If any file changes, so does the version."""
    paths = sorted(path for path in output.rglob("*") if path.is_file())
    names = [path.relative_to(output).as_posix() for path in paths]
    version = hashlib.sha256()
    for name, path in zip(names, paths, strict=True):
        version.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    shell = [
        name for name in names if name not in (*PYTHON, "worker.js", "cache.js") and not name.startswith("pyodide/")
    ]
    sizes = {name: (output / name).stat().st_size for name in PYTHON}
    return file_list(PAGES=_places(), PYTHON=sizes, SHELL=shell, VERSION=version.hexdigest()[:16])


def _places() -> dict[str, str]:
    """Return each page's file by path."""
    files = {place: f"{place}index.html" for place in OWN_PAGES}
    return files | {page.place: f"{page.place}.html" for page in OWN_PAGES.values() if page.place}


def _write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


if __name__ == "__main__":
    sys.exit(main())
