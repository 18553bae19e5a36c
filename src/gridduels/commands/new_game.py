"""`gridduels new-game`: create your own game from a template."""

import argparse
import keyword
import re
from functools import partial
from pathlib import Path
from typing import Final

from gridduels.commands.options import Commands, add_command, add_output
from gridduels.errors import SetupError
from gridduels.files import check_output, write_atomically

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_PLACES: Final = {
    "facts": "{package}/__init__.py",
    "project": "pyproject.toml",
    "rules": "{package}/rules.py",
    "test": "tests/test_rules.py",
    "words": "{package}/words.py",
}
"""The output file for each template."""


def add(commands: Commands) -> None:
    about = (
        "Write a folder with a small working game: its rules, words, facts and a test. Then change it into yours; "
        "docs/adding-a-game.md explains what goes where."
    )
    examples = "my-game", "my-game -o ~/games/my-game"
    parser = add_command(commands, "new-game", run, "start a game of your own", about, examples)
    parser.add_argument("name", metavar="NAME", help="the id of the game, such as my-game")
    add_output(parser, "the folder to write (default: ./gridduels-NAME)", "FOLDER")


def run(options: argparse.Namespace) -> int:
    from gridduels.extras import install_package_command

    folder = options.output or Path(f"gridduels-{options.name}")
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
    print(f"Wrote a working game to {folder}: {', '.join(files)}.")
    print(f"Install it:  {install_package_command(folder)}")
    print(f"Play it:     gridduels play {options.name}")
    print(f"Check it:    gridduels check-game {options.name}")
    return 0


def _holds(text: str, path: Path) -> bool:
    return path.read_text(encoding="utf-8") == text


def _checked(name: str) -> str:
    """Return the name if it is a valid game id and not taken yet."""
    from gridduels.registry import definitions

    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise SetupError(f"{name!r} cannot be a game's id: use lower-case letters, digits and hyphens, such as my-game")
    if name in {each.id for each in definitions()}:
        raise SetupError(f"there is already a game {name!r}: choose another name")
    return name


def files_of(name: str) -> dict[str, str]:
    """Return a new game's files by name."""
    templates = Path(__file__).parent / "new_game_files"
    package, title = f"gridduels_{name.replace('-', '_')}", name.replace("-", " ").title()
    found = {}
    for path in sorted(templates.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for word, value in (("PACKAGE", package), ("CLASS", title.replace(" ", "")), ("TITLE", title), ("NAME", name)):
            text = text.replace(f"${word}$", value)
        found[_PLACES[path.stem].format(package=package)] = text
    return found
