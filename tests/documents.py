"""Extract what the documents show, so that it can be run: code blocks, console examples, and the package they build."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

import gridduels
from tests.caches import new_cache

ROOT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/*.md")])
ADDING_A_GAME: Final = ROOT / "docs" / "adding-a-game.md"

_BLOCK: Final = re.compile(
    r"^(?:`(?P<file>[^`\n]+)`\n\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A code block: the line it begins on, its language, and its file name, if one is given above it."""

    line: int
    language: str
    file: str
    text: str


class Example(NamedTuple):
    """A command in a console block, and its output."""

    line: int
    command: str
    output: str


def blocks(document: Path) -> list[Block]:
    """Return the code blocks in a document."""
    text = document.read_text(encoding="utf-8")
    return [
        Block(text.count("\n", 0, match.start("text")) + 1, match["language"], match["file"] or "", match["text"])
        for match in _BLOCK.finditer(text)
    ]


def examples(document: Path) -> list[Example]:
    """Return the console examples in a document: `$ command`, followed by its output."""
    found: list[Example] = []
    for block in blocks(document):
        for number, line in enumerate(block.text.splitlines() if block.language == "console" else (), block.line):
            if line.startswith("$ "):
                found.append(Example(number, line[2:], ""))
            else:
                found[-1] = found[-1]._replace(output=f"{found[-1].output}{line}\n")
    return found


def environment(*folders: Path) -> dict[str, str]:
    """Return the environment of a process that finds this gridduels and the packages in the given folders."""
    path = os.pathsep.join(map(str, [*folders, Path(gridduels.__file__).parents[1]]))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIDDUELS", "PYTHON", "PYTEST"))}
    return kept | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}


def play(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run gridduels with the packages in a folder installed."""
    return subprocess.run(
        [sys.executable, "-m", "gridduels", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment(folder),
        timeout=300,
    )


def write_files(document: Path, folder: Path) -> None:
    """Write the files a document shows: blocks with a file name above them."""
    for block in blocks(document):
        if block.file:
            file = folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")


def install(folder: Path) -> None:
    """Make the package in a folder look installed to processes with the folder on their path."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = project["name"], project["version"]
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), ""]
    (metadata / "entry_points.txt").write_text("\n".join(lines))


class Shell:
    """Runs a document's console examples one after another, in a folder with the files it shows."""

    def __init__(self, document: Path, folder: Path) -> None:
        self._folder, commands = folder / "home", folder / "bin"
        self._folder.mkdir()
        commands.mkdir()
        write_files(document, self._folder)
        if (self._folder / "pyproject.toml").exists():
            install(self._folder)
        for name, arguments in (("gridduels", "-m gridduels"), ("python", "")):
            script = commands / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
            script.chmod(0o755)
        variables = environment(self._folder)
        path = f"{commands}{os.pathsep}{variables['PATH']}"
        self._variables = variables | {"PATH": path, "GRIDDUELS_CACHE": str(new_cache(folder))}

    def run(self, command: str) -> str:
        """Run a command; return everything it prints."""
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self._folder,
            env=self._variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            timeout=300,
        )
        return done.stdout
