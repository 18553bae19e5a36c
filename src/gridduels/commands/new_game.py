"""`gridduels new-game`: a folder to start a game of one's own from."""

import argparse
import keyword
import re
from functools import partial
from pathlib import Path
from typing import Any, Final

from gridduels.commands.options import add_command, add_force
from gridduels.errors import SetupError
from gridduels.files import check_output, write_atomically

__all__ = ["add", "files_of", "run"]

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def add(commands: Any) -> None:
    about = (
        "Write a folder with a small game that works: its rules, words, facts and a test. Change it into yours; "
        "docs/adding-a-game.md tells what goes where."
    )
    parser = add_command(commands, "new-game", run, "begin a game of your own", about)
    parser.add_argument("name", metavar="NAME", help="the game's id, such as my-game")
    parser.add_argument("-o", "--output", metavar="FOLDER", help="where to write it (default: ./gridduels-NAME)")
    add_force(parser)


def run(options: argparse.Namespace) -> int:
    folder = Path(options.output or f"gridduels-{options.name}")
    files = files_of(_checked(options.name))
    try:
        for name, text in files.items():
            if (folder / name).exists():
                check_output(folder / name, partial(_holds, text), options.force)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text)
    except OSError as error:
        raise SetupError(f"cannot write {folder}: {error.strerror}") from None
    print(f"{folder} has a game that works: {', '.join(files)}.")
    print(f"Install it with:  pip install -e {folder}")
    print(f"Play it with:     gridduels play {options.name}")
    print(f"Check it with:    python -m pytest {folder}")
    return 0


def _holds(text: str, path: Path) -> bool:
    return path.read_text(encoding="utf-8") == text


def _checked(name: str) -> str:
    """A name that a game can have and that none has."""
    from gridduels.registry import definitions

    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise SetupError(f"{name!r} cannot be a game's id: it is small letters, digits and hyphens, such as my-game")
    if name in {each.id for each in definitions()}:
        raise SetupError(f"there is a game {name!r} already: choose another name")
    return name


def files_of(name: str) -> dict[str, str]:
    """The files of a new game, by their names."""
    templates = Path(__file__).parent / "new_game_files"
    package, title = f"gridduels_{name.replace('-', '_')}", name.replace("-", " ").title()
    found = {}
    for path in sorted(templates.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for word, value in (("PACKAGE", package), ("CLASS", title.replace(" ", "")), ("TITLE", title), ("NAME", name)):
            text = text.replace(f"${word}$", value)
        found[_PLACES[path.stem].format(package=package)] = text
    return found


_PLACES: Final = {
    "facts": "{package}/__init__.py",
    "project": "pyproject.toml",
    "rules": "{package}/rules.py",
    "test": "tests/test_rules.py",
    "words": "{package}/words.py",
}
"""Where each template goes."""
