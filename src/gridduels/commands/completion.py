"""`gridduels completion SHELL`: the rest of a half-typed command, by the Tab key."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

from gridduels.commands.options import add_command

SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")
_FILES: Final = ("FILE", "FOLDER")


def add(commands: Any) -> None:
    parser = add_command(
        commands,
        "completion",
        run,
        "complete commands with Tab",
        "Print what makes the Tab key complete gridduels in a shell; bash, for one, takes it by "
        'eval "$(gridduels completion bash)".',
    )
    parser.add_argument("shell", choices=SHELLS, help="whose language it is")


def run(options: argparse.Namespace) -> int:
    import shtab

    from gridduels.cli import command_line
    from gridduels.registry import definitions

    parser = command_line()
    games = [each.id for each in definitions()]
    for action in _actions(parser):
        if action.metavar == "GAME":
            action.choices = games
        elif action.metavar in _FILES:
            action.complete = shtab.FILE if action.metavar == "FILE" else shtab.DIR  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell=options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """All arguments of a command line and of its commands; argparse has no public way to them."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
