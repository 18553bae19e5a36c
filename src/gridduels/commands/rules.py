"""`gridduels rules`: explain a game and its rulings."""

import argparse

from gridduels.commands.options import Commands, add_command, add_game, add_json, chosen_game, print_json


def add(commands: Commands) -> None:
    about = "Explain a game and the rulings in force."
    examples = "light-cycle", "blockade --size 5 --rule paths=opponent"
    rules = add_command(commands, "rules", run, "explain a game", about, examples)
    add_game(rules)
    add_json(rules)


def run(options: argparse.Namespace) -> int:
    from gridduels.terminal.describe import facts
    from gridduels.text import describe_rules

    game = chosen_game(options)
    if options.json:
        return print_json(facts(game) | {"about": game.words.about})
    print(describe_rules(game))
    return 0
