"""What the commands' options have in common."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.game import Game

__all__ = [
    "add_command",
    "add_force",
    "add_json",
    "add_memory",
    "add_setup",
    "chosen_game",
    "positive",
    "print_json",
    "print_text",
    "read_rules",
    "seconds",
    "whole",
]


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str, description: str
) -> argparse.ArgumentParser:
    """A command's parser, with what runs it."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=description, allow_abbrev=False)
    parser.set_defaults(run=run)
    return parser


def add_setup(parser: argparse.ArgumentParser) -> None:
    """The options that bind a game."""
    parser.add_argument("--size", metavar="N", help="cells along an edge of the board, or rows and columns such as 6x7")
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help="set a ruling; repeatable")


def add_plies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plies", action="store_true", help="tell distances in plies instead of moves")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def add_force(parser: argparse.ArgumentParser) -> None:
    about = "replace an existing file even if this command did not write it"
    parser.add_argument("--force", action="store_true", help=about)


def add_memory(parser: argparse.ArgumentParser) -> None:
    about = "memory that solving may take (default: half of what this machine has, for `explore` 3 of them at most)"
    parser.add_argument("--memory", metavar="GB", type=_gigabytes, help=about)


def _gigabytes(text: str) -> int:
    """So many bytes."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.001 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of gigabytes")
    return int(number * 1e9)


def whole(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def positive(text: str) -> int:
    """A whole number from 1, small enough to count to."""
    if not 0 < (number := whole(text)) < 10**8:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 1 and 99999999")
    return number


def seconds(text: str) -> float:
    """A time to think, within reason."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0 and up to 3600")
    return number


def chosen_game(options: argparse.Namespace) -> "Game":
    """The game the options ask for."""
    from gridduels.game import Game
    from gridduels.registry import definition

    return Game(definition(options.game), options.size, read_rules(options.rule))


def read_rules(rules: list[str]) -> dict[str, str]:
    """The rulings that --rule sets."""
    rulings: dict[str, str] = {}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not (name and equals):
            raise SetupError(f"--rule {rule!r} is not of the form name=value")
        if name in rulings:
            raise SetupError(f"--rule sets {name!r} twice")
        rulings[name] = value
    return rulings


def print_text(text: str) -> None:
    """Prints a text in which records, bots or strangers may have a word: a terminal obeys nothing of it."""
    from gridduels.text import printable

    print(printable(text), flush=True)


def print_json(data: object) -> int:
    import json

    print(json.dumps(data, indent=2))
    return 0
