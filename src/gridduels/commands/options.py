"""What the commands' options have in common."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.game import Game

__all__ = ["add_command", "add_json", "add_setup", "chosen_game", "positive", "print_json"]


def add_command(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int], help: str, description: str
) -> argparse.ArgumentParser:
    """A command's parser, with what runs it."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=description, allow_abbrev=False)
    parser.set_defaults(run=run)
    return parser


def add_setup(parser: argparse.ArgumentParser) -> None:
    """The options that bind a game."""
    parser.add_argument("--size", metavar="N", type=int, help="cells along an edge of the board")
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help="set a ruling; repeatable")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def positive(text: str) -> int:
    """A whole number from 1."""
    if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) < 10**8):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")
    return int(text)


def chosen_game(options: argparse.Namespace) -> "Game":
    """The game the options ask for."""
    from gridduels.registry import load_game

    rulings: dict[str, str] = {}
    for rule in options.rule:
        name, equals, value = rule.partition("=")
        if not (name.isidentifier() and equals) or name in rulings or name in ("id", "size"):
            raise SetupError(f"--rule {rule!r} is not of the form name=value, each name once")
        rulings[name] = value
    return load_game(options.game, options.size, **rulings)


def print_json(data: object) -> int:
    import json

    print(json.dumps(data, indent=2))
    return 0
