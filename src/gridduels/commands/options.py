"""Options shared by several commands, and output helpers."""

import argparse
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.game import Game
    from gridduels.record import Record

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
FAILED: Final = 1
"""The exit code of a check that found a problem."""


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    help: str,
    description: str,
    examples: tuple[str, str],
) -> argparse.ArgumentParser:
    """Add a command with two examples."""
    shown = "\n".join(f"  gridduels {name} {example}".rstrip() for example in examples)
    parser = commands.add_parser(
        name, help=help, description=description, epilog=f"Examples:\n{shown}", allow_abbrev=False
    )
    parser.set_defaults(parser=parser, run=run, summary=help, examples=examples)
    return parser


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add GAME, which must be known, with --size and --rule."""
    parser.add_argument("game", metavar="GAME", type=known_game, help="one of `gridduels games`")
    add_setup(parser)


def add_setup(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", metavar="N", help="board size: 5, or rows by columns such as 6x7")
    parser.add_argument("--rule", metavar="NAME=VALUE", action="append", default=[], help="set a ruling; repeatable")


def add_games(parser: argparse.ArgumentParser) -> None:
    """Add a repeatable --game."""
    about = "play this game; repeatable (default: all games)"
    parser.add_argument("--game", metavar="GAME", action="append", default=[], type=known_game, help=about)


def add_plies_or_json(parser: argparse.ArgumentParser) -> None:
    """Add --json, whose data is always in plies, and --plies for the text."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--plies", action="store_true", help="count in plies (moves by both players)")
    add_json(form)


def add_json(parser: "argparse._ActionsContainer") -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_output(
    parser: argparse.ArgumentParser,
    help: str,
    metavar: str = "FILE",
    default: str | None = None,
    required: bool = False,
) -> None:
    """Add -o/--output with --force."""
    about = f"{help} (default: {default})" if default else help
    parser.add_argument("-o", "--output", metavar=metavar, type=Path, default=default, required=required, help=about)
    add_force(parser)


def add_force(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="overwrite files that this command did not write")


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="N", type=natural, default=0, help="random seed (default: 0)")


def add_think(parser: "argparse._ActionsContainer", default: float | None = 1.0) -> None:
    about = "time limit per move (default: 1)"
    parser.add_argument("--think", metavar="SECONDS", type=seconds, default=default, help=about)


def add_workers(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    about = f"number of workers (default: {default or 'one per core'})"
    parser.add_argument("--workers", metavar="N", type=positive, default=default, help=about)


def add_engine(parser: argparse.ArgumentParser) -> None:
    about = "where the workers run: this machine (default), or the Ray cluster at RAY_ADDRESS"
    parser.add_argument("--engine", choices=("local", "ray"), default="local", help=about)


def add_memory(parser: argparse.ArgumentParser, default: str = "half of this machine's memory") -> None:
    parser.add_argument("--memory", metavar="GB", type=_gigabytes, help=f"memory limit (default: {default})")


# --- Option values


def known_game(text: str) -> str:
    """Return a game's id; refuse an unknown one with a suggestion."""
    from gridduels.registry import definition

    return definition(text).id


def _gigabytes(text: str) -> int:
    """Return a number of bytes."""
    return int(number_from(text, "gigabytes", 0.001, 1_000_000) * 1e9)


def seconds(text: str) -> float:
    return number_from(text, "seconds", 1e-9, 3600, "above 0 and up to 3600")


def number_from(text: str, unit: str, least: float, most: float, extent: str = "") -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of {unit} {extent or f'from {least:g} to {most:,.9g}'}"
        )
    return number


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def natural(text: str) -> int:
    if (number := whole(text)) < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is below 0")
    return number


def positive(text: str) -> int:
    if not 0 < (number := whole(text)) < 10**8:
        raise argparse.ArgumentTypeError(f"{text!r} is not between 1 and 99999999")
    return number


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date such as 2026-01-05") from None


def chosen_game(options: argparse.Namespace) -> "Game":
    """Return the game with the chosen size and rulings."""
    from gridduels.game import Game
    from gridduels.registry import definition

    return Game(definition(options.game), options.size, read_rules(options.rule))


def check_exists(*names: str) -> None:
    """Refuse the first of these files and folders that does not exist."""
    if missing := [name for name in names if not Path(name).exists()]:
        raise SetupError(f"there is no file or folder {missing[0]}")


def read_records(file: str) -> "list[Record]":
    """Return the records in a file, or in standard input for `-`."""
    from gridduels.record import load, loads

    return loads(sys.stdin.read()) if file == "-" else load(Path(file))


def read_rules(rules: list[str]) -> dict[str, str]:
    """Return the rulings set by --rule."""
    rulings: dict[str, str] = {}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not (name and equals):
            raise SetupError(f"--rule {rule!r} is not of the form name=value")
        if name in rulings:
            raise SetupError(f"--rule sets {name!r} twice")
        rulings[name] = value
    return rulings


def refuse(options: argparse.Namespace, context: str, *names: str) -> None:
    """Refuse the first of these options that was given, since it would be ignored."""
    for name in names:
        flag = f"--{name.replace('_', '-')}"
        if flag in options.typed or getattr(options, name) != options.parser.get_default(name):
            raise SetupError(f"{flag} cannot be used {context}")


# --- Output


def print_text(text: str) -> None:
    """Print text that may come from strangers, without the control characters a terminal would interpret."""
    from gridduels.text import printable

    print(printable(text), flush=True)


def print_json(data: object) -> int:
    import json

    print(json.dumps(data, indent=2))
    return 0
