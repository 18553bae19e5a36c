"""`gridduels rules`: a game explained, with its rulings."""

import argparse
from typing import Any

from gridduels.commands.options import add_command, add_json, add_setup, chosen_game, print_json


def add(commands: Any) -> None:
    rules = add_command(commands, "rules", run, "explain a game", "Explain a game and its rulings.")
    rules.add_argument("game", metavar="GAME")
    add_setup(rules)
    add_json(rules)


def run(options: argparse.Namespace) -> int:
    from gridduels.terminal.describe import facts
    from gridduels.text import describe_rules

    game = chosen_game(options)
    if options.json:
        return print_json(facts(game) | {"about": game.words.about})
    print(describe_rules(game))
    return 0
