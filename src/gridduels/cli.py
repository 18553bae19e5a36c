"""The command line.

Exit codes: 0 done, 1 internal error, 2 wrong usage, 3 input ended before the game did, 130 Ctrl-C.
"""

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

from gridduels import __version__
from gridduels.errors import GridDuelsError

__all__ = ["main"]

INTERNAL_ERROR, WRONG_USAGE, ENDED_EARLY, INTERRUPTED = 1, 2, 3, 130
COMMANDS: Final = ("play", "games", "rules", "perft", "replay")
"""Modules of `gridduels.commands`, in the order of the help."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit code."""
    warnings.showwarning = lambda message, *_, **__: _complain(str(message))
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except GridDuelsError as error:
        _complain(str(error))
        return WRONG_USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return ENDED_EARLY if options.command == "play" else 0
    except Exception as error:
        if os.environ.get("GRIDDUELS_DEBUG"):
            raise
        _complain(f"internal error: {type(error).__name__}: {error} (GRIDDUELS_DEBUG=1 shows where)")
        return INTERNAL_ERROR


def _complain(sentence: str) -> None:
    print(f"gridduels: {sentence}", file=sys.stderr)


def _forget_output() -> None:
    """Whoever read our output has gone; Python must not try to flush the rest at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        _complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(WRONG_USAGE)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gridduels",
        description="Small two-player grid games. Without a command: the menu.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gridduels {__version__}")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=_Parser)
    for name in COMMANDS:
        import_module(f"gridduels.commands.{name}").add(commands)
    return parser


def _menu(options: argparse.Namespace) -> int:
    from gridduels.terminal.console import Console
    from gridduels.terminal.menu import list_games, open_menu

    console = Console()
    if console.interactive:
        return open_menu(console)
    console.say(list_games())
    return 0
