"""`gridduels help`: show help for a command."""

import argparse

from gridduels.commands.options import Commands, add_command


def add(commands: Commands) -> None:
    about = "Show the list of commands, or the options and examples of one command."
    parser = add_command(commands, "help", run, "show help for a command", about, ("", "match"))
    parser.add_argument("topic", metavar="COMMAND", nargs="?", help="the command to explain")


def run(options: argparse.Namespace) -> int:
    from gridduels.cli import command_line

    command_line().parse_args([*([options.topic] if options.topic else []), "--help"])
    return 0
