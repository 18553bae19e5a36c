"""`gridduels help` and `completion`: what the commands do, and the Tab key."""

import argparse
from collections.abc import Iterator
from typing import Final

from gridduels.commands.options import Commands, add_command


def add(commands: Commands) -> None:
    _add_help(commands)
    _add_completion(commands)


# --- Help


def _add_help(commands: Commands) -> None:
    about = "Show the list of commands, or the options and examples of one command."
    parser = add_command(commands, "help", _run_help, "show help for a command", about, ("", "match"))
    parser.add_argument("topic", metavar="COMMAND", nargs="?", help="the command to explain")


def _run_help(options: argparse.Namespace) -> int:
    from gridduels.cli import command_line

    command_line().parse_args([*([options.topic] if options.topic else []), "--help"])
    return 0


# --- Completion


SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")


def _add_completion(commands: Commands) -> None:
    about = (
        "Print a script that lets the Tab key complete gridduels commands. For bash, put "
        'eval "$(gridduels completion bash)" into ~/.bashrc.'
    )
    examples = "bash", "fish > ~/.config/fish/completions/gridduels.fish"
    parser = add_command(commands, "completion", _run_completion, "set up completion in your shell", about, examples)
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def _run_completion(options: argparse.Namespace) -> int:
    import shtab

    from gridduels.cli import command_line
    from gridduels.registry import definitions

    parser = command_line()
    games = [each.id for each in definitions()]
    for action in _actions(parser):
        if action.metavar == "GAME":
            action.choices = games
        elif action.metavar in ("FILE", "FOLDER"):
            action.complete = shtab.FILE if action.metavar == "FILE" else shtab.DIR  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield all arguments of a parser and its commands; argparse has no public API to list them."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
