"""`gridduels perft`: how many move sequences of each length there are."""

import argparse
from typing import Any

from gridduels.commands.options import add_command, add_json, add_setup, chosen_game, positive, print_json


def add(commands: Any) -> None:
    about = "Count the move sequences of each length from the start."
    perft = add_command(commands, "perft", run, "count move sequences", about)
    perft.add_argument("game", metavar="GAME")
    perft.add_argument("depth", metavar="DEPTH", type=positive)
    add_setup(perft)
    add_json(perft)


def run(options: argparse.Namespace) -> int:
    from gridduels.game import perft

    game = chosen_game(options)
    counts = perft(game, options.depth)
    if options.json:
        return print_json({**game.as_data(), "perft": counts})
    for depth, count in enumerate(counts, 1):
        print(depth, count)
    return 0
