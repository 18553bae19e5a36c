"""Build a release and test it as a new user would: `python scripts/release_check.py` (make release-check).

Build an sdist and a wheel, check their metadata and contents, install each into an empty environment, run every command
there, resolve the extras named in the docs, check the licence of every dependency, start the wheel with uvx and pipx,
and check that the repository's address is set (with --address, check only that).
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
MAX_WHEEL: Final = 11_000_000
MAX_INSTALLED: Final = 40_000_000
MUST_HOLD: Final = (
    "gridduels/py.typed",
    "gridduels/web/static/pages/start.html",
    "licenses/LICENSE",
    "man/man1/gridduels.1",
)
LICENCES: Final = (
    "MIT",
    "BSD",
    "Apache",
    "ISC",
    "Python Software Foundation",
    "PSF",
    "MPL-2.0",
    "Mozilla",
    "HPND",
    "0BSD",
    "Zlib",
)
"""Allowed licences for dependencies. Each entry covers all spellings that contain it."""
EXTRAS_TO_READ: Final = "web,agents"
"""Extras whose licences are also checked. The others take gigabytes."""

RECORD: Final = "game.duel"
MOVES: Final = "right\nleft\nquit\n"
SMOKE: Final = {
    "play": ["play", "light-cycle", "--p2", "random", "--seed", "1", "--record", RECORD],
    "games": ["games", "--json"],
    "players": ["players"],
    "rules": ["rules", "gridlock"],
    "perft": ["perft", "pathway", "3", "--size", "3"],
    "solve": ["solve", "light-cycle", "--size", "3"],
    "explore": ["explore", "blockade", "--json"],
    "replay": ["replay", RECORD],
    "analyse": ["analyse", RECORD],
    "picture": ["picture", RECORD, "-o", "game.svg"],
    "tables": ["tables"],
    "completion": ["completion", "bash"],
}
"""The arguments for testing each command. All other commands are tested with --help."""


def main() -> int:
    """Run every check, stopping at the first failure."""
    parser = argparse.ArgumentParser(description="Build a release and test it as a new user would.")
    parser.add_argument("--address", action="store_true", help="only check that the repository's address is set")
    if parser.parse_args().address:
        check_address(ROOT)
        return 0
    with tempfile.TemporaryDirectory(prefix="gridduels-release-") as folder:
        place = Path(folder)
        wheel, sdist = build(place / "dist")
        check_metadata(wheel, sdist)
        check_contents(wheel)
        for archive in (wheel, sdist):
            check_install(archive, place / archive.name.rpartition("-")[2].replace(".", "-"))
        check_documents(wheel)
        check_licences(wheel, place / "licences")
        check_runners(wheel, place)
    check_address(ROOT)
    say("ready to publish")
    return 0


def build(folder: Path) -> tuple[Path, Path]:
    """Return a new wheel and sdist. The wheel is built from the sdist, as installers do."""
    run([sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)], "build")
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    say(f"built {wheel.name}, {wheel.stat().st_size:,} bytes, and {sdist.name}, {sdist.stat().st_size:,} bytes")
    return wheel, sdist


def check_metadata(*archives: Path) -> None:
    run([sys.executable, "-m", "twine", "check", "--strict", *map(str, archives)], "metadata")
    say("metadata and description are valid for a package index")


def check_contents(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for part in MUST_HOLD:
        require(any(name.endswith(part) for name in names), f"the wheel lacks {part}")
    strangers = [name for name in names if not re.match(r"gridduels(/|-[\d.]+\.(dist-info|data)/)", name)]
    require(not strangers, f"the wheel contains foreign files: {strangers[:3]}")
    size = wheel.stat().st_size
    require(size <= MAX_WHEEL, f"the wheel has {size:,} bytes, more than {MAX_WHEEL:,}")
    say(f"the wheel contains {len(names)} files, including the man page")


def check_install(archive: Path, place: Path) -> None:
    """Install into an empty environment and run every command there, outside the clone."""
    python = new_environment(place)
    before = size_of(place)
    run([str(python), "-m", "pip", "install", "--no-compile", str(archive)], f"install {archive.name}")
    added = size_of(place) - before
    require(added <= MAX_INSTALLED, f"{archive.name} installs {added:,} bytes, more than {MAX_INSTALLED:,}")
    work = place / "work"
    work.mkdir()
    command = [str(python.with_name("gridduels"))]
    names = re.findall(r"^ {4}([a-z-]+)(?: |$)", run([*command, "--help"], "help"), re.MULTILINE)
    require(set(SMOKE) <= set(names), f"the help lacks {sorted(set(SMOKE) - set(names))}")
    for name in names:
        run([*command, *SMOKE.get(name, [name, "--help"])], name, folder=work, typed=MOVES)
    say(f"{archive.name} installs {added / 1e6:.1f} MB, and its {len(names)} commands run")


def check_documents(wheel: Path) -> None:
    """Check that every extra named in a document can be installed with this wheel."""
    for extras in sorted(set(named_extras())):
        resolve = ["install", "--dry-run", "--ignore-installed", f"{wheel}[{extras}]"]
        run([sys.executable, "-m", "pip", *resolve], f"extra {extras}")
        say(f"the extra {extras} can be installed")


def named_extras() -> Iterator[str]:
    for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        yield from re.findall(r"pip install [^`\n]*gridduels\[([a-z,]+)\]", document.read_text(encoding="utf-8"))


def check_licences(wheel: Path, place: Path) -> None:
    python = new_environment(place)
    run([str(python), "-m", "pip", "install", "--no-compile", f"{wheel}[{EXTRAS_TO_READ}]"], "install with extras")
    listed = run([sys.executable, "-m", "piplicenses", "--python", str(python), "--format", "json"], "licences")
    packages = json.loads(listed)
    unknown = [f"{each['Name']} ({each['License']})" for each in packages if not may_be_used(each["License"])]
    require(not unknown, f"check the licences of {', '.join(unknown)}")
    say(f"the licences of {len(packages)} packages are compatible with ours")


def may_be_used(licence: str) -> bool:
    return any(word.lower() in licence.lower() for word in LICENCES)


def check_runners(wheel: Path, place: Path) -> None:
    """Start the wheel with uvx and pipx."""
    home = {"PIPX_HOME": str(place / "pipx"), "PIPX_BIN_DIR": str(place / "bin"), "PIPX_MAN_DIR": str(place / "man")}
    run([sys.executable, "-m", "uv", "tool", "run", "--from", str(wheel), "gridduels", "games"], "uvx")
    run([sys.executable, "-m", "pipx", "install", str(wheel)], "pipx", more=home)
    run([str(place / "bin" / "gridduels"), "games"], "pipx's command")
    require((place / "man" / "man1" / "gridduels.1").exists(), "pipx found no man page")
    say("uvx and pipx start it, and pipx has the man page")


def check_address(root: Path) -> None:
    """Check that the repository's address is set and appears in the citation; the build hook fills in the rest."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    address = settings["tool"]["gridduels"]["repository"]
    require(bool(address), "set repository in [tool.gridduels] of pyproject.toml to the address of the repository")
    citation = (root / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    require(
        f"repository-code: {address}" in citation,
        f"run python -m tools.citation: CITATION.cff lacks the line repository-code: {address}",
    )
    say("the citation names the repository, as the metadata and the README's links do")


def new_environment(place: Path) -> Path:
    venv.create(place, with_pip=True)
    return next(place.glob("*/python" if os.name != "nt" else "*/python.exe"))


def size_of(folder: Path) -> int:
    return sum(each.lstat().st_size for each in folder.rglob("*"))


def run(
    command: Sequence[str],
    title: str,
    *,
    folder: Path | None = None,
    typed: str = "",
    more: dict[str, str] | None = None,
) -> str:
    """Return a command's output; exit if it fails or prints a traceback."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "GRIDDUELS", "VIRTUAL"))}
    cache = {"GRIDDUELS_CACHE": str((folder or ROOT) / "cache")} if folder else {}
    done = subprocess.run(
        command, cwd=folder, input=typed, capture_output=True, text=True, env=kept | cache | (more or {}), check=False
    )
    fine = done.returncode in ((0, 3) if folder else (0,)) and "Traceback" not in done.stderr
    require(fine, f"{title} failed ({done.returncode}):\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def require(condition: bool, sentence: str) -> None:
    if not condition:
        sys.exit(f"not ready: {sentence}")


def say(sentence: str) -> None:
    print(sentence, flush=True)


if __name__ == "__main__":
    sys.exit(main())
