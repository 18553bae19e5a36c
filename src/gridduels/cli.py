"""The command line.

Exit codes: 0 done, 1 internal error, or a bot or game that fails its check, 2 wrong usage, 3 input ended before the
game did, 130 Ctrl-C.
"""

import argparse
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, NoReturn

from gridduels import __version__
from gridduels.errors import GridDuelsError
from gridduels.extras import needs_engine
from gridduels.text import printable

__all__ = ["Parser", "command_line", "main", "run"]

INTERNAL_ERROR, WRONG_USAGE, ENDED_EARLY, INTERRUPTED = 1, 2, 3, 130
COMMANDS: Final = (
    "play",
    "games",
    "players",
    "rules",
    "perft",
    "new-game",
    "check-game",
    "solve",
    "explore",
    "verify",
    "replay",
    "analyse",
    "picture",
    "tables",
    "dataset",
    "match",
    "tournament",
    "llm-report",
    "bot",
    "check-bot",
    "serve",
    "mcp",
    "completion",
)
"""Modules of `gridduels.commands` (`check-bot` is `check_bot`), in the order of the help."""


def main(arguments: Sequence[str] | None = None, parser: Callable[[], argparse.ArgumentParser] | None = None) -> int:
    """Run one command and return its exit code; `parser` makes another command line than that of `gridduels`."""
    warnings.showwarning = lambda message, *_, **__: _complain(str(message))
    _prepare_streams()
    playing = False
    try:
        made = (parser or command_line)()
        options = _parse(made, arguments)
        playing = options.command == "play"
        with needs_engine(f"{made.prog} {options.command}".rstrip()):
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
        return ENDED_EARLY if playing else 0
    except Exception as error:
        if os.environ.get("GRIDDUELS_DEBUG"):
            raise
        if isinstance(error, OSError):
            _forget_output()  # it may be the output that fails
        _complain(f"internal error: {type(error).__name__}: {error} (GRIDDUELS_DEBUG=1 shows where)")
        return INTERNAL_ERROR


def run() -> NoReturn:
    """Runs one command as a process of its own, which ends with it: whoever leaves does not wait for a compiler."""
    code = main()
    perfect, progress = (sys.modules.get(f"gridduels.{name}") for name in ("players.perfect", "engine.progress"))
    if (perfect and perfect.still_busy()) or (progress and progress.left_behind()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    raise SystemExit(code)


def _prepare_streams() -> None:
    """A closed stream is an empty one, and what input or output cannot decode or encode is replaced."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper) and stream.errors != "replace":
            stream.reconfigure(errors="replace")


def _complain(sentence: str) -> None:
    print(f"gridduels: {printable(sentence)}", file=sys.stderr)


def _forget_output() -> None:
    """Our output goes nowhere any more; Python must not try to flush the rest at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        if found := re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message):
            from gridduels.text import did_you_mean

            message += f".{did_you_mean(found[1], re.findall(r'[a-z-]+', found[2]))}".removesuffix(".")
        _complain(f"{message} (see {self.prog} --help)")
        raise SystemExit(WRONG_USAGE)


def _parse(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    try:
        options, rest = parser.parse_known_args(arguments)
        if rest and (not hasattr(options, "moves") or any(word.startswith("-") for word in rest)):
            parser.error(f"unrecognized arguments: {' '.join(rest)}")
        if rest:
            options.moves += rest  # argparse finds no moves behind an option
        return options
    finally:
        sys.stdout.flush()  # --help leaves by an exception


def command_line() -> argparse.ArgumentParser:
    """All commands with their options."""
    parser = Parser(
        prog="gridduels",
        description="Small two-player grid games. Without a command: the menu.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"gridduels {__version__}")
    parser.set_defaults(run=_menu)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", parser_class=Parser)
    for name in COMMANDS:
        import_module(f"gridduels.commands.{name.replace('-', '_')}").add(commands)
    return parser


def _menu(options: argparse.Namespace) -> int:
    from gridduels.terminal.arcade import why_not_full_screen
    from gridduels.terminal.console import Console
    from gridduels.terminal.menu import list_games, open_menu

    console = Console()
    if console.interactive and not why_not_full_screen():
        from gridduels.terminal.arcade.app import open_arcade

        return open_arcade()
    if console.interactive:
        return open_menu(console)
    console.say(list_games())
    return 0
