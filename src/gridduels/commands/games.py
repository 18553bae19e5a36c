"""`gridduels games`: which games there are."""

import argparse
from typing import Any

from gridduels.commands.options import add_command, add_json, print_json


def add(commands: Any) -> None:
    games = add_command(commands, "games", run, "list the games", "List the games.")
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
