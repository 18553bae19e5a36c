"""`gridduels games`: list the games."""

import argparse

from gridduels.commands.options import Commands, add_command, add_json, print_json


def add(commands: Commands) -> None:
    about = "List the games: ours, and those of installed packages."
    games = add_command(commands, "games", run, "list the games", about, ("", "--json"))
    add_json(games)


def run(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definitions
    from gridduels.terminal.describe import facts
    from gridduels.text import describe_games

    if options.json:
        return print_json([facts(Game(each)) for each in definitions()])
    print(describe_games(definitions()))
    return 0
